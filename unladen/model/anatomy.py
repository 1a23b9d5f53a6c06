"""What a benchmark is made of at one commit: functions and their costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """By file and qualified name, and the line for readers: never by name alone."""

    key: str
    """`package/module.py:Class.name`, the same in every version that has it."""
    module: str
    name: str
    line: int = 0
    end: int = 0
    text: str = ""
    """Of a lambda or a comprehension, which have no name of their own."""
    body: str = ""
    """A digest of what it does, without its name: by this a moved function is known again."""
    calls: frozenset[str] = frozenset()
    """Names that it mentions, and"""
    operations: Mapping[str, int] = field(default_factory=dict)
    """what it computes with: by these an inlined function is traced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Of the time of one side, by samples of an outside profiler; self time, which adds up."""

    share: float
    samples: float
    error: float = 0.0
    """Standard error of the share that its processes differ by, beside that of counting."""
    callers: Mapping[str, float] = field(default_factory=dict)
    """Project functions that it was called from, by their part of its samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """By scalene: how the time of a function divides, in shares of the whole."""

    python: float = 0.0
    native: float = 0.0
    system: float = 0.0
    gpu: float | None = None
    """None is: not measured."""

    @property
    def whole(self) -> float:
        return self.python + self.native + self.system


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """By scalene, in megabytes; small objects that come and go are below what it sees."""

    allocated: float
    """In one call of the benchmark."""
    peak: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Anatomy:
    """One benchmark at one commit, taken apart; each mapping is by function key."""

    benchmark: str
    seconds: float
    """Of a call, by the clock, unprofiled: profiled times are never times."""
    environment: str = ""
    """In which it was timed; a profile of before did not say."""
    functions: Mapping[str, Function] = field(default_factory=dict)
    shares: Mapping[str, Share] = field(default_factory=dict)
    stacks: Mapping[str, float] = field(default_factory=dict)
    """Whole stacks, a key a line and the outermost first -> share of the time."""
    calls: Mapping[str, float] = field(default_factory=dict)
    handled: Mapping[str, float] = field(default_factory=dict)
    """Exceptions that handlers caught, by the function that did."""
    instructions: Mapping[str, float] = field(default_factory=dict)
    counted_as: str = ""
    """Whose instructions these are, where a call of it takes too long to be counted: the same
    benchmark with smaller parameters. Empty: its own."""
    splits: Mapping[str, Split] = field(default_factory=dict)
    memory: Mapping[str, Memory] = field(default_factory=dict)
    ran: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Lines that ran, by file; statements that did not are in `missed`."""
    missed: Mapping[str, frozenset[int]] = field(default_factory=dict)
    blocks: float | None = None
    peak: float | None = None
    """Bytes of Python's allocators in one call, by tracemalloc."""
    resident: float | None = None
    """Bytes of the process after its calls, as the system sees it."""
    processes: float | None = None
    """That a call starts, and seconds in which it is busy with that; CPU seconds in them."""
    starting: float = 0.0
    children: float = 0.0
    sampled_seconds: float = 0.0
    elsewhere: float = 0.0
    """The share of CPU seconds that was in other processes, which the benchmark started."""
    unseen: float = 0.0
    """That part of it which no sample saw: no Python, or over before it was found."""
    overheads: Mapping[str, float] = field(default_factory=dict)
    """How many times slower each profiler made it."""
    notes: tuple[str, ...] = ()

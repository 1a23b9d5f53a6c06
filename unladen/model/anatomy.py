"""What a benchmark is made of: functions and their costs, on two sides, and what changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from unladen.model import Interval


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
    functions: Mapping[str, Function] = field(default_factory=dict)
    shares: Mapping[str, Share] = field(default_factory=dict)
    stacks: Mapping[str, float] = field(default_factory=dict)
    """Whole stacks, a key a line and the outermost first -> share of the time."""
    calls: Mapping[str, float] = field(default_factory=dict)
    handled: Mapping[str, float] = field(default_factory=dict)
    """Exceptions that handlers caught, by the function that did."""
    instructions: Mapping[str, float] = field(default_factory=dict)
    splits: Mapping[str, Split] = field(default_factory=dict)
    memory: Mapping[str, Memory] = field(default_factory=dict)
    ran: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Lines that ran, by file; statements that did not are in `missed`."""
    missed: Mapping[str, frozenset[int]] = field(default_factory=dict)
    blocks: float | None = None
    peak: float | None = None
    sampled_seconds: float = 0.0
    unseen: float = 0.0
    """The share of CPU seconds that no sample saw: children, and what began and ended between."""
    overheads: Mapping[str, float] = field(default_factory=dict)
    """How many times slower each profiler made it."""
    notes: tuple[str, ...] = ()


class Change(Enum):
    """What happened to a function."""

    SLOWER = "costs more per call"
    FASTER = "costs less per call"
    MORE = "called more often"
    FEWER = "called less often"
    APPEARED = "appeared"
    VANISHED = "vanished"
    MOVED = "moved"
    INLINED = "inlined"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A function's part in a change; amounts are in the unit of the attribution, per call of
    the benchmark."""

    function: Function
    category: str
    base: float
    head: float
    change: Change
    low: float
    high: float
    """The interval of head - base."""
    base_calls: float | None = None
    head_calls: float | None = None
    by_calls: float | None = None
    by_cost: float | None = None
    """How much of head - base comes from the number of calls, and from the cost of one."""
    base_seconds: float | None = None
    head_seconds: float | None = None
    base_instructions: float | None = None
    head_instructions: float | None = None
    """By both measures, where they were taken; `base` and `head` are one of them."""
    other: str = ""
    """Where it was before, or where it went."""

    @property
    def delta(self) -> float:
        return self.head - self.base

    @property
    def resolved(self) -> bool:
        """The sign of the change is known."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A category: the sum of its parts."""

    name: str
    base: float
    head: float
    low: float
    high: float

    @property
    def delta(self) -> float:
        return self.head - self.base


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Why a benchmark changed: parts that add up to the whole, with `unaccounted` among them."""

    benchmark: str
    unit: str
    """"s" for seconds of unprofiled time, "instructions" for counted ones."""
    base: float
    head: float
    parts: tuple[Part, ...]
    groups: tuple[Group, ...]
    unaccounted: tuple[float, float]
    total: Interval | None = None
    disagreeing: tuple[str, ...] = ()
    uncategorised: tuple[str, ...] = ()
    never_ran: tuple[str, ...] = ()
    """Changed lines that the workload did not run, as file:line."""
    never_called: tuple[str, ...] = ()
    """New functions that were not called."""
    changed_work: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Held(Enum):
    """What became of a claim."""

    KEPT = "kept"
    BROKEN = "broken"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What an author expects: a range for the relative change of something."""

    text: str
    metric: str
    about: str
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A claim, and what was found."""

    claim: Claim
    held: Held
    why: str
    found: Interval | None = None

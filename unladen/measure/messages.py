"""a message of a process that runs anybody's code -> a value of a known shape.

Or an error that says what does not fit: nothing else of it goes on into the house.
"""

import math
from dataclasses import dataclass, field
from typing import Any, TypeVar

from unladen.measure.replies import Failed, SideResult, checked
from unladen.measure.worker import Message
from unladen.model import Outcome
from unladen.store.fields import decoded
from unladen.tools.foreign import UNREADABLE

T = TypeVar("T")
MAX_CALLS = 1 << 40


def heard(kind: type[T], message: Message) -> T:
    """What was answered for a benchmark; Failed where it says why there is none, or makes no
    sense."""
    try:
        return decoded(kind, checked(message))
    except (*UNREADABLE, MemoryError) as error:
        raise Failed(Outcome.DIED, f"what it answered makes no sense: {error}"[:200]) from None


def _seconds(*each: float) -> None:
    if not all(math.isfinite(seconds) and seconds >= 0 for seconds in each):
        raise ValueError("seconds that are none")


def _calls(number: int) -> None:
    if not 0 < number < MAX_CALLS:
        raise ValueError(f"{number} calls")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    number: int
    parallel: float
    first: float
    asked: int | None = None
    cold: float = 0.0
    mode: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _calls(self.number)
        _seconds(self.parallel, self.first, self.cold)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """In all of a sample's calls."""

    wall: float
    cpu: float
    between: tuple[float, float]
    waits: float = 0.0
    instructions: float | None = None
    ended_peak: int = 0
    """Bytes: of the largest child that is no more."""
    profiler: str = ""

    def __post_init__(self) -> None:
        _seconds(self.wall, self.cpu, self.waits)
        if not all(map(math.isfinite, (*self.between, self.instructions or 0.0))):
            raise ValueError("numbers that are none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """Garbage was, and what is left is held."""

    ended_peak: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Collecting:
    """What the collector takes of a call where nobody stops it."""

    stopped: bool
    """While the call is timed."""
    seconds: float
    """CPU of a call."""
    hidden: float
    """Of them the collector's, beyond what is timed anyway."""
    searches: int
    each: float
    """Searches in a call."""

    def __post_init__(self) -> None:
        _seconds(self.seconds, self.hidden, self.each)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dueled:
    """A call's seconds, sample by sample, of both versions."""

    number: int
    wall: tuple[tuple[float, ...], tuple[float, ...]]
    cpu: tuple[tuple[float, ...], tuple[float, ...]]
    modes: tuple[dict[str, str], dict[str, str]] = ({}, {})

    def __post_init__(self) -> None:
        _calls(self.number)
        both = (*self.wall, *self.cpu)
        _seconds(*(seconds for each in both for seconds in each))
        if len({len(each) for each in both}) != 1 or not self.wall[0]:
            raise ValueError("samples that do not fit together")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    answers: dict[str, str] | None
    workload: str = ""
    corpus: int = 0
    alike: str | None = None


def answers_in(reply: Message) -> SideResult:
    told = heard(Answered, reply)
    return SideResult(
        outcome=Outcome.OK,
        answers=told.answers,
        workload=told.workload,
        corpus=told.corpus,
        alike=told.alike or "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A benchmark, as asv_runner knows it; `raw` is what asv keeps of it."""

    name: str
    type: str
    module: str
    unit: str = ""
    version: str = ""
    params: list[list[str]] = field(default_factory=list)
    timeout: float | None = None
    setup_cache_key: str | None = None
    has_answers: bool = False
    file: str = ""
    line: int = 0
    group: str = ""
    raw: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovered:
    benchmarks: list[dict[str, Any]]
    problems: list[tuple[str, str]]
    seconds: dict[str, float]
    """By a clock that the suite may have changed."""
    failed: dict[str, str] = field(default_factory=dict)
    """Benchmarks that cannot be looked at, by name, and why."""
    died: dict[str, str] = field(default_factory=dict)
    """Modules that end a process which imports them, and how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Of the interpreter that imported the suite."""

    python: str
    packages: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What ran, and what a call took, while nobody timed it."""

    codes: list[tuple[str, int]]
    modules: list[str]
    foreign: list[str]
    words: list[str]
    unseen: list[str]
    opened: list[str]
    seconds: float = 0.0
    each: float = 0.0
    waits: bool = False
    steady: bool = False
    draws: list[str] = field(default_factory=list)
    processes: float = 0.0
    starting: float = 0.0
    children: float = 0.0
    outlives: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        _seconds(self.seconds, self.each, self.processes, self.starting, self.children)


def described(told: list[dict[str, Any]]) -> tuple[list[Described], list[tuple[str, str]]]:
    """Those that make sense, and of the others what does not fit."""
    found, problems = [], []
    for each in told:
        try:
            found.append(decoded(Described, each))
        except UNREADABLE as error:
            problems.append((str(each.get("name"))[:100], f"it makes no sense: {error}"[:200]))
    return found, problems

"""Why a benchmark changed: the difference of two commits, part by part."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from unladen.model.anatomy import Anatomy, Function
from unladen.model.verdicts import Comparison, Interval

UNACCOUNTED = 0.2
"""Of the whole; a sampler on a busy machine loses less."""


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
class CategorySum:
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
    groups: tuple[CategorySum, ...]
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

    @property
    def unexplained(self) -> tuple[str, float] | None:
        """The side of which so much is unaccounted for that its parts explain nothing (I13)."""
        sides = zip(("base", "head"), self.unaccounted, (self.base, self.head), strict=True)
        shares = {name: abs(rest) / whole for name, rest, whole in sides if whole > 0}
        worst = max(shares, key=lambda name: shares[name], default="")
        return (worst, shares[worst]) if worst and shares[worst] > UNACCOUNTED else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """One benchmark taken apart on both sides, and compared."""

    comparison: Comparison
    attribution: Attribution
    sides: tuple[Anatomy, Anatomy]
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    family: Mapping[str, Interval | None] = field(default_factory=dict)
    """The change of every choice of the benchmark's parameters."""
    whole: bool = True
    """Nothing more will be found out; else there are reasons, but no splits yet."""

"""What a benchmark is made of, commit by commit: the parts of it, and where they changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from unladen.model.commits import Commit
from unladen.model.steps import Standing


class PartOf(Enum):
    """What a series of a part is about, as pages and tables say it."""

    WHOLE = "whole"
    CATEGORY = "category"
    FUNCTION = "function"


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCost:
    """A function of the project in one call of a benchmark."""

    cost: float
    calls: float | None = None
    body: str = ""
    """A digest of its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """Of an anatomy what a history of parts needs: sums, and the functions of the project."""

    unit: str
    """Of costs: counted instructions, or "s" where functions were sampled."""
    counted_as: str = ""
    """As of the anatomy."""
    wholes: Mapping[str, float] = field(default_factory=dict)
    """By label; what nobody measured is not there."""
    categories: Mapping[str, float] = field(default_factory=dict)
    functions: Mapping[str, FunctionCost] = field(default_factory=dict)
    callers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """Whether it repeats, so that a small difference is one."""
        return self.unit == "instructions"


@dataclass(frozen=True, slots=True, kw_only=True)
class PartStep:
    """A part that changed between two commits which were taken apart one after the other."""

    of: PartOf
    name: str
    unit: str
    row: int
    before: float
    after: float
    standing: Standing
    own: bool = False
    """The code of this function changed, too."""

    @property
    def delta(self) -> float:
        return self.after - self.before

    @property
    def change(self) -> float:
        return self.delta / self.before if self.before else float("inf")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartBest:
    """The least that a part ever cost, and what it costs now."""

    of: PartOf
    name: str
    unit: str
    row: int
    best: float
    now: float

    @property
    def lost(self) -> float:
        return self.now / self.best - 1 if self.best else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHistory:
    """One benchmark on one machine, in one environment: the commits at which it was taken apart,
    the oldest first."""

    machine: str
    environment: str = ""
    """If there are several."""
    benchmark: str
    commits: Sequence[Commit]
    places: Sequence[int]
    """Of these among all commits that have results on the machine, and"""
    length: int
    """how many those are."""
    taken: Sequence[Taken]
    steps: Sequence[PartStep] = ()
    best: Sequence[PartBest] = ()
    """Of what costs more now than it once did, the largest loss first."""

    @property
    def where(self) -> str:
        return f"{self.machine}, {self.environment}" if self.environment else self.machine

    @property
    def name(self) -> str:
        """Without its parameters."""
        return self.benchmark.partition("(")[0]

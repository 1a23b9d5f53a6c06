"""one benchmark over commits, as far as it is loaded: all of it, or what is known and its end."""

import itertools
import math
from dataclasses import dataclass, field

import numpy as np

from unladen.history.groups import Group
from unladen.history.ledger import Floats
from unladen.judge import tail
from unladen.judge.trend import Step
from unladen.model import Commit, Kind, Standing
from unladen.store.archive import Column


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A step, what became of it, and how that is known."""

    step: Step
    standing: Standing
    why: str = ""

    @property
    def change(self) -> float:
        return self.step.change

    @property
    def low(self) -> float:
        return self.step.low

    @property
    def high(self) -> float:
        return self.step.high


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """Where a series is, and where it was at its lowest and highest: levels between steps."""

    now: float = math.nan
    noise: float = math.nan
    lowest: float = math.nan
    highest: float = math.nan


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """What is known of a series up to a checkpoint; worked out once, and kept."""

    steps: tuple[Step, ...] = ()
    levels: Levels = Levels()
    points: int = 0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Subject:
    """Which series it is; an event keeps no more of it."""

    column: Column
    group: Group
    place: int
    """Of the group among those of the ledger."""
    rises: bool

    @property
    def benchmark(self) -> str:
        return self.column.series

    @property
    def environment(self) -> str:
        return self.group.environment

    @property
    def kind(self) -> Kind:
        return Kind(self.column.kind)

    @property
    def where(self) -> str:
        """Which machine and environment, if there are several."""
        return f"{self.group.machine}, {self.group.environment}" if self.group.several else ""

    def worse(self, change: float) -> bool:
        return change < 0 if self.rises else change > 0

    def commits(self, step: Step) -> tuple[Commit, Commit]:
        """The last measured one before a step, and the first after it."""
        return self.group.commits[step.since], self.group.commits[step.index]


@dataclass(slots=True, kw_only=True)
class Series:
    """nan is no value; rows are those of the group's commits."""

    subject: Subject
    at: int
    """The checkpoint: rows before it are in `base`."""
    base: Base
    recent: Floats
    """Rows from `at` on."""
    recent_spread: Floats
    values: Floats | None = None
    spread: Floats | None = None
    steps: list[Told] = field(default_factory=list)
    levels: Levels = Levels()

    @property
    def points(self) -> int:
        return self.base.points + int(np.isfinite(self.recent).sum())

    @property
    def best(self) -> float:
        """The best level that it ever had (I09)."""
        return self.levels.highest if self.subject.rises else self.levels.lowest

    @property
    def lost(self) -> float:
        """How much worse it is now than at its best, as a fraction."""
        level, best = self.levels.now, self.best
        if not (math.isfinite(level) and math.isfinite(best)) or level == best:
            return 0.0
        delta = best - level if self.subject.rises else level - best
        return delta / abs(best) if best else math.inf


def levels_of(values: Floats, steps: list[Step]) -> Levels:
    cuts = [0, *(step.index for step in steps), len(values)]
    found = [tail.level_of(values[a:b]) for a, b in itertools.pairwise(cuts)]
    known = [each.middle for each in found if math.isfinite(each.middle)]
    if not known:
        return Levels()
    return Levels(
        now=found[-1].middle, noise=found[-1].noise, lowest=min(known), highest=max(known)
    )

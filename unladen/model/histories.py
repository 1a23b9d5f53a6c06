"""Benchmarks over commits: where values were read, which series they make, who made the steps."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from unladen.model.commits import Commit
from unladen.model.measurements import Kind
from unladen.model.steps import Levels, Settled, StandingStep, Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RISES = " [higher is better]"
"""At the end of the name of a benchmark that another tool says this of."""
RECORD = 0
"""Rank of a record of ours among the kinds of sources (history/formats.py)."""


@dataclass(frozen=True, slots=True)
class Column:
    """One benchmark with one choice of parameters, in one version of it."""

    id: int
    series: str
    version: str
    name: str
    label: str
    kind: str
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFacts:
    """What a result file says of where it was measured."""

    python: str = ""
    compiler: str = ""
    packages: Mapping[str, str] = field(default_factory=dict)
    machine: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultFile:
    """What one result file says: the values of one commit in one environment on one machine."""

    machine: str
    environment: str
    commit: str
    seconds: int
    columns: Sequence[int] = ()
    values: "Floats | Sequence[float | None]" = ()
    half_widths: "Floats | Sequence[float | None]" = ()
    """Half the interval of each value, as a share of it."""
    facts: ResultFacts = field(default_factory=ResultFacts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A result file that was read, without its values."""

    id: int
    path: str
    stamp: str
    rank: int
    machine: str
    environment: str
    commit: str
    seconds: int
    layout: int
    facts: int


@dataclass(frozen=True, slots=True)
class Group:
    """One machine and environment: the commits that have results there, oldest first."""

    machine: str
    environment: str
    commits: Sequence[Commit]
    sources: Sequence[Sequence[Source]]
    """Of each commit, what counts most first."""

    columns: Sequence[Column] = ()
    order: Mapping[str, int] = field(default_factory=dict)
    """The place of every commit in history, measured or not."""
    several: bool = False
    """There are other groups, so that a reader must be told which."""
    places: Mapping[str, int] = field(init=False)
    """Commit -> row."""

    def __post_init__(self) -> None:
        places = {commit.hash: row for row, commit in enumerate(self.commits)}
        object.__setattr__(self, "places", places)

    def prefix(self, count: int) -> str:
        """A digest of what the first rows were read from."""
        digest = hashlib.sha256()
        for sources in self.sources[:count]:
            for source in sources:
                digest.update(f"{source.path} {source.stamp}\n".encode())
        return digest.hexdigest()

    def recorded(self, row: int) -> bool:
        """Whether there is a record of ours, not only a file of asv's."""
        return any(source.rank == RECORD for source in self.sources[row])

    @property
    def name(self) -> str:
        return f"{self.machine} {self.environment}"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One benchmark over commits; nan is no value, rows are those of the group's commits."""

    subject: Subject
    at: int
    """The checkpoint: rows before it are in `settled`."""
    settled: Settled
    recent: "Floats"
    """Rows from `at` on."""
    recent_half_widths: "Floats"
    points: int
    values: "Floats | None" = None
    half_widths: "Floats | None" = None
    """All rows, where they were asked for."""
    steps: Sequence[StandingStep] = ()
    levels: Levels = field(default_factory=Levels)
    picture: Sequence[float] = ()
    """All of it, in stretches of equal length."""

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

    @property
    def summary(self) -> "SeriesLevel":
        levels, subject = self.levels, self.subject
        noise = levels.noise / abs(levels.now) if levels.now else math.nan
        return SeriesLevel(
            benchmark=subject.benchmark,
            name=subject.column.name,
            group=subject.place,
            kind=subject.kind,
            points=self.points,
            level=levels.now,
            best=self.best,
            lost=self.lost,
            noise=noise if math.isfinite(noise) else None,
        )


@dataclass(frozen=True, slots=True)
class SeriesLevel:
    """Where a series stands: what is left of it when its values are let go."""

    benchmark: str
    name: str
    group: int
    kind: Kind
    points: int
    level: float
    best: float
    lost: float
    noise: float | None
    """A standard deviation of the points since the last step, as a share of their level."""


@dataclass(frozen=True, slots=True)
class Event:
    """All steps of one commit, or of the commits since the last one that was measured."""

    commit: Commit
    since: Commit
    steps: Sequence[tuple[Subject, StandingStep]] = ()
    environment: Sequence[str] = ()
    """What changed at the same time beside the code: said first."""
    among: int = 1
    """Commits since the last one that was measured; 1 also where that is not known."""
    suspects: Sequence[Commit] = ()
    """Those among them that change anything that runs."""

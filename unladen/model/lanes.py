"""The lanes in which a benchmark is taken apart: one row each, and one module of profiling.

A lane is one purpose of running, whose times are thrown away. This table is all that the rest of
the house knows of them: profiling runs each row's module, the store keeps what it yields beside
what other lanes found earlier, terminal and site show its columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from unladen.model.anatomy import Anatomy


class Where(Enum):
    """In which environment a lane runs."""

    TIMED = "the one that is timed"
    EXACT = "one of a Python whose functions can be counted"
    PROFILED = "one like the timed one, with the profilers in it"


class When(Enum):
    """For which depth of looking a lane is asked."""

    ALWAYS = "always"
    EXACT = "if exact counts are wanted"
    DEEP = "if splits are wanted"
    OTHERWISE = "if splits are wanted, or nothing counted exactly"


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """How much is looked into."""

    precision: float = 0.02
    exact: bool = True
    splits: bool = True
    lanes: tuple[str, ...] = ()
    """By name, if not all that are asked for otherwise."""

    def asks(self, lane: str, when: When, counted: bool) -> bool:
        if self.lanes:
            instead = when is When.OTHERWISE and not counted and "instructions" in self.lanes
            return lane in self.lanes or instead
        if when is When.EXACT:
            return self.exact
        if when is When.OTHERWISE:
            return self.splits or not counted
        return self.splits or when is When.ALWAYS


class Total(Enum):
    """What the figures of all functions come to."""

    SUM = "sum"
    LARGEST = "largest"
    NONE = "none"
    """Told elsewhere, as parts of the whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number that a lane has of a function; `key` is a part of what its first field maps to, or
    that field's own name where it maps to a number."""

    key: str
    label: str
    unit: str
    total: Total = Total.SUM
    of_time: bool = False
    """A share of the time that was measured without the profiler."""
    factor: float = 1.0
    """To the unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One row; `yields` are fields of an Anatomy, and the first of them maps function keys."""

    name: str
    runner: str
    """The module of profiling whose `look` looks at one side."""
    yields: tuple[str, ...]
    figures: tuple[Figure, ...]
    where: Where
    when: When
    word: str
    """For progress."""

    def values(self, anatomy: Anatomy, figure: Figure) -> dict[str, float]:
        """By function key; without those of which it says nothing."""
        each: Mapping[str, Any] = getattr(anatomy, self.yields[0])
        if figure.key != self.yields[0]:
            each = {key: getattr(value, figure.key, None) for key, value in each.items()}
        return {key: value for key, value in each.items() if value is not None}

    def total(self, anatomy: Anatomy, figure: Figure) -> float | None:
        """In the figure's unit; None where the lane said nothing, which is not 0."""
        values = self.values(anatomy, figure).values()
        if not values or figure.total is Total.NONE:
            return None
        whole = sum(values) if figure.total is Total.SUM else max(values)
        return whole * figure.factor * (anatomy.seconds if figure.of_time else 1.0)


MEGABYTE = 1e6
ELSEWHERE = 0.05
"""Of the CPU seconds: if more is in other processes, what sees one process does not tell why."""
STARTED = ("processes", "starting", "children")
"""Of processes that a call starts."""

LANES = (
    Lane(
        name="calls",
        runner="unladen.profiling.calls",
        yields=("calls", "handled", "blocks", "peak", "resident", "elsewhere", *STARTED),
        figures=(Figure(key="calls", label="Calls", unit="count"),),
        where=Where.TIMED,
        when=When.ALWAYS,
        word="counting   calls of",
    ),
    Lane(
        name="instructions",
        runner="unladen.profiling.instructions",
        yields=("instructions", "counted_as"),
        figures=(Figure(key="instructions", label="Instructions", unit="count"),),
        where=Where.EXACT,
        when=When.EXACT,
        word="counting   instructions of",
    ),
    Lane(
        name="lines",
        runner="unladen.profiling.lines",
        yields=("ran", "missed"),
        figures=(),
        where=Where.PROFILED,
        when=When.DEEP,
        word="following  the lines of",
    ),
    Lane(
        name="samples",
        runner="unladen.profiling.samples",
        yields=("shares", "stacks", "sampled_seconds", "elsewhere", "unseen"),
        figures=(Figure(key="share", label="Share", unit="share", total=Total.NONE),),
        where=Where.TIMED,
        when=When.OTHERWISE,
        word="sampling  ",
    ),
    Lane(
        name="splits",
        runner="unladen.profiling.splits",
        yields=("splits",),
        figures=(
            Figure(key="python", label="Python", unit="s", of_time=True),
            Figure(key="native", label="Native code", unit="s", of_time=True),
            Figure(key="system", label="System, waiting", unit="s", of_time=True),
            Figure(key="gpu", label="GPU", unit="s", of_time=True),
        ),
        where=Where.PROFILED,
        when=When.DEEP,
        word="splitting  by scalene",
    ),
    Lane(
        name="memory",
        runner="unladen.profiling.memory",
        yields=("memory",),
        figures=(
            Figure(key="allocated", label="Memory allocated", unit="bytes", factor=MEGABYTE),
            Figure(
                key="peak",
                label="Memory, peak",
                unit="bytes",
                factor=MEGABYTE,
                total=Total.LARGEST,
            ),
        ),
        where=Where.PROFILED,
        when=When.DEEP,
        word="following  by scalene the memory of",
    ),
)


def runs_in(depth: Depth, where: Where) -> bool:
    """Whether any lane that is asked for needs such an environment."""
    return any(depth.asks(one.name, one.when, False) for one in LANES if one.where is where)

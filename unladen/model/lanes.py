"""The lanes in which a benchmark is taken apart: one row each, and one module of profiling.

A lane is one purpose of running, whose times are thrown away. This table is all that the rest of
the house knows of them: profiling runs each row's module, the store keeps what it yields beside
what other lanes found earlier, terminal and site show its columns.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


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

    def asks(self, when: When, counted: bool) -> bool:
        if when is When.EXACT:
            return self.exact
        if when is When.OTHERWISE:
            return self.splits or not counted
        return self.splits or when is When.ALWAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One row; `yields` are fields of an Anatomy, and the first of them maps function keys."""

    name: str
    runner: str
    """The module of profiling whose `look` looks at one side."""
    yields: tuple[str, ...]
    columns: tuple[str, ...]
    """Of a table of functions: parts of what the first field maps to, or its name for a number."""
    where: Where
    when: When
    word: str
    """For progress."""

    def cell(self, anatomy: Any, key: str, column: str) -> float | None:
        """What it says of one function; None where it says nothing."""
        values: Mapping[str, Any] = getattr(anatomy, self.yields[0])
        value = values.get(key)
        if value is None or column == self.yields[0]:
            return value
        return getattr(value, column, None)


LANES = (
    Lane(
        name="calls",
        runner="unladen.profiling.calls",
        yields=("calls", "handled", "blocks", "peak"),
        columns=("calls",),
        where=Where.TIMED,
        when=When.ALWAYS,
        word="counting   calls of",
    ),
    Lane(
        name="instructions",
        runner="unladen.profiling.instructions",
        yields=("instructions",),
        columns=("instructions",),
        where=Where.EXACT,
        when=When.EXACT,
        word="counting   instructions of",
    ),
    Lane(
        name="lines",
        runner="unladen.profiling.lines",
        yields=("ran", "missed"),
        columns=(),
        where=Where.PROFILED,
        when=When.DEEP,
        word="following  the lines of",
    ),
    Lane(
        name="samples",
        runner="unladen.profiling.samples",
        yields=("shares", "stacks", "sampled_seconds", "unseen"),
        columns=("share",),
        where=Where.TIMED,
        when=When.OTHERWISE,
        word="sampling  ",
    ),
    Lane(
        name="splits",
        runner="unladen.profiling.splits",
        yields=("splits",),
        columns=("python", "native", "system", "gpu"),
        where=Where.PROFILED,
        when=When.DEEP,
        word="splitting  by scalene",
    ),
    Lane(
        name="memory",
        runner="unladen.profiling.memory",
        yields=("memory",),
        columns=("allocated", "peak"),
        where=Where.PROFILED,
        when=When.DEEP,
        word="following  by scalene the memory of",
    ),
)

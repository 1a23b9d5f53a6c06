"""A range of commits of which some are measured: stretches between them, what is known of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from unladen.model.commits import Commit

Effects = Mapping[str, tuple[float, float]]
"""By benchmark: the ends of a change's logarithm; infinite where no number says it."""


class Known(Enum):
    """Of a stretch: whether something moved within it. In the order in which it is looked into."""

    MOVED = "moved"
    OPEN = "open"
    LEVEL = "level"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Between two commits, by their places; those between them are not measured."""

    first: int
    last: int
    known: Known
    size: float = 0.0
    """Of the largest change in it, as far as it is known to have moved."""
    benchmark: str = ""
    """Which that is."""
    direct: bool = False
    """Both ends were measured side by side."""

    @property
    def length(self) -> int:
        return self.last - self.first


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """What is still to be measured, and what that takes; an estimate."""

    commits: int
    """In the range, of which"""
    differing: int
    """run other code than the one before them, and"""
    missing: int
    """of these nobody measured."""
    pairs: int
    seconds_each: float | None
    """By what was measured before; None where nothing was."""
    spread: float = 0.0
    """Of what a pair takes, as a share."""
    rests_on: int = 0
    """Pairs that were measured before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A stretch that moved: a step, if nobody lies between its ends."""

    first: Commit
    last: Commit
    between: int
    """Commits that are not measured, and run other code than the one before them."""
    benchmark: str
    size: float
    """At least so much, as a logarithm; infinite where no number says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackfillTold:
    """What was foreseen, what was done, and what is left."""

    forecast: Foreseen
    budget: float | None
    measured: int = 0
    """Pairs, and"""
    seconds: float = 0.0
    """what all of it took."""
    machine_seconds: float = 0.0
    """By each machine's own clock: several work at once."""
    left: int = 0
    """Commits that are still missing."""
    located: tuple[Located, ...] = ()

"""A change of a level that stayed: where, how large, how sure, and what became of it."""

import math
from dataclasses import dataclass, replace

from unladen.model.shown import Shown, Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Between index - 1 and index: from one level to another."""

    index: int
    before: float
    after: float
    score: float
    """How improbable, as the size of a normal deviate."""
    low: float = -math.inf
    high: float = math.inf
    """The interval of its relative size, from the points that its size is from."""
    since: int = 0
    """The last point before it that is there."""
    earliest: int = -1
    latest: int = -1
    """Where else it may be, as far as the points tell; negative where that was not worked out."""

    @property
    def change(self) -> float:
        """Relative; above nothing it is without bound."""
        delta = self.after - self.before
        return delta / abs(self.before) if self.before else math.copysign(math.inf, delta)

    def later(self, by: int) -> "Step":
        """In rows that are counted from another one."""
        ends = (each + by if each >= 0 else each for each in (self.earliest, self.latest))
        earliest, latest = ends
        return replace(
            self,
            index=self.index + by,
            since=self.since + by,
            earliest=earliest,
            latest=latest,
        )


TOGETHER = "moved together"
"""Said of a step that unrelated series made at once."""


class Standing(Shown):
    """What has become of a step in a history, as legends list it."""

    NEW = "new", "▲▼", Tone.BY_WAY
    CONFIRMED = "confirmed", "◆", Tone.BY_WAY
    ACCEPTED = "accepted", "■", Tone.ANSWERED
    FIXED = "fixed", "✓", Tone.GOOD
    CANDIDATE = "candidate", "○", Tone.OPEN
    """One to three points: too few to be sure of, early enough to look at."""
    WENT_AWAY = "went away", "×", Tone.QUIET
    AMBIENT = "ambient", "~", Tone.QUIET
    """The machine's or the environment's doing, as far as can be told."""


NOBODYS = frozenset({Standing.WENT_AWAY, Standing.AMBIENT})
"""What no commit answers for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingStep:
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
class Settled:
    """What is known of a series up to a checkpoint; worked out once, and kept."""

    steps: tuple[Step, ...] = ()
    levels: Levels = Levels()
    points: int = 0
    scale: float = 1.0
    picture: tuple[float, ...] = ()
    """Medians of stretches of equal length; nan where one has no value."""

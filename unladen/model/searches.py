"""What bisection, ablation and A/A runs find."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unladen.model.commits import Commit
from unladen.model.verdicts import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """How far a bisection has come: the commits that may still have made the step."""

    benchmark: str
    good: Commit
    bad: Commit
    suspects: Sequence[Commit]
    whole: Interval | None = None
    confidence: float = 1.0
    """That every answer on the way was right."""
    differs: bool = True
    """Whether good and bad are apart at all."""
    answers: Sequence[str] = ()
    """What each commit that was asked for said."""

    @property
    def found(self) -> bool:
        return self.differs and len(self.suspects) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Ablated:
    """A benchmark under one commit: None is, could not be built or measured, and `why` says it."""

    benchmark: str
    commit: Commit
    alone: Interval | None
    without: Interval | None
    """B against B without it: what it still brings at the end."""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """A against B, and what the commits add up to when each is alone."""

    benchmark: str
    change: Interval | None
    alone: Interval | None

    @property
    def interacts(self) -> bool:
        """The whole lies outside of what the parts add up to."""
        if self.change is None or self.alone is None:
            return False
        return self.change.low > self.alone.high or self.change.high < self.alone.low


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """How often a gate with this allowance says *slower*, by the size of the planted change."""

    benchmark: str
    pairs: int
    deviation: float
    """Of one pair of workers: as wide as the middle half of them, as a standard deviation."""
    allow: float
    false_alarms: float
    found: Mapping[float, float]

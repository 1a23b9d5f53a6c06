"""What a benchmark costs over a parameter, and what it would cost: estimates, marked as such."""

from collections.abc import Sequence
from dataclasses import dataclass

from unladen.model.commits import Commit


@dataclass(frozen=True, slots=True)
class SizedCost:
    """A benchmark at one size: seconds of a call, and how sure that is, as a share of it."""

    size: float
    seconds: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScalingLaw:
    """seconds = constant + factor * size ** power."""

    constant: float
    factor: float
    power: float
    power_low: float
    power_high: float
    scatter: float
    """By how much sizes lie off the law, as a share: a standard deviation."""
    points: Sequence[SizedCost]
    draws: Sequence[tuple[float, float, float]] = ()
    """Laws that fit as well, as far as these points tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projected:
    """What a call would take at a size that nobody measured."""

    size: float
    seconds: float
    low: float
    high: float
    beyond: float
    """How many times the largest size that was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Projection:
    """Of one benchmark at one commit; `refused` says why there is none."""

    benchmark: str
    over: str
    commit: Commit
    points: Sequence[SizedCost]
    law: ScalingLaw | None = None
    at: Sequence[Projected] = ()
    refused: str = ""

"""What `watch` says of one save."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unladen.model.commits import AskedBase, Commit
from unladen.model.verdicts import Comparison, Decision

Samples = tuple[Sequence[float], Sequence[float]]
"""Seconds of a call on base, and on head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedSave:
    """One answer; `problem` where there is none."""

    number: int
    files: tuple[str, ...]
    """That differ from base."""
    base: Commit | None
    """None where it could not be found."""
    asked_base: AskedBase | None = None
    decision: Decision | None = None
    problem: str = ""
    seconds: float = 0.0
    """From the save to the answer, and"""
    installing: float = 0.0
    """of these until both sides were there."""
    reach: Mapping[str, str] = field(default_factory=dict)
    """How what was edited reaches a benchmark, by its id."""
    samples: Mapping[str, Samples] = field(default_factory=dict)

    @property
    def comparisons(self) -> Sequence[Comparison]:
        return self.decision.comparisons if self.decision else ()

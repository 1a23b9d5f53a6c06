"""What is known of a commit against the one before it, from files alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unladen.model.attribution import Attribution
from unladen.model.claims import HeldClaim
from unladen.model.commits import Commit
from unladen.model.flags import Flag
from unladen.model.histories import Group
from unladen.model.verdicts import Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitReport:
    """One commit on one machine; everything from files, nothing is measured for it."""

    commit: Commit
    since: Commit | None
    group: Group
    phase: str = ""
    bad_claim: str = ""
    comparisons: Sequence[Comparison] = ()
    claims: Sequence[HeldClaim] = ()
    answers: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    reasons: Sequence[Attribution] = ()
    flags: Sequence[Flag] = ()
    failed: str = ""
    """Why nothing of it could be measured."""
    failures: Sequence[tuple[str, str, str]] = ()
    """Benchmark, outcome, detail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerChange:
    """What a benchmark answers otherwise at a commit than at the one measured before it."""

    commit: Commit
    since: Commit
    where: str = ""
    """Machine and environment, where there are several."""
    benchmark: str
    before: int
    after: int
    """How many answers there were, and are."""
    items: Mapping[str, Sequence[str]]
    """Gained, lost and changed."""

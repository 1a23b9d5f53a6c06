"""What commits promise, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from unladen.model.commits import Commit
from unladen.model.shown import Shown, Tone
from unladen.model.verdicts import Interval


class Held(Shown):
    """What became of a claim."""

    KEPT = "kept", "✓", Tone.GOOD
    BROKEN = "broken", "×", Tone.BAD
    UNPROVEN = "unproven", "?", Tone.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What an author expects: a range for the relative change of something."""

    text: str
    metric: str
    about: str
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldClaim:
    """A claim, and what was found."""

    claim: Claim
    held: Held
    why: str
    found: Interval | None = None


def phase_key(phase: str) -> str:
    """By which two spellings are one phase: `Phase 3` is not another than `phase3`."""
    return "".join(phase.split()).casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """One commit, its phase, and what came of its claims; `why` says why nothing could."""

    commit: Commit
    phase: str
    claims: Sequence[HeldClaim] = ()
    why: str = ""
    also: Sequence[tuple[str, str]] = ()
    """Hash and subject of other commits that claim the same phase."""
    never_ran: Sequence[str] = ()
    """Changed lines that no benchmark which is claimed about ran, as file:first-last."""

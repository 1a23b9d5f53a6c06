"""what commits promise together -> phases that are claimed twice, and the exit code."""

from collections.abc import Sequence

from unladen.errors import Exit
from unladen.model import Commit
from unladen.model.claims import Held, Promise, phase_key


def claimed_twice(
    commit: Commit, phase: str, declared: Sequence[tuple[str, str, str]]
) -> list[tuple[str, str]]:
    """Others that say they are this phase, whatever their spelling: then its name tells nobody
    which of them is meant (I60)."""
    name = phase_key(phase)
    return [
        (hash_, subject)
        for hash_, other, subject in declared
        if name and hash_ != commit.hash and phase_key(other) == name
    ]


def exit_of(promises: Sequence[Promise]) -> Exit:
    """A broken claim is a slowdown that somebody denied; an unproven one is no pass, and so is a
    phase that another commit claims, too."""
    outcomes = [each.held for promise in promises for each in promise.claims]
    if Held.BROKEN in outcomes:
        return Exit.SLOWER
    unread = any(promise.why or promise.also for promise in promises)
    return Exit.UNDECIDED if unread or Held.UNPROVEN in outcomes else Exit.PASS

"""a step, and what is known besides -> what became of it: fixed, gone, accepted, confirmed, new."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from unladen.model import Comparison, Interval, Stage
from unladen.model.accepted import Accepted
from unladen.model.histories import Subject
from unladen.model.steps import Standing, Step

FIXED = 0.25
"""A step is fixed when all but a quarter of it is gone."""
FAR = 0.02
"""What is left of it that is worth a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of a step beside its series."""

    again: Comparison | None
    """What was found of both commits side by side."""
    accepted: Sequence[Accepted]
    elsewhere: str = ""
    """Why it is no commit's doing, if that is so."""
    today: date


def standing_of(
    subject: Subject,
    step: Step,
    later: Sequence[float],
    evidence: Evidence,
) -> tuple[Standing, str]:
    """`later`: the levels after each of the steps that followed."""
    again = change_of(evidence.again)
    left = FIXED * abs(step.after - step.before)
    if evidence.elsewhere and again is None:
        return Standing.AMBIENT, evidence.elsewhere
    back = [level for level in later if _back(level, step, left)]
    if subject.worse(step.change) and back:
        return Standing.FIXED, f"a later commit brought it back{_but_for(subject, step, back[0])}"
    if again is not None and not _agrees(again, step.change):
        return Standing.WENT_AWAY, told(evidence.again)
    hashes = between(subject, step) if evidence.accepted else []
    for entry in evidence.accepted:
        if entry.covers(hashes, subject.benchmark, step.change, evidence.today):
            return Standing.ACCEPTED, f"by {entry.answer}"
    if again is not None:
        return Standing.CONFIRMED, told(evidence.again)
    return Standing.NEW, ""


def between(subject: Subject, step: Step) -> list[str]:
    """Commits that may have made a step, measured or not."""
    since, commit = subject.commits(step)
    order = subject.group.order
    first, last = order.get(since.hash), order.get(commit.hash)
    if first is None or last is None:
        return [commit.hash]
    return [hash_ for hash_, place in order.items() if first < place <= last]


def _back(level: float, step: Step, left: float) -> bool:
    return abs(level - step.before) <= left or (level < step.before) == (step.before < step.after)


def _but_for(subject: Subject, step: Step, level: float) -> str:
    """What a repair left behind: nobody looks for the last fifth of a loss again (I09)."""
    rest = level / step.before - 1 if step.before else 0.0
    return f", but for {100 * rest:+.1f} %" if subject.worse(rest) and abs(rest) > FAR else ""


def _agrees(again: Interval, change: float) -> bool:
    """Measured side by side it goes the same way, and not just by a trifle of what was seen."""
    if again.low <= 0 <= again.high:
        return max(abs(again.low), abs(again.high)) > abs(change) / 2
    return (again.estimate > 0) == (change > 0)


def change_of(found: Comparison | None) -> Interval | None:
    if found is not None and found.stage is Stage.CODE:
        return Interval(estimate=0.0, low=0.0, high=0.0)
    return found.change if found is not None else None


def told(found: Comparison | None) -> str:
    """How it was found, and what."""
    change = change_of(found)
    if found is None or change is None:
        return ""
    if found.stage is Stage.CODE:
        return f"side by side it {found.reason}"
    how = "counted" if found.stage is Stage.INSTRUCTIONS else "measured"
    low, high = 100 * change.low, 100 * change.high
    return f"{how} side by side: {100 * change.estimate:+.2f} % [{low:+.2f}, {high:+.2f}]"

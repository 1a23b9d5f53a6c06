"""a step of a series -> what became of it: fixed, gone, accepted, confirmed, or new."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from unladen.history.series import Subject
from unladen.history.side_by_side import Proof
from unladen.judge.trend import Step
from unladen.model import Interval, Standing
from unladen.store.accepted import Accepted

FIXED = 0.25
"""A step is fixed when all but a quarter of it is gone."""


@dataclass(slots=True)
class Judge:
    proof: Proof
    accepted: Sequence[Accepted]
    today: date

    def standing(
        self, subject: Subject, step: Step, later: Sequence[float]
    ) -> tuple[Standing, str]:
        """`later`: the levels after each of the steps that followed."""
        left = FIXED * abs(step.after - step.before)
        if subject.worse(step.change) and any(_back(level, step, left) for level in later):
            return Standing.FIXED, "a later commit brought it back"
        again = self.proof.again(subject.group, *subject.commits(step), subject.benchmark)
        if again is not None and not _agrees(again, step.change):
            return Standing.WENT_AWAY, f"measured side by side: {_percent(again)}"
        for entry in self.accepted:
            hashes = self._between(subject, step)
            if entry.covers(hashes, subject.benchmark, step.change, self.today):
                return Standing.ACCEPTED, f"by {entry.told}"
        if again is not None:
            return Standing.CONFIRMED, f"measured side by side: {_percent(again)}"
        return Standing.NEW, ""

    def _between(self, subject: Subject, step: Step) -> list[str]:
        """Commits that may have made a step, measured or not."""
        since, commit = subject.commits(step)
        order = subject.group.order
        first, last = order.get(since.hash), order.get(commit.hash)
        if first is None or last is None:
            return [commit.hash]
        return [hash_ for hash_, place in order.items() if first < place <= last]


def _back(level: float, step: Step, left: float) -> bool:
    return abs(level - step.before) <= left or (level < step.before) == (step.before < step.after)


def _agrees(again: Interval, change: float) -> bool:
    """Measured side by side it goes the same way, and not just by a trifle of what was seen."""
    if again.low <= 0 <= again.high:
        return max(abs(again.low), abs(again.high)) > abs(change) / 2
    return (again.estimate > 0) == (change > 0)


def _percent(found: Interval) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.estimate:+.2f} % [{low:+.2f}, {high:+.2f}]"

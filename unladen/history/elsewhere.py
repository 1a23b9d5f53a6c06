"""Ends of groups x what git knows -> of each step whether it can be the doing of a commit.

A step where nothing that runs was changed goes to a neighbour, as far as the points allow it; what
is left is the machine's or the environment's doing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from unladen.history.changes import Changes, Runs
from unladen.history.checkpoints import End
from unladen.judge.ambient import Ambient, Moved, ambient_of, module_of
from unladen.model.steps import Step
from unladen.store.archive import Archive
from unladen.store.project import Project

NOTHING_RAN = "nothing that runs was changed"


@dataclass(frozen=True, slots=True)
class Answerable:
    """Of one group: which commits could have done anything, and when everything moved."""

    runs: Runs
    ambient: Ambient

    def placed(self, step: Step) -> Step:
        """Moved to commits that can have done it; as it was where there are none."""
        if self.can(step) or step.earliest < 0:
            return step
        rows = [row for row in range(step.earliest, step.latest + 1) if row and self.runs[row]]
        if not rows:
            return step
        return replace(step, since=rows[0] - 1, index=rows[-1])

    def can(self, step: Step) -> bool:
        """Whether any commit between the two points could have done it."""
        return bool(self.runs[step.since + 1 : step.index + 1].any())

    def why_not(self, step: Step, row: int) -> str:
        """Why it is no commit's doing, by the row it was found in; empty if it may be one's."""
        if not self.can(step):
            return NOTHING_RAN
        return self.ambient.why(row, step.change)


def answerable(project: Project, archive: Archive, ends: Sequence[End]) -> list[Answerable]:
    """In the order of the groups."""
    changes = Changes(project, archive, [end.group for end in ends])
    found = []
    for end in ends:
        runs = changes.runs(end.group)
        found.append(Answerable(runs, ambient_in(end, runs)))
    return found


def ambient_in(end: End, runs: Runs) -> Ambient:
    """By the steps that are settled: what is beginning is told by its commit alone."""
    series_in = Counter(module_of(column.name) for column in end.group.columns)
    moved = [
        Moved(step.index, module_of(column.name), step.change)
        for column, settled in zip(end.group.columns, end.settled, strict=True)
        for step in settled.steps
    ]
    return ambient_of(moved, series_in, [bool(each) for each in runs])

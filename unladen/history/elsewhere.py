"""Ends of groups x what git knows -> of each step whether it can be the doing of a commit.

A step where nothing that runs was changed goes to a neighbour, as far as the points allow it; what
is left is the machine's or the environment's doing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from unladen.history.changes import Changes, Runs, Spared
from unladen.history.checkpoints import End
from unladen.judge.ambient import Ambient, Moved, ambient_of, module_of, precedents
from unladen.judge.steps import steps as steps_of
from unladen.model.steps import Step
from unladen.store.archive import Archive
from unladen.store.project import Project

NOTHING_RAN = "nothing that runs was changed"
OUT_OF_REACH = "only benchmarks were changed, and none that this one imports"


@dataclass(frozen=True, slots=True)
class Answerable:
    """Of one group: which commits could have done anything, and when everything moved."""

    runs: Runs
    ambient: Ambient
    spared: Spared = field(default_factory=dict)

    def could(self, row: int, module: str) -> bool:
        """Whether the commit of a row can have changed what a module's benchmarks do."""
        return bool(self.runs[row]) and module not in self.spared.get(row, ())

    def placed(self, step: Step, module: str) -> Step:
        """Among the places that fit the points nearly as well: where others of its module moved,
        else at commits that can have done it; as it was where there are none."""
        if step.earliest < 0:
            return step
        every = range(max(1, step.earliest), step.latest + 1)
        rows = [row for row in every if self.could(row, module)]
        moved = Moved(step.index, module, step.change)
        most = self.ambient.row_of_most(moved, rows) if rows else None
        if most is not None:
            return replace(step, since=most - 1, index=most)
        if self.can(step, module) or not rows:
            return step
        return replace(step, since=rows[0] - 1, index=rows[-1])

    def can(self, step: Step, module: str) -> bool:
        """Whether any commit between the two points could have done it."""
        return any(self.could(row, module) for row in range(step.since + 1, step.index + 1))

    def whose(self, step: Step, module: str, steps: Iterable[Step] = ()) -> tuple[Step, str]:
        """Where it is put; and why it is no commit's doing, empty if it may be one's. `steps`: of
        the same series."""
        moved = Moved(step.index, module, step.change, precedents(step, steps))
        why = self.ambient.why(moved)
        if why:
            return step, why
        placed = self.placed(step, module)
        if self.can(placed, module):
            return placed, ""
        idle = not self.runs[placed.since + 1 : placed.index + 1].any()
        return placed, NOTHING_RAN if idle else OUT_OF_REACH


def answerable(project: Project, archive: Archive, ends: Sequence[End]) -> list[Answerable]:
    """In the order of the groups."""
    changes = Changes(project, archive, [end.group for end in ends])
    found = []
    for end in ends:
        runs = changes.runs(end.group)
        found.append(Answerable(runs, ambient_in(end, runs), changes.spared(end.group)))
    return found


def ambient_in(end: End, runs: Runs) -> Ambient:
    """By the steps that are settled, and those in the window of what moved since."""
    series_in = Counter(module_of(column.name) for column in end.group.columns)
    moved = [
        Moved(step.index, module_of(column.name), step.change, precedents(step, steps))
        for number, column in enumerate(end.group.columns)
        for steps in [(*end.settled[number].steps, *_lately(end, number))]
        for step in steps
    ]
    return ambient_of(moved, series_in, [bool(each) for each in runs])


def _lately(end: End, number: int) -> list[Step]:
    """Steps after the checkpoint, as far as the window shows them."""
    if not end.whole(number):
        return []
    found = steps_of(np.ascontiguousarray(end.window.values[:, number]))  # type: ignore[arg-type]
    later = [step.later(end.first) for step in found]
    return [step for step in later if step.index >= end.at]

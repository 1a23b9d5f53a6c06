"""a series whose commits were measured pair by pair -> a step for each pair that moved, as large as
the pair says: single points of a series cannot tell the stairs of a staircase apart."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from unladen.history.checkpoints import End
from unladen.history.side_by_side import SideBySide
from unladen.judge.standing import change_of
from unladen.model import Comparison, Stage
from unladen.model.histories import Subject
from unladen.model.steps import NOBODYS, Standing, StandingStep, Step

SURE = 2.58
"""Standard errors in half of an interval."""


def sized(step: Step, found: Comparison | None, what: Standing) -> Step:
    """As large as it was side by side, with that interval; by time only, since a count of
    instructions is no size of a time."""
    change = change_of(found)
    if change is None or found is None or found.stage is not Stage.TIME or what in NOBODYS:
        return step
    after = step.before + abs(step.before) * change.estimate
    return replace(step, after=after, low=change.low, high=change.high)


def stairs(
    subject: Subject, end: End, number: int, known: Sequence[StandingStep], proof: SideBySide
) -> Iterator[tuple[Step, Comparison]]:
    """Steps that pairs have shown, in the window, where the points have none."""
    taken = {each.step.index for each in known}
    values = end.window.values[:, number]
    for row, found in proof.moved(end.group, end.first + 1, subject.benchmark).items():
        before, after = values[row - 1 - end.first], values[row - end.first]
        if row in taken or not (math.isfinite(before) and math.isfinite(after)):
            continue
        change = change_of(found)
        if change is None:
            continue
        half = max(1e-9, (change.high - change.low) / 2)
        step = Step(
            index=row,
            before=float(before),
            after=float(after),
            score=SURE * abs(change.estimate) / half,
            since=row - 1,
        )
        yield sized(step, found, Standing.CONFIRMED), found

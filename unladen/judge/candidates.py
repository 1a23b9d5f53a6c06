"""the end of a series -> what may begin there: candidates early, and what went away again.

History alone cannot be both early and quiet (docs/statistics.md): a step is settled when the points
on both sides are many, and until then one to three points far from the level are a *candidate*.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unladen.judge.segments import median
from unladen.judge.steps import steps
from unladen.model.steps import Levels, Standing, StandingStep, Step

Floats = NDArray[np.float64]

EPOCH = 32
"""Steps are looked for again in the whole of a series when it is this much longer."""
YOUNG = 16
RECALL = 320
FAR = {1: 6.0, 2: 4.0, 3: 3.0}
"""How many standard deviations from the level the last one, two, three points must all be."""
RELATIVE = 0.01
LEAST = 8
WINDOW = 100
RECENT = 20
BACK = 2.0
OUTER = 3.29
"""Standard deviations from the fifth to the ninety-fifth in a hundred."""
NEARLY = 2.4
TELLING = 1.2
SMALLEST = 0.002
WINDOWS = (4, 6, 8, 12, 16, 24, 32)


@dataclass(frozen=True, slots=True)
class Level:
    """Of the points since the last step."""

    middle: float
    noise: float


def level_of(points: Floats) -> Level:
    known = points[np.isfinite(points)]
    if not len(known):
        return Level(math.nan, math.nan)
    middle = median(known)
    noise = 1.4826 * median(np.abs(known - middle))
    return Level(middle, max(noise, SMALLEST * abs(middle)))


def levels_of(values: Floats, found: Sequence[Step]) -> Levels:
    """Of the stretches between steps: the last, and the lowest and the highest of all."""
    cuts = [0, *(step.index for step in found), len(values)]
    each = [level_of(values[a:b]) for a, b in itertools.pairwise(cuts)]
    known = [level.middle for level in each if math.isfinite(level.middle)]
    if not known:
        return Levels()
    return Levels(now=each[-1].middle, noise=each[-1].noise, lowest=min(known), highest=max(known))


def within_epoch(levels: Levels, steps: Sequence[StandingStep]) -> Levels:
    """Without what was before the machine or the environment moved it: nobody can go back there."""
    moved = [n for n, each in enumerate(steps) if each.standing is Standing.AMBIENT]
    if not moved:
        return levels
    since = [each.step.after for each in steps[moved[-1] :]]
    known = [each for each in (*since, levels.now) if math.isfinite(each)]
    return replace(levels, lowest=min(known), highest=max(known)) if known else levels


def busy_level(points: Floats) -> Level:
    """For single points: where one in ten lies far off, one that does is no news."""
    ordered = np.sort(points)
    last = len(ordered) - 1
    middle = float(ordered[last // 2] + ordered[(last + 1) // 2]) / 2
    inner = 1.4826 * median(np.abs(ordered - middle))
    outer = float(ordered[int(0.95 * last)] - ordered[math.ceil(0.05 * last)]) / OUTER
    return Level(middle, max(inner, outer, SMALLEST * abs(middle)))


def checkpoint(rows: int) -> int:
    """Up to which row steps are found once and kept; 0 while a series is short."""
    return rows // EPOCH * EPOCH if rows >= 2 * EPOCH else 0


def settled(values: Floats, known: Sequence[Step], at: int, moved: bool) -> list[Step]:
    """The steps of a series, of which those up to row `at` are known.

    Depends on the values alone: a site built commit by commit is the same as one built at once.
    """
    if at and not moved and not any(step.index > at - YOUNG for step in known):
        return list(known)
    start = _start(known, at)
    fresh = steps(values[start:])  # type: ignore[arg-type]
    return [step for step in known if step.index <= start] + [_later(s, start) for s in fresh]


def _start(known: Sequence[Step], at: int) -> int:
    """From the last step but one, and not for ever back: what came before is settled."""
    if not at:
        return 0
    old = [step.index for step in known if step.index <= at - YOUNG]
    return max(old[-2] if len(old) > 1 else 0, at - RECALL, 0)


def _later(step: Step, by: int) -> Step:
    return step.later(by)


def moved(values: Floats, at: int) -> NDArray[np.bool_]:
    """Which columns have points after row `at` that lie off the level before it; generously, since
    this only decides where to look again."""
    before, after = values[max(0, at - YOUNG) : at], values[max(0, at - 3) :]
    wide = values[max(0, at - 4 * YOUNG) : at]
    level = _medians(before)
    noise = 1.4826 * _medians(np.abs(np.diff(wide, axis=0))) / math.sqrt(2)
    wider = 1.4826 * _medians(np.abs(wide - _medians(wide)))
    limit = TELLING * np.maximum(noise, wider / 2) + SMALLEST * np.abs(level)
    found = np.isnan(level)
    for window in WINDOWS:
        if window <= len(after):
            middle = _medians(after[-window:])
            found |= np.abs(middle - level) > limit
    return found


def _medians(values: Floats) -> Floats:
    """By column, over what is there; nan where nothing is."""
    ordered, last = _ordered(values)
    half = last * 0.5
    return (_at(ordered, np.floor(half)) + _at(ordered, np.ceil(half))) / 2


def _ordered(values: Floats) -> tuple[Floats, Floats]:
    """Sorted columns, nan last; and the place of the last that is there."""
    return np.sort(values, axis=0), np.isfinite(values).sum(axis=0) - 1.0


def _at(ordered: Floats, place: Floats) -> Floats:
    """By column; nan where a column has nothing."""
    return np.asarray(ordered[np.maximum(place, 0).astype(np.int64), np.arange(len(place))])


def candidate(values: Floats, start: int) -> Step | None:
    """The last one to three points, if all are far from the level since `start`."""
    where = start + np.flatnonzero(np.isfinite(values[start:]))
    kept = values[where]
    for count in (3, 2, 1):
        if len(kept) < LEAST + count:
            continue
        level = busy_level(kept[-WINDOW - count : -count])
        if _far(kept[-count:], level):
            return _step(where[-count - 1 :], level, kept[-count:])
    return None


def went_away(values: Floats, start: int) -> list[Step]:
    """One to three points, lately, that were a candidate until the next ones were back."""
    where = start + np.flatnonzero(np.isfinite(values[start:]))
    kept = values[where]
    if len(kept) < LEAST + 3:
        return []
    level = busy_level(kept[-WINDOW:])
    off = np.abs(kept - level.middle) > FAR[3] * level.noise
    found: list[Step] = []
    begun = max(LEAST, len(kept) - RECENT)
    end = begun
    for place in (begun + off[begun:].nonzero()[0]).tolist():
        if place < end:
            continue
        end = place
        while end < len(kept) and off[end]:
            end += 1
        back = kept[end : end + 2]
        near = len(back) == 2 and bool(np.all(np.abs(back - level.middle) < BACK * level.noise))
        if 0 < end - place <= 3 and near and _far(kept[place:end], level):
            found.append(_step(where[place - 1 :], level, kept[place:end]))
    return found


def restless(values: Floats) -> NDArray[np.bool_]:
    """Which columns have, among their last points, any that could be a candidate or was one."""
    recent = values[-RECENT:]
    wide = values[-WINDOW:]
    ordered, last = _ordered(wide)
    level = _medians(wide)
    middle = 1.4826 * _medians(np.abs(wide - level))
    outer = _at(ordered, np.floor(0.95 * last)) - _at(ordered, np.ceil(0.05 * last))
    outer = outer / OUTER
    noise = np.maximum(middle, outer)
    with np.errstate(invalid="ignore"):
        limit = np.maximum(NEARLY * noise, NEARLY / FAR[3] * RELATIVE * np.abs(level))
        off = np.abs(recent - level) > limit
    return np.asarray(off.any(axis=0))


def _far(points: Floats, level: Level) -> bool:
    away = points - level.middle
    if not (np.all(away > 0) or np.all(away < 0)):
        return False
    limit = max(FAR[len(points)] * level.noise, RELATIVE * abs(level.middle))
    return bool(np.min(np.abs(away)) > limit)


def _step(where: NDArray[np.int64], level: Level, points: Floats) -> Step:
    """`where`: the rows of the point before it, and of it."""
    after = float(np.median(points))
    score = abs(after - level.middle) / level.noise if level.noise else math.inf
    return Step(
        index=int(where[1]),
        before=level.middle,
        after=after,
        score=min(score, 1e6),
        since=int(where[0]),
    )

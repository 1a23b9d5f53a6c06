"""a series over commits -> its steps: robust to outliers, slow drift and missing points.

Cuts are proposed generously (`segments.py`), and the weakest is then dropped again and again, until
each that is left holds between its neighbours: improbable even after the best place was chosen
among all, and large against the noise around it. Neighbouring points of a real history resemble
each other, so they count for fewer than they are.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unladen.judge.segments import cuts_of, median, noise_of, surprise
from unladen.model.steps import Step

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """How sure a step must be, fixed before anything is looked at."""

    least_points: int = 4
    score: float = 3.0
    """Standard errors, beyond those that chance reaches somewhere:"""
    chance: float = 1.5
    """so many times what it does with noise that is normal."""
    noise: float = 1.5
    """Size of a step in robust standard deviations of the points around it."""

    relative: float = 0.003


USUAL = Taste()
MEDIAN = 1.2533
"""Standard error of a median against that of a mean, for normal deviates."""
FAR = 3.0
"""Standard deviations, or as many as the step is high: what lies farther off counts as that far."""
NEAR = 2
WINDOWS = (100, 50, 25)
"""Points on each side that are looked at: a step holds if it does so in any of them, since farther
off there may be other steps."""
DOUBT = 4.0
"""Deviations by which another place may fit worse: then it is a hundred times less likely."""
HOPELESS = 0.3
"""So weak in a wide window, it is not looked at in a narrow one."""
ALIKE = 0.95
MOST = 1e6
NOTABLY, NOTABLE_SHARE = 6.0, 0.01
"""Deviations, and a share of the level, by which points lie far off."""


def steps(values: Sequence[float], taste: Taste = USUAL) -> list[Step]:
    """Missing points are nan; indices are those of the series as given."""
    series = np.asarray(values, dtype=np.float64)
    where = np.flatnonzero(np.isfinite(series))
    kept = series[where]
    kept = kept[: len(kept) - _begun(kept, taste.least_points)]
    if len(kept) < 2 * taste.least_points:
        return []
    cuts = _pruned(kept, cuts_of(kept, taste.least_points), taste)
    return [_step(kept, cuts, number, where) for number in range(len(cuts))]


def _begun(kept: Floats, least: int) -> int:
    """How many of the last points, too few for a step, lie far from those before them: perhaps one
    begins there, and as scatter of the level before they would hide the steps that led to it."""
    limit = max(NOTABLY * noise_of(kept), NOTABLE_SHARE * abs(median(kept))) if len(kept) else 0.0
    for count in range(1, min(least, len(kept) - least)):
        before = kept[-least - count : -count]
        away = kept[-count:] - median(before)
        one_way = bool(np.all(away > limit) or np.all(away < -limit))
        if one_way and abs(before[-1] - median(before)) <= limit:
            return count
    return 0


def _step(kept: Floats, cuts: list[int], number: int, where: NDArray[np.int64]) -> Step:
    start, end = _neighbours(kept, cuts, number)
    cut = cuts[number]
    near = _halves(kept, start, cut, end, WINDOWS[0])
    error = _error(near)
    first, last = _range(kept[start:end], cut - start, near)
    step = Step(
        index=int(where[cut]),
        before=near.low,
        after=near.high,
        score=min(MOST, near.deviate),
        since=int(where[cut - 1]),
        earliest=int(where[start + first]),
        latest=int(where[start + last]),
    )
    known = math.isfinite(error)
    span = (step.change - error, step.change + error) if known else (-math.inf, math.inf)
    return replace(step, low=span[0], high=span[1])


def _range(part: Floats, cut: int, near: "_Halves") -> tuple[int, int]:
    """Places that fit the points nearly as well as `cut`, which begins the second half."""
    costs = (np.abs(part - near.low) - np.abs(part - near.high)).cumsum()
    fits = costs[:-1] <= costs[cut - 1] + DOUBT * near.noise
    before, after = fits[:cut][::-1], fits[cut - 1 :]
    first = cut - (len(before) if before.all() else int(before.argmin())) + 1
    last = cut + (len(after) if after.all() else int(after.argmin())) - 1
    return first, last


def _error(near: "_Halves") -> float:
    """Of a relative change, by the standard errors of two medians, over as many points as count for
    one of their own: those medians are the estimate, so that it lies within its interval."""
    if not near.low:
        return math.inf
    news = near.news
    parts = [(MEDIAN * near.noise) ** 2 / max(1.0, count * news) for count in near.counts]
    return 2 * math.sqrt(sum(parts)) / abs(near.low)


@dataclass(frozen=True, slots=True)
class _Halves:
    """Two neighbouring stretches, and what is asked of them, worked out once."""

    counts: tuple[int, int]
    low: float
    high: float
    noise: float
    spread: float
    """With what lies far off, which `noise` does not see."""
    news: float
    """The share of points that are news: 1 where neighbours have nothing in common."""

    @property
    def jump(self) -> float:
        return abs(self.high - self.low)

    @property
    def deviate(self) -> float:
        """The jump in standard errors."""
        if not self.spread:
            return math.inf if self.jump else 0.0
        one, other = self.counts
        return self.jump / self.spread * math.sqrt(one * other / (one + other) * self.news)


def _halves(kept: Floats, start: int, cut: int, end: int, most: int) -> _Halves:
    before, after = kept[max(start, cut - most) : cut], kept[cut : min(end, cut + most)]
    low, high = median(before), median(after)
    rest = np.concatenate((before - low, after - high))
    noise = 1.4826 * median(np.abs(rest))
    limit = max(FAR * noise, abs(high - low))
    rest = np.minimum(np.maximum(rest, -limit), limit)
    power = float(np.dot(rest, rest))
    alike = float(np.dot(rest[1:], rest[:-1])) / power if power > 0 and len(rest) >= 8 else 0.0
    alike = min(ALIKE, max(0.0, alike))
    return _Halves(
        counts=(len(before), len(after)),
        low=low,
        high=high,
        noise=noise,
        spread=math.sqrt(power / len(rest)),
        news=(1 - alike) / (1 + alike),
    )


def _strength(halves: _Halves, count: int, taste: Taste) -> float:
    """1 or more is: it holds. The weakest of its three reasons counts."""
    jump = halves.jump
    large = jump / (taste.noise * halves.noise) if halves.noise > 0 else (math.inf if jump else 0.0)
    relative = jump / (taste.relative * max(abs(halves.low), 1e-300))
    sure = halves.deviate / (taste.score + taste.chance * surprise(count, min(halves.counts)))
    return min(relative, large, sure)


def _pruned(kept: Floats, cuts: list[int], taste: Taste) -> list[int]:
    """Drop the weakest, and weigh its neighbours again, until all that are left hold; then move
    each to its best place."""
    strengths = [_between(kept, cuts, number, taste) for number in range(len(cuts))]
    while cuts and min(strengths) < 1:
        weakest = strengths.index(min(strengths))
        del cuts[weakest], strengths[weakest]
        for number in (weakest - 1, weakest):
            if 0 <= number < len(cuts):
                strengths[number] = _between(kept, cuts, number, taste)
    for number, cut in enumerate(cuts):
        start, end = _neighbours(kept, cuts, number)
        cuts[number] = start + _placed(kept[start:end], cut - start)
    return cuts


def _between(kept: Floats, cuts: list[int], number: int, taste: Taste) -> float:
    start, end = _neighbours(kept, cuts, number)
    cut, strongest = cuts[number], 0.0
    longest = max(cut - start, end - cut)
    for most in WINDOWS:
        if most == WINDOWS[0] or longest > most:
            halves = _halves(kept, start, cut, end, most)
            strongest = max(strongest, _strength(halves, len(kept), taste))
        if strongest >= 1 or strongest < HOPELESS:
            break
    return strongest


def _placed(part: Floats, cut: int) -> int:
    """Near by, where exactly, the distances from both levels say."""
    near = _halves(part, 0, cut, len(part), WINDOWS[0])
    first, last = max(1, cut - NEAR), min(len(part) - 1, cut + NEAR)
    costs = (np.abs(part - near.low) - np.abs(part - near.high)).cumsum()
    return first + int(costs[first - 1 : last].argmin())


def _neighbours(kept: Floats, cuts: list[int], number: int) -> tuple[int, int]:
    start = cuts[number - 1] if number else 0
    end = cuts[number + 1] if number + 1 < len(cuts) else len(kept)
    return start, end

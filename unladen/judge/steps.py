"""a series over commits -> its steps: robust to outliers, slow drift and missing points.

Binary segmentation on ranks: where the two halves of a stretch differ most in rank is a candidate.
Candidates are taken generously, and the weakest is then dropped again and again, until each that is
left holds between its neighbours: improbable even after the best place was chosen among all, and
large against the noise around it. Neighbouring points of a real history resemble each other, so
they count for fewer than they are.
"""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from unladen.model.steps import Step

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taste:
    """How sure a step must be, fixed before anything is looked at."""

    least_points: int = 4
    score: float = 3.0
    noise: float = 1.5
    """Size of a step in robust standard deviations of the points around it."""

    relative: float = 0.003


USUAL = Taste()
CANDIDATE = 2.5
MEDIAN = 1.2533
"""Standard error of a median against that of a mean, for normal deviates."""
MOST_BOOST = 3.0
FAR = 3.0
NEAR = 2
PLAIN = 2.0
"""Levels so far apart, in robust standard deviations, tell every point which side it is on."""
WINDOW = 100
DOUBT = 4.0
"""Deviations by which another place may fit worse: then it is a hundred times less likely."""


def steps(values: Sequence[float], taste: Taste = USUAL) -> list[Step]:
    """Missing points are nan; indices are those of the series as given."""
    series = np.asarray(values, dtype=np.float64)
    where = np.flatnonzero(np.isfinite(series))
    kept = series[where]
    if len(kept) < 2 * taste.least_points:
        return []
    cuts = _pruned(kept, _split(kept, 0, len(kept), taste), taste)
    found = []
    for number, cut in enumerate(cuts):
        start = cuts[number - 1] if number else 0
        end = cuts[number + 1] if number + 1 < len(cuts) else len(kept)
        score = _score(_halves(kept[start:cut], kept[cut:end]))
        near = _halves(kept[max(start, cut - WINDOW) : cut], kept[cut : min(end, cut + WINDOW)])
        error = _error(near)
        step = Step(
            index=int(where[cut]),
            before=near.low,
            after=near.high,
            score=score,
            since=int(where[cut - 1]),
        )
        first, last = _range(kept[start:end], cut - start, near)
        step = replace(step, earliest=int(where[start + first]), latest=int(where[start + last]))
        known = math.isfinite(error)
        span = (step.change - error, step.change + error) if known else (-math.inf, math.inf)
        found.append(replace(step, low=span[0], high=span[1]))
    return found


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
    news = _independent(near)
    parts = [
        (MEDIAN * near.noise) ** 2 / max(1.0, len(part) * news)
        for part in (near.before, near.after)
    ]
    return 2 * math.sqrt(sum(parts)) / abs(near.low)


def _split(kept: Floats, start: int, end: int, taste: Taste) -> list[int]:
    """Cuts inside of a stretch, from left to right; an explicit stack, for long series."""
    waiting, found = [(start, end)], []
    while waiting:
        left, right = waiting.pop()
        best, score = _best(kept[left:right], taste.least_points)
        if score >= CANDIDATE:
            cut = left + best
            found.append(cut)
            waiting += [(left, cut), (cut, right)]
    return sorted(found)


def _best(part: Floats, least: int) -> tuple[int, float]:
    """Where the mean rank before and after differ most, and by how many standard deviations."""
    count = len(part)
    if count < 2 * least:
        return 0, 0.0
    ranks = _ranks(part)
    places = _places(count - 1)
    centred = (ranks - (count + 1) / 2).cumsum()[:-1]
    spread = np.sqrt(places * (count - places) * (count + 1) / 12)
    scores = np.abs(centred) / spread
    inside = scores[least - 1 : count - least]
    best = int(inside.argmax())
    return best + least, float(inside[best])


def _ranks(part: Floats) -> Floats:
    """Ties share their mean rank."""
    count = len(part)
    order = part.argsort()
    ranked = part[order]
    new = ranked[1:] != ranked[:-1]
    ranks = np.empty(count)
    if new.all():
        ranks[order] = _places(count)
        return ranks
    starts = np.concatenate(([0], new.nonzero()[0] + 1))
    ends = np.concatenate((starts[1:], [count]))
    ranks[order] = ((starts + ends + 1) / 2).repeat(ends - starts)
    return ranks


@functools.lru_cache(maxsize=64)
def _counted(count: int) -> Floats:
    return np.arange(1.0, count + 1)


def _places(count: int) -> Floats:
    """1, 2, 3 ... `count`; a part of an array that is made once."""
    return _counted(1 << count.bit_length())[:count]


@dataclass(frozen=True, slots=True)
class _Halves:
    """Two neighbouring stretches, and what is asked of them, worked out once."""

    before: Floats
    after: Floats
    low: float
    high: float
    rest: Floats
    noise: float

    @property
    def jump(self) -> float:
        return abs(self.high - self.low)


def _halves(before: Floats, after: Floats) -> _Halves:
    low, high = median(before), median(after)
    rest = np.concatenate((before - low, after - high))
    return _Halves(before, after, low, high, rest, 1.4826 * median(np.abs(rest)))


def median(values: Floats) -> float:
    half, odd = divmod(len(values), 2)
    parted = values.copy()
    if odd:
        parted.partition(half)
        return float(parted[half])
    parted.partition((half - 1, half))
    return float(parted[half - 1] + parted[half]) / 2


def _strength(halves: _Halves, taste: Taste) -> float:
    """1 or more is: it holds. The weakest of its three reasons counts."""
    jump = halves.jump
    large = jump / (taste.noise * halves.noise) if halves.noise > 0 else (math.inf if jump else 0.0)
    relative = jump / (taste.relative * max(abs(halves.low), 1e-300))
    return min(relative, large, _score(halves) / taste.score)


def _score(halves: _Halves) -> float:
    """A normal deviate for the difference of ranks, with fewer points than there are if they
    resemble their neighbours."""
    return _plain(halves) * math.sqrt(_independent(halves)) * _boost(halves)


def _plain(halves: _Halves) -> float:
    both = np.concatenate((halves.before, halves.after))
    count, m = len(both), len(halves.before)
    total = abs(float(_ranks(both)[:m].sum()) - m * (count + 1) / 2)
    return total / math.sqrt(m * (count - m) * (count + 1) / 12)


def _boost(halves: _Halves) -> float:
    """Ranks of a few points cannot say how far apart they lie: their distance can."""
    if halves.noise <= 0:
        return MOST_BOOST
    return min(MOST_BOOST, max(1.0, halves.jump / halves.noise / FAR))


def _independent(halves: _Halves) -> float:
    """The share of points that are news: 1 where neighbours have nothing in common."""
    limit = 3 * halves.noise
    rest = np.clip(halves.rest, -limit, limit)
    power = float(np.dot(rest, rest))
    if power <= 0 or len(rest) < 8:
        return 1.0
    alike = min(0.95, max(0.0, float(np.dot(rest[1:], rest[:-1])) / power))
    return (1 - alike) / (1 + alike)


def _pruned(kept: Floats, cuts: list[int], taste: Taste) -> list[int]:
    """Drop the weakest, and weigh its neighbours again, until all that are left hold; then move
    each to its best place, and once more."""
    for last in (False, True):
        strengths = [_between(kept, cuts, number, taste) for number in range(len(cuts))]
        while cuts and min(strengths) < 1:
            weakest = strengths.index(min(strengths))
            del cuts[weakest], strengths[weakest]
            for number in (weakest - 1, weakest):
                if 0 <= number < len(cuts):
                    strengths[number] = _between(kept, cuts, number, taste)
        for number in range(len(cuts)):
            start, end = _neighbours(kept, cuts, number)
            best, score = _best(kept[start:end], taste.least_points)
            if score:
                cuts[number] = start + _placed(kept[start:end], best, taste.least_points, last)
    return cuts


def _placed(part: Floats, cut: int, least: int, far: bool) -> int:
    """Ranks say that there is a step, and are drawn to the middle of a stretch; where exactly, the
    distances from both levels say: near by, or anywhere if every point is plainly on one side."""
    for _ in range(2):
        halves = _halves(part[:cut], part[cut:])
        plain = far and halves.jump > PLAIN * halves.noise
        first, last = (1, len(part) - 1) if plain else (cut - NEAR, cut + NEAR)
        edge = 1 if plain else least
        first, last = max(edge, first), min(len(part) - edge, last)
        costs = (np.abs(part - halves.low) - np.abs(part - halves.high)).cumsum()
        place = first + int(costs[first - 1 : last].argmin())
        settled, cut = place == cut or not plain, place
        if settled:
            break
    return cut


def _between(kept: Floats, cuts: list[int], number: int, taste: Taste) -> float:
    start, end = _neighbours(kept, cuts, number)
    cut = cuts[number]
    return _strength(_halves(kept[start:cut], kept[cut:end]), taste)


def _neighbours(kept: Floats, cuts: list[int], number: int) -> tuple[int, int]:
    start = cuts[number - 1] if number else 0
    end = cuts[number + 1] if number + 1 < len(cuts) else len(kept)
    return start, end

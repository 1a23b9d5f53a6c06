"""a series without gaps -> where it may have stepped: the best way to cut it into level stretches.

Places where a stretch before differs from one after, by widths from four points to a hundred, are
what may be chosen from; and of these the choice that fits best, at a price for each cut: all cuts
at once, so that a bump is seen, which no single cut would be worth.
"""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WIDTHS = (4, 8, 16, 32, 64, 128)
SMOOTH = 9
"""Points whose median tells what a point could be, so that less than half as many are no level."""
CLIP = 3.0
"""Standard deviations from there."""
NOTABLE = 3.0
"""Standard errors by which two stretches of equal width differ."""
PRICE = 20.0
"""Of a cut, in squares of the noise."""
SMALLEST = 1e-4
"""Noise of a level: nothing is known more exactly."""


def cuts_of(values: Floats, least: int) -> list[int]:
    """Each begins a stretch that lies elsewhere than the one before, of `least` points or more."""
    noise = noise_of(values)
    if len(values) < 2 * least or not noise:
        return []
    usual = running_median(values, SMOOTH)
    clipped = np.clip(values, usual - CLIP * noise, usual + CLIP * noise)
    level = (clipped - median(values)) / noise
    sums = np.concatenate(([0.0], level.cumsum()))
    return _best(sums, _places(sums), least)


def noise_of(values: Floats) -> float:
    """From point to point, which no step and no drift disturbs."""
    jumps = np.abs(np.diff(values))
    if not len(jumps):
        return 0.0
    noise = 1.4826 * median(jumps) / math.sqrt(2)
    if not noise:  # most points are as the one before
        limit = np.quantile(jumps, 0.9)
        noise = math.sqrt(float(np.mean(np.minimum(jumps, limit) ** 2)) / 2)
    return max(noise, SMALLEST * float(np.abs(values).max()))


def median(values: Floats) -> float:
    half, odd = divmod(len(values), 2)
    parted = values.copy()
    if odd:
        parted.partition(half)
        return float(parted[half])
    parted.partition((half - 1, half))
    return float(parted[half - 1] + parted[half]) / 2


def running_median(values: Floats, width: int) -> Floats:
    """As long as the series, which is mirrored at its ends."""
    half = min(width // 2, len(values) - 1)
    mirrored = np.concatenate((values[half:0:-1], values, values[-2 : -half - 2 : -1]))
    windows = sliding_window_view(mirrored, 2 * half + 1)
    return np.asarray(np.partition(windows, half, axis=1)[:, half])


def _places(sums: Floats) -> list[int]:
    """Where, at some width, a stretch and the next one differ more than anywhere near by."""
    count = len(sums) - 1
    found: set[int] = set()
    for width in WIDTHS:
        if count < 2 * width:
            break
        apart = np.abs(sums[2 * width :] - 2 * sums[width:-width] + sums[: -2 * width])
        limit = NOTABLE * math.sqrt(2 * width)
        found.update(width + place for place in _peaks(apart, max(2, width // 2), limit))
    return sorted(found)


def _peaks(values: Floats, near: int, limit: float) -> Iterable[int]:
    """Places above the limit, and none higher within `near` on either side, or a half more."""
    size = near // 2
    blocks = -(-len(values) // size)
    padded = np.zeros((blocks + 4) * size)
    padded[2 * size : 2 * size + len(values)] = values
    table = padded.reshape(blocks + 4, size)
    heights = table.max(axis=1)
    pairs = np.maximum(heights[1:], heights[:-1])
    around = np.maximum(pairs[:-3], pairs[3:])
    own = heights[2:-2]
    highest = 2 + ((own >= around) & (own > limit)).nonzero()[0]
    found: list[int] = ((highest - 2) * size + table[highest].argmax(axis=1)).tolist()
    return found


def _best(sums: Floats, places: Sequence[int], least: int) -> list[int]:
    """The places that leave the least squares, each at its price; by dynamic programming."""
    ends = np.array([0, *places, len(sums) - 1])
    at = sums[ends]
    worth = np.full(len(ends), -math.inf)
    worth[0] = 0.0
    before = [0] * len(ends)
    starts = np.searchsorted(ends, ends - least, side="right")
    for number in range(1, len(ends)):
        known = int(starts[number])
        if not known:
            continue
        gained = worth[:known] + (at[number] - at[:known]) ** 2 / (ends[number] - ends[:known])
        best = int(gained.argmax())
        worth[number], before[number] = gained[best] - PRICE, best
    found = []
    number = before[-1]
    while number:
        found.append(int(ends[number]))
        number = before[number]
    return found[::-1]


def surprise(count: int, shorter: int) -> float:
    """How many standard errors chance reaches at the best of all places for so short a stretch."""
    return math.sqrt(2 * max(0.0, math.log(count / shorter)))

"""a series -> what fits on a stamp: the medians of some forty stretches, and where they lie."""

import math
import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRETCHES = 40
DIGITS = 4
LEAST = 0.1
"""A picture is at least so high, as a share: noise is not drawn as if it were a mountain."""
FAR = 20.0
"""So many times as much on one picture is drawn by its logarithm."""
TOP = 99


def width_of(rows: int) -> int:
    """Of a stretch: it stays the same until the next checkpoint."""
    return max(1, -(-rows // STRETCHES))


def medians(values: Floats, width: int) -> Floats:
    """Of each stretch of so many rows, by column; nan where it has no value."""
    rows, columns = values.shape
    stretches = -(-rows // width)
    padded = np.full((stretches * width, columns), math.nan)
    padded[:rows] = values
    ordered = np.sort(padded.reshape(stretches, width, columns), axis=1)  # what is not there, last
    last = np.isfinite(ordered).sum(axis=1, keepdims=True) - 1
    low, high = np.maximum(last // 2, 0), np.maximum((last + 1) // 2, 0)
    middle = np.take_along_axis(ordered, low, 1) + np.take_along_axis(ordered, high, 1)
    return np.asarray(middle[:, 0, :] / 2)


def picture(values: Floats) -> tuple[float, ...]:
    """Of one series, with the digits that can be seen."""
    found = medians(values[:, None], width_of(len(values)))[:, 0]
    return tuple(float(f"{each:.{DIGITS}g}") for each in found.tolist())


def together(pictures: Sequence[Sequence[float]]) -> list[float]:
    """Of several series, each against its own middle: geometric means, as asv's first page has."""
    longest = max(map(len, pictures), default=0)
    alike = [each for each in pictures if len(each) == longest]
    if len(alike) == 1 or not longest:
        return list(alike[0]) if alike else []
    table = np.array(alike, dtype=np.float64)
    table[table <= 0] = math.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        logs = np.log(table)
        logs -= np.nanmedian(logs, axis=1, keepdims=True)
        found = np.exp(np.nanmean(logs, axis=0))
    return [float(each) for each in found]


def heights(points: Sequence[float]) -> list[int | None]:
    """From 0 at the bottom to 99 at the top; None where there is no value."""
    known = [each for each in points if math.isfinite(each)]
    if not known:
        return [None] * len(points)
    low, high = min(known), max(known)
    if low > 0 and high > FAR * low:
        return heights([math.log(each) if each > 0 else math.nan for each in points])
    least = LEAST * max(abs(low), abs(high)) or 1.0
    missing = max(0.0, least - (high - low)) / 2
    low, span = low - missing, high - low + 2 * missing
    return [round(TOP * (each - low) / span) if math.isfinite(each) else None for each in points]

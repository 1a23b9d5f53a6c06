"""Published histories, or a generator -> one float32 matrix: commits x series, around 1.

A row depends on its number and the seed alone, never on how many rows there are: a collection that
grows by a commit keeps what it has.
"""

import gzip
import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from unladen.errors import Exit, UnladenError

Matrix = NDArray[np.float32]
Levels = NDArray[np.float64]
ENOUGH = 60
MEMORY = 0.6
"""How much of its distance from the level a synthetic point keeps from the point before."""


class NoHistories(UnladenError):
    exit = Exit.USAGE

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder} has no published histories: they are not part of the repository",
            "python -m tests.quality.collection FOLDER --noise synthetic",
        )


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """`rows(first, last)` are ratios to `levels`, NaN where nothing was measured."""

    levels: Levels
    rows: Callable[[int, int], Matrix]
    names: tuple[str, ...] = ()
    """Which history each series has; none of synthetic ones."""


def synthetic(series: int, seed: int) -> Noise:
    """Heavy tails (Student's t of three degrees) on a level that remembers: no steps of its own."""
    order = np.random.default_rng([seed, 0])
    levels = np.exp(order.uniform(math.log(1e-6), math.log(1.0), series))
    spread = np.exp(order.normal(math.log(0.01), 0.8, series)).clip(0.002, 0.08)

    def rows(first: int, last: int) -> Matrix:
        matrix = np.empty((last - first, series), np.float32)
        slow = np.zeros(series)
        for row in range(last):
            order = np.random.default_rng([seed, 1, row])
            slow = MEMORY * slow + 0.8 * order.standard_normal(series)
            fast = 0.5 * order.standard_t(3, series)
            missing = order.random(series) < 0.004
            if row >= first:
                matrix[row - first] = np.exp(spread * (slow + fast))
                matrix[row - first, missing] = np.nan
        return matrix

    return Noise(levels, rows)


def real(folder: Path, series: int, seed: int) -> Noise:
    """Histories one after the other, all from the same place in time, so that what they share stays
    shared; used again from another place where there are fewer than asked for. At its end a history
    turns round, which keeps its autocorrelation and makes no step.

    These have steps of their own, which nobody wrote down.
    """
    known = histories(folder)
    order = np.random.default_rng([seed, 0])
    turn = int(order.integers(len(known)))
    starts = [int(each) for each in order.integers(0, 1000, series // len(known) + 1)]
    chosen = [known[(turn + column) % len(known)] for column in range(series)]

    def rows(first: int, last: int) -> Matrix:
        matrix = np.empty((last - first, series), np.float32)
        for column, (_, values, _) in enumerate(chosen):
            round_trip = 2 * len(values) - 2
            places = (starts[column // len(known)] + np.arange(first, last)) % round_trip
            matrix[:, column] = values[np.minimum(places, round_trip - places)]
        return matrix

    levels = np.array([level for _, _, level in chosen])
    return Noise(levels, rows, tuple(name for name, _, _ in chosen))


def histories(folder: Path) -> list[tuple[str, Matrix, float]]:
    """Name, ratios to the median, median: of each that has sixty points."""
    found = []
    for path in sorted((folder / "graphs").glob("*.json.gz")):
        told = json.loads(gzip.decompress(path.read_bytes()))
        rows = [row[1] if isinstance(row[1], list) else [row[1]] for row in told]
        width = max(map(len, rows), default=0)
        padded = [[*row, *[None] * (width - len(row))] for row in rows]
        table = np.array(padded, np.float64).reshape(len(rows), width)
        for place in range(width):
            values = table[:, place]
            finite = values[np.isfinite(values)]
            if len(finite) >= ENOUGH and np.min(finite) > 0:
                level = float(np.median(finite))
                name = f"{path.name.removesuffix('.json.gz')}[{place}]"
                found.append((name, (values / level).astype(np.float32), level))
    if not found:
        raise NoHistories(folder)
    return found

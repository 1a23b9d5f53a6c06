"""two places, or a place and a direction -> the places in line with them.

The same lines are asked for again and again, by every pair of objects that lies there.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import repeat

from arc_solver.values import MAX_SIDE, Indices, Pair, bounded

LINES_KEPT = 64
LONGEST_KEPT = 2 * MAX_SIDE
"""Steps of the longest line that is kept, down and across together."""


def line(a: Pair, b: Pair) -> Indices:
    """The straight line; none if it is neither level, upright nor diagonal."""
    far = abs(b[0] - a[0]) + abs(b[1] - a[1])
    return _kept_line(a, b) if far <= LONGEST_KEPT else _line(a, b)


def _line(a: Pair, b: Pair) -> Indices:
    down, right = b[0] - a[0], b[1] - a[1]
    steps = max(abs(down), abs(right))
    if down and right and abs(down) != abs(right):
        return frozenset()
    bounded(steps)
    row, column = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return frozenset(
        zip(_along(a[0], row, steps + 1), _along(a[1], column, steps + 1), strict=True)
    )


_kept_line = lru_cache(LINES_KEPT)(_line)


@lru_cache(LINES_KEPT)
def ray(start: Pair, direction: Pair) -> Indices:
    """Longer than any ARC grid."""
    row, column = direction
    count = MAX_SIDE + 1
    return frozenset(
        zip(_along(start[0], row, count), _along(start[1], column, count), strict=True)
    )


def _along(start: int, step: int, count: int) -> Iterable[int]:
    return range(start, start + step * count, step) if step else repeat(start, count)


def forget() -> None:
    _kept_line.cache_clear()
    ray.cache_clear()

"""two places, or a place and a direction -> the places in line with them.

The same lines are asked for again and again, by every pair of objects that lies there.
"""

from functools import lru_cache

from arc_solver.values import MAX_SIDE, Indices, Pair, bounded

LINES_KEPT = 128


@lru_cache(LINES_KEPT)
def line(a: Pair, b: Pair) -> Indices:
    """The straight line; none if it is neither level, upright nor diagonal."""
    down, right = b[0] - a[0], b[1] - a[1]
    steps = max(abs(down), abs(right))
    if down and right and abs(down) != abs(right):
        return frozenset()
    bounded(steps)
    row, column = (down > 0) - (down < 0), (right > 0) - (right < 0)
    return frozenset([(a[0] + n * row, a[1] + n * column) for n in range(steps + 1)])


@lru_cache(LINES_KEPT)
def ray(start: Pair, direction: Pair) -> Indices:
    """Longer than any ARC grid."""
    row, column = direction
    return frozenset([(start[0] + n * row, start[1] + n * column) for n in range(MAX_SIDE + 1)])


def forget() -> None:
    line.cache_clear()
    ray.cache_clear()

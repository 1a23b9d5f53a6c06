"""two sets of places x directions -> all places between them in these directions.

Of places in one line only the outermost count: what lies between any two of them lies between
these. So the lines themselves, of which there are as many as pairs, need not be drawn.
"""

from collections.abc import Callable
from typing import NamedTuple

from arc_solver.values import MAX_CELLS, MAX_ITEMS, MAX_TOTAL, Indices, Pair


class Way(NamedTuple):
    """A direction: which line a place is on, how far along it, and back from both to the place."""

    line: Callable[[int, int], int]
    along: Callable[[int, int], int]
    place: Callable[[int, int], Pair]


LEVEL = Way(lambda row, _: row, lambda _, column: column, lambda line, at: (line, at))
UPRIGHT = Way(lambda _, column: column, lambda row, _: row, lambda line, at: (at, line))
FALLING = Way(lambda r, c: r - c, lambda row, _: row, lambda line, at: (at, at - line))
RISING = Way(lambda r, c: r + c, lambda row, _: row, lambda line, at: (at, line - at))
WAYS = (LEVEL, UPRIGHT, FALLING, RISING)


def hulls(a: Indices, b: Indices, ways: tuple[Way, ...]) -> Indices | None:
    """None where drawing the lines would fail, or might: for being too many, or too long."""
    longest = _span(a) + _span(b) + 1
    if longest > MAX_CELLS or len(a) * len(b) > MAX_ITEMS or len(a) * len(b) * longest > MAX_TOTAL:
        return None
    found: set[Pair] = set()
    for way in ways:
        ends, others = _ends(a, way), _ends(b, way)
        for line in ends.keys() & others:
            low = min(ends[line][0], others[line][0])
            high = max(ends[line][1], others[line][1])
            found.update([way.place(line, at) for at in range(low, high + 1)])
    return frozenset(found)


def _span(places: Indices) -> int:
    return max([max(abs(row), abs(column)) for row, column in places], default=0)


def _ends(places: Indices, way: Way) -> dict[int, tuple[int, int]]:
    """Of each line the least and the greatest that is met on it."""
    found: dict[int, tuple[int, int]] = {}
    for row, column in places:
        line, at = way.line(row, column), way.along(row, column)
        low, high = found.get(line, (at, at))
        found[line] = (min(low, at), max(high, at))
    return found

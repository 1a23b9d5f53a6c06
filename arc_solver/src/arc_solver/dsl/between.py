"""two sets of places -> how far they are from one another, without asking every pair of places."""

from collections.abc import Sequence

from arc_solver.dsl.boxes import Facts, Lines
from arc_solver.values import Indices, Pair, bounded


def distance(places: Indices, others: Indices) -> int:
    """The fewest steps from one to the other; ValueError where one is empty."""
    if not places or not others:
        raise ValueError("there is no way to nothing")
    if not places.isdisjoint(others):
        return 0
    by_row, rows = _by_row(places), _by_row(others)
    pairs = sorted((abs(row - other), row, other) for row in by_row for other in rows)
    best = pairs[0][0] + _least_gap(by_row[pairs[0][1]], rows[pairs[0][2]])
    for away, row, other in pairs:
        if away >= best:
            break
        best = min(best, away + _least_gap(by_row[row], rows[other]))
    return best


def _by_row(places: Indices) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for row, column in sorted(places):
        found.setdefault(row, []).append(column)
    return found


def _least_gap(a: Sequence[int], b: Sequence[int]) -> int:
    """The least difference of two numbers, of two rows of numbers in order."""
    i = j = 0
    best = abs(a[0] - b[0])
    while i < len(a) and j < len(b):
        gap = a[i] - b[j]
        best = min(best, abs(gap))
        if gap < 0:
            i += 1
        else:
            j += 1
    return best


def touching(places: Indices, others: Indices) -> bool:
    """Whether the distance is one; ValueError where one is empty."""
    if not places or not others:
        raise ValueError("nothing is beside nothing")
    if not places.isdisjoint(others):
        return False
    if len(others) < len(places):
        places, others = others, places
    for row, column in places:
        if (
            (row, column - 1) in others
            or (row, column + 1) in others
            or (row - 1, column) in others
            or (row + 1, column) in others
        ):
            return True
    return False


def fall(source: Lines, target: Lines, down: int, most: int) -> int:
    """The fewest steps down (or up, if -1) after which the two touch; 0 if they never do.

    Of both, the rows in each column. Every place of the one and every near place of the other say
    after how many steps they would be beside each other, and after how many on top of each other,
    where nothing touches.
    """
    near: set[int] = set()
    over: set[int] = set()
    for column, rows in source.items():
        below = target.get(column)
        if below is not None:
            over.update([(other - row) * down for row in rows for other in below])
        for beside in (column - 1, column + 1):
            below = target.get(beside)
            if below is not None:
                near.update([(other - row) * down for row in rows for other in below])
    if over:
        near.update([steps - 1 for steps in over], [steps + 1 for steps in over])
        near -= over
    return min([steps for steps in near if 0 <= steps <= most], default=0)


def pull(source: Facts, target: Facts) -> Pair:
    """How far the one must move, straight, to touch the other; (0, 0) if it never does."""
    top, left, bottom, right = source.box
    above, before, below, after = target.box
    most = bounded(max(bottom, right, below, after) - min(top, left, above, before))
    if before <= right and left <= after:
        columns, others = source.columns, target.columns
        if not columns.keys().isdisjoint(others):
            down = sign(middle(above, below) - middle(top, bottom))
            return (down * fall(columns, others, down, most), 0) if down else (0, 0)
    if above > bottom + 1 or top > below + 1:
        return (0, 0)
    aside = sign(middle(before, after) - middle(left, right))
    return (0, aside * fall(source.rows, target.rows, aside, most)) if aside else (0, 0)


def middle(first: int, last: int) -> int:
    return first + (last - first + 1) // 2


def sign(n: int) -> int:
    return (n > 0) - (n < 0)

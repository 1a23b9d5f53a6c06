"""places and objects -> other places and objects: moved, recoloured, outlined, extended."""

from itertools import product
from typing import TypeVar, cast

from arc_solver.dsl.boxes import box_of
from arc_solver.dsl.places import toindices
from arc_solver.dsl.rays import line, ray
from arc_solver.values import (
    MAX_SIDE,
    Grid,
    Indices,
    Object,
    Pair,
    Patch,
    as_indices,
    as_object,
    bounded,
    is_object,
)

P = TypeVar("P", Object, Indices)


def recolor(colour: int, patch: Patch) -> Object:
    """The patch as an object of one colour.

    >>> recolor(4, frozenset({(1, 1)}))
    frozenset({(4, (1, 1))})
    """
    if is_object(patch):
        return frozenset([(colour, place) for _, place in as_object(patch)])
    return frozenset([(colour, place) for place in as_indices(patch)])


def shift(patch: P, offset: Pair) -> P:
    """The patch moved by so many rows and columns.

    >>> shift(frozenset({(4, (1, 1))}), (2, -1))
    frozenset({(4, (3, 0))})
    """
    down, right = offset
    if is_object(patch):
        cells = as_object(patch)
        return cast(P, frozenset([(n, (i + down, j + right)) for n, (i, j) in cells]))
    return cast(P, frozenset([(i + down, j + right) for i, j in as_indices(patch)]))


def normalize(patch: P) -> P:
    """The patch moved so that its box begins at (0, 0).

    >>> normalize(frozenset({(4, (5, 7))}))
    frozenset({(4, (0, 0))})
    """
    if not patch:
        return patch
    top, left, _, _ = box_of(patch)
    return shift(patch, (-top, -left))


def dneighbors(place: Pair) -> Indices:
    """The four places above, below, left and right.

    >>> sorted(dneighbors((1, 1)))
    [(0, 1), (1, 0), (1, 2), (2, 1)]
    """
    row, column = place
    return frozenset({(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)})


def ineighbors(place: Pair) -> Indices:
    """The four places across the corners.

    >>> sorted(ineighbors((1, 1)))
    [(0, 0), (0, 2), (2, 0), (2, 2)]
    """
    row, column = place
    above, below, left, right = row - 1, row + 1, column - 1, column + 1
    return frozenset({(above, left), (above, right), (below, left), (below, right)})


def neighbors(place: Pair) -> Indices:
    """The eight places around.

    >>> len(neighbors((1, 1)))
    8
    """
    return dneighbors(place) | ineighbors(place)


def toobject(patch: Patch, grid: Grid) -> Object:
    """The places of the patch with the colours that the grid has there.

    >>> toobject(frozenset({(0, 1), (7, 7)}), ((5, 6),))
    frozenset({(6, (0, 1))})
    """
    rows, columns = len(grid), len(grid[0])
    return frozenset(
        [
            (grid[place[0]][place[1]], place)
            for place in toindices(patch)
            if 0 <= place[0] < rows and 0 <= place[1] < columns
        ]
    )


def _box_places(top: int, left: int, bottom: int, right: int) -> Indices:
    bounded(max(bottom - top + 1, 0) * max(right - left + 1, 0))
    return frozenset(product(range(top, bottom + 1), range(left, right + 1)))


def backdrop(patch: Patch) -> Indices:
    """All places of the bounding box.

    >>> len(backdrop(frozenset({(0, 0), (2, 3)})))
    12
    """
    if not patch:
        return frozenset()
    return _box_places(*box_of(patch))


def delta(patch: Patch) -> Indices:
    """The places of the bounding box that the patch leaves free.

    >>> delta(frozenset({(0, 0), (1, 1), (1, 0)}))
    frozenset({(0, 1)})
    """
    return backdrop(patch) - toindices(patch)


def _frame(patch: Patch, outwards: int) -> Indices:
    """The outline of the bounding box grown by so many places on every side."""
    if not patch:
        return frozenset()
    top, left, bottom, right = box_of(patch)
    top, left, bottom, right = top - outwards, left - outwards, bottom + outwards, right + outwards
    if top > bottom or left > right:
        return frozenset()
    bounded(2 * (bottom - top + right - left + 2))
    level = {(i, j) for i in (top, bottom) for j in range(left, right + 1)}
    upright = {(i, j) for i in range(top, bottom + 1) for j in (left, right)}
    return frozenset(level | upright)


def box(patch: Patch) -> Indices:
    """The outline of the bounding box.

    >>> len(box(frozenset({(0, 0), (2, 2)})))
    8
    """
    return _frame(patch, 0)


def inbox(patch: Patch) -> Indices:
    """The outline one place inside of the bounding box.

    >>> inbox(frozenset({(0, 0), (2, 2)}))
    frozenset({(1, 1)})
    """
    return _frame(patch, -1)


def outbox(patch: Patch) -> Indices:
    """The outline one place outside of the bounding box.

    >>> len(outbox(frozenset({(4, 4)})))
    8
    """
    return _frame(patch, 1)


def connect(a: Pair, b: Pair) -> Indices:
    """The straight line between two places; none if it is neither level, upright nor diagonal.

    >>> sorted(connect((0, 0), (2, 2)))
    [(0, 0), (1, 1), (2, 2)]
    """
    return line(a, b)


def shoot(start: Pair, direction: Pair) -> Indices:
    """The ray of 31 places from a place by steps of the direction: longer than any ARC grid.

    >>> (4, 4) in shoot((1, 1), (1, 1))
    True
    """
    return ray(start, direction)


def vfrontier(place: Pair) -> Indices:
    """The column through a place: its rows 0 to 29, as many as an ARC grid can have.

    >>> (29, 3) in vfrontier((0, 3))
    True
    """
    return line((0, place[1]), (MAX_SIDE - 1, place[1]))


def hfrontier(place: Pair) -> Indices:
    """The row through a place: its columns 0 to 29, as many as an ARC grid can have.

    >>> (3, 29) in hfrontier((3, 0))
    True
    """
    return line((place[0], 0), (place[0], MAX_SIDE - 1))

"""grids, objects and sets of places -> where they are, how large, and how they lie together."""

from arc_solver.dsl.between import distance, middle, pull, sign, touching
from arc_solver.dsl.boxes import box_of, columns_of, facts_of, rows_of
from arc_solver.values import (
    Grid,
    Indices,
    Pair,
    Patch,
    Piece,
    as_indices,
    as_object,
    is_object,
)


def toindices(patch: Patch) -> Indices:
    """The places of an object's cells.

    >>> toindices(frozenset({(3, (0, 1))}))
    frozenset({(0, 1)})
    """
    if is_object(patch):
        return frozenset([place for _, place in as_object(patch)])
    return as_indices(patch)


def uppermost(patch: Patch) -> int:
    """The first row that it touches.

    >>> uppermost(frozenset({(3, 1), (5, 0)}))
    3
    """
    return min(rows_of(patch))


def lowermost(patch: Patch) -> int:
    """The last row that it touches.

    >>> lowermost(frozenset({(3, 1), (5, 0)}))
    5
    """
    return max(rows_of(patch))


def leftmost(patch: Patch) -> int:
    """The first column that it touches.

    >>> leftmost(frozenset({(3, 1), (5, 0)}))
    0
    """
    return min(columns_of(patch))


def rightmost(patch: Patch) -> int:
    """The last column that it touches.

    >>> rightmost(frozenset({(3, 1), (5, 0)}))
    1
    """
    return max(columns_of(patch))


def height(piece: Piece) -> int:
    """The number of rows, of a patch those of its bounding box.

    >>> height(((1, 2, 3), (4, 5, 6)))
    2
    """
    if isinstance(piece, tuple):
        return len(piece)
    if not piece:
        return 0
    top, _, bottom, _ = box_of(piece)
    return bottom - top + 1


def width(piece: Piece) -> int:
    """The number of columns, of a patch those of its bounding box.

    >>> width(((1, 2, 3), (4, 5, 6)))
    3
    """
    if isinstance(piece, tuple):
        return len(piece[0])
    if not piece:
        return 0
    _, left, _, right = box_of(piece)
    return right - left + 1


def shape(piece: Piece) -> Pair:
    """Height and width.

    >>> shape(((1, 2, 3), (4, 5, 6)))
    (2, 3)
    """
    if isinstance(piece, tuple):
        return (len(piece), len(piece[0]))
    if not piece:
        return (0, 0)
    top, left, bottom, right = box_of(piece)
    return (bottom - top + 1, right - left + 1)


def portrait(piece: Piece) -> bool:
    """Whether it is higher than wide.

    >>> portrait(((1,), (1,)))
    True
    """
    rows, columns = shape(piece)
    return rows > columns


def square(piece: Piece) -> bool:
    """Whether a grid is as high as wide, and whether a patch fills such a box.

    >>> square(frozenset({(0, 0), (0, 1), (1, 0)}))
    False
    """
    if isinstance(piece, tuple):
        return len(piece) == len(piece[0])
    rows, columns = shape(piece)
    return rows == columns and rows * columns == len(piece)


def vline(patch: Patch) -> bool:
    """Whether it is one vertical line without gaps.

    >>> vline(frozenset({(1, 4), (2, 4)}))
    True
    """
    if not patch:
        return False
    top, left, bottom, right = box_of(patch)
    return left == right and bottom - top + 1 == len(patch)


def hline(patch: Patch) -> bool:
    """Whether it is one horizontal line without gaps.

    >>> hline(frozenset({(1, 4), (1, 6)}))
    False
    """
    if not patch:
        return False
    top, left, bottom, right = box_of(patch)
    return top == bottom and right - left + 1 == len(patch)


def ulcorner(patch: Patch) -> Pair:
    """The upper left corner of the bounding box.

    >>> ulcorner(frozenset({(3, 1), (5, 0)}))
    (3, 0)
    """
    return box_of(patch)[:2]


def urcorner(patch: Patch) -> Pair:
    """The upper right corner of the bounding box.

    >>> urcorner(frozenset({(3, 1), (5, 0)}))
    (3, 1)
    """
    top, _, _, right = box_of(patch)
    return (top, right)


def llcorner(patch: Patch) -> Pair:
    """The lower left corner of the bounding box.

    >>> llcorner(frozenset({(3, 1), (5, 0)}))
    (5, 0)
    """
    _, left, bottom, _ = box_of(patch)
    return (bottom, left)


def lrcorner(patch: Patch) -> Pair:
    """The lower right corner of the bounding box.

    >>> lrcorner(frozenset({(3, 1), (5, 0)}))
    (5, 1)
    """
    return box_of(patch)[2:]


def corners(patch: Patch) -> Indices:
    """The four corners of the bounding box.

    >>> sorted(corners(frozenset({(3, 1), (5, 0)})))
    [(3, 0), (3, 1), (5, 0), (5, 1)]
    """
    top, left, bottom, right = box_of(patch)
    return frozenset({(top, left), (top, right), (bottom, left), (bottom, right)})


def center(patch: Patch) -> Pair:
    """The middle of the bounding box, the lower right one of several.

    >>> center(frozenset({(0, 0), (2, 3)}))
    (1, 2)
    """
    top, left, bottom, right = box_of(patch)
    return (middle(top, bottom), middle(left, right))


def centerofmass(patch: Patch) -> Pair:
    """The mean of its places, rounded down.

    >>> centerofmass(frozenset({(0, 0), (0, 1), (4, 4)}))
    (1, 1)
    """
    places = toindices(patch)  # once, also where an object has two colours at one
    down, right = sum(row for row, _ in places), sum(column for _, column in places)
    return (down // len(patch), right // len(patch))


def hmatching(a: Patch, b: Patch) -> bool:
    """Whether some row touches both.

    >>> hmatching(frozenset({(1, 0)}), frozenset({(1, 9)}))
    True
    """
    return bool(a and b) and not facts_of(a).rows.keys().isdisjoint(facts_of(b).rows)


def vmatching(a: Patch, b: Patch) -> bool:
    """Whether some column touches both.

    >>> vmatching(frozenset({(1, 0)}), frozenset({(1, 9)}))
    False
    """
    return bool(a and b) and not facts_of(a).columns.keys().isdisjoint(facts_of(b).columns)


def manhattan(a: Patch, b: Patch) -> int:
    """The fewest steps up, down, left or right from one to the other.

    >>> manhattan(frozenset({(0, 0)}), frozenset({(2, 3), (9, 9)}))
    5
    """
    return distance(toindices(a), toindices(b))


def adjacent(a: Patch, b: Patch) -> bool:
    """Whether one step leads from one to the other.

    >>> adjacent(frozenset({(0, 0)}), frozenset({(0, 1)}))
    True
    """
    return touching(toindices(a), toindices(b))


def bordering(patch: Patch, grid: Grid) -> bool:
    """Whether it reaches the border of the grid.

    >>> bordering(frozenset({(1, 1)}), ((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    False
    """
    top, left, bottom, right = box_of(patch)
    return top == 0 or left == 0 or bottom == len(grid) - 1 or right == len(grid[0]) - 1


def position(a: Patch, b: Patch) -> Pair:
    """The direction in which the second lies from the first, centre to centre, as signs.

    >>> position(frozenset({(0, 0)}), frozenset({(0, 7)}))
    (0, 1)
    """
    (row, column), (other_row, other_column) = center(a), center(b)
    return (sign(other_row - row), sign(other_column - column))


def gravitate(source: Patch, target: Patch) -> Pair:
    """How far the source must move, straight, to touch the target; (0, 0) if it never does.

    It falls down or up where the two share a column, else to the right or left.

    >>> gravitate(frozenset({(0, 0)}), frozenset({(5, 0)}))
    (4, 0)
    """
    return pull(facts_of(source), facts_of(target))

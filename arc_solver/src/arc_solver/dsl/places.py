"""grids, objects and sets of places -> where they are, how large, and how they lie together."""

from arc_solver.values import (
    Grid,
    Indices,
    Pair,
    Patch,
    Piece,
    as_indices,
    as_object,
    bounded,
    is_object,
)


def toindices(patch: Patch) -> Indices:
    """The places of an object's cells.

    >>> toindices(frozenset({(3, (0, 1))}))
    frozenset({(0, 1)})
    """
    if is_object(patch):
        return frozenset(place for _, place in as_object(patch))
    return as_indices(patch)


def _rows(patch: Patch) -> list[int]:
    """In no order; an object's may come several times."""
    if is_object(patch):
        return [row for _, (row, _) in as_object(patch)]
    return [row for row, _ in as_indices(patch)]


def _columns(patch: Patch) -> list[int]:
    if is_object(patch):
        return [column for _, (_, column) in as_object(patch)]
    return [column for _, column in as_indices(patch)]


def uppermost(patch: Patch) -> int:
    """The first row that it touches.

    >>> uppermost(frozenset({(3, 1), (5, 0)}))
    3
    """
    return min(_rows(patch))


def lowermost(patch: Patch) -> int:
    """The last row that it touches.

    >>> lowermost(frozenset({(3, 1), (5, 0)}))
    5
    """
    return max(_rows(patch))


def leftmost(patch: Patch) -> int:
    """The first column that it touches.

    >>> leftmost(frozenset({(3, 1), (5, 0)}))
    0
    """
    return min(_columns(patch))


def rightmost(patch: Patch) -> int:
    """The last column that it touches.

    >>> rightmost(frozenset({(3, 1), (5, 0)}))
    1
    """
    return max(_columns(patch))


def height(piece: Piece) -> int:
    """The number of rows, of a patch those of its bounding box.

    >>> height(((1, 2, 3), (4, 5, 6)))
    2
    """
    if isinstance(piece, tuple):
        return len(piece)
    return lowermost(piece) - uppermost(piece) + 1 if piece else 0


def width(piece: Piece) -> int:
    """The number of columns, of a patch those of its bounding box.

    >>> width(((1, 2, 3), (4, 5, 6)))
    3
    """
    if isinstance(piece, tuple):
        return len(piece[0])
    return rightmost(piece) - leftmost(piece) + 1 if piece else 0


def shape(piece: Piece) -> Pair:
    """Height and width.

    >>> shape(((1, 2, 3), (4, 5, 6)))
    (2, 3)
    """
    return (height(piece), width(piece))


def portrait(piece: Piece) -> bool:
    """Whether it is higher than wide.

    >>> portrait(((1,), (1,)))
    True
    """
    return height(piece) > width(piece)


def square(piece: Piece) -> bool:
    """Whether a grid is as high as wide, and whether a patch fills such a box.

    >>> square(frozenset({(0, 0), (0, 1), (1, 0)}))
    False
    """
    if isinstance(piece, tuple):
        return len(piece) == len(piece[0])
    return height(piece) == width(piece) and height(piece) * width(piece) == len(piece)


def vline(patch: Patch) -> bool:
    """Whether it is one vertical line without gaps.

    >>> vline(frozenset({(1, 4), (2, 4)}))
    True
    """
    return width(patch) == 1 and height(patch) == len(patch)


def hline(patch: Patch) -> bool:
    """Whether it is one horizontal line without gaps.

    >>> hline(frozenset({(1, 4), (1, 6)}))
    False
    """
    return height(patch) == 1 and width(patch) == len(patch)


def ulcorner(patch: Patch) -> Pair:
    """The upper left corner of the bounding box.

    >>> ulcorner(frozenset({(3, 1), (5, 0)}))
    (3, 0)
    """
    return (uppermost(patch), leftmost(patch))


def urcorner(patch: Patch) -> Pair:
    """The upper right corner of the bounding box.

    >>> urcorner(frozenset({(3, 1), (5, 0)}))
    (3, 1)
    """
    return (uppermost(patch), rightmost(patch))


def llcorner(patch: Patch) -> Pair:
    """The lower left corner of the bounding box.

    >>> llcorner(frozenset({(3, 1), (5, 0)}))
    (5, 0)
    """
    return (lowermost(patch), leftmost(patch))


def lrcorner(patch: Patch) -> Pair:
    """The lower right corner of the bounding box.

    >>> lrcorner(frozenset({(3, 1), (5, 0)}))
    (5, 1)
    """
    return (lowermost(patch), rightmost(patch))


def corners(patch: Patch) -> Indices:
    """The four corners of the bounding box.

    >>> sorted(corners(frozenset({(3, 1), (5, 0)})))
    [(3, 0), (3, 1), (5, 0), (5, 1)]
    """
    return frozenset({ulcorner(patch), urcorner(patch), llcorner(patch), lrcorner(patch)})


def center(patch: Patch) -> Pair:
    """The middle of the bounding box, the lower right one of several.

    >>> center(frozenset({(0, 0), (2, 3)}))
    (1, 2)
    """
    return (uppermost(patch) + height(patch) // 2, leftmost(patch) + width(patch) // 2)


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
    return bool(set(_rows(a)) & set(_rows(b)))


def vmatching(a: Patch, b: Patch) -> bool:
    """Whether some column touches both.

    >>> vmatching(frozenset({(1, 0)}), frozenset({(1, 9)}))
    False
    """
    return bool(set(_columns(a)) & set(_columns(b)))


def manhattan(a: Patch, b: Patch) -> int:
    """The fewest steps up, down, left or right from one to the other.

    >>> manhattan(frozenset({(0, 0)}), frozenset({(2, 3), (9, 9)}))
    5
    """
    return min(
        abs(row - other_row) + abs(column - other_column)
        for row, column in toindices(a)
        for other_row, other_column in toindices(b)
    )


def adjacent(a: Patch, b: Patch) -> bool:
    """Whether one step leads from one to the other.

    >>> adjacent(frozenset({(0, 0)}), frozenset({(0, 1)}))
    True
    """
    return manhattan(a, b) == 1


def bordering(patch: Patch, grid: Grid) -> bool:
    """Whether it reaches the border of the grid.

    >>> bordering(frozenset({(1, 1)}), ((0, 0, 0), (0, 0, 0), (0, 0, 0)))
    False
    """
    return (
        uppermost(patch) == 0
        or leftmost(patch) == 0
        or lowermost(patch) == len(grid) - 1
        or rightmost(patch) == len(grid[0]) - 1
    )


def position(a: Patch, b: Patch) -> Pair:
    """The direction in which the second lies from the first, centre to centre, as signs.

    >>> position(frozenset({(0, 0)}), frozenset({(0, 7)}))
    (0, 1)
    """
    (row, column), (other_row, other_column) = center(a), center(b)
    down, right = other_row - row, other_column - column
    return ((down > 0) - (down < 0), (right > 0) - (right < 0))


def gravitate(source: Patch, target: Patch) -> Pair:
    """How far the source must move, straight, to touch the target; (0, 0) if it never does.

    It falls down or up where the two share a column, else to the right or left.

    >>> gravitate(frozenset({(0, 0)}), frozenset({(5, 0)}))
    (4, 0)
    """
    down, right = position(source, target)
    down, right = (down, 0) if vmatching(source, target) else (0, right)
    places = toindices(source)
    goal = toindices(target)
    ends = [*_rows(source), *_rows(target), *_columns(source), *_columns(target)]
    for steps in range(bounded(max(ends) - min(ends)) + 1):
        moved = frozenset((row + steps * down, column + steps * right) for row, column in places)
        if adjacent(moved, goal):
            return (steps * down, steps * right)
    return (0, 0)

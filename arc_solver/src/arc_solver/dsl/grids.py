"""grids -> grids and patches of another shape: cut out, turned, mirrored."""

from typing import Any, overload

from arc_solver.dsl.places import leftmost, lowermost, rightmost, shape, ulcorner, uppermost
from arc_solver.values import Grid, Indices, Object, Pair, Patch, bounded, grid_of, is_object


def canvas(colour: int, dimensions: Pair) -> Grid:
    """A grid of one colour.

    >>> canvas(3, (1, 2))
    ((3, 3),)
    """
    rows, columns = dimensions
    if rows < 1 or columns < 1:
        raise ValueError(f"a grid of {rows} x {columns} cells is none")
    bounded(rows * columns)
    return Grid(((colour,) * columns,) * rows)


def crop(grid: Grid, start: Pair, dimensions: Pair) -> Grid:
    """The part of the grid from a place on, of so many rows and columns.

    >>> crop(((1, 2), (3, 4)), (0, 1), (2, 1))
    ((2,), (4,))
    """
    (top, left), (rows, columns) = start, dimensions
    inside = top >= 0 and left >= 0 and top + rows <= len(grid) and left + columns <= len(grid[0])
    if rows < 1 or columns < 1 or not inside:
        raise ValueError(f"{rows} x {columns} cells from {start} are not inside of the grid")
    return Grid(tuple([row[left : left + columns] for row in grid[top : top + rows]]))


def subgrid(patch: Patch, grid: Grid) -> Grid:
    """The part of the grid under the bounding box.

    >>> subgrid(frozenset({(1, 1)}), ((1, 2), (3, 4)))
    ((4,),)
    """
    return crop(grid, ulcorner(patch), shape(patch))


def trim(grid: Grid) -> Grid:
    """The grid without its outermost rows and columns.

    >>> trim(((1, 1, 1), (1, 2, 1), (1, 1, 1)))
    ((2,),)
    """
    return crop(grid, (1, 1), (len(grid) - 2, len(grid[0]) - 2))


def compress(grid: Grid) -> Grid:
    """The grid without the rows and columns that have one colour only.

    >>> compress(((0, 0, 0), (0, 1, 2)))
    ((1, 2),)
    """
    rows = [i for i, row in enumerate(grid) if len(set(row)) > 1]
    columns = [j for j in range(len(grid[0])) if len({row[j] for row in grid}) > 1]
    if not rows or not columns:
        raise ValueError("nothing of the grid is left")
    return grid_of((grid[i][j] for j in columns) for i in rows)


def tophalf(grid: Grid) -> Grid:
    """The upper half, without the middle row of an odd number.

    >>> tophalf(((1,), (2,), (3,)))
    ((1,),)
    """
    return crop(grid, (0, 0), (len(grid) // 2, len(grid[0])))


def bottomhalf(grid: Grid) -> Grid:
    """The lower half, without the middle row of an odd number.

    >>> bottomhalf(((1,), (2,), (3,)))
    ((3,),)
    """
    half = len(grid) // 2
    return crop(grid, (len(grid) - half, 0), (half, len(grid[0])))


def lefthalf(grid: Grid) -> Grid:
    """The left half, without the middle column of an odd number.

    >>> lefthalf(((1, 2, 3),))
    ((1,),)
    """
    return crop(grid, (0, 0), (len(grid), len(grid[0]) // 2))


def righthalf(grid: Grid) -> Grid:
    """The right half, without the middle column of an odd number.

    >>> righthalf(((1, 2, 3),))
    ((3,),)
    """
    half = len(grid[0]) // 2
    return crop(grid, (0, len(grid[0]) - half), (len(grid), half))


def rot90(grid: Grid) -> Grid:
    """The grid turned to the right by a quarter.

    >>> rot90(((1, 2), (3, 4)))
    ((3, 1), (4, 2))
    """
    return Grid(tuple(zip(*grid[::-1], strict=True)))


def rot180(grid: Grid) -> Grid:
    """The grid turned by a half.

    >>> rot180(((1, 2), (3, 4)))
    ((4, 3), (2, 1))
    """
    return Grid(tuple([row[::-1] for row in grid[::-1]]))


def rot270(grid: Grid) -> Grid:
    """The grid turned to the left by a quarter.

    >>> rot270(((1, 2), (3, 4)))
    ((2, 4), (1, 3))
    """
    return Grid(tuple(zip(*grid, strict=True))[::-1])


@overload
def hmirror(piece: Grid) -> Grid: ...
@overload
def hmirror(piece: Object) -> Object: ...
@overload
def hmirror(piece: Indices) -> Indices: ...
def hmirror(piece: Any) -> Any:
    """Upside down, a patch within its bounding box.

    >>> hmirror(((1, 2), (3, 4)))
    ((3, 4), (1, 2))
    """
    if isinstance(piece, tuple):
        return Grid(piece[::-1])
    axis = uppermost(piece) + lowermost(piece) if piece else 0
    return _mapped(piece, lambda row, column: (axis - row, column))


@overload
def vmirror(piece: Grid) -> Grid: ...
@overload
def vmirror(piece: Object) -> Object: ...
@overload
def vmirror(piece: Indices) -> Indices: ...
def vmirror(piece: Any) -> Any:
    """Left and right exchanged, a patch within its bounding box.

    >>> vmirror(((1, 2), (3, 4)))
    ((2, 1), (4, 3))
    """
    if isinstance(piece, tuple):
        return Grid(tuple([row[::-1] for row in piece]))
    axis = leftmost(piece) + rightmost(piece) if piece else 0
    return _mapped(piece, lambda row, column: (row, axis - column))


@overload
def dmirror(piece: Grid) -> Grid: ...
@overload
def dmirror(piece: Object) -> Object: ...
@overload
def dmirror(piece: Indices) -> Indices: ...
def dmirror(piece: Any) -> Any:
    """Rows and columns exchanged, a patch around its upper left corner.

    >>> dmirror(((1, 2), (3, 4)))
    ((1, 3), (2, 4))
    """
    if isinstance(piece, tuple):
        return Grid(tuple(zip(*piece, strict=True)))
    top, left = ulcorner(piece) if piece else (0, 0)
    return _mapped(piece, lambda row, column: (column - left + top, row - top + left))


@overload
def cmirror(piece: Grid) -> Grid: ...
@overload
def cmirror(piece: Object) -> Object: ...
@overload
def cmirror(piece: Indices) -> Indices: ...
def cmirror(piece: Any) -> Any:
    """Mirrored at the other diagonal, from lower left to upper right.

    >>> cmirror(((1, 2), (3, 4)))
    ((4, 2), (3, 1))
    """
    return vmirror(dmirror(vmirror(piece)))


def _mapped(patch: Any, place: Any) -> Any:
    if is_object(patch):
        return frozenset((colour, place(*at)) for colour, at in patch)
    return frozenset(place(*at) for at in patch)

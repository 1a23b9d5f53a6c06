"""grids -> grids of another size: scaled, joined, split, laid over one another."""

from typing import Any, overload

from arc_solver.dsl.grids import crop, dmirror
from arc_solver.dsl.places import shape, ulcorner
from arc_solver.values import Grid, Object, bounded, grid_of


def hupscale(grid: Grid, factor: int) -> Grid:
    """Every cell so many times as wide.

    >>> hupscale(((1, 2),), 2)
    ((1, 1, 2, 2),)
    """
    _check_factor(factor)
    bounded(len(grid) * len(grid[0]) * factor)
    times = range(factor)
    return Grid(tuple([tuple([colour for colour in row for _ in times]) for row in grid]))


def vupscale(grid: Grid, factor: int) -> Grid:
    """Every cell so many times as high.

    >>> vupscale(((1, 2),), 2)
    ((1, 2), (1, 2))
    """
    _check_factor(factor)
    bounded(len(grid) * len(grid[0]) * factor)
    return Grid(tuple(row for row in grid for _ in range(factor)))


@overload
def upscale(piece: Grid, factor: int) -> Grid: ...
@overload
def upscale(piece: Object, factor: int) -> Object: ...
def upscale(piece: Any, factor: int) -> Any:
    """Every cell so many times as high and wide; an object keeps its upper left corner.

    >>> upscale(((1, 2),), 2)
    ((1, 1, 2, 2), (1, 1, 2, 2))
    """
    if isinstance(piece, tuple):
        return vupscale(hupscale(Grid(piece), factor), factor)
    _check_factor(factor)
    bounded(len(piece) * factor * factor)
    if not piece:
        return piece
    top, left = ulcorner(piece)
    return frozenset(
        (colour, (top + (row - top) * factor + i, left + (column - left) * factor + j))
        for colour, (row, column) in piece
        for i in range(factor)
        for j in range(factor)
    )


def downscale(grid: Grid, factor: int) -> Grid:
    """Every so many-th cell of every so many-th row.

    >>> downscale(((1, 1, 2, 2), (1, 1, 2, 2)), 2)
    ((1, 2),)
    """
    _check_factor(factor)
    return Grid(tuple([row[::factor] for row in grid[::factor]]))


def _check_factor(factor: int) -> None:
    if factor < 1:
        raise ValueError(f"a scale of {factor} leaves nothing")


def hconcat(a: Grid, b: Grid) -> Grid:
    """Two grids of one height side by side.

    >>> hconcat(((1,), (2,)), ((3,), (4,)))
    ((1, 3), (2, 4))
    """
    bounded(len(a) * (len(a[0]) + len(b[0])))
    return Grid(tuple(left + right for left, right in zip(a, b, strict=True)))


def vconcat(a: Grid, b: Grid) -> Grid:
    """Two grids of one width, the first above the second.

    >>> vconcat(((1, 2),), ((3, 4),))
    ((1, 2), (3, 4))
    """
    if len(a[0]) != len(b[0]):
        raise ValueError(f"widths {len(a[0])} and {len(b[0])} do not fit")
    bounded((len(a) + len(b)) * len(a[0]))
    return Grid(a + b)


def hsplit(grid: Grid, count: int) -> tuple[Grid, ...]:
    """So many parts of one width, side by side; columns between them are left out evenly.

    >>> hsplit(((1, 2, 3, 4),), 2)
    (((1, 2),), ((3, 4),))
    """
    return tuple(dmirror(part) for part in vsplit(dmirror(grid), count))


def vsplit(grid: Grid, count: int) -> tuple[Grid, ...]:
    """So many parts of one height, one above the other; rows between them are left out evenly.

    >>> vsplit(((1,), (0,), (2,)), 2)
    (((1,),), ((2,),))
    """
    if not 1 <= count <= len(grid):
        raise ValueError(f"{len(grid)} rows cannot be split into {count} parts")
    height = len(grid) // count
    stride = height + (len(grid) % count > 0)
    if stride * (count - 1) + height > len(grid):
        raise ValueError(f"{len(grid)} rows are not {count} equal parts with equal gaps")
    return tuple(crop(grid, (stride * part, 0), (height, len(grid[0]))) for part in range(count))


def cellwise(a: Grid, b: Grid, fallback: int) -> Grid:
    """The colours in which two grids agree, elsewhere the fallback.

    >>> cellwise(((1, 2),), ((1, 3),), 0)
    ((1, 0),)
    """
    if shape(a) != shape(b):
        raise ValueError(f"shapes {shape(a)} and {shape(b)} differ")
    return grid_of(
        (left if left == right else fallback for left, right in zip(*pair, strict=True))
        for pair in zip(a, b, strict=True)
    )

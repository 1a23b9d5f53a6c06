"""grids and what to paint -> grids of the same shape in other colours."""

from operator import itemgetter
from typing import Any

from arc_solver.dsl.colours import mostcolor
from arc_solver.dsl.patches import shift
from arc_solver.dsl.places import toindices
from arc_solver.values import Grid, Indices, Object, Pair, Patch, grid_of


def paint(grid: Grid, thing: Object) -> Grid:
    """The grid with the object's cells painted over it; cells outside are left out.

    >>> paint(((0, 0),), frozenset({(3, (0, 1)), (3, (9, 9))}))
    ((0, 3),)
    """
    return _painted(grid, thing, over=None)


def underpaint(grid: Grid, thing: Object) -> Grid:
    """The same, but only where the grid has its commonest colour.

    >>> underpaint(((0, 0, 5),), frozenset({(3, (0, 1)), (3, (0, 2))}))
    ((0, 3, 5),)
    """
    return _painted(grid, thing, over=mostcolor(grid))


def fill(grid: Grid, colour: int, patch: Patch) -> Grid:
    """The grid with the places of the patch in one colour.

    >>> fill(((0, 0),), 4, frozenset({(0, 0)}))
    ((4, 0),)
    """
    return _filled(grid, colour, toindices(patch), over=None)


def underfill(grid: Grid, colour: int, patch: Patch) -> Grid:
    """The same, but only where the grid has its commonest colour.

    >>> underfill(((0, 0, 5),), 4, frozenset({(0, 0), (0, 2)}))
    ((4, 0, 5),)
    """
    return _filled(grid, colour, toindices(patch), over=mostcolor(grid))


def _painted(grid: Grid, thing: Object, over: int | None) -> Grid:
    """Where an object has two colours at one place, the greater one is seen."""
    height, width = len(grid), len(grid[0])
    rows = list(map(list, grid))
    one_colour = len({colour for colour, _ in thing}) < 2
    for colour, (row, column) in thing if one_colour else sorted(thing, key=itemgetter(0)):
        inside = 0 <= row < height and 0 <= column < width
        if inside and (over is None or over == grid[row][column]):
            rows[row][column] = colour
    return grid_of(rows)


def _filled(grid: Grid, colour: int, places: Indices, over: int | None) -> Grid:
    height, width = len(grid), len(grid[0])
    rows: list[Any] = list(grid)
    touched: dict[int, list[int]] = {}
    for row, column in places:
        if 0 <= row < height and 0 <= column < width:
            line = touched.get(row)
            if line is None:
                line = touched[row] = list(grid[row])
            if over is None or over == line[column]:
                line[column] = colour
    for row, line in touched.items():
        rows[row] = tuple(line)
    return Grid(tuple(rows))


def cover(grid: Grid, patch: Patch) -> Grid:
    """The grid with the patch in its commonest colour.

    >>> cover(((0, 0, 5),), frozenset({(0, 2)}))
    ((0, 0, 0),)
    """
    return fill(grid, mostcolor(grid), patch)


def move(grid: Grid, thing: Object, offset: Pair) -> Grid:
    """The grid with the object at another place, and its commonest colour where it was.

    >>> move(((5, 0, 0),), frozenset({(5, (0, 0))}), (0, 2))
    ((0, 0, 5),)
    """
    return paint(cover(grid, thing), shift(thing, offset))


def replace(grid: Grid, old: int, new: int) -> Grid:
    """The grid with one colour in place of another.

    >>> replace(((1, 2),), 1, 7)
    ((7, 2),)
    """
    rows = [
        tuple([new if colour == old else colour for colour in row]) if old in row else row
        for row in grid
    ]
    return Grid(tuple(rows))


def switch(grid: Grid, a: int, b: int) -> Grid:
    """The grid with two colours exchanged.

    >>> switch(((1, 2, 3),), 1, 2)
    ((2, 1, 3),)
    """
    to = {a: b, b: a}
    return Grid(tuple([tuple([to.get(colour, colour) for colour in row]) for row in grid]))

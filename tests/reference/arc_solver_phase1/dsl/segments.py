"""grid -> the objects in it."""

from collections.abc import Iterable

from arc_solver_phase1.dsl.colours import mostcolor, ofcolor, palette
from arc_solver_phase1.dsl.patches import dneighbors, neighbors, recolor, toobject
from arc_solver_phase1.dsl.places import height, ulcorner, width
from arc_solver_phase1.values import Grid, Indices, Object, Objects, Pair, ordered


def objects(grid: Grid, univalued: bool, diagonal: bool, without_bg: bool) -> Objects:
    """The connected parts: of one colour each or not, also across corners or not, the
    commonest colour left out or not.

    >>> len(objects(((1, 0), (0, 1)), True, True, True))
    1
    """
    background = mostcolor(grid) if without_bg else None
    around = neighbors if diagonal else dneighbors
    found: set[Object] = set()
    seen: set[Pair] = set()
    for i, row in enumerate(grid):
        for j, colour in enumerate(row):
            if (i, j) in seen or colour == background:
                continue
            part: set[Pair] = set()
            border = {(i, j)}
            while border:
                part |= border
                border = {
                    place
                    for known in border
                    for place in around(known)
                    if place not in part
                    and 0 <= place[0] < len(grid)
                    and 0 <= place[1] < len(row)
                    and _joins(grid[place[0]][place[1]], colour, univalued, background)
                }
            seen |= part
            found.add(toobject(frozenset(part), grid))
    return frozenset(found)


def _joins(candidate: int, colour: int, univalued: bool, background: int | None) -> bool:
    return candidate == colour if univalued else candidate != background


def objects_t(grid: Grid, univalued: bool, diagonal: bool, without_bg: bool) -> tuple[Object, ...]:
    """The connected parts as `objects` finds them, in reading order.

    >>> objects_t(((1, 0),), True, True, True)
    (frozenset({(1, (0, 0))}),)
    """
    return tuple(ordered(objects(grid, univalued, diagonal, without_bg)))


def o_g(grid: Grid, code: int) -> Objects:
    """The connected parts by a code from 0 to 7: 4 univalued + 2 diagonal + 1 without background.

    >>> o_g(((1, 0),), 5) == objects(((1, 0),), True, False, True)
    True
    """
    if not 0 <= code <= 7:
        raise ValueError(f"{code} is not a connectivity code from 0 to 7")
    return objects(grid, bool(code & 4), bool(code & 2), bool(code & 1))


def partition(grid: Grid) -> Objects:
    """One object for every colour.

    >>> len(partition(((1, 0), (0, 1))))
    2
    """
    return frozenset(recolor(colour, ofcolor(grid, colour)) for colour in palette(grid))


def fgpartition(grid: Grid) -> Objects:
    """One object for every colour but the commonest.

    >>> fgpartition(((1, 0), (0, 0)))
    frozenset({frozenset({(1, (0, 0))})})
    """
    background = mostcolor(grid)
    return frozenset(thing for thing in partition(grid) if next(iter(thing))[0] != background)


def frontiers(grid: Grid) -> Objects:
    """The rows and columns that have one colour only.

    >>> len(frontiers(((3, 3), (1, 2))))
    1
    """
    rows = _lines(((i, j) for j in range(len(grid[0]))) for i in range(len(grid)))
    columns = _lines(((i, j) for i in range(len(grid))) for j in range(len(grid[0])))
    lines = (toobject(line, grid) for line in [*rows, *columns])
    return frozenset(line for line in lines if len(palette(line)) == 1)


def _lines(lines: Iterable[Iterable[Pair]]) -> list[Indices]:
    return [frozenset(line) for line in lines]


def rows(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """The rows of the grid, each a tuple of colours.

    >>> rows(((1, 2), (3, 4)))
    ((1, 2), (3, 4))
    """
    return tuple(grid)


def asindices(grid: Grid) -> Indices:
    """All places of the grid.

    >>> sorted(asindices(((7, 7),)))
    [(0, 0), (0, 1)]
    """
    return frozenset((i, j) for i in range(len(grid)) for j in range(len(grid[0])))


def occurrences(grid: Grid, thing: Object) -> Indices:
    """The places where the object, moved there by its upper left corner, equals the grid.

    >>> occurrences(((1, 2), (2, 1)), frozenset({(2, (0, 0))})) == {(0, 1), (1, 0)}
    True
    """
    top, left = ulcorner(thing)
    cells = [(colour, row - top, column - left) for colour, (row, column) in thing]
    return frozenset(
        (i, j)
        for i in range(len(grid) - height(thing) + 1)
        for j in range(len(grid[0]) - width(thing) + 1)
        if all(grid[i + row][j + column] == colour for colour, row, column in cells)
    )

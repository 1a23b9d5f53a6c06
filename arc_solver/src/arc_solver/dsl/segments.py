"""grid -> the objects in it."""

from itertools import compress

from arc_solver.dsl.boxes import box_of
from arc_solver.dsl.colours import mostcolor
from arc_solver.dsl.flood import connected
from arc_solver.dsl.seen import CELL, indices_of, places_of, seen
from arc_solver.values import Grid, Indices, Object, Objects, ordered


def objects(grid: Grid, univalued: bool, diagonal: bool, without_bg: bool) -> Objects:
    """The connected parts: of one colour each or not, also across corners or not, the
    commonest colour left out or not.

    >>> len(objects(((1, 0), (0, 1)), True, True, True))
    1
    """
    background = mostcolor(grid) if without_bg else None
    return connected(grid, univalued, diagonal, background)


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
    known = seen(grid)
    return frozenset(map(known.of_colour, known.counts))


def fgpartition(grid: Grid) -> Objects:
    """One object for every colour but the commonest.

    >>> fgpartition(((1, 0), (0, 0)))
    frozenset({frozenset({(1, (0, 0))})})
    """
    known, background = seen(grid), mostcolor(grid)
    return frozenset([known.of_colour(colour) for colour in known.counts if colour != background])


def frontiers(grid: Grid) -> Objects:
    """The rows and columns that have one colour only.

    >>> len(frontiers(((3, 3), (1, 2))))
    1
    """
    height, width = range(len(grid)), range(len(grid[0]))
    rows = [[(row[0], (i, j)) for j in width] for i, row in enumerate(grid) if len(set(row)) == 1]
    turned = enumerate(zip(*grid, strict=True))
    columns = [[(line[0], (i, j)) for i in height] for j, line in turned if len(set(line)) == 1]
    return frozenset(map(frozenset, rows + columns))


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
    return indices_of(grid)


def occurrences(grid: Grid, thing: Object) -> Indices:
    """The places where the object, moved there by its upper left corner, equals the grid.

    >>> occurrences(((1, 2), (2, 1)), frozenset({(2, (0, 0))})) == {(0, 1), (1, 0)}
    True
    """
    top, left, bottom, right = box_of(thing)
    down, across = len(grid) - bottom + top, len(grid[0]) - right + left
    if down < 1 or across < 1:
        return frozenset()
    known, row_length = seen(grid), len(grid[0]) + 1
    starts = (b"\1" * across + bytes(row_length - across)) * down
    left_over = int.from_bytes(starts, "little")
    layers = {colour: known.number(colour) for colour in {colour for colour, _ in thing}}
    for colour, (row, column) in thing:
        away = (row - top) * row_length + column - left
        left_over &= layers[colour] >> CELL * away
        if not left_over:
            return frozenset()
    return frozenset(compress(places_of(grid), left_over.to_bytes(len(starts), "little")))

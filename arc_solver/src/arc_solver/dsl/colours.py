"""grids and objects -> what can be said of their colours."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain, compress

from arc_solver.dsl.seen import cells_of, places_of, seen
from arc_solver.values import Grid, Indices, Object, Pair, bounded, least


def _counts(piece: Grid | Object) -> Mapping[int, int]:
    """How often each colour occurs, from the least colour to the greatest."""
    if isinstance(piece, tuple):
        return seen(piece).counts
    found = Counter([colour for colour, _ in piece])
    return {colour: found[colour] for colour in sorted(found)}


def mostcolor(piece: Grid | Object) -> int:
    """The commonest colour, of several the least.

    >>> mostcolor(((2, 1), (1, 2)))
    1
    """
    counts = _counts(piece)
    return max(counts, key=counts.__getitem__)


def leastcolor(piece: Grid | Object) -> int:
    """The rarest of the colours that occur, of several the least.

    >>> leastcolor(((2, 1), (1, 1)))
    2
    """
    counts = _counts(piece)
    return min(counts, key=counts.__getitem__)


def colorcount(piece: Grid | Object, colour: int) -> int:
    """The number of cells of a colour.

    >>> colorcount(((2, 1), (1, 1)), 1)
    3
    """
    return _counts(piece).get(colour, 0)


def palette(piece: Grid | Object) -> frozenset[int]:
    """The colours that occur.

    >>> sorted(palette(((2, 1), (1, 1))))
    [1, 2]
    """
    return frozenset(_counts(piece))


def numcolors(piece: Grid | Object) -> int:
    """The number of colours that occur.

    >>> numcolors(((2, 1), (1, 1)))
    2
    """
    return len(_counts(piece))


def color(thing: Object) -> int:
    """The colour of an object; where it has several, that of its first cell.

    >>> color(frozenset({(3, (0, 1))}))
    3
    """
    colours = {colour for colour, _ in thing}
    return colours.pop() if len(colours) == 1 else least(thing)[0]


def index(grid: Grid, place: Pair) -> int:
    """The colour at a place, which must be inside the grid.

    >>> index(((1, 2), (3, 4)), (1, 0))
    3
    """
    row, column = place
    if not (0 <= row < len(grid) and 0 <= column < len(grid[0])):
        raise IndexError(f"{place} is outside of the grid")
    return grid[row][column]


def ofcolor(grid: Grid, colour: int) -> Indices:
    """The places of a colour.

    >>> ofcolor(((1, 2), (1, 1)), 2)
    frozenset({(0, 1)})
    """
    return frozenset(compress(places_of(grid), seen(grid).layer(colour)))


def asobject(grid: Grid) -> Object:
    """All cells of the grid as one object.

    >>> asobject(((5,),))
    frozenset({(5, (0, 0))})
    """
    return frozenset(zip(chain.from_iterable(grid), cells_of(grid), strict=True))


def hperiod(thing: Object) -> int:
    """The least number of columns after which the pattern repeats; its width if it does not.

    >>> hperiod(frozenset({(1, (0, 0)), (2, (0, 1)), (1, (0, 2))}))
    2
    """
    return _period([(column, (row, colour)) for colour, (row, column) in thing])


def vperiod(thing: Object) -> int:
    """The least number of rows after which the pattern repeats; its height if it does not.

    >>> vperiod(frozenset({(1, (0, 0)), (1, (1, 0))}))
    1
    """
    return _period([(row, (column, colour)) for colour, (row, column) in thing])


def _period(cells: list[tuple[int, Pair]]) -> int:
    """Along the first number: lines that are so far apart are equal, up to the pattern's ends."""
    found: dict[int, set[Pair]] = {}
    for along, rest in cells:
        found.setdefault(along, set()).add(rest)
    start, stop = min(found), max(found)
    bounded(stop - start)
    lines = [found.get(along) for along in range(start, stop + 1)]
    for period in range(1, len(lines)):
        if lines[:-period] == lines[period:]:
            return period
    return len(lines)

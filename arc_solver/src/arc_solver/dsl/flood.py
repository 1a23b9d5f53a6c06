"""grid -> its connected parts, by whole numbers that have a byte for every cell.

A set of cells is one number: to move it is a shift, to cut it an `and`. Rows are apart by one byte
that belongs to no cell, so that nothing runs over from one row to the next.
"""

from collections.abc import Iterator
from itertools import compress

from arc_solver.dsl.seen import CELL, Seen, seen
from arc_solver.values import Grid, Object, Objects


def connected(grid: Grid, univalued: bool, diagonal: bool, background: int | None) -> Objects:
    """Each part once; of several colours, unless each is to have one."""
    known = seen(grid)
    found = known.objects.get((univalued, diagonal, background))
    if found is None:
        of = _of_one_colour if univalued else _of_any_colour
        found = known.objects[univalued, diagonal, background] = of(known, diagonal, background)
    return found


def _of_one_colour(known: Seen, diagonal: bool, background: int | None) -> Objects:
    found: list[Object] = []
    for colour in known.counts:
        if colour != background:
            parts = known.parts.get((colour, diagonal))
            if parts is None:
                parts = tuple(_parts(known, known.number(colour), diagonal))
                known.parts[colour, diagonal] = parts
            found += parts
    return frozenset(found)


def _of_any_colour(known: Seen, diagonal: bool, background: int | None) -> Objects:
    return frozenset(_parts(known, known.all_but(background), diagonal))


def _parts(known: Seen, left: int, diagonal: bool) -> Iterator[Object]:
    """A cell, and what is beside it, until nothing more is; then the same with the rest.

    Cells before it are gone but for one, to which a step to the left and down leads: so numbers
    begin with the part, and it costs what it measures.
    """
    cells = known.cells
    row = CELL * (len(known.grid[0]) + 1)
    begin = -1
    left <<= CELL
    while left:
        skip = (left & -left).bit_length() // CELL - 1
        left >>= CELL * skip
        begin += skip
        grown, part = 1 << CELL, 0
        while grown != part:
            part = grown
            level = part | part << CELL | part >> CELL
            across = level if diagonal else part
            grown = (level | across << row | across >> row) & left
        left ^= part
        size = part.bit_length() // CELL + 1
        if size == 2:
            yield frozenset((cells[begin + 1],))
        else:
            chosen = (part >> CELL).to_bytes(size - 1, "little")
            yield frozenset(compress(cells[begin + 1 : begin + size], chosen))

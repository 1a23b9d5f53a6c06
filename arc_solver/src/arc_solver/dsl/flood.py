"""grid -> its connected parts, by whole numbers that have a byte for every cell.

A set of cells is one number: to move it is a shift, to cut it an `and`. Rows are apart by one byte
that belongs to no cell, so that nothing runs over from one row to the next.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, compress

from arc_solver.values import Grid, Object, Pair

SHAPES_KEPT = 8
CELL = 8
"""Bits for each cell: a whole byte, because bytes are fast to make and to read."""


@lru_cache(SHAPES_KEPT)
def _places(height: int, width: int) -> tuple[tuple[Pair, ...], int]:
    """The place for every byte, and the bytes that are cells."""
    places = tuple((i, j) for i in range(height) for j in range(width + 1))
    inside = int.from_bytes((b"\1" * width + b"\0") * height, "little")
    return places, inside


def connected(
    grid: Grid, univalued: bool, diagonal: bool, background: int | None
) -> Iterator[Object]:
    """Each part once; of several colours, unless each is to have one."""
    height, width = len(grid), len(grid[0])
    places, inside = _places(height, width)
    flat = list(chain.from_iterable([(*row, -1) for row in grid]))
    layers = _layers(flat, set(chain.from_iterable(grid)) - {background}, inside)
    if not univalued:
        layers = [sum(layers)]
    row = CELL * (width + 1)
    for left in layers:
        for part in _parts(left, row, diagonal):
            low = ((part & -part).bit_length() - 1) // CELL
            high = part.bit_length() // CELL + 1
            if high - low == 1:
                yield frozenset(((flat[low], places[low]),))
                continue
            chosen = (part >> (CELL * low)).to_bytes(high - low, "little")
            cells = zip(flat[low:high], places[low:high], strict=True)
            yield frozenset(compress(cells, chosen))


def _layers(flat: list[int], colours: set[int], inside: int) -> list[int]:
    """A number for each colour: a byte of 1 for each of its cells."""
    if min(colours, default=0) < 0 or max(colours, default=0) > MOST_COLOUR:
        layers = (bytes(map(colour.__eq__, flat)) for colour in colours)
    else:
        text = bytes([colour & 255 for colour in flat])
        layers = (text.translate(_ones(colour)) for colour in colours)
    return [int.from_bytes(layer, "little") & inside for layer in layers]


MOST_COLOUR = 254
"""The next one stands between the rows."""


@lru_cache(MOST_COLOUR + 1)
def _ones(colour: int) -> bytes:
    return bytes(map(colour.__eq__, range(256)))


def _parts(left: int, row: int, diagonal: bool) -> Iterator[int]:
    """A cell, and what is beside it, until nothing more is; then the same with the rest."""
    while left:
        grown = left & -left
        part = 0
        while grown != part:
            part = grown
            level = part | part << CELL | part >> CELL
            across = level if diagonal else part
            grown = (level | across << row | across >> row) & left
        left ^= part
        yield part

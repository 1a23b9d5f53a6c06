"""grid -> its connected parts, by whole numbers that have a byte for every cell.

A set of cells is one number: to move it is a shift, to cut it an `and`. Rows are apart by one byte
that belongs to no cell, so that nothing runs over from one row to the next.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, compress

from arc_solver.values import Grid, Object, Pair

SHAPES_KEPT = 32
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
    cells = list(zip(flat, places, strict=True))
    colours = set(chain.from_iterable(grid)) - {background}
    layers = {colour: _of_colour(flat, colour) & inside for colour in colours}
    if not univalued:
        layers = {0: sum(layers.values())}
    for left in layers.values():
        for part in _parts(left, CELL * (width + 1), diagonal):
            low = ((part & -part).bit_length() - 1) // CELL
            high = part.bit_length() // CELL + 1
            chosen = (part >> (CELL * low)).to_bytes(high - low, "little")
            yield frozenset(compress(cells[low:high], chosen))


def _of_colour(flat: list[int], colour: int) -> int:
    return int.from_bytes(bytes(map(colour.__eq__, flat)), "little")


def _parts(left: int, row: int, diagonal: bool) -> Iterator[int]:
    """A cell, and what is beside it, until nothing more is; then the same with the rest."""
    while left:
        part, grown = 0, left & -left
        while grown != part:
            part = grown
            level = part | part << CELL | part >> CELL
            across = level if diagonal else part
            grown = (level | across << row | across >> row) & left
        left ^= part
        yield part

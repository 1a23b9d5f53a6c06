"""A patch moved many times, as numbers: painted as it is, or as the set of its cells."""

from collections.abc import Iterator, Sequence
from itertools import chain, compress, product, repeat
from typing import Any, NamedTuple

from arc_solver.dsl.boxes import Box, box_of
from arc_solver.dsl.seen import BETWEEN, CELL, seen
from arc_solver.values import Grid, Pair, Patch, is_object

LARGEST = 1 << 15
"""Bytes of the number for all places that a result can have; beyond, the long way is taken."""


class Copies(NamedTuple):
    """All cells of a box: of each colour, or of a set of places, a number with a byte of 1 for
    each of its cells, row by row."""

    origin: Pair
    rows: int
    columns: int
    layers: tuple[tuple[int | None, int], ...]

    def cells(self) -> frozenset[Any]:
        return frozenset(chain.from_iterable(self._of_layer(*each) for each in self.layers))

    def _of_layer(self, colour: int | None, layer: int) -> Iterator[Any]:
        top, left = self.origin
        places = product(range(top, top + self.rows), range(left, left + self.columns))
        chosen = compress(places, self._bytes(layer))
        return chosen if colour is None else zip(repeat(colour), chosen)

    def _bytes(self, layer: int) -> bytes:
        return layer.to_bytes(self.rows * self.columns, "little")

    def over(self, height: int, width: int) -> Iterator[tuple[int | None, int]]:
        """What of each layer lies on a grid of so many rows and columns, with a byte of 0 behind
        every row, from the least colour to the greatest."""
        top, left = self.origin
        first, last = max(0, -left), min(self.columns, width - left)
        inside = range(max(0, top), min(height, top + self.rows))
        if first >= last or not inside:
            return
        before, behind = bytes(max(0, left)), bytes(width - left - last + 1)
        nothing = bytes(width + 1)
        for colour, layer in sorted(self.layers):
            cells = self._bytes(layer)
            lines = [nothing] * height
            for row in inside:
                begin = (row - top) * self.columns
                lines[row] = before + cells[begin + first : begin + last] + behind
            yield colour, int.from_bytes(b"".join(lines), "little")


def copies(patch: Patch, offsets: Sequence[Pair]) -> Copies | None:
    """None where the numbers would be too large. Neither of the two is empty."""
    box, (up, low, down, high) = box_of(patch), box_of(frozenset(offsets))
    top, left, bottom, right = box
    rows, columns = bottom - top + 1 + down - up, right - left + 1 + high - low
    if rows * columns > LARGEST:
        return None
    moves = {((i - up) * columns + j - low) * CELL for i, j in offsets}
    found = []
    for colour, layer in _layers(patch, box, columns):
        joined = 0
        for move in moves:
            joined |= layer << move
        found.append((colour, joined))
    return Copies((top + up, left + low), rows, columns, tuple(found))


def _layers(patch: Patch, box: Box, columns: int) -> list[tuple[int | None, int]]:
    """Of each colour, or of a set of places: a number with a byte of 1 for every place."""
    top, left, bottom, _ = box
    rows: dict[int | None, bytearray] = {}
    cells: Any = patch if is_object(patch) else [(None, place) for place in patch]
    for colour, (row, column) in cells:
        if colour not in rows:
            rows[colour] = bytearray((bottom - top + 1) * columns)
        rows[colour][(row - top) * columns + column - left] = 1
    return [(colour, int.from_bytes(layer, "little")) for colour, layer in rows.items()]


def painted(grid: Grid, thing: Copies) -> Grid | None:
    """The grid with the copies painted over it, the greatest colour on top; None where a colour
    does not fit into a byte."""
    text, length = seen(grid).text, len(grid[0]) + 1
    if not text or any(colour is None or not 0 <= colour < BETWEEN for colour, _ in thing.layers):
        return None
    cells = int.from_bytes(text, "little")
    for colour, layer in thing.over(len(grid), length - 1):
        assert colour is not None
        cells = cells & ~(layer * 255) | layer * colour
    found = cells.to_bytes(len(text), "little")
    return Grid(tuple([tuple(found[at : at + length - 1]) for at in range(0, len(found), length)]))

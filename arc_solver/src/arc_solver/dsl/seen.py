"""grid -> what was found out about it, kept while the same grid is asked about again.

Programs of one task ask the same of the same few grids, first of all of the input: under other
names, and with other words about the background, so that equal calls alone would not find it.
"""

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import chain, compress, product
from typing import TypeVar

from arc_solver.values import Cell, Grid, Indices, Object, Objects, Pair

T = TypeVar("T")

GRIDS_KEPT = 3
SHAPES_KEPT = 8
LARGEST_KEPT = 2048
"""Cells of the largest grid that is kept: two grids of the puzzles side by side."""
CELL = 8
"""Bits for each cell: a whole byte, because bytes are fast to make and to read."""
BETWEEN = 255
"""Stands in the text of a grid between its rows."""


class Seen:
    """A grid as one row of cells, with one beside each row that belongs to no row."""

    __slots__ = ("_cells", "_counts", "_numbers", "_places", "grid", "objects", "parts", "text")

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.parts: dict[tuple[int, bool], tuple[Object, ...]] = {}
        """Of a colour, across corners or not: each of its connected parts."""
        self.objects: dict[tuple[bool, bool, int | None], Objects] = {}
        self.text = _text_of(grid)
        """A byte for each cell, 255 for what stands between the rows; nothing where a colour is
        less than 0 or more than 254."""
        self._cells: list[Cell] | None = None
        self._counts: dict[int, int] | None = None
        self._places: dict[int, list[int]] | None = None
        self._numbers: dict[int, int] = {}

    @property
    def counts(self) -> dict[int, int]:
        """How often each colour occurs, from the least colour to the greatest."""
        if self._counts is None:
            if self.text:
                colours = sorted(set(self.text))[:-1]
                self._counts = {colour: self.text.count(colour) for colour in colours}
            else:
                found = Counter(chain.from_iterable(self.grid))
                self._counts = {colour: found[colour] for colour in sorted(found)}
        return self._counts

    @property
    def cells(self) -> list[Cell]:
        """The cells row by row; what stands between the rows has a colour of its own."""
        if self._cells is None:
            flat = self.text or chain.from_iterable([(*row, -1) for row in self.grid])
            self._cells = list(zip(flat, places_of(self.grid), strict=True))
        return self._cells

    def layer(self, colour: int) -> bytes:
        """A byte of 1 for each cell of the colour; it may end after the last of them."""
        if self.text:
            return self.text.translate(_table(colour)) if 0 <= colour < BETWEEN else b""
        places = self._places_of(colour)
        found = bytearray(places[-1] + 1 if places else 0)
        for place in places:
            found[place] = 1
        return bytes(found)

    def _places_of(self, colour: int) -> list[int]:
        """Of a grid without a text, which may have as many colours as cells: found in one pass."""
        if self._places is None:
            self._places = {}
            for place, (found, _) in enumerate(self.cells):
                self._places.setdefault(found, []).append(place)
            for row in range(len(self.grid)):  # what stands between the rows
                self._places[-1].remove((row + 1) * (len(self.grid[0]) + 1) - 1)
        return self._places.get(colour, [])

    def number(self, colour: int) -> int:
        """The layer as a whole number, the first cell in the lowest byte."""
        found = self._numbers.get(colour)
        if found is None:
            found = int.from_bytes(self.layer(colour), "little")
            if self.text:
                self._numbers[colour] = found
        return found

    def all_but(self, colour: int | None) -> int:
        """The layers of all colours but one, or of all, as one number."""
        height, width = len(self.grid), len(self.grid[0])
        together = int.from_bytes((b"\1" * width + b"\0") * height, "little")
        return together if colour is None else together - self.number(colour)

    def of_colour(self, colour: int) -> Object:
        return frozenset(compress(self.cells, self.layer(colour)))


def _text_of(grid: Grid) -> bytes:
    try:
        text = b"\xff".join([*map(bytes, grid), b""])
    except ValueError:
        return b""
    return text if text.count(b"\xff") == len(grid) else b""


@lru_cache(256)
def _table(colour: int) -> bytes:
    return bytes(map(colour.__eq__, range(256)))


def of_shape(function: Callable[[int, int], T]) -> Callable[[Grid], T]:
    """The function of height and width, as one of grids; kept for the shapes asked for last."""
    kept = lru_cache(SHAPES_KEPT)(function)

    def of(grid: Grid) -> T:
        height, width = len(grid), len(grid[0])
        return (kept if height * width <= LARGEST_KEPT else function)(height, width)

    return of


@of_shape
def places_of(height: int, width: int) -> tuple[Pair, ...]:
    """The place for every cell, and for what stands between the rows."""
    return tuple(product(range(height), range(width + 1)))


@of_shape
def cells_of(height: int, width: int) -> tuple[Pair, ...]:
    """The place for every cell, row by row."""
    return tuple(product(range(height), range(width)))


@of_shape
def indices_of(height: int, width: int) -> Indices:
    """The places of all cells."""
    return frozenset(product(range(height), range(width)))


_kept: dict[int, Seen] = {}


def seen(grid: Grid) -> Seen:
    """Of the grids asked about last, the same as before; known by where it lies.

    Threads share what is kept: each step of this is one that they cannot come between."""
    found = _kept.pop(id(grid), None)
    if found is None or found.grid is not grid:
        found = Seen(grid)
        if len(grid) * len(grid[0]) > LARGEST_KEPT:
            return found
        for oldest in list(_kept)[: max(0, len(_kept) - GRIDS_KEPT + 1)]:
            _kept.pop(oldest, None)
    _kept[id(grid)] = found
    return found


def forget() -> None:
    _kept.clear()

"""All ARC-AGI-1 grids, parameters for them, and how array values are held against scalar ones."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from arc_solver.array.backend import BackEnd, back_end
from arc_solver.array.grids import (
    COLOURS,
    FAILED,
    OK,
    OUTSIDE,
    PAD,
    SIDE,
    Grids,
    Numbers,
    Patches,
    as_bytes,
    ints,
    ok,
    pack,
)
from arc_solver.tasks import load
from arc_solver.values import Grid

Value = Grids | Patches | Numbers
FAILURE = object()
LOST = object()


@cache
def all_grids() -> tuple[Grid, ...]:
    """Inputs and outputs of training and evaluation."""
    found = []
    for split in ("training", "evaluation"):
        for task in load("arcagi", split):
            for sample in task.samples:
                found += [grid for grid in (sample.input, sample.output) if grid is not None]
    return tuple(found)


@cache
def numpy_back_end() -> BackEnd:
    return back_end("numpy")


def numbers_of(on: BackEnd, values: Sequence[int]) -> Numbers:
    """Numbers of the host, as an evaluation sends them."""
    from arc_solver.array.grids import from_bytes

    data = b"".join(value.to_bytes(4, "little", signed=True) for value in values)
    return Numbers(on, from_bytes(on, on.send(data)), ok(on, len(values)))


def pairs_of(on: BackEnd, values: Sequence[tuple[int, int]]) -> Numbers:
    flat = numbers_of(on, [number for pair in values for number in pair])
    return Numbers(on, on.xp.reshape(flat.values, (-1, 2)), ok(on, len(values)))


def patches_of(on: BackEnd, values: Sequence[frozenset[Any]]) -> Patches:
    cells = bytearray([PAD]) * (len(values) * SIDE * SIDE)
    for number, patch in enumerate(values):
        for member in patch:
            colour, (row, column) = member if isinstance(member[1], tuple) else (0, member)
            cells[(number * SIDE + row) * SIDE + column] = colour
    plane = on.xp.reshape(on.send(bytes(cells)), (len(values), SIDE, SIDE))
    return Patches(on, plane, ok(on, len(values)))


def scalar(function: Callable[..., Any], rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """What the DSL makes of each row; `FAILURE` where it raises."""
    found = []
    for row in rows:
        try:
            found.append(function(*row))
        except (ValueError, IndexError, KeyError, TypeError, ZeroDivisionError):
            found.append(FAILURE)
    return found


def status_of(value: Value) -> bytes:
    return value.on.bring(value.status)


def told(value: Value) -> list[Any]:
    """The values on the host; None where there is none."""
    on, xp = value.on, value.on.xp
    status = status_of(value)
    if isinstance(value, Numbers):
        flat = ints(on.bring(xp.reshape(as_bytes(on, value.values), (-1,))))
        made: list[Any] = flat
        if value.values.ndim == 2:
            made = list(zip(flat[::2], flat[1::2], strict=True))
    else:
        made = _planes(value)
    return [each if state == OK else None for each, state in zip(made, status, strict=True)]


def _planes(value: Grids | Patches) -> list[Any]:
    on, xp = value.on, value.on.xp
    count, height, width = value.cells.shape
    data = on.bring(xp.reshape(value.cells, (-1,)))
    area = height * width
    planes = [data[n * area : (n + 1) * area] for n in range(count)]
    if isinstance(value, Patches):
        return [
            frozenset((c, divmod(v, width)) for v, c in enumerate(plane) if c != PAD)
            for plane in planes
        ]
    flat = ints(on.bring(xp.reshape(as_bytes(on, value.sizes), (-1,))))
    sizes = list(zip(flat[::2], flat[1::2], strict=True))
    return [_checked(plane, size, width) for plane, size in zip(planes, sizes, strict=True)]


def _checked(plane: bytes, size: tuple[int, int], width: int) -> Grid:
    """The padding is padding, and no cell is."""
    rows, columns = size
    lines = [plane[at : at + width] for at in range(0, len(plane), width)]
    for number, line in enumerate(lines):
        inside = line[:columns] if number < rows else b""
        assert PAD not in inside
        assert set(line[len(inside) :]) <= {PAD}
    return Grid(tuple(tuple(line[:columns]) for line in lines[:rows]))


def fits(value: Any) -> bool:
    """Whether the layout can hold a scalar value."""
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return len(value) <= SIDE and len(value[0]) <= SIDE and _known(value)
    if isinstance(value, frozenset):
        cells = [m for m in value if isinstance(m[1], tuple)]
        places = [m[1] for m in cells] or list(value)
        alone = len(set(places)) == len(places)
        inside = all(0 <= n < SIDE for place in places for n in place)
        return alone and inside and all(0 <= cell[0] < COLOURS for cell in cells)
    return True


def _known(grid: Any) -> bool:
    return all(0 <= colour < COLOURS for row in grid for colour in row)


def assert_equal(found: Value, wanted: Sequence[Any]) -> None:
    """Value for value, failure for failure; without a value here only where there cannot be."""
    status, values = status_of(found), told(found)
    for number, (state, value, want) in enumerate(zip(status, values, wanted, strict=True)):
        if want is FAILURE:
            assert state == FAILED, (number, state, value)
        elif want is LOST or not fits(want):
            assert state == OUTSIDE, (number, state, want)
        else:
            assert state == OK, (number, state, want)
            assert _comparable(value, want) == want, number


def _comparable(value: Any, want: Any) -> Any:
    if isinstance(want, frozenset):
        if want and not isinstance(next(iter(want))[1], tuple):
            return frozenset(place for _, place in value)
        return value
    return bool(value) if isinstance(want, bool) else value


class Drawn:
    """Parameters, one for each grid, near the boundaries, from a fixed seed."""

    def __init__(self, grids: Sequence[Grid], seed: int) -> None:
        self._random = random.Random(seed)
        self.grids = grids

    def colours(self) -> list[int]:
        return [
            self._random.choice([*range(10), *range(10), -1, 10, 254, 255, 256, 10**9])
            for _ in self.grids
        ]

    def factors(self) -> list[int]:
        return [
            self._random.choice([1, 2, 2, 3, 3, 4, 5, 10, 30, 31, 0, -1, 200, 10**9])
            for _ in self.grids
        ]

    def places(self) -> list[tuple[int, int]]:
        return [
            (self._random.randint(-1, len(g)), self._random.randint(-1, len(g[0])))
            for g in self.grids
        ]

    def sizes(self) -> list[tuple[int, int]]:
        sides = [0, 1, 2, 3, 5, 10, 30, 31, 100, 200, 10**9, -5]
        return [(self._random.choice(sides), self._random.choice(sides)) for _ in self.grids]

    def offsets(self) -> list[tuple[int, int]]:
        return [
            (self._random.randint(-9, 9), self._random.choice([-40, -3, 0, 1, 40]))
            for _ in self.grids
        ]

    def partners(self) -> list[Grid]:
        """Half of them of the same shape: the grid itself, changed, or another one."""
        count, rotated = len(self.grids), [*self.grids[1:], self.grids[0]]
        made = []
        for number in range(count):
            grid = self.grids[number]
            kind = self._random.randrange(4)
            if kind == 0:
                made.append(rotated[number])
            elif kind == 1:
                made.append(grid)
            else:
                made.append(Grid(tuple(row[::-1] for row in grid)))
        return made

    def indices(self) -> list[frozenset[tuple[int, int]]]:
        """Places of a rare colour, few of them, of the grid or of another; sometimes none."""
        return [self._sample(grid) for grid in self.partners()]

    def objects(self) -> list[frozenset[tuple[int, tuple[int, int]]]]:
        return [
            frozenset((self._random.randrange(10), place) for place in self._sample(grid))
            for grid in self.partners()
        ]

    def _sample(self, grid: Grid) -> frozenset[tuple[int, int]]:
        colour = self._random.choice([*{c for row in grid for c in row}, 11])
        return frozenset(
            (i, j) for i, row in enumerate(grid) for j, c in enumerate(row) if c == colour
        )


def drawn(letter: str, name: str, draw: "Drawn") -> Sequence[Any]:
    """One argument for each grid, of the kind that a letter of the table stands for."""
    if letter == "d":
        if name == "canvas":
            return draw.sizes()
        return draw.offsets() if name == "move" else draw.places()
    if letter == "n":
        return draw.factors() if name.endswith("scale") else draw.colours()
    if letter == "b":
        return [bool(n % 2) for n in range(len(draw.grids))]
    if letter == "g":
        return draw.partners()
    return draw.indices() if letter == "p" else draw.objects()


def arrays(on: BackEnd, letter: str, values: Sequence[Any]) -> Any:
    make: dict[str, Callable[..., Any]] = {
        "g": pack,
        "n": numbers_of,
        "b": numbers_of,
        "d": pairs_of,
        "p": patches_of,
        "o": patches_of,
    }
    return make[letter](on, values)


def columns_for(name: str, kinds: str, draw: Drawn) -> list[Sequence[Any]]:
    """The arguments of an operation, one column each; its first grid is the one that is tested."""
    columns: list[Sequence[Any]] = []
    for letter in kinds:
        first = letter == "g" and "g" not in kinds[: len(columns)]
        columns.append(draw.grids if first else drawn(letter, name, draw))
    return columns

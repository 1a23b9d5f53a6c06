"""scalar grids <-> Grids, Patches, Numbers: many values of one kind as arrays.

A grid fills the upper left of its box; every other cell is `PAD`, after every operation. What has
no value says why in `status`: the scalar operation fails on it (`FAILED`), or its result does not
fit this layout (`OUTSIDE`: more than 30 rows, a colour beyond 9) and only the scalar DSL knows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from arc_solver.array.backend import Array, BackEnd
from arc_solver.values import MAX_SIDE, Grid

PAD = 255
COLOURS = 10
SHADES = bytes(range(COLOURS))
SIDE = MAX_SIDE
OK, OUTSIDE, FAILED = 0, 1, 2  # of several the greatest counts: a failure is one whatever else is

T = TypeVar("T", "Grids", "Patches", "Numbers")


@dataclass(frozen=True, slots=True)
class Grids:
    """`cells` (N, H, W) unsigned bytes, `sizes` (N, 2) int64, `status` (N,) unsigned bytes.

    H and W are 30 unless the grids were packed tighter. `uniform`: all fill their box, which the
    host knows without asking the device, so that turning and mirroring need no index arithmetic.
    """

    on: BackEnd
    cells: Array
    sizes: Array
    status: Array
    uniform: bool = False

    def __post_init__(self) -> None:
        self.on.owned(self.cells)

    def __len__(self) -> int:
        return int(self.cells.shape[0])

    @property
    def box(self) -> tuple[int, int]:
        return int(self.cells.shape[1]), int(self.cells.shape[2])

    @property
    def heights(self) -> Array:
        return self.sizes[:, 0]

    @property
    def widths(self) -> Array:
        return self.sizes[:, 1]

    @property
    def valid(self) -> Array:
        """Where the scalar DSL has a value, whether it fits here or not."""
        return self.status != FAILED

    @property
    def inside(self) -> Array:
        return self.cells != PAD


@dataclass(frozen=True, slots=True)
class Patches:
    """Objects and sets of places within 30 x 30: the colour of each cell, `PAD` where there is
    none; the colour is 0 where the members are places."""

    on: BackEnd
    cells: Array
    status: Array

    def __post_init__(self) -> None:
        self.on.owned(self.cells)

    def __len__(self) -> int:
        return int(self.cells.shape[0])

    @property
    def members(self) -> Array:
        return self.cells != PAD


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers and truth values as (N,), pairs as (N, 2), all int64; 0 where there is none."""

    on: BackEnd
    values: Array
    status: Array

    def __post_init__(self) -> None:
        self.on.owned(self.values)

    def __len__(self) -> int:
        return int(self.values.shape[0])


def numbers(on: BackEnd, count: int, value: int) -> Numbers:
    """The same number so many times; nothing crosses to the device."""
    return Numbers(on, on.full((count,), value), ok(on, count))


def pairs(on: BackEnd, count: int, value: tuple[int, int]) -> Numbers:
    both = [on.full((count, 1), each) for each in value]
    return Numbers(on, on.xp.concat(both, axis=1), ok(on, count))


def clipped(on: BackEnd, values: Array, least: int, most: int) -> Array:
    """Not `clip`: array-api-compat's indexes with a mask, which on CuPy waits for the device."""
    low, high = (on.full((), bound, values.dtype) for bound in (least, most))
    return on.xp.minimum(on.xp.maximum(values, low), high)


def ok(on: BackEnd, count: int) -> Array:
    return on.full((count,), OK, on.xp.uint8)


def worst(*given: Grids | Patches | Numbers) -> Array:
    """The status of what is made of these."""
    xp = given[0].on.xp
    status = given[0].status
    for other in given[1:]:
        status = xp.maximum(status, other.status)
    return status


def judged(given: Array, on: BackEnd, failed: Array, outside: Array | None = None) -> Array:
    """Only what had all its arguments can fail by itself, and what fails has no size."""
    xp = on.xp
    own = xp.astype(failed, xp.uint8) * FAILED
    if outside is not None:
        own = xp.maximum(own, xp.astype(outside, xp.uint8) * OUTSIDE)
    return xp.where(given == OK, own, given)


def remade(on: BackEnd, cells: Array, sizes: Array, status: Array) -> Grids:
    """Grids of which those that have no value have no cells either."""
    xp = on.xp
    lost = status != OK
    return Grids(
        on,
        xp.where(lost[:, None, None], on.full((), PAD, xp.uint8), cells),
        xp.where(lost[:, None], on.full((), 0), sizes),
        status,
    )


def take_rows(value: T, rows: Array) -> T:
    """Some of them, in this order, also several times."""
    xp, on = value.on.xp, value.on
    status = xp.take(value.status, rows, axis=0)
    if isinstance(value, Numbers):
        return Numbers(on, xp.take(value.values, rows, axis=0), status)
    cells = xp.take(value.cells, rows, axis=0)
    if isinstance(value, Patches):
        return Patches(on, cells, status)
    return Grids(on, cells, xp.take(value.sizes, rows, axis=0), status, value.uniform)


def pack(on: BackEnd, grids: Sequence[Grid], box: tuple[int, int] = (SIDE, SIDE)) -> Grids:
    """One transfer in. A grid that the box cannot hold is `OUTSIDE`."""
    height, width = box
    data, sizes = packed(grids, box)
    count = len(grids)
    buffer = on.send(data)
    xp, area = on.xp, count * height * width
    cells = xp.reshape(buffer[:area], (count, height, width))
    tail = xp.reshape(buffer[area : area + 2 * count], (count, 2))
    uniform = all(size == box for size in sizes)
    return Grids(on, cells, xp.astype(tail, xp.int64), buffer[area + 2 * count :], uniform)


def pack_tight(on: BackEnd, grids: Sequence[Grid]) -> Grids:
    """In the smallest box that holds all of them."""
    return pack(on, grids, (max(map(len, grids)), max(len(grid[0]) for grid in grids)))


def packed(
    grids: Sequence[Grid], box: tuple[int, int] = (SIDE, SIDE)
) -> tuple[bytes, list[tuple[int, int]]]:
    """Cells, then sizes, then status, as bytes."""
    height, width = box
    cells, sizes = [], []
    for grid in grids:
        data = _bytes(grid, height, width)
        cells.append(data or bytes([PAD]) * (height * width))
        sizes.append((len(grid), len(grid[0])) if data else (0, 0))
    status = bytes(OK if size != (0, 0) else OUTSIDE for size in sizes)
    return b"".join(cells) + bytes(n for size in sizes for n in size) + status, sizes


def _bytes(grid: Grid, height: int, width: int) -> bytes | None:
    rows, columns = len(grid), len(grid[0])
    if rows > height or columns > width:
        return None
    try:
        lines = [*map(bytes, grid), b""]
    except ValueError:  # a colour that is no byte
        return None
    if b"".join(lines).translate(None, SHADES):
        return None
    fill = bytes([PAD]) * (width - columns)
    return fill.join(lines) + bytes([PAD]) * (width * (height - rows))


def unpack(grids: Grids) -> list[Grid | None]:
    """One transfer out; None where there is no value here."""
    xp, count = grids.on.xp, len(grids)
    height, width = grids.box
    flat = [xp.reshape(part, (-1,)) for part in (grids.cells, xp.astype(grids.sizes, xp.uint8))]
    data = grids.on.bring(xp.concat([*flat, grids.status]))
    area = height * width
    sizes, status = data[count * area : count * (area + 2)], data[count * (area + 2) :]
    return [
        unpacked(data[n * area : (n + 1) * area], (sizes[2 * n], sizes[2 * n + 1]), width)
        if status[n] == OK
        else None
        for n in range(count)
    ]


def unpacked(cells: bytes, size: tuple[int, int], width: int = SIDE) -> Grid:
    rows, columns = size
    ends = range(0, rows * width, width)
    return Grid(tuple(tuple(cells[start : start + columns]) for start in ends))


def values_of(numbers: Numbers) -> list[Any]:
    """One transfer out, of numbers as ints and of pairs as tuples; None where there is none."""
    xp, count = numbers.on.xp, len(numbers)
    data = numbers.on.bring(
        xp.concat([xp.reshape(as_bytes(numbers.on, numbers.values), (-1,)), numbers.status])
    )
    status = data[len(data) - count :]
    found = ints(data[: len(data) - count])
    if numbers.values.ndim == 1:
        return [n if s == OK else None for n, s in zip(found, status, strict=True)]
    both = zip(found[::2], found[1::2], strict=True)
    return [pair if s == OK else None for pair, s in zip(both, status, strict=True)]


def as_bytes(on: BackEnd, values: Array) -> Array:
    """Each number as four bytes, the least first: so that one transfer carries all kinds."""
    xp = on.xp
    parts = [xp.bitwise_and(xp.bitwise_right_shift(values, shift), 255) for shift in (0, 8, 16, 24)]
    return xp.astype(xp.stack(parts, axis=-1), xp.uint8)


def from_bytes(on: BackEnd, data: Array) -> Array:
    """The numbers that the host wrote as four bytes each."""
    xp = on.xp
    parts = xp.astype(xp.reshape(data, (-1, 4)), xp.int64)
    value = parts[:, 0] + parts[:, 1] * (1 << 8) + parts[:, 2] * (1 << 16) + parts[:, 3] * (1 << 24)
    return xp.where(value >= 1 << 31, value - (1 << 32), value)


def ints(data: bytes) -> list[int]:
    return [
        int.from_bytes(data[at : at + 4], "little", signed=True) for at in range(0, len(data), 4)
    ]

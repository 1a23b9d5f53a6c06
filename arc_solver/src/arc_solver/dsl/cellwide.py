"""bytes of a picture <-> one whole number with a byte for every cell.

An operation on such a number is done to all cells at once, in C: moving by a row is a shift by its
width. Numbers are big-endian: the first cell is the highest byte, so moving right is shifting
right.
"""

from functools import lru_cache
from typing import Final

from arc_solver.values import Pair, Picture, TooLarge

NOTHING: Final = b"\0"
MAX_AREA = 1600
"""Cells of a picture: more than the largest grid has, and few enough to keep thousands."""
KEPT = 4096

FOUR = ((0, 1), (0, -1), (1, 0), (-1, 0))
EIGHT = (*FOUR, (1, 1), (1, -1), (-1, 1), (-1, -1))


def made(cells: bytes, height: int, width: int, top: int, left: int) -> Picture:
    """A picture, unless it is none or too large."""
    if not 0 < height * width <= MAX_AREA or height > 60 or width > 60:
        raise TooLarge(f"a picture of {height} x {width} cells")
    return Picture((cells, height, width, top, left))


def number(cells: bytes) -> int:
    return int.from_bytes(cells)


def cells_of(number: int, count: int) -> bytes:
    return number.to_bytes(count)


@lru_cache(KEPT)
def ones(count: int) -> int:
    """A one for each cell."""
    return int.from_bytes(b"\1" * count)


def occupied(number: int, count: int) -> int:
    """A one for each cell that is not nothing; a colour is far below 128."""
    one = ones(count)
    return ((number + one * 127) >> 7) & one


_DIGITS = bytes(ord("0") + (each & 1) for each in range(256))


def packed(mask: int, count: int) -> int:
    """A mask of a one in a byte for each cell, as a bit for each: an eighth of the work."""
    return int(mask.to_bytes(count).translate(_DIGITS), 2)


@lru_cache(KEPT)
def columns_reached(height: int, width: int, by: int) -> int:
    """All bits of the cells that a cell of the same row reaches by so many columns."""
    row = bytes(255 if 0 <= column - by < width else 0 for column in range(width))
    return int.from_bytes(row * height)


def moved(number: int, shape: tuple[int, int], down: int, right: int) -> int:
    """Everything by so many rows and columns; what leaves the picture is gone."""
    height, width = shape
    by = 8 * (down * width + right)
    if by >= 0:
        number >>= by
    else:
        number = (number << -by) & (ones(height * width) * 255)
    return number & columns_reached(height, width, right) if right else number


SMEARS_KEPT = 1 << 12


@lru_cache(SMEARS_KEPT)
def smear(number: int, shape: tuple[int, int], way: Pair) -> int:
    """Each empty cell gets the colour of the next cell against the way: by doubling steps.

    Remembered, as the same eight ways of one picture are in more than fifty that it is smeared and
    linked in."""
    height, width = shape
    count, one = height * width, ones(height * width)
    by = 1
    while by < max(height, width):
        free = (occupied(number, count) ^ one) * 255
        if not free:
            break
        number |= moved(number, shape, way[0] * by, way[1] * by) & free
        by *= 2
    return number


def forget() -> None:
    """What is remembered goes when a puzzle is done."""
    smear.cache_clear()


def flooded(seed: int, room: int, shape: tuple[int, int], corners: bool) -> int:
    """All cells of the room that can be reached from the seed: a one for each."""
    height, width = shape
    right, left = columns_reached(height, width, 1), columns_reached(height, width, -1)
    row = 8 * width
    found = seed & room
    while True:
        wide = found | (found >> 8 & right) | (found << 8 & left)
        tall = wide if corners else found
        grown = (wide | tall >> row | tall << row) & room
        if grown == found:
            return found
        found = grown


def parts(room: int, shape: tuple[int, int], corners: bool) -> list[int]:
    """The connected parts of the room, in reading order of their first cells."""
    found = []
    while room:
        seed = 1 << (room.bit_length() - 1) // 8 * 8
        part = flooded(seed, room, shape, corners)
        room ^= part
        found.append(part)
    return found


def edge(height: int, width: int) -> int:
    """A one for each cell of the outermost rows and columns."""
    return _edge(height, width)


@lru_cache(KEPT)
def _edge(height: int, width: int) -> int:
    inner = b"\1" + b"\0" * (width - 2) + b"\1" if width > 1 else b"\1"
    rows = [b"\1" * width if row in (0, height - 1) else inner for row in range(height)]
    return int.from_bytes(b"".join(rows))


def enclosed(occupied: int, height: int, width: int, corners: bool = False) -> int:
    """A one for each empty cell from which no way leads to the edge."""
    empty = occupied ^ ones(height * width)
    return empty ^ flooded(_edge(height, width), empty, (height, width), corners)


def transposed(cells: bytes, width: int) -> bytes:
    return b"".join([cells[column::width] for column in range(width)])


def cut(cells: bytes, width: int, box: tuple[int, int, int, int]) -> bytes:
    """The cells of a box: top, left, rows, columns; all of it must be inside."""
    top, left, rows, columns = box
    if columns == width:
        return cells[top * width : (top + rows) * width]
    start = top * width + left
    return b"".join([cells[at : at + columns] for at in range(start, start + rows * width, width)])


def box_of(cells: bytes, height: int, width: int) -> tuple[int, int, int, int]:
    """Top, left, rows and columns of what is not nothing; ValueError where that is nothing."""
    below = cells.lstrip(NOTHING)
    if not below:
        raise ValueError("a picture of nothing has no box")
    count = len(cells)
    top = (count - len(below)) // width
    bottom = (len(cells.rstrip(NOTHING)) - 1) // width
    across = transposed(cells, width)
    left = (count - len(across.lstrip(NOTHING))) // height
    right = (len(across.rstrip(NOTHING)) - 1) // height
    return top, left, bottom - top + 1, right - left + 1


def commonest(cells: bytes) -> int:
    """The colour of most cells, nothing aside; of equally common ones the least."""
    best, most = 0, 0
    for colour in range(1, 10):
        times = cells.count(colour)
        if times > most:
            best, most = colour, times
    return best

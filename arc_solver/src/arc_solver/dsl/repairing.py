"""pictures with nothing in some places -> what symmetry or repetition says belongs there."""

from collections.abc import Iterator

from arc_solver.dsl.cellwide import NOTHING, box_of, moved, occupied, ones, transposed
from arc_solver.dsl.laying import embedded, windowed
from arc_solver.dsl.pictures import onlycolor, withoutcolor
from arc_solver.values import Picture

LEAST = 2
"""How many times a pattern must be seen before it is believed."""


def retiled(picture: Picture) -> Picture:
    """The smallest repetition that contradicts no cell, with which every empty cell is filled.

    >>> retiled((b'\\x01\\x02\\x01\\x00', 1, 4, 0, 0))[0]
    b'\\x01\\x02\\x01\\x02'
    """
    cells, height, width, top, left = picture
    for rows, columns in _periods(cells, height, width):
        tile = _tile(cells, (height, width), (rows, columns))
        if tile is not None:
            lines = [(tile[row % rows] * (width // columns + 1))[:width] for row in range(height)]
            return Picture((b"".join(lines), height, width, top, left))
    raise ValueError("nothing is repeated")


def retiledin(picture: Picture, frame: Picture) -> Picture:
    """The picture in another frame, and its repetition where there was nothing.

    >>> retiledin((b'\\x01\\x02\\x01', 1, 3, 0, 0), (bytes(6), 1, 6, 0, 0))[0]
    b'\\x01\\x02\\x01\\x02\\x01\\x02'
    """
    return retiled(embedded(picture, frame))


def _periods(cells: bytes, height: int, width: int) -> Iterator[tuple[int, int]]:
    """What may be repeated, the smallest first: of which no two cells that are as far apart
    contradict each other."""
    value, shape = int.from_bytes(cells), (height, width)
    there = occupied(value, len(cells))

    def agrees(down: int, right: int) -> bool:
        other = moved(value, shape, down, right)
        both = there & occupied(other, len(cells))
        return not occupied(value ^ other, len(cells)) & both

    tall = [rows for rows in range(1, height + 1) if agrees(rows, 0)]
    wide = [columns for columns in range(1, width + 1) if agrees(0, columns)]
    sizes = sorted((rows * columns, rows, columns) for rows in tall for columns in wide)
    for area, rows, columns in sizes:
        if area * LEAST <= len(cells):
            yield rows, columns


def _tile(cells: bytes, shape: tuple[int, int], size: tuple[int, int]) -> list[bytes] | None:
    """The rows of what is repeated, if no two cells contradict each other and none is unknown."""
    height, width = shape
    rows, columns = size
    tile = [bytearray(columns) for _ in range(rows)]
    for row in range(height):
        line = cells[row * width : (row + 1) * width]
        into = tile[row % rows]
        for column in range(columns):
            seen = set(line[column::columns])
            seen.discard(0)
            if into[column]:
                seen.add(into[column])
            if len(seen) > 1:
                return None
            if seen:
                into[column] = seen.pop()
    return None if any(0 in line for line in tile) else [bytes(line) for line in tile]


def evened(picture: Picture) -> Picture:
    """Every empty cell filled from the mirror images of the picture that contradict no cell.

    >>> evened((b'\\x01\\x02\\x00', 1, 3, 0, 0))[0]
    b'\\x01\\x02\\x01'
    """
    cells, height, width, top, left = picture
    count = height * width
    value = int.from_bytes(cells)
    before = -1
    while value != before:
        before = value
        for image in _images(value.to_bytes(count), height, width):
            both = occupied(value, count) & occupied(image, count)
            enough = both.bit_count() * 2 >= occupied(value, count).bit_count()
            if enough and occupied(value ^ image, count) & both == 0:
                value |= image & (occupied(value, count) ^ ones(count)) * 255
    if value == int.from_bytes(cells):
        raise ValueError("no symmetry says more")
    return Picture((value.to_bytes(count), height, width, top, left))


def _images(cells: bytes, height: int, width: int) -> Iterator[int]:
    """Mirror images along lines in the middle, and some cells beside it."""
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    reversed_rows = [row[::-1] for row in rows]
    for by in _offsets(width):
        yield int.from_bytes(b"".join([_slid(row, by) for row in reversed_rows]))
    for by in _offsets(height):
        lines = rows[::-1]
        empty = NOTHING * width
        moved = [lines[n - by] if 0 <= n - by < height else empty for n in range(height)]
        yield int.from_bytes(b"".join(moved))
    if height == width:
        across = transposed(cells, width)
        yield int.from_bytes(across)
        yield int.from_bytes(across[::-1])


def _offsets(size: int) -> tuple[int, ...]:
    most = min(4, size // 5)
    return (0, *(by * sign for by in range(1, most + 1) for sign in (1, -1)))


def _slid(row: bytes, by: int) -> bytes:
    if by >= 0:
        return NOTHING * by + row[: len(row) - by]
    return row[-by:] + NOTHING * -by


def mended(picture: Picture, colour: int) -> Picture:
    """The cells of one colour replaced by what symmetry or repetition says of them.

    >>> mended((b'\\x01\\x02\\x08', 1, 3, 0, 0), 8)[0]
    b'\\x01\\x02\\x01'
    """
    damaged = withoutcolor(picture, colour)
    if damaged == picture:
        raise ValueError("nothing has this colour")
    try:
        whole = evened(damaged)
    except ValueError:
        return retiled(damaged)
    return whole if 0 not in whole[0] else _retiled_if(whole)


def _retiled_if(picture: Picture) -> Picture:
    try:
        return retiled(picture)
    except ValueError:
        return picture


def mendedpatch(picture: Picture, colour: int) -> Picture:
    """Of a mended picture the box in which the colour was.

    >>> mendedpatch((b'\\x01\\x02\\x08', 1, 3, 0, 0), 8)
    (b'\\x01', 1, 1, 0, 2)
    """
    _, height, width, top, left = picture
    whole = mended(picture, colour)
    down, right, rows, columns = box_of(onlycolor(picture, colour)[0], height, width)
    frame = Picture((NOTHING * (rows * columns), rows, columns, top + down, left + right))
    return windowed(frame, whole)


def unitof(picture: Picture) -> Picture:
    """The smallest part of which the whole picture is a repetition, and smaller than it.

    >>> unitof((b'\\x01\\x02\\x01\\x02', 1, 4, 0, 0))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    for rows, columns in _periods(cells, height, width):
        tile = _tile(cells, (height, width), (rows, columns))
        if tile is not None:
            return Picture((b"".join(tile), rows, columns, top, left))
    raise ValueError("nothing is repeated")

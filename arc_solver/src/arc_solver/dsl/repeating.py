"""pictures -> larger ones, made of copies: drawn out, side by side, over a frame."""

from arc_solver.dsl.cellwide import MAX_AREA, NOTHING, made, transposed
from arc_solver.values import Pair, Picture


def enlarged(picture: Picture, times: int) -> Picture:
    """Each cell as a square of so many rows and columns.

    >>> enlarged((b'\\x01', 1, 1, 0, 0), 2)
    (b'\\x01\\x01\\x01\\x01', 2, 2, 0, 0)
    """
    return _scaled(picture, times, times)


def _scaled(picture: Picture, tall: int, wide: int) -> Picture:
    cells, height, width, top, left = picture
    if height * tall * width * wide > MAX_AREA:
        made(b"", height * tall, width * wide, top, left)
    across = cells
    if wide > 1:
        columns = [cells[column::width] for column in range(width) for _ in range(wide)]
        across = transposed(b"".join(columns), height)
    size = width * wide
    rows = [across[at : at + size] * tall for at in range(0, len(across), size)]
    return made(b"".join(rows), height * tall, size, top * tall, left * wide)


def expanded(pattern: Picture, picture: Picture) -> Picture:
    """For each cell of the pattern that is not nothing a copy of the picture, side by side.

    >>> expanded((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x05', 1, 1, 0, 0))
    (b'\\x05\\x00', 1, 2, 0, 0)
    """
    shape, tall, wide, _, _ = pattern
    cells, height, width, _, _ = picture
    if tall * height * wide * width > MAX_AREA:
        made(b"", tall * height, wide * width, 0, 0)
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    empty = NOTHING * width
    lines = [
        row if shape[at + column] else empty
        for at in range(0, len(shape), wide)
        for row in rows
        for column in range(wide)
    ]
    return made(b"".join(lines), tall * height, wide * width, 0, 0)


def expandedby(picture: Picture, pattern: Picture) -> Picture:
    """`expanded`, the picture given first.

    >>> expandedby((b'\\x05', 1, 1, 0, 0), (b'\\x01\\x00', 1, 2, 0, 0))[0]
    b'\\x05\\x00'
    """
    return expanded(pattern, picture)


def colorexpanded(pattern: Picture, picture: Picture) -> Picture:
    """For each cell of the pattern a copy of the picture in its colour, side by side.

    >>> colorexpanded((b'\\x03\\x04', 1, 2, 0, 0), (b'\\x05', 1, 1, 0, 0))
    (b'\\x03\\x04', 1, 2, 0, 0)
    """
    shape, tall, wide, _, _ = pattern
    cells, height, width, _, _ = picture
    if tall * height * wide * width > MAX_AREA:
        made(b"", tall * height, wide * width, 0, 0)
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    tables = [bytes(colour if each else 0 for each in range(256)) for colour in range(10)]
    lines = [
        row.translate(tables[shape[at + column]])
        for at in range(0, len(shape), wide)
        for row in rows
        for column in range(wide)
    ]
    return made(b"".join(lines), tall * height, wide * width, 0, 0)


def tiled(picture: Picture, frame: Picture) -> Picture:
    """The picture repeated to both sides of its place until it covers a frame.

    >>> tiled((b'\\x01\\x02', 1, 2, 0, 0), (b'\\x00\\x00\\x00', 1, 3, 0, 0))
    (b'\\x01\\x02\\x01', 1, 3, 0, 0)
    """
    cells, height, width, top, left = picture
    _, tall, wide, above, before = frame
    right = (before - left) % width
    times = (right + wide) // width + 1
    rows = [
        (cells[at : at + width] * times)[right : right + wide] for at in range(0, len(cells), width)
    ]
    lines = [rows[(row + above - top) % height] for row in range(tall)]
    return Picture((b"".join(lines), tall, wide, above, before))


def mirrored(picture: Picture, frame: Picture) -> Picture:
    """The picture repeated, every other time reversed, until it covers a frame.

    >>> mirrored((b'\\x01\\x02', 1, 2, 0, 0), (b'\\x00\\x00\\x00', 1, 3, 0, 0))
    (b'\\x01\\x02\\x02', 1, 3, 0, 0)
    """
    cells, height, width, top, left = picture
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    rows = [row + row[::-1] for row in rows]
    twice = b"".join((*rows, *rows[::-1]))
    return tiled(Picture((twice, 2 * height, 2 * width, top, left)), frame)


def stretched(picture: Picture, frame: Picture) -> Picture:
    """Each cell as a rectangle, so that the picture is as large as the frame.

    >>> stretched((b'\\x01\\x02', 1, 2, 0, 0), (bytes(4), 1, 4, 0, 0))
    (b'\\x01\\x01\\x02\\x02', 1, 4, 0, 0)
    """
    _, height, width, _, _ = picture
    _, tall, wide, above, before = frame
    if tall % height or wide % width:
        raise ValueError("the frame is no multiple of the picture")
    cells, rows, columns, _, _ = _scaled(picture, tall // height, wide // width)
    return Picture((cells, rows, columns, above, before))


def poured(picture: Picture, frame: Picture) -> Picture:
    """The cells of a picture, row by row, into the rows of a frame, as far as they go.

    >>> poured((b'\\x01\\x02\\x03', 1, 3, 0, 0), (bytes(4), 2, 2, 0, 0))
    (b'\\x01\\x02\\x03\\x00', 2, 2, 0, 0)
    """
    cells = picture[0]
    _, tall, wide, above, before = frame
    return Picture((cells[: tall * wide].ljust(tall * wide, NOTHING), tall, wide, above, before))


def beside(picture: Picture, way: Pair) -> Picture:
    """The picture and its copy, one after the other: (0, 1) to the right, (1, 0) below; a
    negative step reverses the copy.

    >>> beside((b'\\x01\\x02', 1, 2, 0, 0), (0, -1))
    (b'\\x01\\x02\\x02\\x01', 1, 4, 0, 0)
    """
    cells, height, width, top, left = picture
    down, right = way
    rows = [cells[at : at + width] for at in range(0, len(cells), width)]
    if right:
        lines = [row + (row if right > 0 else row[::-1]) for row in rows]
        return made(b"".join(lines), height, 2 * width, top, left)
    if not down:
        raise ValueError("a copy lies beside or below")
    return made(
        b"".join((*rows, *(rows if down > 0 else rows[::-1]))), 2 * height, width, top, left
    )

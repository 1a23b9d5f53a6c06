"""picture -> the pictures that it is made of."""

from arc_solver.dsl.cellwide import (
    NOTHING,
    box_of,
    cells_of,
    commonest,
    cut,
    edge,
    flooded,
    occupied,
    ones,
    parts,
)
from arc_solver.dsl.resizing import halfof
from arc_solver.values import Picture, Pictures, TooLarge

MOST_PARTS = 100


def _pieces(picture: Picture, masks: list[int], value: int | None = None) -> Pictures:
    """What lies under each mask, in its box."""
    cells, height, width, top, left = picture
    if not masks:
        raise ValueError("there is no part")
    if len(masks) > MOST_PARTS:
        raise TooLarge(f"{len(masks)} parts are more than {MOST_PARTS}")
    whole = int.from_bytes(cells) if value is None else value
    found = []
    for mask in masks:
        inside = cells_of(whole & mask * 255, len(cells))
        box = box_of(inside, height, width)
        down, right, rows, columns = box
        inside = cut(inside, width, box)
        found.append(Picture((inside, rows, columns, top + down, left + right)))
    return tuple(found)


def _there(picture: Picture) -> int:
    return occupied(int.from_bytes(picture[0]), len(picture[0]))


def partsof(picture: Picture, corners: bool) -> Pictures:
    """The connected parts, of whatever colours; also across corners, or not.

    >>> len(partsof((b'\\x01\\x00\\x02', 1, 3, 0, 0), True))
    2
    """
    return _pieces(picture, parts(_there(picture), (picture[1], picture[2]), corners))


def colorparts(picture: Picture, corners: bool) -> Pictures:
    """The connected parts of one colour each; also across corners, or not.

    >>> len(colorparts((b'\\x01\\x01\\x02', 1, 3, 0, 0), True))
    2
    """
    cells, height, width, _, _ = picture
    value, one = int.from_bytes(cells), ones(len(cells))
    masks = []
    for colour in sorted(set(cells) - {0}):
        room = occupied(value ^ one * colour, len(cells)) ^ one
        masks += parts(room, (height, width), corners)
    masks.sort(key=int.bit_length, reverse=True)
    return _pieces(picture, masks)


def colorlayers(picture: Picture) -> Pictures:
    """The cells of each colour, each in its box, in the order of the colours.

    >>> len(colorlayers((b'\\x01\\x01\\x02', 1, 3, 0, 0)))
    2
    """
    cells = picture[0]
    value, one = int.from_bytes(cells), ones(len(cells))
    colours = sorted(set(cells) - {0})
    masks = [occupied(value ^ one * colour, len(cells)) ^ one for colour in colours]
    return _pieces(picture, masks)


def holesof(picture: Picture) -> Pictures:
    """The enclosed empty parts, each in the commonest colour of the picture.

    >>> holesof((bytes([1, 1, 1, 1, 0, 1, 1, 1, 1]), 3, 3, 0, 0))
    ((b'\\x01', 1, 1, 1, 1),)
    """
    cells, height, width, _, _ = picture
    one = ones(len(cells))
    rooms = parts(_there(picture) ^ one, (height, width), False)
    around = edge(height, width)
    inner = [room for room in rooms if not room & around]
    return _pieces(picture, inner, one * commonest(cells))


def gapsof(picture: Picture) -> Pictures:
    """The empty parts, each in the commonest colour of the picture.

    >>> gapsof((b'\\x00\\x02\\x00', 1, 3, 0, 0))
    ((b'\\x02', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 2))
    """
    cells, height, width, _, _ = picture
    one = ones(len(cells))
    rooms = parts(_there(picture) ^ one, (height, width), False)
    return _pieces(picture, rooms, one * commonest(cells))


def linesof(picture: Picture, down: bool) -> Pictures:
    """The rows, or the columns, one by one.

    >>> linesof((b'\\x01\\x02', 1, 2, 0, 0), True)
    ((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 1))
    """
    cells, height, width, top, left = picture
    if down:
        return tuple([Picture((cells[n::width], height, 1, top, left + n)) for n in range(width)])
    return tuple(
        [
            Picture((cells[n * width : (n + 1) * width], 1, width, top + n, left))
            for n in range(height)
        ]
    )


def halvesof(picture: Picture) -> Pictures:
    """Both halves along the longer side, a middle line left out.

    >>> halvesof((b'\\x01\\x05\\x02', 1, 3, 0, 0))
    ((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 2))
    """
    first = 0 if picture[1] > picture[2] else 2
    return halfof(picture, first), halfof(picture, first + 1)


def tilesof(picture: Picture) -> Pictures:
    """The squares that the picture consists of, along its longer side.

    >>> tilesof((b'\\x01\\x02', 1, 2, 0, 0))
    ((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 1))
    """
    cells, height, width, top, left = picture
    side, most = sorted((height, width))
    if most % side or most == side:
        raise ValueError("the longer side is no multiple of the shorter")
    found = []
    for at in range(0, most, side):
        down, right = (at, 0) if height > width else (0, at)
        inside = cut(cells, width, (down, right, side, side))
        found.append(Picture((inside, side, side, top + down, left + right)))
    return tuple(found)


def panelsof(picture: Picture) -> Pictures:
    """What lies between the lines of one colour that go all the way across and down.

    >>> panelsof((b'\\x01\\x05\\x02', 1, 3, 0, 0))
    ((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 2))
    """
    cells, _height, width, top, left = picture
    rows, columns = _separators(picture)
    found = []
    for down, tall in rows:
        for right, wide in columns:
            inside = cut(cells, width, (down, right, tall, wide))
            found.append(Picture((inside, tall, wide, top + down, left + right)))
    if not 1 < len(found) <= MOST_PARTS:
        raise ValueError("no line goes all the way through")
    return tuple(found)


def _separators(picture: Picture) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The spans between lines of one colour: that colour's which has most of them."""
    cells, height, width, _, _ = picture
    across = [cells[n * width : (n + 1) * width] for n in range(height)]
    down = [cells[n::width] for n in range(width)]
    plain = [line[0] for line in (*across, *down) if line.count(line[0]) == len(line)]
    colours = sorted({*plain} - {0}, key=lambda colour: -plain.count(colour))
    for colour in colours or [0]:
        rows = _spans([line.count(colour) == width for line in across])
        columns = _spans([line.count(colour) == height for line in down])
        if len(rows) * len(columns) > 1:
            return rows, columns
    raise ValueError("no line goes all the way through")


def _spans(lines: list[bool]) -> list[tuple[int, int]]:
    """Start and length of each run that is no line."""
    found: list[tuple[int, int]] = []
    start = 0
    for at, line in enumerate((*lines, True)):
        if line:
            if at > start:
                found.append((start, at - start))
            start = at + 1
    return found


def gridlines(picture: Picture) -> Picture:
    """The lines of one colour that go all the way across or down, without the rest.

    >>> gridlines((b'\\x01\\x05\\x02', 1, 3, 0, 0))[0]
    b'\\x00\\x05\\x00'
    """
    cells, height, width, top, left = picture
    rows, columns = _separators(picture)
    whole = bytearray(cells)
    for down, tall in rows:
        for right, wide in columns:
            for row in range(down, down + tall):
                at = row * width + right
                whole[at : at + wide] = NOTHING * wide
    return Picture((bytes(whole), height, width, top, left))


def panelsmap(picture: Picture) -> Picture:
    """A cell for each part between lines that go all the way through: its commonest colour.

    >>> panelsmap((b'\\x01\\x05\\x02', 1, 3, 0, 0))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    rows, columns = _separators(picture)
    colours = bytes(commonest(panel[0]) for panel in panelsof(picture))
    return Picture((colours, len(rows), len(columns), 0, 0))


def rectanglesof(picture: Picture) -> Pictures:
    """The connected parts of one colour that fill their boxes.

    >>> rectanglesof((b'\\x01\\x01\\x02', 1, 3, 0, 0))[0]
    (b'\\x01\\x01', 1, 2, 0, 0)
    """
    found = tuple([each for each in colorparts(picture, False) if 0 not in each[0]])
    if not found:
        raise ValueError("no part fills its box")
    return found


def touchingedge(picture: Picture, wanted: bool) -> Picture:
    """The connected parts that touch the edge of the frame, or those that do not.

    >>> touchingedge((b'\\x01\\x00', 1, 2, 0, 0), True)[0]
    b'\\x01\\x00'
    """
    cells, height, width, top, left = picture
    there = _there(picture)
    outer = flooded(edge(height, width) & there, there, (height, width), False)
    kept = outer if wanted else there & ~outer
    value = int.from_bytes(cells) & kept * 255
    return Picture((cells_of(value, len(cells)), height, width, top, left))

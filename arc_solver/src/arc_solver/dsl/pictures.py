"""grids <-> pictures: cells with a place, where colour 0 is nothing; their colours and boxes.

What search computes with. A picture keeps where it was cut out, so that it can be laid back.
"""

from functools import lru_cache

from arc_solver.dsl.cellwide import NOTHING, box_of, cells_of, commonest, cut, made, occupied, ones
from arc_solver.values import Grid, Pair, Picture

_ALL = bytes(range(256))


def aspicture(grid: Grid) -> Picture:
    """The grid as a picture.

    >>> aspicture(((0, 1), (2, 3)))
    (b'\\x00\\x01\\x02\\x03', 2, 2, 0, 0)
    """
    return made(b"".join(map(bytes, grid)), len(grid), len(grid[0]), 0, 0)


def asgrid(picture: Picture) -> Grid:
    """The cells of a picture as a grid, wherever its place is.

    >>> asgrid((b'\\x05\\x06', 1, 2, 3, 3))
    ((5, 6),)
    """
    cells, height, width, _, _ = picture
    return Grid(tuple([tuple(cells[at : at + width]) for at in range(0, height * width, width)]))


def blank(size: Pair) -> Picture:
    """A picture of so many rows and columns of nothing.

    >>> blank((1, 2))
    (b'\\x00\\x00', 1, 2, 0, 0)
    """
    height, width = size
    return made(NOTHING * (height * width), height, width, 0, 0)


def blanked(picture: Picture) -> Picture:
    """Nothing, as large as the picture, at the origin.

    >>> blanked((b'\\x05\\x06', 1, 2, 3, 3))
    (b'\\x00\\x00', 1, 2, 0, 0)
    """
    _, height, width, _, _ = picture
    return Picture((NOTHING * (height * width), height, width, 0, 0))


@lru_cache
def _only(colour: int, becomes: int) -> bytes:
    return bytes(becomes if each == colour else 0 for each in range(256))


@lru_cache
def _swapped(one: int, other: int) -> bytes:
    table = bytearray(_ALL)
    table[one], table[other] = other, one
    return bytes(table)


@lru_cache
def _changed(one: int, other: int) -> bytes:
    table = bytearray(_ALL)
    table[one] = other
    return bytes(table)


@lru_cache
def _every(colour: int) -> bytes:
    return bytes(colour if each else 0 for each in range(256))


def onlycolor(picture: Picture, colour: int) -> Picture:
    """The cells of one colour.

    >>> onlycolor((b'\\x05\\x06', 1, 2, 0, 0), 5)
    (b'\\x05\\x00', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    return Picture((cells.translate(_only(colour, colour)), height, width, top, left))


def withoutcolor(picture: Picture, colour: int) -> Picture:
    """The cells of all other colours.

    >>> withoutcolor((b'\\x05\\x06', 1, 2, 0, 0), 5)
    (b'\\x00\\x06', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    return Picture((cells.translate(_changed(colour, 0)), height, width, top, left))


def incolor(picture: Picture, colour: int) -> Picture:
    """Every cell in one colour.

    >>> incolor((b'\\x05\\x00', 1, 2, 0, 0), 3)
    (b'\\x03\\x00', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    return Picture((cells.translate(_every(colour)), height, width, top, left))


def swapcolors(picture: Picture, colours: Pair) -> Picture:
    """Two colours in each other's place; 0 may be one of them.

    >>> swapcolors((b'\\x05\\x00', 1, 2, 0, 0), (5, 0))
    (b'\\x00\\x05', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    return Picture((cells.translate(_swapped(*colours)), height, width, top, left))


def changecolor(picture: Picture, colours: Pair) -> Picture:
    """The second colour in place of the first.

    >>> changecolor((b'\\x05\\x06', 1, 2, 0, 0), (5, 6))
    (b'\\x06\\x06', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    return Picture((cells.translate(_changed(*colours)), height, width, top, left))


def inverse(picture: Picture) -> Picture:
    """What was nothing in the picture's commonest colour, and nothing where something was.

    >>> inverse((b'\\x05\\x00', 1, 2, 0, 0))
    (b'\\x00\\x05', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    colour = commonest(cells)
    if not colour:
        raise ValueError("a picture of nothing has no colour")
    return Picture((cells.translate(_only(0, colour)), height, width, top, left))


def exchanged(picture: Picture) -> Picture:
    """The two colours of a picture of two colours in each other's place.

    >>> exchanged((b'\\x05\\x06', 1, 2, 0, 0))
    (b'\\x06\\x05', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    one, other = sorted(set(cells) - {0})
    return Picture((cells.translate(_swapped(one, other)), height, width, top, left))


def nobackground(picture: Picture) -> Picture:
    """The colour of most cells in the place of nothing, and the other way round.

    >>> nobackground((b'\\x05\\x05\\x00', 1, 3, 0, 0))
    (b'\\x00\\x00\\x05', 1, 3, 0, 0)
    """
    cells, height, width, top, left = picture
    most = max(range(10), key=lambda colour: (cells.count(colour), -colour))
    return Picture((cells.translate(_swapped(0, most)), height, width, top, left))


def mostcolored(picture: Picture) -> Picture:
    """The cells of the commonest colour.

    >>> mostcolored((b'\\x05\\x05\\x06', 1, 3, 0, 0))
    (b'\\x05\\x05\\x00', 1, 3, 0, 0)
    """
    cells, height, width, top, left = picture
    colour = commonest(cells)
    return Picture((cells.translate(_only(colour, colour)), height, width, top, left))


def leastcolored(picture: Picture) -> Picture:
    """The cells of the colour that fewest cells have, of equals the least.

    >>> leastcolored((b'\\x05\\x05\\x06', 1, 3, 0, 0))
    (b'\\x00\\x00\\x06', 1, 3, 0, 0)
    """
    cells, height, width, top, left = picture
    colour = min(set(cells) - {0}, key=lambda each: (cells.count(each), each))
    return Picture((cells.translate(_only(colour, colour)), height, width, top, left))


def incommonest(picture: Picture) -> Picture:
    """Every cell in the commonest colour.

    >>> incommonest((b'\\x05\\x05\\x06', 1, 3, 0, 0))
    (b'\\x05\\x05\\x05', 1, 3, 0, 0)
    """
    return incolor(picture, commonest(picture[0]))


def cropped(picture: Picture) -> Picture:
    """The bounding box of what is not nothing.

    >>> cropped((b'\\x00\\x05', 1, 2, 0, 0))
    (b'\\x05', 1, 1, 0, 1)
    """
    cells, height, width, top, left = picture
    found = box_of(cells, height, width)
    down, right, rows, columns = found
    if rows == height and columns == width:
        return picture
    inside = cut(cells, height, width, found)
    return Picture((inside, rows, columns, top + down, left + right))


def hulled(picture: Picture) -> Picture:
    """A rectangle of the commonest colour, as large as the picture.

    >>> hulled((b'\\x00\\x05', 1, 2, 0, 0))
    (b'\\x05\\x05', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    colour = commonest(cells)
    if not colour:
        raise ValueError("a picture of nothing has no colour")
    return Picture((bytes((colour,)) * (height * width), height, width, top, left))


def home(picture: Picture) -> Picture:
    """The picture at the origin.

    >>> home((b'\\x05', 1, 1, 3, 4))
    (b'\\x05', 1, 1, 0, 0)
    """
    cells, height, width, _, _ = picture
    return Picture((cells, height, width, 0, 0))


def embedded(picture: Picture, frame: Picture) -> Picture:
    """The picture on nothing, as far as it lies in the frame of another.

    >>> embedded((b'\\x05', 1, 1, 0, 1), (b'\\x06\\x06', 1, 2, 0, 0))
    (b'\\x00\\x05', 1, 2, 0, 0)
    """
    cells, height, width, top, left = picture
    _, tall, wide, above, before = frame
    down, right = top - above, left - before
    if height == tall and width == wide and not down and not right:
        return picture
    first, last = max(0, down), min(tall, down + height)
    start, end = max(0, right), min(wide, right + width)
    if first >= last or start >= end:
        return Picture((NOTHING * (tall * wide), tall, wide, above, before))
    ahead, after = NOTHING * start, NOTHING * (wide - end)
    at = (first - down) * width + start - right
    size = end - start
    rows = [
        ahead + cells[each : each + size] + after
        for each in range(at, at + (last - first) * width, width)
    ]
    inside = b"".join(rows)
    whole = NOTHING * (first * wide) + inside + NOTHING * ((tall - last) * wide)
    return Picture((whole, tall, wide, above, before))


def windowed(frame: Picture, picture: Picture) -> Picture:
    """What of a picture lies in the frame of another one; all of the frame must be inside.

    >>> windowed((b'\\x05', 1, 1, 0, 1), (b'\\x06\\x07', 1, 2, 0, 0))
    (b'\\x07', 1, 1, 0, 1)
    """
    cells, height, width, top, left = picture
    _, tall, wide, above, before = frame
    down, right = above - top, before - left
    if down < 0 or right < 0 or down + tall > height or right + wide > width:
        raise ValueError("the frame is not inside of the picture")
    inside = cut(cells, height, width, (down, right, tall, wide))
    return Picture((inside, tall, wide, above, before))


def under(mask: Picture, picture: Picture) -> Picture:
    """What of a picture lies under the cells of another one.

    >>> under((b'\\x05\\x00', 1, 2, 0, 0), (b'\\x06\\x07', 1, 2, 0, 0))
    (b'\\x06\\x00', 1, 2, 0, 0)
    """
    cells, height, width, top, left = mask
    count = len(cells)
    where = occupied(int.from_bytes(cells), count) * 255
    below = int.from_bytes(embedded(picture, mask)[0])
    return Picture((cells_of(below & where, count), height, width, top, left))


def besides(mask: Picture, picture: Picture) -> Picture:
    """What of a picture lies in the frame, but not under the cells, of another one.

    >>> besides((b'\\x05\\x00', 1, 2, 0, 0), (b'\\x06\\x07', 1, 2, 0, 0))
    (b'\\x00\\x07', 1, 2, 0, 0)
    """
    cells, height, width, top, left = mask
    count = len(cells)
    where = (occupied(int.from_bytes(cells), count) ^ ones(count)) * 255
    below = int.from_bytes(embedded(picture, mask)[0])
    return Picture((cells_of(below & where, count), height, width, top, left))


def over(upper: Picture, lower: Picture) -> Picture:
    """A picture laid over another one, in the frame of the lower.

    >>> over((b'\\x05\\x00', 1, 2, 0, 0), (b'\\x06\\x07', 1, 2, 0, 0))
    (b'\\x05\\x07', 1, 2, 0, 0)
    """
    cells, height, width, top, left = lower
    count = len(cells)
    above = int.from_bytes(embedded(upper, lower)[0])
    where = (occupied(above, count) ^ ones(count)) * 255
    below = int.from_bytes(cells) & where
    return Picture((cells_of(above | below, count), height, width, top, left))


def dotof(picture: Picture) -> Picture:
    """One cell in the commonest colour.

    >>> dotof((b'\\x05\\x05\\x06', 1, 3, 0, 0))
    (b'\\x05', 1, 1, 0, 0)
    """
    colour = commonest(picture[0])
    if not colour:
        raise ValueError("a picture of nothing has no colour")
    return Picture((bytes((colour,)), 1, 1, 0, 0))


def coveredin(picture: Picture, frame: Picture) -> Picture:
    """A frame filled with the commonest colour of the picture.

    >>> coveredin((b'\\x05\\x05\\x06', 1, 3, 0, 0), (b'\\x00\\x00', 1, 2, 0, 0))
    (b'\\x05\\x05', 1, 2, 0, 0)
    """
    colour = commonest(picture[0])
    if not colour:
        raise ValueError("a picture of nothing has no colour")
    cells, height, width, top, left = frame
    return Picture((bytes((colour,)) * len(cells), height, width, top, left))


def inrarest(picture: Picture, other: Picture) -> Picture:
    """Every cell in the colour that fewest cells of another picture have.

    >>> inrarest((b'\\x05\\x00', 1, 2, 0, 0), (b'\\x05\\x05\\x06', 1, 3, 0, 0))[0]
    b'\\x06\\x00'
    """
    cells = other[0]
    return incolor(picture, min(set(cells) - {0}, key=lambda each: (cells.count(each), each)))


def incommonestof(picture: Picture, other: Picture) -> Picture:
    """Every cell in the colour that most cells of another picture have.

    >>> incommonestof((b'\\x06\\x00', 1, 2, 0, 0), (b'\\x05\\x05\\x06', 1, 3, 0, 0))[0]
    b'\\x05\\x00'
    """
    return incolor(picture, commonest(other[0]))

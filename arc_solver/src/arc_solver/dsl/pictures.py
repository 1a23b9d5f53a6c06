"""grids <-> pictures: cells with a place, where colour 0 is nothing; their colours and boxes.

What search computes with. A picture keeps where it was cut out, so that it can be laid back.
"""

from functools import lru_cache

from arc_solver.dsl.cellwide import NOTHING, box_of, commonest, cut, made
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
    inside = cut(cells, width, found)
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


def dotof(picture: Picture) -> Picture:
    """One cell in the commonest colour.

    >>> dotof((b'\\x05\\x05\\x06', 1, 3, 0, 0))
    (b'\\x05', 1, 1, 0, 0)
    """
    colour = commonest(picture[0])
    if not colour:
        raise ValueError("a picture of nothing has no colour")
    return Picture((bytes((colour,)), 1, 1, 0, 0))

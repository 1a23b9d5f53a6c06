"""pictures -> pictures of the same frame: insides, borders, lines drawn on."""

from arc_solver.dsl.cellwide import (
    EIGHT,
    FOUR,
    cells_of,
    commonest,
    edge,
    enclosed,
    moved,
    occupied,
    ones,
    smear,
)
from arc_solver.values import Pair, Picture

SMEARS = (
    ((0, 1),),
    ((0, -1),),
    ((1, 0),),
    ((-1, 0),),
    ((0, 1), (0, -1)),
    ((1, 0), (-1, 0)),
    FOUR,
    ((1, 1),),
    ((1, -1),),
    ((-1, 1),),
    ((-1, -1),),
    ((1, 1), (-1, -1)),
    ((1, -1), (-1, 1)),
    EIGHT[4:],
    EIGHT,
)
"""The ways in which cells are smeared, by number."""


def _occupied(picture: Picture) -> int:
    return occupied(int.from_bytes(picture[0]), len(picture[0]))


def _with(picture: Picture, where: int, colour: int) -> Picture:
    """The picture with a colour put where there is nothing yet and a one in the mask."""
    cells, height, width, top, left = picture
    value = int.from_bytes(cells) | where * colour
    return Picture((cells_of(value, len(cells)), height, width, top, left))


def _masked(picture: Picture, where: int) -> Picture:
    cells, height, width, top, left = picture
    value = int.from_bytes(cells) & where * 255
    return Picture((cells_of(value, len(cells)), height, width, top, left))


def _alone(picture: Picture, where: int, colour: int) -> Picture:
    cells, height, width, top, left = picture
    return Picture((cells_of(where * colour, len(cells)), height, width, top, left))


def filledin(picture: Picture) -> Picture:
    """The picture, and what it encloses in its commonest colour.

    >>> filledin((bytes([0, 1, 0, 1, 0, 1, 0, 1, 0]), 3, 3, 0, 0))[0][4]
    1
    """
    where = enclosed(_occupied(picture), picture[1], picture[2], corners=False)
    return _with(picture, where, commonest(picture[0]))


def insideof(picture: Picture) -> Picture:
    """What the picture encloses, in its commonest colour, without the picture.

    >>> insideof((bytes([1, 1, 1, 1, 0, 1, 1, 1, 1]), 3, 3, 0, 0))[0]
    b'\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00'
    """
    where = enclosed(_occupied(picture), picture[1], picture[2], corners=False)
    return _alone(picture, where, commonest(picture[0]))


def outsideof(picture: Picture) -> Picture:
    """The empty cells that the picture does not enclose, in its commonest colour.

    >>> outsideof((bytes([0, 1, 1]), 1, 3, 0, 0))[0]
    b'\\x01\\x00\\x00'
    """
    there = _occupied(picture)
    height, width = picture[1], picture[2]
    empty = there ^ ones(height * width)
    where = empty ^ enclosed(there, height, width, corners=False)
    return _alone(picture, where, commonest(picture[0]))


def borderof(picture: Picture) -> Picture:
    """The cells that touch, also by a corner, nothing or the outside of the frame.

    >>> borderof((bytes([1] * 9), 3, 3, 0, 0))[0]
    b'\\x01\\x01\\x01\\x01\\x00\\x01\\x01\\x01\\x01'
    """
    return _masked(picture, _occupied(picture) ^ _interior(picture))


def coreof(picture: Picture) -> Picture:
    """The cells that are no border of the picture.

    >>> coreof((bytes([1] * 9), 3, 3, 0, 0))[0]
    b'\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00'
    """
    return _masked(picture, _interior(picture))


def _interior(picture: Picture) -> int:
    there, shape = _occupied(picture), (picture[1], picture[2])
    inside = there
    for down, right in EIGHT:
        inside &= moved(there, shape, down, right)
    return inside


def outlined(picture: Picture, colour: int) -> Picture:
    """A colour on the empty cells that touch a cell, also by a corner.

    >>> outlined((bytes([1, 0, 0]), 1, 3, 0, 0), 3)[0]
    b'\\x01\\x03\\x00'
    """
    return _with(picture, _around(picture, EIGHT), colour)


def crossed(picture: Picture, colour: int) -> Picture:
    """A colour on the empty cells that touch a cell by a side.

    >>> crossed((bytes([1, 0, 0]), 1, 3, 0, 0), 3)[0]
    b'\\x01\\x03\\x00'
    """
    return _with(picture, _around(picture, FOUR), colour)


def cornered(picture: Picture, colour: int) -> Picture:
    """A colour on the empty cells that are diagonal neighbours of a cell.

    >>> cornered((bytes([1, 0, 0, 0]), 2, 2, 0, 0), 3)[0]
    b'\\x01\\x00\\x00\\x03'
    """
    return _with(picture, _around(picture, EIGHT[4:]), colour)


def _around(picture: Picture, ways: tuple[Pair, ...]) -> int:
    there, shape = _occupied(picture), (picture[1], picture[2])
    near = 0
    for down, right in ways:
        near |= moved(there, shape, down, right)
    return near & ~there


def edged(picture: Picture, colour: int) -> Picture:
    """A frame of one colour along the edge of the picture, over what is there.

    >>> edged((bytes([1] * 9), 3, 3, 0, 0), 2)[0]
    b'\\x02\\x02\\x02\\x02\\x01\\x02\\x02\\x02\\x02'
    """
    cells, height, width, top, left = picture
    where = edge(height, width)
    value = int.from_bytes(cells) & ~(where * 255) | where * colour
    return Picture((cells_of(value, len(cells)), height, width, top, left))


def nudged(picture: Picture, by: Pair) -> Picture:
    """The picture by so many rows and columns further, frame and all.

    >>> nudged((bytes([1, 0]), 1, 2, 0, 0), (0, 1))
    (b'\\x01\\x00', 1, 2, 0, 1)
    """
    cells, height, width, top, left = picture
    return Picture((cells, height, width, top + by[0], left + by[1]))


def smeared(picture: Picture, kind: int) -> Picture:
    """Cells drawn out over nothing up to the next cell or the edge; the kind says which ways.

    >>> smeared((bytes([1, 0, 0, 2, 0]), 1, 5, 0, 0), 0)[0]
    b'\\x01\\x01\\x01\\x02\\x02'
    """
    cells, height, width, top, left = picture
    start = int.from_bytes(cells)
    count = len(cells)
    value = start
    for way in SMEARS[kind]:
        free = (occupied(value, count) ^ ones(count)) * 255
        value |= smear(start, (height, width), way) & free
    return Picture((cells_of(value, count), height, width, top, left))


def linked(picture: Picture, kind: int) -> Picture:
    """Nothing between two cells of one colour gets it: in rows (0), columns (1), both (2),
    diagonals (3), all (4).

    >>> linked((bytes([1, 0, 1]), 1, 3, 0, 0), 0)[0]
    b'\\x01\\x01\\x01'
    """
    cells, height, width, top, left = picture
    ways = ((FOUR[0],), (FOUR[2],), (FOUR[0], FOUR[2]), EIGHT[4:6], (*FOUR[::2], *EIGHT[4:6]))
    start = value = int.from_bytes(cells)
    count = len(cells)
    for way in ways[kind]:
        free = (occupied(value, count) ^ ones(count)) * 255
        value |= _between(start, (height, width), way) & free
    return Picture((cells_of(value, count), height, width, top, left))


def _between(value: int, shape: tuple[int, int], way: Pair) -> int:
    count = shape[0] * shape[1]
    one = smear(value, shape, way)
    other = smear(value, shape, (-way[0], -way[1]))
    alike = (occupied(one ^ other, count) ^ ones(count)) * 255
    return one & alike


def spread(picture: Picture) -> Picture:
    """Cells grow over nothing by their sides, all at once, until nothing is left.

    >>> spread((bytes([1, 0, 0, 2]), 1, 4, 0, 0))[0]
    b'\\x01\\x01\\x02\\x02'
    """
    cells, height, width, top, left = picture
    count, shape = len(cells), (height, width)
    value = int.from_bytes(cells)
    if not value:
        raise ValueError("a picture of nothing cannot spread")
    while free := (occupied(value, count) ^ ones(count)) * 255:
        grown = value
        for down, right in FOUR:
            free = (occupied(grown, count) ^ ones(count)) * 255
            grown |= moved(value, shape, down, right) & free
        value = grown
    return Picture((cells_of(value, count), height, width, top, left))


def noisefree(picture: Picture) -> Picture:
    """The cells that touch another one of their colour, also by a corner.

    >>> noisefree((bytes([1, 1, 0, 2]), 1, 4, 0, 0))[0]
    b'\\x01\\x01\\x00\\x00'
    """
    return _masked(picture, _companions(picture))


def noise(picture: Picture) -> Picture:
    """The cells that touch no other one of their colour.

    >>> noise((bytes([1, 1, 0, 2]), 1, 4, 0, 0))[0]
    b'\\x00\\x00\\x00\\x02'
    """
    return _masked(picture, _occupied(picture) & ~_companions(picture))


def _companions(picture: Picture) -> int:
    cells, shape = picture[0], (picture[1], picture[2])
    value, count = int.from_bytes(cells), len(picture[0])
    alike = 0
    for down, right in EIGHT:
        alike |= occupied(value ^ moved(value, shape, down, right), count) ^ ones(count)
    return alike & occupied(value, count)


def fullrows(picture: Picture, down: bool) -> Picture:
    """The rows, or the columns, that have no empty cell.

    >>> fullrows((bytes([1, 2, 0, 2]), 2, 2, 0, 0), False)[0]
    b'\\x01\\x02\\x00\\x00'
    """
    there, shape = _occupied(picture), (picture[1], picture[2])
    empty = there ^ ones(len(picture[0]))
    way = FOUR[2:] if down else FOUR[:2]
    gaps = empty
    for each in way:
        by = 1
        while by < max(shape):
            gaps |= moved(gaps, shape, each[0] * by, each[1] * by)
            by *= 2
    return _masked(picture, there & ~gaps)

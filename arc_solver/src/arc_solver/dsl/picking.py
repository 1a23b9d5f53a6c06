"""pictures -> one or some of them, by what they look like."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache

from arc_solver.dsl.cellwide import edge, enclosed, occupied, ones, parts, transposed
from arc_solver.values import Picture, Pictures



KEPT = 1 << 15
"""Quantities and looks of pictures that are remembered."""


def forget() -> None:
    """What is remembered goes when a puzzle is done."""
    _amount.cache_clear()
    _looks.cache_clear()


def _there(picture: Picture) -> int:
    return occupied(int.from_bytes(picture[0]), len(picture[0]))


def _count(picture: Picture) -> int:
    return len(picture[0]) - picture[0].count(0)


def _colours(picture: Picture) -> int:
    return len(set(picture[0]) - {0})


def _holes(picture: Picture) -> int:
    cells, height, width, _, _ = picture
    inner = enclosed(_there(picture), height, width)
    return len(parts(inner, (height, width), False))


def _level(picture: Picture) -> int:
    """Whether its rows read the same backwards."""
    cells, _, width, _, _ = picture
    turned = cells[::-1]
    rows = [turned[at : at + width] for at in range(0, len(cells), width)]
    return int(b"".join(rows[::-1]) == cells)


def _upright(picture: Picture) -> int:
    cells, height, width, _, _ = picture
    return int(all(column == column[::-1] for column in _columns(picture)))


def _columns(picture: Picture) -> list[bytes]:
    cells, _, width, _, _ = picture
    return [cells[n::width] for n in range(width)]


def _diagonal(picture: Picture) -> int:
    return int(picture[1] == picture[2] and transposed(picture[0], picture[2]) == picture[0])


def _symmetries(picture: Picture) -> int:
    return _level(picture) + _upright(picture) + _diagonal(picture)


def _components(picture: Picture) -> int:
    return len(parts(_there(picture), (picture[1], picture[2]), True))


def _rare(picture: Picture) -> int:
    """Cells that are not of its commonest colour."""
    cells = picture[0]
    return len(cells) - cells.count(0) - max(cells.count(colour) for colour in range(1, 10))


QUANTITIES: Sequence[Callable[[Picture], int]] = (
    lambda picture: len(picture[0]),
    _count,
    _colours,
    _holes,
    lambda picture: picture[1],
    lambda picture: picture[2],
    lambda picture: picture[3],
    lambda picture: picture[4],
    _symmetries,
    _components,
    _rare,
    lambda picture: picture[0].count(0),
    lambda picture: min(picture[1:3]),
    lambda picture: abs(picture[1] - picture[2]),
)
"""By number: area, cells, colours, holes, height, width, row, column, symmetries, parts, cells of
rarer colours, empty cells, shorter side, how far from a square."""


def _look(picture: Picture) -> object:
    return picture[:3]


def _form(picture: Picture) -> object:
    return (_there(picture), *picture[1:3])


def _turnedform(picture: Picture) -> object:
    """Its form, whichever way it is turned."""
    height, width = picture[1:3]
    cells = bytes(picture[0].translate(_ONE))
    across = transposed(cells, width)
    tall = [(each, height) for each in _ways(cells, width)]
    wide = [(each, width) for each in _ways(across, height)]
    return min(tall + wide)


_ONE = bytes(int(each > 0) for each in range(256))


def _ways(cells: bytes, width: int) -> list[bytes]:
    rows = b"".join([cells[at : at + width] for at in range(0, len(cells), width)][::-1])
    return [cells, cells[::-1], rows, rows[::-1]]


LOOKS: Sequence[Callable[[Picture], object]] = (
    _look,
    _form,
    lambda picture: picture[1:3],
    lambda picture: bytes(sorted(set(picture[0]))),
    _count,
    _holes,
    _level,
    _upright,
    _symmetries,
    _components,
    _turnedform,
    _colours,
    lambda picture: max(range(1, 10), key=lambda colour: (picture[0].count(colour), -colour)),
    lambda picture: picture[1] == picture[2],
    lambda picture: 0 in picture[0],
)
"""By number: all of it, form, size, colours, cells, holes, mirrored in itself, upside down,
symmetries, parts, form whichever way, how many colours, commonest colour, square, whether it has
empty cells."""


@lru_cache(KEPT)
def _amount(picture: Picture, quantity: int) -> int:
    """Asked many times of one picture, as the lists it is in are made of one another."""
    return QUANTITIES[quantity](picture)


@lru_cache(KEPT)
def _looks(picture: Picture, look: int) -> object:
    return LOOKS[look](picture)


def _amounts(pictures: Pictures, quantity: int) -> list[int]:
    if not 0 <= quantity < len(QUANTITIES):
        raise ValueError(f"there is no quantity {quantity}")
    return [_amount(each, quantity) for each in pictures]


def _all_looks(pictures: Pictures, look: int) -> list[object]:
    if not 0 <= look < len(LOOKS):
        raise ValueError(f"there is no look {look}")
    return [_looks(each, look) for each in pictures]


def mostof(pictures: Pictures, quantity: int) -> Picture:
    """The first of those that have most of a quantity.

    >>> mostof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 0)[2]
    2
    """
    amounts = _amounts(pictures, quantity)
    return pictures[amounts.index(max(amounts))]


def leastof(pictures: Pictures, quantity: int) -> Picture:
    """The first of those that have least of a quantity.

    >>> leastof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 0)[2]
    1
    """
    amounts = _amounts(pictures, quantity)
    return pictures[amounts.index(min(amounts))]


def _split(pictures: Pictures, quantity: int, most: bool) -> tuple[Pictures, Pictures]:
    amounts = _amounts(pictures, quantity)
    wanted = max(amounts) if most else min(amounts)
    pairs = list(zip(pictures, amounts, strict=True))
    return (
        tuple([each for each, amount in pairs if amount == wanted]),
        tuple([each for each, amount in pairs if amount != wanted]),
    )


def _some(pictures: Pictures) -> Pictures:
    if not pictures:
        raise ValueError("none is left")
    return pictures


def mostsof(pictures: Pictures, quantity: int) -> Pictures:
    """All that have most of a quantity.

    >>> len(mostsof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 4))
    2
    """
    return _split(pictures, quantity, True)[0]


def leastsof(pictures: Pictures, quantity: int) -> Pictures:
    """All that have least of a quantity.

    >>> len(leastsof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 5))
    1
    """
    return _split(pictures, quantity, False)[0]


def notmostsof(pictures: Pictures, quantity: int) -> Pictures:
    """All but those that have most of a quantity.

    >>> len(notmostsof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 5))
    1
    """
    return _some(_split(pictures, quantity, True)[1])


def notleastsof(pictures: Pictures, quantity: int) -> Pictures:
    """All but those that have least of a quantity.

    >>> len(notleastsof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 5))
    1
    """
    return _some(_split(pictures, quantity, False)[1])


def amounting(pictures: Pictures, amount: tuple[int, int]) -> Pictures:
    """Those of which a quantity is so much: (quantity, amount).

    >>> len(amounting(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), (1, 2)))
    1
    """
    pairs = zip(pictures, _amounts(pictures, amount[0]), strict=True)
    return _some(tuple([each for each, much in pairs if much == amount[1]]))


def oddone(pictures: Pictures, look: int) -> Picture:
    """The only one whose look no other one has.

    >>> oddone(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 0), (b'\\x01', 1, 1, 0, 5)), 0)[0]
    b'\\x02'
    """
    looks = _all_looks(pictures, look)
    times = Counter(looks)
    alone = [each for each, one in zip(pictures, looks, strict=True) if times[one] == 1]
    if len(alone) != 1 or len(pictures) < 3:
        raise ValueError("not one of them is odd")
    return alone[0]


def commonof(pictures: Pictures, look: int) -> Pictures:
    """Those with the look that most of them have.

    >>> len(commonof(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 0), (b'\\x01', 1, 1, 0, 5)), 0))
    2
    """
    return _by_look(pictures, look, True)


def rareof(pictures: Pictures, look: int) -> Pictures:
    """Those with another look than most of them have.

    >>> len(rareof(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 0), (b'\\x01', 1, 1, 0, 5)), 0))
    1
    """
    return _some(_by_look(pictures, look, False))


def _by_look(pictures: Pictures, look: int, wanted: bool) -> Pictures:
    looks = _all_looks(pictures, look)
    times = Counter(looks)
    ((usual, most), *rest) = times.most_common(2)
    if rest and rest[0][1] == most:
        raise ValueError("no look is the commonest")
    pairs = zip(pictures, looks, strict=True)
    return tuple([each for each, one in pairs if (one == usual) is wanted])


def repeatedof(pictures: Pictures, look: int) -> Pictures:
    """Those that have their look in common with another one.

    >>> len(repeatedof(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 0), (b'\\x01', 1, 1, 0, 5)), 0))
    2
    """
    looks = _all_looks(pictures, look)
    times = Counter(looks)
    pairs = zip(pictures, looks, strict=True)
    return _some(tuple([each for each, one in pairs if times[one] > 1]))


def mirroring(pictures: Pictures, wanted: bool) -> Pictures:
    """Those that are symmetrical in some way, or those that are not.

    >>> len(mirroring(((b'\\x01\\x02', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), True))
    2
    """
    return _some(tuple([each for each in pictures if bool(_amount(each, 8)) is wanted]))


def solid(pictures: Pictures, wanted: bool) -> Pictures:
    """Those that have no empty cell, or those that have one.

    >>> len(solid(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), True))
    1
    """
    return _some(tuple([each for each in pictures if (0 not in each[0]) is wanted]))


def closed(pictures: Pictures, wanted: bool) -> Pictures:
    """Those that enclose something empty, or those that do not.

    >>> len(closed(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), False))
    2
    """
    return _some(tuple([each for each in pictures if bool(_amount(each, 3)) is wanted]))


def squares(pictures: Pictures, wanted: bool) -> Pictures:
    """Those as high as wide, or the others.

    >>> len(squares(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), True))
    1
    """
    return _some(tuple([each for each in pictures if (each[1] == each[2]) is wanted]))


def ringing(pictures: Pictures) -> Pictures:
    """Those whose box has its whole edge occupied.

    >>> len(ringing(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0))))
    1
    """
    return _some(
        tuple([each for each in pictures if not edge(*each[1:3]) & (_there(each) ^ ones(len(each[0])))])
    )


def sortedby(pictures: Pictures, quantity: int) -> Pictures:
    """From least to most of a quantity; equals as they were.

    >>> sortedby(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), 0)[0][2]
    1
    """
    amounts = _amounts(pictures, quantity)
    order = sorted(range(len(pictures)), key=amounts.__getitem__)
    return tuple([pictures[each] for each in order])


def backwards(pictures: Pictures) -> Pictures:
    """The last first.

    >>> backwards(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)))[0][2]
    1
    """
    return pictures[::-1]

"""pictures -> one or some of them, by what they look like."""

from collections import Counter

from arc_solver.dsl.cellwide import edge, ones
from arc_solver.dsl.looks import amount_of, amounts_of, looks_of, mask_of
from arc_solver.values import Picture, Pictures


def mostof(pictures: Pictures, quantity: int) -> Picture:
    """The first of those that have most of a quantity.

    >>> mostof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 0)[2]
    2
    """
    amounts = amounts_of(pictures, quantity)
    return pictures[amounts.index(max(amounts))]


def leastof(pictures: Pictures, quantity: int) -> Picture:
    """The first of those that have least of a quantity.

    >>> leastof(((b'\\x01', 1, 1, 0, 0), (b'\\x01\\x01', 1, 2, 0, 0)), 0)[2]
    1
    """
    amounts = amounts_of(pictures, quantity)
    return pictures[amounts.index(min(amounts))]


def _split(pictures: Pictures, quantity: int, most: bool) -> tuple[Pictures, Pictures]:
    amounts = amounts_of(pictures, quantity)
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
    pairs = zip(pictures, amounts_of(pictures, amount[0]), strict=True)
    return _some(tuple([each for each, much in pairs if much == amount[1]]))


def oddone(pictures: Pictures, look: int) -> Picture:
    """The only one whose look no other one has.

    >>> oddone(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 0), (b'\\x01', 1, 1, 0, 5)), 0)[0]
    b'\\x02'
    """
    looks = looks_of(pictures, look)
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
    looks = looks_of(pictures, look)
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
    looks = looks_of(pictures, look)
    times = Counter(looks)
    pairs = zip(pictures, looks, strict=True)
    return _some(tuple([each for each, one in pairs if times[one] > 1]))


def mirroring(pictures: Pictures, wanted: bool) -> Pictures:
    """Those that are symmetrical in some way, or those that are not.

    >>> len(mirroring(((b'\\x01\\x02', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), True))
    2
    """
    return _some(tuple([each for each in pictures if bool(amount_of(each, 8)) is wanted]))


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
    return _some(tuple([each for each in pictures if bool(amount_of(each, 3)) is wanted]))


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
        tuple(
            [
                each
                for each in pictures
                if not edge(*each[1:3]) & (mask_of(each) ^ ones(len(each[0])))
            ]
        )
    )


def sortedby(pictures: Pictures, quantity: int) -> Pictures:
    """From least to most of a quantity; equals as they were.

    >>> sortedby(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)), 0)[0][2]
    1
    """
    amounts = amounts_of(pictures, quantity)
    order = sorted(range(len(pictures)), key=amounts.__getitem__)
    return tuple([pictures[each] for each in order])


def backwards(pictures: Pictures) -> Pictures:
    """The last first.

    >>> backwards(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x01', 1, 1, 0, 0)))[0][2]
    1
    """
    return pictures[::-1]

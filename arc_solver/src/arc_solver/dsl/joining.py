"""pictures -> one picture of all of them."""

from collections import Counter
from collections.abc import Sequence

from arc_solver.dsl.cellwide import MAX_AREA, NOTHING, cells_of, commonest, made, occupied, ones
from arc_solver.dsl.laying import embedded
from arc_solver.values import Picture, Pictures


def stacked(pictures: Pictures) -> Picture:
    """All of them where they are, the first on top, in the smallest frame that holds them.

    >>> stacked(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 2)))
    (b'\\x01\\x00\\x02', 1, 3, 0, 0)
    """
    top = min(each[3] for each in pictures)
    left = min(each[4] for each in pictures)
    height = max(each[3] + each[1] for each in pictures) - top
    width = max(each[4] + each[2] for each in pictures) - left
    if height * width > MAX_AREA:
        made(b"", height, width, top, left)
    return made(_laid(pictures, (height, width, top, left)), height, width, top, left)


def _laid(pictures: Sequence[Picture], frame: tuple[int, int, int, int]) -> bytes:
    height, width, top, left = frame
    count = height * width
    whole = 0
    one = ones(count)
    for cells, tall, wide, above, before in pictures:
        gap = NOTHING * (width - wide)
        rows = [cells[at : at + wide] for at in range(0, tall * wide, wide)]
        at = (above - top) * width + before - left
        value = int.from_bytes(gap.join(rows)) << 8 * (count - at - (tall - 1) * width - wide)
        if whole:
            value &= (occupied(whole, count) ^ one) * 255
        whole |= value
    return cells_of(whole, count)


def stackedsmall(pictures: Pictures) -> Picture:
    """All of them where they are, the one with fewest cells on top.

    >>> stackedsmall(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x02', 1, 1, 0, 0)))
    (b'\\x02\\x01', 1, 2, 0, 0)
    """
    return stacked(tuple(sorted(pictures, key=_count)))


def _count(picture: Picture) -> int:
    return len(picture[0]) - picture[0].count(0)


def piledup(pictures: Pictures) -> Picture:
    """All of them from one corner on, the first on top.

    >>> piledup(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x02\\x02', 1, 2, 3, 3)))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    return stacked(tuple([Picture((*each[:3], 0, 0)) for each in pictures]))


def inrow(pictures: Pictures) -> Picture:
    """One to the right of the other.

    >>> inrow(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 5, 5)))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    height = max(each[1] for each in pictures)
    width = sum(each[2] for each in pictures)
    if height * width > MAX_AREA:
        made(b"", height, width, 0, 0)
    filled = [each[0] + NOTHING * ((height - each[1]) * each[2]) for each in pictures]
    lines = [
        cells[row * each[2] : (row + 1) * each[2]]
        for row in range(height)
        for cells, each in zip(filled, pictures, strict=True)
    ]
    return made(b"".join(lines), height, width, 0, 0)


def incolumn(pictures: Pictures) -> Picture:
    """One below the other.

    >>> incolumn(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 5, 5)))
    (b'\\x01\\x02', 2, 1, 0, 0)
    """
    width = max(each[2] for each in pictures)
    height = sum(each[1] for each in pictures)
    if height * width > MAX_AREA:
        made(b"", height, width, 0, 0)
    lines = [
        each[0][at : at + each[2]].ljust(width, NOTHING)
        for each in pictures
        for at in range(0, len(each[0]), each[2])
    ]
    return made(b"".join(lines), height, width, 0, 0)


def _alike(pictures: Pictures) -> tuple[list[int], list[int], int]:
    """Their cells and where they are occupied, for pictures of one size."""
    count = len(pictures[0][0])
    if len(pictures) < 2 or len({each[1:3] for each in pictures}) != 1:
        raise ValueError("pictures of one size are needed, and two at least")
    values = [int.from_bytes(each[0]) for each in pictures]
    return values, [occupied(value, count) for value in values], count


def _first(pictures: Pictures, where: int, values: list[int]) -> Picture:
    """The colours of the first that has one, as far as the mask goes."""
    _, height, width, _, _ = pictures[0]
    count, whole = height * width, 0
    for value in values:
        whole |= value & (occupied(whole, count) ^ ones(count)) * 255
    return Picture((cells_of(whole & where * 255, count), height, width, 0, 0))


def inall(pictures: Pictures) -> Picture:
    """The places that are occupied in all of them.

    >>> inall(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x02\\x00', 1, 2, 0, 3)))[0]
    b'\\x01\\x00'
    """
    values, masks, count = _alike(pictures)
    where = ones(count)
    for mask in masks:
        where &= mask
    return _first(pictures, where, values)


def innone(pictures: Pictures) -> Picture:
    """The places that are occupied in none of them, in the commonest colour of the first.

    >>> innone(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x02\\x00', 1, 2, 0, 3)))[0]
    b'\\x00\\x01'
    """
    _, masks, count = _alike(pictures)
    where = 0
    for mask in masks:
        where |= mask
    _, height, width, _, _ = pictures[0]
    colour = commonest(pictures[0][0]) or 1
    return Picture((cells_of((where ^ ones(count)) * colour, count), height, width, 0, 0))


def inone(pictures: Pictures) -> Picture:
    """The places that are occupied in exactly one of them.

    >>> inone(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x02\\x02', 1, 2, 0, 3)))[0]
    b'\\x00\\x02'
    """
    values, masks, _ = _alike(pictures)
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return _first(pictures, once & ~twice, values)


def onlyinfirst(pictures: Pictures) -> Picture:
    """The places that are occupied in the first of them only.

    >>> onlyinfirst(((b'\\x01\\x01', 1, 2, 0, 0), (b'\\x02\\x00', 1, 2, 0, 3)))[0]
    b'\\x00\\x01'
    """
    values, masks, _ = _alike(pictures)
    others = 0
    for mask in masks[1:]:
        others |= mask
    return _first(pictures, masks[0] & ~others, values)


def usual(pictures: Pictures) -> Picture:
    """For each place the colour that most of them have there.

    >>> usual(tuple((bytes([c]), 1, 1, 0, 0) for c in (1, 2, 2)))[0]
    b'\\x02'
    """
    if len(pictures) < 3 or len({each[1:3] for each in pictures}) != 1:
        raise ValueError("pictures of one size are needed, and three at least")
    _, height, width, _, _ = pictures[0]
    columns = zip(*[each[0] for each in pictures], strict=True)
    cells = bytes(Counter(column).most_common(1)[0][0] for column in columns)
    return Picture((cells, height, width, 0, 0))


def laidover(pictures: Pictures) -> Picture:
    """Pictures of one size over one another, the first on top.

    >>> laidover(((b'\\x01\\x00', 1, 2, 0, 0), (b'\\x02\\x02', 1, 2, 0, 3)))[0]
    b'\\x01\\x02'
    """
    values, _, count = _alike(pictures)
    return _first(pictures, ones(count), values)


def tally(pictures: Pictures) -> Picture:
    """A row of as many cells as there are pictures, each in the commonest colour of its own.

    >>> tally(((b'\\x01', 1, 1, 0, 0), (b'\\x02\\x02', 1, 2, 0, 3)))
    (b'\\x01\\x02', 1, 2, 0, 0)
    """
    cells = bytes(commonest(each[0]) for each in pictures)
    return made(cells, 1, len(cells), 0, 0)


def bars(picture: Picture) -> Picture:
    """A row for each colour, the commonest first, as long as it has cells.

    >>> bars((b'\\x01\\x02\\x02', 1, 3, 0, 0))
    (b'\\x02\\x02\\x01\\x00', 2, 2, 0, 0)
    """
    cells = picture[0]
    colours = sorted(set(cells) - {0}, key=lambda colour: (-cells.count(colour), colour))
    counts = [cells.count(colour) for colour in colours]
    if not counts or counts[0] * len(counts) > 900 or counts[0] > 30:
        raise ValueError("bars of no colour, or too long ones")
    lines = [
        (bytes((colour,)) * count).ljust(counts[0], NOTHING)
        for colour, count in zip(colours, counts, strict=True)
    ]
    return made(b"".join(lines), len(counts), counts[0], 0, 0)


def scale(picture: Picture) -> Picture:
    """A column of the picture's colours, the commonest first.

    >>> scale((b'\\x01\\x02\\x02', 1, 3, 0, 0))
    (b'\\x02\\x01', 2, 1, 0, 0)
    """
    cells = picture[0]
    colours = sorted(set(cells) - {0}, key=lambda colour: (-cells.count(colour), colour))
    return made(bytes(colours), len(colours), 1, 0, 0)


def nextto(pictures: Pictures) -> Pictures:
    """Those that touch another one by a side of their boxes, or overlap it.

    >>> len(nextto(((b'\\x01', 1, 1, 0, 0), (b'\\x02', 1, 1, 0, 1), (b'\\x02', 1, 1, 5, 1))))
    2
    """
    found = [
        one
        for one in pictures
        if any(other is not one and _touch(one, other) for other in pictures)
    ]
    if not found:
        raise ValueError("none touches another one")
    return tuple(found)


def _touch(one: Picture, other: Picture) -> bool:
    return (
        one[3] <= other[3] + other[1]
        and other[3] <= one[3] + one[1]
        and one[4] <= other[4] + other[2]
        and other[4] <= one[4] + one[2]
    )


def dropped(pictures: Pictures, frame: Picture) -> Picture:
    """Each moved down, whole, as far as it goes within a frame; the lowest first.

    >>> dropped(((b'\\x01', 1, 1, 0, 0),), (b'\\x00\\x00', 2, 1, 0, 0))[0]
    b'\\x00\\x01'
    """
    _, height, width, top, left = frame
    whole = Picture((NOTHING * (height * width), height, width, top, left))
    value, count = 0, height * width
    for each in sorted(pictures, key=lambda one: -one[3] - one[1]):
        laid = int.from_bytes(embedded(each, whole)[0])
        room = top + height - each[3] - each[1]
        for _ in range(room):
            lower = laid >> 8 * width
            if occupied(lower, count) & occupied(value, count):
                break
            laid = lower
        value |= laid & (occupied(value, count) ^ ones(count)) * 255
    return Picture((cells_of(value, count), height, width, top, left))

"""pictures -> one laid into, over or under another; the frame of another."""

from arc_solver.dsl.cellwide import NOTHING, cells_of, commonest, cut, occupied, ones
from arc_solver.dsl.pictures import incolor
from arc_solver.values import Picture


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
    inside = cut(cells, width, (down, right, tall, wide))
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

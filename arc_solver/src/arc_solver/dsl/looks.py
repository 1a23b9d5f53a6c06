"""picture -> how much of something it has, and what it looks like: what parts are picked by."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from arc_solver.dsl.cellwide import enclosed, occupied, parts, transposed
from arc_solver.values import Picture, Pictures

KEPT = 1 << 15
"""Quantities and looks of pictures that are remembered."""


def forget() -> None:
    """What is remembered goes when a puzzle is done."""
    amount_of.cache_clear()
    _looks.cache_clear()


def mask_of(picture: Picture) -> int:
    return occupied(int.from_bytes(picture[0]), len(picture[0]))


def cell_count(picture: Picture) -> int:
    return len(picture[0]) - picture[0].count(0)


def _colours(picture: Picture) -> int:
    return len(set(picture[0]) - {0})


def _holes(picture: Picture) -> int:
    _cells, height, width, _, _ = picture
    inner = enclosed(mask_of(picture), height, width)
    return len(parts(inner, (height, width), False))


def _level(picture: Picture) -> int:
    """Whether its rows read the same backwards."""
    cells, _, width, _, _ = picture
    turned = cells[::-1]
    rows = [turned[at : at + width] for at in range(0, len(cells), width)]
    return int(b"".join(rows[::-1]) == cells)


def _upright(picture: Picture) -> int:
    _cells, _height, _width, _, _ = picture
    return int(all(column == column[::-1] for column in _columns(picture)))


def _columns(picture: Picture) -> list[bytes]:
    cells, _, width, _, _ = picture
    return [cells[n::width] for n in range(width)]


def _diagonal(picture: Picture) -> int:
    return int(picture[1] == picture[2] and transposed(picture[0], picture[2]) == picture[0])


def _symmetries(picture: Picture) -> int:
    return _level(picture) + _upright(picture) + _diagonal(picture)


def _components(picture: Picture) -> int:
    return len(parts(mask_of(picture), (picture[1], picture[2]), True))


def _rare(picture: Picture) -> int:
    """Cells that are not of its commonest colour."""
    cells = picture[0]
    return len(cells) - cells.count(0) - max(cells.count(colour) for colour in range(1, 10))


QUANTITIES: Sequence[Callable[[Picture], int]] = (
    lambda picture: len(picture[0]),
    cell_count,
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
    return (mask_of(picture), *picture[1:3])


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
    cell_count,
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
def amount_of(picture: Picture, quantity: int) -> int:
    """Asked many times of one picture, as the lists it is in are made of one another."""
    return QUANTITIES[quantity](picture)


@lru_cache(KEPT)
def _looks(picture: Picture, look: int) -> object:
    return LOOKS[look](picture)


def amounts_of(pictures: Pictures, quantity: int) -> list[int]:
    if not 0 <= quantity < len(QUANTITIES):
        raise ValueError(f"there is no quantity {quantity}")
    return [amount_of(each, quantity) for each in pictures]


def looks_of(pictures: Pictures, look: int) -> list[object]:
    if not 0 <= look < len(LOOKS):
        raise ValueError(f"there is no look {look}")
    return [_looks(each, look) for each in pictures]

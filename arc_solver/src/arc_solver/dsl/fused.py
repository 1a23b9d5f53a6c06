"""function x members -> what `mapply` makes of them, at once, for the functions asked for most.

Copies of one patch, moved, are one number moved and joined: only the cells of the result become
tuples. Of places in one column the column is made once. None where there is no such short way.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations_with_replacement, compress, product, repeat
from typing import Any

from arc_solver.dsl.boxes import Box, box_of
from arc_solver.dsl.patches import connect, hfrontier, shift, vfrontier
from arc_solver.values import MAX_SIDE, MAX_TOTAL, Indices, Pair, Patch, TooLarge, is_object

LARGEST = 1 << 15
"""Bytes of the number for all places that a result can have; beyond, the long way is taken."""


def at_once(function: Callable[..., Any], members: Collection[Any]) -> frozenset[Any] | None:
    """What joins the sets that the function gives, or None."""
    if function is vfrontier:
        _count(MAX_SIDE, members)
        return frozenset(product(range(MAX_SIDE), {column for _, column in members}))
    if function is hfrontier:
        _count(MAX_SIDE, members)
        return frozenset(product({row for row, _ in members}, range(MAX_SIDE)))
    if isinstance(function, partial) and function.func is shift and len(function.args) == 1:
        return _shifted(function.args[0], list(members))
    inner = getattr(function, "inner", None)
    outer = getattr(function, "outer", None)
    if inner is not None and isinstance(outer, partial) and outer.func is shift:
        return _shifted(outer.args[0], list(map(inner, members)))
    return None


def copies(patch: Any, offset: Pair, times: int) -> frozenset[Any] | None:
    """The patch joined with itself, moved, and the result with itself moved, so many times; None
    where the last of these might be too many."""
    if times < 1 or 2 * len(patch) * (times + 1) > MAX_TOTAL:
        return None
    down, right = offset
    return _shifted(patch, [(n * down, n * right) for n in range(times + 1)])


def lines_between(a: Collection[Pair], b: Collection[Pair]) -> frozenset[Indices]:
    """`connect` for every place of the one with every place of the other, to and fro once."""
    if a == b:
        places = list(a)
        pairs: Iterable[tuple[Pair, Pair]] = combinations_with_replacement(places, 2)
    else:
        pairs = product(a, b)
    none: Indices = frozenset()
    found = {none}
    crooked = False
    for start, end in pairs:
        down, right = end[0] - start[0], end[1] - start[1]
        if down and right and down != right and down != -right:
            crooked = True
        else:
            found.add(connect(start, end))
    return frozenset(found) if crooked else frozenset(found - {none})


def _count(each: int, members: Collection[Any]) -> None:
    if each * len(members) > MAX_TOTAL:
        raise TooLarge(f"more than {MAX_TOTAL} items")


def _shifted(patch: Patch, offsets: Sequence[Pair]) -> frozenset[Any] | None:
    _count(len(patch), offsets)
    if not patch or not offsets:
        return frozenset()
    top, left, bottom, right = box_of(patch)
    up, low, down, high = box_of(frozenset(offsets))
    rows, columns = bottom - top + 1 + down - up, right - left + 1 + high - low
    if rows * columns > LARGEST:
        return None
    moves = {((i - up) * columns + j - low) * 8 for i, j in offsets}
    origin = (top + up, left + low)
    found: list[Iterable[Any]] = []
    for colour, layer in _layers(patch, (top, left, bottom, right), columns):
        joined = 0
        for move in moves:
            joined |= layer << move
        places = compress(_places(origin, rows, columns), joined.to_bytes(rows * columns, "little"))
        found.append(places if colour is None else zip(repeat(colour), places))
    return frozenset(chain.from_iterable(found))


def _layers(patch: Patch, box: Box, columns: int) -> list[tuple[int | None, int]]:
    """Of each colour, or of a set of places: a number with a byte of 1 for every place."""
    top, left, bottom, _ = box
    rows: dict[int | None, bytearray] = {}
    cells: Any = patch if is_object(patch) else [(None, place) for place in patch]
    for colour, (row, column) in cells:
        if colour not in rows:
            rows[colour] = bytearray((bottom - top + 1) * columns)
        rows[colour][(row - top) * columns + column - left] = 1
    return [(colour, int.from_bytes(layer, "little")) for colour, layer in rows.items()]


def _places(origin: Pair, rows: int, columns: int) -> Iterator[Pair]:
    top, left = origin
    return product(range(top, top + rows), range(left, left + columns))

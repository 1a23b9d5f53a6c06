"""patch -> its rows, its columns and its bounding box."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from arc_solver.values import Pair, Patch, as_indices, as_object, is_object


def rows_of(patch: Patch) -> list[int]:
    """In no order; an object's may come several times."""
    return [row for row, _ in places_of(patch)]


def columns_of(patch: Patch) -> list[int]:
    return [column for _, column in places_of(patch)]


def places_of(patch: Patch) -> Iterable[Pair]:
    """The same as often as an object has colours there."""
    return [place for _, place in as_object(patch)] if is_object(patch) else as_indices(patch)


Box = tuple[int, int, int, int]
SMALL = 40
"""Cells up to which a patch is small: of these many are remembered, of larger ones only a few."""


def box_of(patch: Patch) -> Box:
    """Top, left, bottom and right of the bounding box; ValueError of nothing."""
    if not patch:
        raise ValueError("an empty patch has no place")
    return _small_box(patch) if len(patch) <= SMALL else _large_box(patch)


def _box(patch: Patch) -> Box:
    rows, columns = zip(*places_of(patch), strict=False)
    return min(rows), min(columns), max(rows), max(columns)


def _lines(patch: Patch, across: bool) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for row, column in places_of(patch):
        if across:
            row, column = column, row
        if column in found:
            found[column].append(row)
        else:
            found[column] = [row]
    return found


def lines_of(patch: Patch, across: bool) -> Mapping[int, Sequence[int]]:
    """The rows that are met in each column, or across: the columns in each row. Not to be changed:
    the same is given to the next who asks, as a patch is asked about many times in a row."""
    return (_small_lines if len(patch) <= SMALL else _large_lines)(patch, across)


_small_box = lru_cache(256)(_box)
_large_box = lru_cache(4)(_box)
_small_lines = lru_cache(256)(_lines)
_large_lines = lru_cache(4)(_lines)


def forget() -> None:
    """What is remembered holds on to patches: when a task is done it goes with them."""
    for each in (_small_box, _large_box, _small_lines, _large_lines):
        each.cache_clear()

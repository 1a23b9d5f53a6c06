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
Lines = Mapping[int, Sequence[int]]
SMALL = 40
"""Cells up to which a patch is small: of these many are remembered, of larger ones only a few."""


class Facts:
    """What a patch is asked many times in a row: its box, and which cells stand in line."""

    __slots__ = ("_columns", "_patch", "_rows", "box")

    def __init__(self, patch: Patch) -> None:
        self._patch = patch
        self._columns: Lines | None = None
        self._rows: Lines | None = None
        if is_object(patch):
            cells = as_object(patch)
            rows, columns = {row for _, (row, _) in cells}, {column for _, (_, column) in cells}
        else:
            places = as_indices(patch)
            rows, columns = {row for row, _ in places}, {column for _, column in places}
        self.box: Box = min(rows), min(columns), max(rows), max(columns)

    @property
    def columns(self) -> Lines:
        """The rows that are met in each column; not to be changed."""
        if self._columns is None:
            self._columns = _lines(places_of(self._patch))
        return self._columns

    @property
    def rows(self) -> Lines:
        """The columns that are met in each row; not to be changed."""
        if self._rows is None:
            self._rows = _lines([(column, row) for row, column in places_of(self._patch)])
        return self._rows


def _lines(places: Iterable[Pair]) -> Lines:
    found: dict[int, list[int]] = {}
    for row, column in places:
        if column in found:
            found[column].append(row)
        else:
            found[column] = [row]
    return found


_small_facts = lru_cache(256)(Facts)
_large_facts = lru_cache(4)(Facts)


def facts_of(patch: Patch) -> Facts:
    """ValueError of nothing."""
    if not patch:
        raise ValueError("an empty patch has no place")
    return _small_facts(patch) if len(patch) <= SMALL else _large_facts(patch)


def box_of(patch: Patch) -> Box:
    """Top, left, bottom and right of the bounding box; ValueError of nothing."""
    return facts_of(patch).box


def forget() -> None:
    """What is remembered holds on to patches: when a task is done it goes with them."""
    _small_facts.cache_clear()
    _large_facts.cache_clear()

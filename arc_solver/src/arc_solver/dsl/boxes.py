"""patch -> its rows, its columns and its bounding box."""

from collections.abc import Iterable

from arc_solver.values import Pair, Patch, as_indices, as_object, is_object


def rows_of(patch: Patch) -> list[int]:
    """In no order; an object's may come several times."""
    return [row for row, _ in places_of(patch)]


def columns_of(patch: Patch) -> list[int]:
    return [column for _, column in places_of(patch)]


def places_of(patch: Patch) -> Iterable[Pair]:
    """The same as often as an object has colours there."""
    return [place for _, place in as_object(patch)] if is_object(patch) else as_indices(patch)


def box_of(patch: Patch) -> tuple[int, int, int, int]:
    """Top, left, bottom and right of the bounding box, in one pass; ValueError of nothing."""
    if not patch:
        raise ValueError("an empty patch has no place")
    rows, columns = zip(*places_of(patch), strict=False)
    return min(rows), min(columns), max(rows), max(columns)

"""The values programs compute with, their bounds, and the one order among them.

Phase 1 keeps them as plain as they can be: a grid is a tuple of rows, a set is a frozenset. Later
phases may change that behind the same functions; the types, the order and the bounds stay.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NewType, TypeAlias, TypeVar, cast

Grid = NewType("Grid", tuple[tuple[int, ...], ...])
Pair: TypeAlias = tuple[int, int]  # row, column
Cell: TypeAlias = tuple[int, Pair]  # colour, place
Object: TypeAlias = frozenset[Cell]
Objects: TypeAlias = frozenset[Object]
Indices: TypeAlias = frozenset[Pair]
Patch: TypeAlias = Object | Indices
Piece: TypeAlias = Grid | Object | Indices
Picture = NewType("Picture", tuple[bytes, int, int, int, int])
"""Cells row by row, a byte each, 0 for nothing; height, width, row and column of its place."""
Pictures: TypeAlias = tuple[Picture, ...]

# What an ARC grid may be, and how far intermediate values may grow. Without bounds a mutated
# constant makes a grid of 10^9 cells, and whether that fails depends on the machine: with them it
# fails on every machine in the same way.
MAX_SIDE = 30
MAX_CELLS = 1 << 14
MAX_ITEMS = 1 << 14
MAX_TOTAL = 1 << 16
MAX_NUMBER = 10**9

T = TypeVar("T")


class TooLarge(ValueError):
    """A value would outgrow its bound: the operation fails, on every machine alike."""


def bounded(count: int, limit: int = MAX_CELLS) -> int:
    if count > limit:
        raise TooLarge(f"{count} items are more than {limit}")
    return count


def union(sets: Iterable[Iterable[T]]) -> frozenset[T]:
    """All members, as long as there are not too many; a member may come twice."""
    found: set[T] = set()
    count = 0
    for each in sets:
        part = each if isinstance(each, (frozenset, tuple)) else tuple(each)
        count += len(part)
        if count > MAX_TOTAL:
            raise TooLarge(f"more than {MAX_TOTAL} items")
        found.update(part)
    return frozenset(found)


def joined(tuples: Iterable[tuple[T, ...]]) -> tuple[T, ...]:
    """One after the other, as long as they are not too long."""
    found: list[T] = []
    for each in tuples:
        found.extend(each)
        if len(found) > MAX_TOTAL:
            raise TooLarge(f"more than {MAX_TOTAL} items")
    return tuple(found)


def order_key(value: object) -> tuple[object, ...]:
    """A total order over all values, the same for every hash seed and Python version.

    Places come in reading order, cells by place before colour, sets by their members in that
    order: so the first object of a set is the one that a reader meets first.
    """
    if isinstance(value, int):
        return (0, int(value))
    if isinstance(value, bytes):
        return (4, value)
    if isinstance(value, tuple):
        if is_cell(value):
            colour, (row, column) = value
            return (1, (row, column, colour))
        return (2, tuple(order_key(item) for item in value))
    if isinstance(value, frozenset):
        return (3, tuple(sorted(order_key(item) for item in value)))
    raise TypeError(f"{type(value).__name__} has no place in the order of values")


def is_pair(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], int)
        and isinstance(value[1], int)
    )


def is_cell(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], int)
        and is_pair(value[1])
    )


def ordered(container: Iterable[T]) -> Sequence[T]:
    """The members in their defined order: a tuple keeps its own, a set gets the total one."""
    if isinstance(container, tuple):
        return container
    members = list(container)
    if len(members) < 2:
        return members
    try:
        members.sort(key=_quick_key(members))
    except TypeError:  # members of several kinds, after a failure in safe mode
        members.sort(key=order_key)
    return members


def least(container: Iterable[T]) -> T:
    """The first of the members in their defined order."""
    if isinstance(container, tuple) or len(members := list(container)) < 2:
        return ordered(container)[0]
    try:
        key = _quick_key(members)
        return min(members, key=key or _itself)
    except TypeError:
        return min(members, key=order_key)


def _quick_key(members: Sequence[object]) -> Callable[[Any], Any] | None:
    """What sorts members of one kind as `order_key` does, in fewer steps."""
    one = members[0]
    if isinstance(one, int) or is_pair(one):
        return None
    if is_cell(one):
        return _place_first
    if isinstance(one, frozenset) and frozenset() not in members:
        return _set_key(cast("Sequence[frozenset[Any]]", members))
    return order_key


def _itself(member: Any) -> Any:
    return member


def _place_first(cell: Cell) -> tuple[Pair, int]:
    return cell[1], cell[0]


def _set_key(members: Sequence[frozenset[Any]]) -> Callable[[Any], Any]:
    """By the least member alone, where no two sets have it in common: as objects of a grid."""
    inner = [next(iter(member), None) for member in members]
    if all(map(is_cell, inner)):
        firsts: dict[Any, Any] = {each: min(map(_place_first, each)) for each in members}
        everything: Callable[[Any], Any] = _cells_in_order
    elif all(map(is_pair, inner)):
        firsts = {each: min(each) for each in members}
        everything = sorted
    else:
        return order_key
    if len(set(firsts.values())) == len(members):
        return firsts.__getitem__
    return everything


def _cells_in_order(cells: frozenset[Cell]) -> list[tuple[Pair, int]]:
    return sorted(map(_place_first, cells))


def is_object(patch: Patch) -> bool:
    """Whether the members are cells; an empty patch counts as a set of places.

    The types promise that they are pairs, of all one kind: so one look at one member tells.
    """
    for member in patch:
        return type(member) is tuple and type(member[1]) is tuple
    return False


def grid_of(rows: Iterable[Iterable[int]]) -> Grid:
    return Grid(tuple(map(tuple, rows)))


def as_object(patch: Patch) -> Object:
    return cast(Object, patch)


def as_indices(patch: Patch) -> Indices:
    return cast(Indices, patch)

"""sets and tuples -> the numbers of their members, other sets and tuples."""

import itertools
from collections.abc import Callable
from typing import Any, TypeVar, overload

from arc_solver.dsl.colours import color
from arc_solver.values import (
    MAX_ITEMS,
    MAX_TOTAL,
    Objects,
    bounded,
    joined,
    order_key,
    ordered,
    union,
)

A = TypeVar("A")
B = TypeVar("B")


def contained(value: A, container: frozenset[A] | tuple[A, ...] | tuple[A, A]) -> bool:
    """Whether the value is a member.

    >>> contained(2, (1, 2))
    True
    """
    return value in container


@overload
def combine(a: frozenset[A], b: frozenset[A]) -> frozenset[A]: ...
@overload
def combine(a: tuple[A, ...], b: tuple[A, ...]) -> tuple[A, ...]: ...
def combine(a: Any, b: Any) -> Any:
    """The union of two sets, or one tuple after the other.

    >>> combine((1, 2), (2, 3))
    (1, 2, 2, 3)
    """
    bounded(len(a) + len(b), MAX_TOTAL)
    return a | b if isinstance(a, frozenset) else a + b


def intersection(a: frozenset[A], b: frozenset[A]) -> frozenset[A]:
    """The members of both sets.

    >>> intersection(frozenset({1, 2}), frozenset({2, 3}))
    frozenset({2})
    """
    return a & b


def difference(a: frozenset[A], b: frozenset[A]) -> frozenset[A]:
    """The members of the first set that the second does not have.

    >>> difference(frozenset({1, 2}), frozenset({2, 3}))
    frozenset({1})
    """
    return a - b


def difference_tuple(a: tuple[A, ...], b: tuple[A, ...]) -> tuple[A, ...]:
    """The members of the first tuple that the second does not have, in their order.

    >>> difference_tuple((3, 1, 2, 1), (1,))
    (3, 2)
    """
    return tuple([item for item in a if item not in b])


def dedupe(items: tuple[A, ...]) -> tuple[A, ...]:
    """The tuple without repetitions; the first of each stays.

    >>> dedupe((3, 1, 3))
    (3, 1)
    """
    return tuple(dict.fromkeys(items))


def order(container: frozenset[A] | tuple[A, ...], key: Callable[[A], B]) -> tuple[A, ...]:
    """The members from the least key to the greatest.

    >>> order((-3, 1, 2), lambda n: n * n)
    (1, 2, -3)
    """
    items = list(container)
    keys: list[Any] = [key(item) for item in items]
    if not all(isinstance(each, int) for each in keys):
        keys = [order_key(each) for each in keys]
    places = range(len(items))
    if not isinstance(container, tuple) and len(set(keys)) < len(keys):
        rank = {item: place for place, item in enumerate(ordered(container))}
        places_by = sorted(places, key=lambda place: (keys[place], rank[items[place]]))
    else:
        places_by = sorted(places, key=keys.__getitem__)
    return tuple([items[place] for place in places_by])


def repeat(item: A, count: int) -> tuple[A, ...]:
    """The value so many times.

    >>> repeat(7, 3)
    (7, 7, 7)
    """
    return (item,) * bounded(count, MAX_ITEMS)


def size(container: frozenset[A] | tuple[A, ...]) -> int:
    """The number of members.

    >>> size((4, 4, 4))
    3
    """
    return len(container)


@overload
def merge(containers: frozenset[frozenset[A]]) -> frozenset[A]: ...
@overload
def merge(containers: tuple[tuple[A, ...], ...]) -> tuple[A, ...]: ...
def merge(containers: Any) -> Any:
    """All members of all members: of a set of sets, or of a tuple of tuples.

    >>> merge(((1, 2), (3,)))
    (1, 2, 3)
    """
    if isinstance(containers, frozenset):
        return union(containers)
    return joined(containers)


def initset(value: A) -> frozenset[A]:
    """The set of this one value.

    >>> initset(4)
    frozenset({4})
    """
    return frozenset({value})


@overload
def sfilter(container: frozenset[A], keep: Callable[[A], bool]) -> frozenset[A]: ...
@overload
def sfilter(container: tuple[A, ...], keep: Callable[[A], bool]) -> tuple[A, ...]: ...
def sfilter(container: Any, keep: Any) -> Any:
    """The members for which the function is true.

    >>> sfilter((1, 2, 4), lambda n: n > 1)
    (2, 4)
    """
    return type(container)(filter(keep, container))


def mfilter(
    container: frozenset[frozenset[A]] | tuple[frozenset[A], ...],
    keep: Callable[[frozenset[A]], bool],
) -> frozenset[A]:
    """All members of the sets for which the function is true.

    >>> mfilter((frozenset({1}), frozenset({2, 3})), lambda s: len(s) == 1)
    frozenset({1})
    """
    return union([inner for inner in container if keep(inner)])


def insert(value: A, container: frozenset[A]) -> frozenset[A]:
    """The set with one more member.

    >>> sorted(insert(1, frozenset({2})))
    [1, 2]
    """
    return container | {value}


@overload
def remove(value: A, container: frozenset[A]) -> frozenset[A]: ...
@overload
def remove(value: A, container: tuple[A, ...]) -> tuple[A, ...]: ...
def remove(value: Any, container: Any) -> Any:
    """The container without the value, wherever it stands.

    >>> remove(2, (1, 2, 3, 2))
    (1, 3)
    """
    return type(container)([item for item in container if item != value])


def product(
    a: frozenset[A] | tuple[A, ...], b: frozenset[B] | tuple[B, ...]
) -> frozenset[tuple[A, B]]:
    """Every member of the first with every member of the second.

    >>> sorted(product((1, 2), (8, 9)))
    [(1, 8), (1, 9), (2, 8), (2, 9)]
    """
    bounded(len(a) * len(b), MAX_ITEMS)
    return frozenset(itertools.product(a, b))


def pair(a: tuple[A, ...], b: tuple[B, ...]) -> tuple[tuple[A, B], ...]:
    """The members of two tuples side by side, as far as both go.

    >>> pair((1, 2), (8, 9))
    ((1, 8), (2, 9))
    """
    return tuple(zip(a, b, strict=False))


def sizefilter(container: frozenset[frozenset[A]], count: int) -> frozenset[frozenset[A]]:
    """The sets that have so many members.

    >>> sizefilter(frozenset({frozenset({1}), frozenset({2, 3})}), 1)
    frozenset({frozenset({1})})
    """
    return frozenset([inner for inner in container if len(inner) == count])


def colorfilter(objects: Objects, colour: int) -> Objects:
    """The objects of a colour (of their first cell's, where they have several).

    >>> red = frozenset({(2, (0, 0))})
    >>> colorfilter(frozenset({red, frozenset({(1, (0, 0))})}), 2) == {red}
    True
    """
    return frozenset([thing for thing in objects if color(thing) == colour])

"""sets and tuples -> one of their members, chosen.

A tuple has its own order; a set is read in the one order of values (`values.order_key`), so that
"the first" and "the largest, of several" are the same members on every machine.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar, overload

from arc_solver.values import least, order_key, ordered

A = TypeVar("A")
B = TypeVar("B")


def valmax(container: frozenset[A] | tuple[A, ...], key: Callable[[A], int]) -> int:
    """The greatest value that the function has on the members; of none, 0.

    >>> valmax((1, -4), lambda n: n * n)
    16
    """
    return max(map(key, container), default=0)


def valmin(container: frozenset[A] | tuple[A, ...], key: Callable[[A], int]) -> int:
    """The least value that the function has on the members; of none, 0.

    >>> valmin((2, -4), lambda n: n * n)
    4
    """
    return min(map(key, container), default=0)


def argmax(container: frozenset[A] | tuple[A, ...], key: Callable[[A], B]) -> A:
    """The first of the members whose key is greatest.

    >>> argmax((2, -4, 4), lambda n: n * n)
    -4
    """
    return _chosen(container, key, max)


def argmin(container: frozenset[A] | tuple[A, ...], key: Callable[[A], B]) -> A:
    """The first of the members whose key is least.

    >>> argmin((2, -4, -2), lambda n: n * n)
    2
    """
    return _chosen(container, key, min)


def _chosen(
    container: frozenset[A] | tuple[A, ...],
    key: Callable[[A], B],
    which: Callable[[list[Any]], Any],
) -> A:
    """The first, in their order, of those whose key is the greatest or least."""
    items = list(container)
    keys: list[Any] = [key(item) for item in items]
    if not all(isinstance(each, int) for each in keys):
        keys = [order_key(each) for each in keys]
    wanted = which(keys)
    if isinstance(container, tuple):
        return items[keys.index(wanted)]
    return least(
        frozenset([item for item, each in zip(items, keys, strict=True) if each == wanted])
    )


def mostcommon(items: tuple[A, ...]) -> A:
    """The member that occurs most often, of several the first.

    >>> mostcommon((1, 2, 2, 1, 3))
    1
    """
    counts = Counter(items)
    return max(counts, key=lambda item: counts[item])


def leastcommon(items: tuple[A, ...]) -> A:
    """The member that occurs least often, of several the first.

    >>> leastcommon((1, 2, 2, 1, 3))
    3
    """
    counts = Counter(items)
    return min(counts, key=lambda item: counts[item])


def extract(container: frozenset[A] | tuple[A, ...], wanted: Callable[[A], bool]) -> A:
    """The first member for which the function is true.

    >>> extract((1, 5, 7), lambda n: n > 2)
    5
    """
    for item in ordered(container):
        if wanted(item):
            return item
    raise ValueError("no member is as wanted")


def totuple(container: frozenset[A] | tuple[A, A]) -> tuple[A, ...]:
    """The members as a tuple, a set's in their defined order.

    >>> totuple(frozenset({3, 1}))
    (1, 3)
    """
    return tuple(ordered(container))


@overload
def first(container: frozenset[A]) -> A: ...
@overload
def first(container: tuple[A, ...]) -> A: ...
@overload
def first(container: tuple[A, B]) -> A: ...  # type: ignore[overload-cannot-match]
def first(container: Any) -> Any:
    """The first member, of a set the least in the order of values.

    >>> first(frozenset({3, 1}))
    1
    """
    return container[0] if isinstance(container, tuple) else least(container)


@overload
def last(container: frozenset[A]) -> A: ...
@overload
def last(container: tuple[A, ...]) -> A: ...
@overload
def last(container: tuple[A, B]) -> B: ...  # type: ignore[overload-cannot-match]
def last(container: Any) -> Any:
    """The last member, of a set the greatest in the order of values.

    >>> last((4, 2))
    2
    """
    return container[-1] if isinstance(container, tuple) else ordered(container)[-1]


def get_nth_t(items: tuple[A, ...], n: int) -> A:
    """The member at a place of a tuple, counted from 0; -1 is the last.

    >>> get_nth_t((5, 6, 7), 1)
    6
    """
    return items[n]


def get_nth_f(items: frozenset[A], n: int) -> A:
    """The member at a place of a set, in the order of values; -1 is the last.

    >>> get_nth_f(frozenset({7, 5, 6}), -1)
    7
    """
    return ordered(items)[n]


def other(container: frozenset[A] | tuple[A, ...] | tuple[A, A], value: A) -> A:
    """The first member that is not the value.

    >>> other((1, 2), 1)
    2
    """
    if isinstance(container, frozenset):
        return least(container - {value})
    return least(tuple([item for item in container if item != value]))

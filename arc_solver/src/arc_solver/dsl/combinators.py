"""functions and values -> functions, and functions over containers."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar, cast, overload

from arc_solver.dsl.containers import combine, merge, mfilter
from arc_solver.dsl.fused import at_once, copied, lines_between
from arc_solver.dsl.hulls import LEVEL, UPRIGHT, WAYS, Way, hulls
from arc_solver.dsl.numbers import either
from arc_solver.dsl.patches import connect, shift
from arc_solver.dsl.places import hline, vline
from arc_solver.values import MAX_ITEMS, Pair, bounded, joined, ordered, union

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

_NONE: Final = object()
MAX_DEPTH = 100
"""Functions made of functions made of functions: bounded here, and not by Python's recursion
limit, which is another one wherever the program happens to be called from."""


def _made(function: Any, *parts: Any) -> Any:
    """The function, with how deep it is nested written on it."""
    depth = 1 + max(getattr(part, "depth", 0) for part in parts)
    bounded(depth, MAX_DEPTH)
    function.depth = depth
    return function


def identity(value: A) -> A:
    """The value itself.

    >>> identity(3)
    3
    """
    return value


def branch(condition: bool, then: A, otherwise: A) -> A:
    """One of two values; both were computed before.

    >>> branch(False, 1, 2)
    2
    """
    return then if condition else otherwise


def compose(outer: Callable[[B], C], inner: Callable[[A], B]) -> Callable[[A], C]:
    """The function that applies the inner one, then the outer one.

    >>> compose(abs, min)((3, -5))
    5
    """
    short = _lines_of_pairs(outer, inner)
    made: Any = _made(short or (lambda value: outer(inner(value))), outer, inner)
    made.outer, made.inner = outer, inner
    found: Callable[[A], C] = made
    return found


def chain(
    third: Callable[[C], D], second: Callable[[B], C], first: Callable[[A], B]
) -> Callable[[A], D]:
    """The function that applies three functions, the last given first.

    >>> chain(str, abs, min)((3, -5))
    '5'
    """
    parts = (third, second, first)
    made: Callable[[A], D] = _made(lambda value: third(second(first(value))), *parts)
    return made


def matcher(function: Callable[[A], B], target: B) -> Callable[[A], bool]:
    """The function that asks whether another one gives the target.

    >>> matcher(len, 2)((7, 7))
    True
    """
    made: Callable[[A], bool] = _made(lambda value: function(value) == target, function)
    return made


@overload
def rbind(function: Callable[[A, B], C], fixed: B) -> Callable[[A], C]: ...
@overload
def rbind(function: Callable[[A, B, C], D], fixed: C) -> Callable[[A, B], D]: ...
def rbind(function: Any, fixed: Any) -> Any:
    """The function with its last argument fixed.

    >>> rbind(divmod, 4)(9)
    (2, 1)
    """

    def bound(first: Any, second: Any = _NONE) -> Any:
        return function(first, fixed) if second is _NONE else function(first, second, fixed)

    made = _made(bound, function, fixed)
    made.bound = (function, fixed)
    return made


@overload
def lbind(function: Callable[[A, B], C], fixed: A) -> Callable[[B], C]: ...
@overload
def lbind(function: Callable[[A, B, C], D], fixed: A) -> Callable[[B, C], D]: ...
def lbind(function: Any, fixed: Any) -> Any:
    """The function with its first argument fixed.

    >>> lbind(divmod, 9)(4)
    (2, 1)
    """
    return _made(partial(function, fixed), function, fixed)


def power(function: Callable[[A], A], times: int) -> Callable[[A], A]:
    """The function applied so many times in a row.

    >>> power(lambda n: 2 * n, 3)(1)
    8
    """

    spread = _spread(function)

    def repeated(value: A) -> A:
        together = None if spread is None else copied(value, spread, times)
        if together is not None:
            return cast(A, together)
        for _ in range(times):
            before, value = value, function(value)
            if value == before:  # and so it stays
                break
        return value

    made: Callable[[A], A] = _made(repeated, function)
    return made


def fork(
    outer: Callable[[B, C], D], left: Callable[[A], B], right: Callable[[A], C]
) -> Callable[[A], D]:
    """The function that joins what two functions make of the same value.

    >>> fork(divmod, max, min)((2, 9))
    (4, 1)
    """
    parts = (outer, left, right)
    made: Any = _made(lambda value: outer(left(value), right(value)), *parts)
    made.parts = parts
    found: Callable[[A], D] = made
    return found


@overload
def apply(function: Callable[[A], B], container: frozenset[A]) -> frozenset[B]: ...
@overload
def apply(function: Callable[[A], B], container: tuple[A, ...]) -> tuple[B, ...]: ...
def apply(function: Any, container: Any) -> Any:
    """The function on every member: of a set a set, of a tuple a tuple.

    >>> apply(abs, (-1, 2))
    (1, 2)
    """
    return type(container)(map(function, container))


def apply_t(function: Callable[[A], B], container: frozenset[A] | tuple[A, ...]) -> tuple[B, ...]:
    """The function on every member, as a tuple, a set's in its defined order.

    >>> apply_t(abs, frozenset({-2, 2}))
    (2, 2)
    """
    return tuple(map(function, ordered(container)))


@overload
def rapply(functions: frozenset[Callable[[A], B]], value: A) -> frozenset[B]: ...
@overload
def rapply(functions: tuple[Callable[[A], B], ...], value: A) -> tuple[B, ...]: ...
@overload
def rapply(functions: tuple[Callable[[A], B], Callable[[A], B]], value: A) -> tuple[B, ...]: ...
def rapply(functions: Any, value: Any) -> Any:
    """Every function on the same value.

    >>> rapply((min, max), (4, 6))
    (4, 6)
    """
    return type(functions)([function(value) for function in functions])


def mapply(
    function: Callable[[A], frozenset[B]], container: frozenset[A] | tuple[A, ...]
) -> frozenset[B]:
    """All members of the sets that the function gives.

    >>> mapply(frozenset, ((1, 1), (1,)))
    frozenset({1})
    """
    together = at_once(function, container)
    return union(map(function, container)) if together is None else together


def mapply_t(
    function: Callable[[A], tuple[B, ...]], container: frozenset[A] | tuple[A, ...]
) -> tuple[B, ...]:
    """All members of the tuples that the function gives, one tuple after the other.

    >>> mapply_t(lambda n: (n,) * n, frozenset({2, 1}))
    (1, 2, 2)
    """
    return joined(map(function, ordered(container)))


def papply(function: Callable[[A, B], C], a: tuple[A, ...], b: tuple[B, ...]) -> tuple[C, ...]:
    """The function on the members of two tuples side by side.

    >>> papply(max, (1, 5), (3, 4))
    (3, 5)
    """
    return tuple(map(function, a, b))


def mpapply(
    function: Callable[[A, B], frozenset[C]], a: tuple[A, ...], b: tuple[B, ...]
) -> frozenset[C]:
    """All members of the sets that the function gives on two tuples side by side.

    >>> mpapply(lambda x, y: frozenset({x * y}), (1, 2), (6, 3))
    frozenset({6})
    """
    return union(map(function, a, b))


def prapply(
    function: Callable[[A, B], C],
    a: frozenset[A] | tuple[A, ...],
    b: frozenset[B] | tuple[B, ...],
) -> frozenset[C]:
    """The function on every member of the first with every member of the second.

    >>> sorted(prapply(max, (1, 5), (3, 4)))
    [3, 4, 5]
    """
    bounded(len(a) * len(b), MAX_ITEMS)
    if function is connect:
        return cast("frozenset[C]", lines_between(cast(Any, a), cast(Any, b)))
    return frozenset([function(left, right) for left in a for right in b])


def _spread(function: Any) -> Pair | None:
    """The offset of `fork(combine, identity, rbind(shift, offset))`: a patch and its copy."""
    joined_by, left, right = getattr(function, "parts", (None, None, None))
    shifted = right if left is identity else left if right is identity else None
    by, offset = getattr(shifted, "bound", (None, None))
    return cast(Pair, offset) if joined_by is combine and by is shift else None


def _lines_of_pairs(outer: Any, inner: Any) -> Callable[[Any], Any] | None:
    """The lines between all places of two sets, joined: without the lines, where that is possible.

    `outer` joins all of them, or those that lie level, or upright."""
    parts: tuple[Any, Any, Any] = getattr(inner, "parts", (None, None, None))
    joined_by, left, right = parts
    if not (isinstance(joined_by, partial) and joined_by.func is prapply):
        return None
    ways = WAYS if outer is merge else _ways(*getattr(outer, "bound", (None, None)))
    if joined_by.args != (connect,) or not ways:
        return None

    def lines(value: Any) -> Any:
        a, b = left(value), right(value)
        together = hulls(a, b, ways)
        return outer(prapply(connect, a, b)) if together is None else together

    return lines


def _ways(function: Any, keep: Any) -> tuple[Way, ...]:
    if function is not mfilter:
        return ()
    either_of = getattr(keep, "parts", (None,))
    if keep is hline or keep is vline:
        return (LEVEL if keep is hline else UPRIGHT,)
    return (LEVEL, UPRIGHT) if either_of in BOTH_WAYS else ()


BOTH_WAYS: Final[tuple[Any, ...]] = ((either, hline, vline), (either, vline, hline))

"""numbers, pairs and truth values -> numbers, pairs and truth values."""

from typing import TypeVar, overload

from arc_solver_phase1.dsl.pairwise import each, for_both
from arc_solver_phase1.values import Pair, bounded

A = TypeVar("A")
B = TypeVar("B")


@overload
def add(a: int, b: int) -> int: ...
@overload
def add(a: Pair, b: Pair) -> Pair: ...
@overload
def add(a: Pair, b: int) -> Pair: ...
@overload
def add(a: int, b: Pair) -> Pair: ...
def add(a: int | Pair, b: int | Pair) -> int | Pair:
    """The sum; a number beside a pair is added to both of its numbers.

    >>> add((1, 2), 10)
    (11, 12)
    """
    return each(lambda x, y: x + y, a, b)


@overload
def subtract(a: int, b: int) -> int: ...
@overload
def subtract(a: Pair, b: Pair) -> Pair: ...
@overload
def subtract(a: Pair, b: int) -> Pair: ...
@overload
def subtract(a: int, b: Pair) -> Pair: ...
def subtract(a: int | Pair, b: int | Pair) -> int | Pair:
    """The difference; a number beside a pair counts for both of its numbers.

    >>> subtract((5, 7), (1, 2))
    (4, 5)
    """
    return each(lambda x, y: x - y, a, b)


@overload
def multiply(a: int, b: int) -> int: ...
@overload
def multiply(a: Pair, b: Pair) -> Pair: ...
@overload
def multiply(a: Pair, b: int) -> Pair: ...
@overload
def multiply(a: int, b: Pair) -> Pair: ...
def multiply(a: int | Pair, b: int | Pair) -> int | Pair:
    """The product; a number beside a pair multiplies both of its numbers.

    >>> multiply((2, 3), 4)
    (8, 12)
    """
    return each(lambda x, y: x * y, a, b)


@overload
def divide(a: int, b: int) -> int: ...
@overload
def divide(a: Pair, b: Pair) -> Pair: ...
@overload
def divide(a: Pair, b: int) -> Pair: ...
@overload
def divide(a: int, b: Pair) -> Pair: ...
def divide(a: int | Pair, b: int | Pair) -> int | Pair:
    """The quotient, rounded down.

    >>> divide(7, 2)
    3
    """
    return each(lambda x, y: x // y, a, b)


@overload
def invert(n: int) -> int: ...
@overload
def invert(n: Pair) -> Pair: ...
def invert(n: int | Pair) -> int | Pair:
    """The number with its sign turned.

    >>> invert((3, -1))
    (-3, 1)
    """
    return for_both(lambda x: -x, n)


@overload
def double(n: int) -> int: ...
@overload
def double(n: Pair) -> Pair: ...
def double(n: int | Pair) -> int | Pair:
    """Twice the number.

    >>> double(4)
    8
    """
    return for_both(lambda x: 2 * x, n)


@overload
def halve(n: int) -> int: ...
@overload
def halve(n: Pair) -> Pair: ...
def halve(n: int | Pair) -> int | Pair:
    """Half of the number, rounded down.

    >>> halve((5, 8))
    (2, 4)
    """
    return for_both(lambda x: x // 2, n)


@overload
def increment(n: int) -> int: ...
@overload
def increment(n: Pair) -> Pair: ...
def increment(n: int | Pair) -> int | Pair:
    """One more.

    >>> increment(4)
    5
    """
    return for_both(lambda x: x + 1, n)


@overload
def decrement(n: int) -> int: ...
@overload
def decrement(n: Pair) -> Pair: ...
def decrement(n: int | Pair) -> int | Pair:
    """One less.

    >>> decrement((4, 0))
    (3, -1)
    """
    return for_both(lambda x: x - 1, n)


@overload
def crement(n: int) -> int: ...
@overload
def crement(n: Pair) -> Pair: ...
def crement(n: int | Pair) -> int | Pair:
    """One further from zero; zero stays.

    >>> crement((-2, 0))
    (-3, 0)
    """
    return for_both(lambda x: x + (x > 0) - (x < 0), n)


@overload
def sign(n: int) -> int: ...
@overload
def sign(n: Pair) -> Pair: ...
def sign(n: int | Pair) -> int | Pair:
    """-1, 0 or 1.

    >>> sign((-7, 3))
    (-1, 1)
    """
    return for_both(lambda x: (x > 0) - (x < 0), n)


def even(n: int) -> bool:
    """Whether two divides it.

    >>> even(6)
    True
    """
    return n % 2 == 0


def positive(n: int) -> bool:
    """Whether it is more than zero.

    >>> positive(0)
    False
    """
    return n > 0


def greater(a: int, b: int) -> bool:
    """Whether the first is more than the second.

    >>> greater(3, 2)
    True
    """
    return a > b


def flip(truth: bool) -> bool:
    """The opposite truth value.

    >>> flip(True)
    False
    """
    return not truth


def both(a: bool, b: bool) -> bool:
    """Whether the two are true.

    >>> both(True, False)
    False
    """
    return a and b


def either(a: bool, b: bool) -> bool:
    """Whether one of the two is true.

    >>> either(True, False)
    True
    """
    return a or b


def equality(a: A, b: A) -> bool:
    """Whether two values of one type are the same.

    >>> equality((1, 2), (1, 2))
    True
    """
    return a == b


def maximum(numbers: frozenset[int] | tuple[int, ...] | Pair) -> int:
    """The greatest number; of none, 0.

    >>> maximum((3, 9, 4))
    9
    """
    return max(numbers, default=0)


def minimum(numbers: frozenset[int] | tuple[int, ...] | Pair) -> int:
    """The least number; of none, 0.

    >>> minimum((3, 9, 4))
    3
    """
    return min(numbers, default=0)


def interval(start: int, stop: int, step: int) -> tuple[int, ...]:
    """The numbers from start up to, without, stop.

    >>> interval(1, 7, 2)
    (1, 3, 5)
    """
    numbers = range(start, stop, step)
    bounded(len(numbers))
    return tuple(numbers)


def toivec(rows: int) -> Pair:
    """A step of so many rows.

    >>> toivec(2)
    (2, 0)
    """
    return (rows, 0)


def tojvec(columns: int) -> Pair:
    """A step of so many columns.

    >>> tojvec(2)
    (0, 2)
    """
    return (0, columns)


def astuple(a: A, b: B) -> tuple[A, B]:
    """The two values as one pair.

    >>> astuple(3, 5)
    (3, 5)
    """
    return (a, b)

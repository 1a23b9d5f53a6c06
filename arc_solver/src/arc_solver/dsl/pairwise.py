"""an operation on numbers -> the same on numbers and on pairs of them, bounded."""

from collections.abc import Callable

from arc_solver.values import MAX_NUMBER, Pair, TooLarge


def each(operation: Callable[[int, int], int], a: int | Pair, b: int | Pair) -> int | Pair:
    """A number beside a pair counts for both of the pair's numbers."""
    if isinstance(a, tuple):
        (first, second), (left, right) = a, b if isinstance(b, tuple) else (b, b)
        return _small_pair(operation(first, left), operation(second, right))
    if isinstance(b, tuple):
        return _small_pair(operation(a, b[0]), operation(a, b[1]))
    return _small(operation(a, b))


def for_both(operation: Callable[[int], int], n: int | Pair) -> int | Pair:
    if isinstance(n, int):
        return _small(operation(n))
    return _small_pair(operation(n[0]), operation(n[1]))


def _small_pair(first: int, second: int) -> Pair:
    if -MAX_NUMBER <= first <= MAX_NUMBER and -MAX_NUMBER <= second <= MAX_NUMBER:
        return first, second
    return _small(first), _small(second)


def _small(n: int) -> int:
    if abs(n) > MAX_NUMBER:
        raise TooLarge(f"a number beyond {MAX_NUMBER}")
    return n

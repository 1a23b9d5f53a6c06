"""an operation on numbers -> the same on numbers and on pairs of them, bounded."""

from collections.abc import Callable

from arc_solver_phase1.values import MAX_NUMBER, Pair, TooLarge


def each(operation: Callable[[int, int], int], a: int | Pair, b: int | Pair) -> int | Pair:
    """A number beside a pair counts for both of the pair's numbers."""
    if isinstance(a, int) and isinstance(b, int):
        return _small(operation(a, b))
    left = (a, a) if isinstance(a, int) else a
    right = (b, b) if isinstance(b, int) else b
    return (_small(operation(left[0], right[0])), _small(operation(left[1], right[1])))


def for_both(operation: Callable[[int], int], n: int | Pair) -> int | Pair:
    if isinstance(n, int):
        return _small(operation(n))
    return (_small(operation(n[0])), _small(operation(n[1])))


def _small(n: int) -> int:
    if abs(n) > MAX_NUMBER:
        raise TooLarge(f"a number beyond {MAX_NUMBER}")
    return n

"""function x members -> what `mapply` makes of them, at once, for the functions asked for most.

Copies of one patch, moved, are one number moved and joined: only the cells of the result become
tuples. Of places in one column the column is made once. None where there is no such short way.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

from arc_solver.dsl.copies import Copies, copies
from arc_solver.dsl.patches import connect, hfrontier, shift, vfrontier
from arc_solver.values import MAX_SIDE, MAX_TOTAL, Indices, Pair, Patch, TooLarge


def at_once(function: Callable[..., Any], members: Collection[Any]) -> frozenset[Any] | None:
    """What joins the sets that the function gives, or None."""
    if function is vfrontier:
        _count(MAX_SIDE, members)
        return frozenset(product(range(MAX_SIDE), {column for _, column in members}))
    if function is hfrontier:
        _count(MAX_SIDE, members)
        return frozenset(product({row for row, _ in members}, range(MAX_SIDE)))
    found = moved(function, members)
    return found.cells() if isinstance(found, Copies) else found


def moved(function: Callable[..., Any], members: Collection[Any]) -> Copies | frozenset[Any] | None:
    """The same for functions that move one patch, as numbers; None for other functions."""
    if isinstance(function, partial) and function.func is shift and len(function.args) == 1:
        return _shifted(function.args[0], list(members))
    inner = getattr(function, "inner", None)
    outer = getattr(function, "outer", None)
    if inner is not None and isinstance(outer, partial) and outer.func is shift:
        return _shifted(outer.args[0], list(map(inner, members)))
    return None


def copied(patch: Any, offset: Pair, times: int) -> frozenset[Any] | None:
    """The patch joined with itself, moved, and the result with itself moved, so many times; None
    where the last of these might be too many."""
    if times < 1 or 2 * len(patch) * (times + 1) > MAX_TOTAL:
        return None
    down, right = offset
    found = _shifted(patch, [(n * down, n * right) for n in range(times + 1)])
    return found.cells() if isinstance(found, Copies) else found


def lines_between(a: Collection[Pair], b: Collection[Pair]) -> frozenset[Indices]:
    """`connect` for every place of the one with every place of the other, to and fro once."""
    if a == b:
        places = list(a)
        pairs: Iterable[tuple[Pair, Pair]] = combinations_with_replacement(places, 2)
    else:
        pairs = product(a, b)
    none: Indices = frozenset()
    found = {none}
    crooked = False
    for start, end in pairs:
        down, right = end[0] - start[0], end[1] - start[1]
        if down and right and down != right and down != -right:
            crooked = True
        else:
            found.add(connect(start, end))
    return frozenset(found) if crooked else frozenset(found - {none})


def _count(each: int, members: Collection[Any]) -> None:
    if each * len(members) > MAX_TOTAL:
        raise TooLarge(f"more than {MAX_TOTAL} items")


def _shifted(patch: Patch, offsets: Sequence[Pair]) -> Copies | frozenset[Any] | None:
    _count(len(patch), offsets)
    return copies(patch, offsets) if patch and offsets else frozenset()

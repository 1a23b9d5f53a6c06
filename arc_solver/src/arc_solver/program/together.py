"""calls of a program -> those that cost less when the one knows what the other does with it.

`paint(grid, mapply(lbind(shift, thing), offsets))` makes a set of thousands of cells, of which the
grid has room for hundreds. Where nothing else asks for that set, it stays numbers.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any

from arc_solver.dsl.combinators import mapply
from arc_solver.dsl.copies import Copies, painted
from arc_solver.dsl.fused import moved
from arc_solver.dsl.painting import paint
from arc_solver.values import Grid

Calls = Collection[tuple[int, Any, tuple[int, ...]]]
"""The number of each call, what it calls (None for what is not a primitive), its arguments."""


def together(calls: Calls, kept: Iterable[int]) -> dict[int, Callable[..., Any]]:
    """For some calls another function; `kept` are the calls whose values somebody else sees."""
    joined = {number for number, function, _ in calls if function is mapply}.difference(kept)
    if not joined:
        return {}
    painting = {}
    for number, function, arguments in calls:
        if function is paint and arguments[0] != arguments[1]:
            painting[number] = arguments[1]
            joined.discard(arguments[0])
        else:
            joined.difference_update(arguments)
    found: dict[int, Callable[..., Any]] = dict.fromkeys(joined & {*painting.values()}, _moved)
    return found | {number: _painted for number, thing in painting.items() if thing in found}


def _moved(function: Any, members: Any) -> Any:
    found = moved(function, members)
    return mapply(function, members) if found is None else found


def _painted(grid: Grid, thing: Any) -> Grid:
    if isinstance(thing, Copies):
        found = painted(grid, thing)
        return paint(grid, thing.cells()) if found is None else found
    return paint(grid, thing)

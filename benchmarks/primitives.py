"""The expensive primitives, alone, on real grids of three sizes."""

import hashlib
import time
from collections.abc import Callable, Mapping

from arc_solver.dsl.colours import asobject, ofcolor
from arc_solver.dsl.painting import paint
from arc_solver.dsl.patches import shift
from arc_solver.dsl.segments import fgpartition, frontiers, objects, occurrences, partition
from arc_solver.dsl.tiling import upscale
from arc_solver.values import Grid, order_key, ordered
from benchmarks.inputs import grid_of_size

CALLS: dict[str, Callable[[Grid], object]] = {
    "objects": lambda grid: objects(grid, True, False, True),
    "objects_diagonal": lambda grid: objects(grid, True, True, False),
    "objects_multicolour": lambda grid: objects(grid, False, False, True),
    "ordered_objects": lambda grid: tuple(ordered(objects(grid, True, False, True))),
    "partition": partition,
    "fgpartition": fgpartition,
    "frontiers": frontiers,
    "occurrences": lambda grid: occurrences(grid, frozenset({(0, (0, 0)), (0, (0, 1))})),
    "shift": lambda grid: shift(asobject(grid), (1, 1)),
    "paint": lambda grid: paint(grid, asobject(grid)),
    "ofcolor": lambda grid: ofcolor(grid, 0),
    "upscale": lambda grid: upscale(grid, 2),
}


class TimePrimitives:
    params = (tuple(CALLS), ("small", "median", "large"))
    param_names = ("primitive", "grid")
    timer = time.process_time
    rounds = 1
    repeat = (3, 8, 2.0)
    sample_time = 0.01

    def setup(self, name: str, size: str) -> None:
        self.call, self.grid = CALLS[name], grid_of_size(size)

    def time_call(self, *_: str) -> None:
        self.call(self.grid)

    def answers(self, name: str, size: str) -> Mapping[str, str]:
        text = repr(order_key(self.call(self.grid)))
        return {f"{name}/{size}": hashlib.sha256(text.encode()).hexdigest()[:16]}

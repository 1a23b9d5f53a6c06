"""What primitives cost over the size of a grid: the law by which larger ones can be estimated."""

import hashlib
import random
import time
from collections.abc import Callable, Mapping

from arc_solver.dsl.segments import objects, partition
from arc_solver.dsl.tiling import upscale
from arc_solver.values import Grid, order_key, ordered

SIDES = (4, 6, 8, 11, 15, 20, 25, 30)
CALLS: dict[str, Callable[[Grid], object]] = {
    "objects": lambda grid: objects(grid, True, False, True),
    "ordered_partition": lambda grid: tuple(ordered(partition(grid))),
    "upscale": lambda grid: upscale(grid, 2),
}


class TimeSides:
    """Square grids of four colours, drawn once for each side."""

    params = (tuple(CALLS), SIDES)
    param_names = ("primitive", "side")
    timer = time.process_time
    rounds = 1
    repeat = (3, 8, 2.0)
    sample_time = 0.01

    def setup(self, name: str, side: int) -> None:
        order = random.Random(side)
        self.call = CALLS[name]
        rows = (tuple(order.randrange(4) for _ in range(side)) for _ in range(side))
        self.grid = Grid(tuple(rows))

    def time_call(self, *_: object) -> None:
        self.call(self.grid)

    def answers(self, name: str, side: int) -> Mapping[str, str]:
        text = repr(order_key(self.call(self.grid)))
        return {f"{name}/{side}": hashlib.sha256(text.encode()).hexdigest()[:16]}

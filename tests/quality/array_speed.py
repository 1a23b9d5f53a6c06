"""python -m tests.quality.array_speed: scalar DSL and NumPy arrays, in CPU microseconds a grid.

Grids of one shape, in a box of their own ("tight") and in 30 x 30; the least of several turns, in
which the sides work one after the other. A mirrored array may be a view, which leaves the work to
whoever reads it: so each result is also made in full ("full"), and that is what has to be as fast
as the scalar DSL. Only for `hmirror` the view counts: the scalar one shares its rows, too. The last
row of a block is what crossing over costs: tuples to arrays, and back.
"""

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from arc_solver.array import colours, comparing, shapes
from arc_solver.array.backend import BackEnd, back_end
from arc_solver.array.grids import SIDE, Grids, pack, unpack
from arc_solver.dsl import PRIMITIVES
from arc_solver.tasks import load
from arc_solver.values import Grid, grid_of

SHAPES = ((3, 3), (10, 10), (16, 16), (30, 30))
TURNS = 7
MAP = {0: 3, 3: 0, 1: 2, 5: 6}
GATED = ("hmirror", "vmirror", "dmirror", "rot180", "replace", "colour map", "hash")
"""What has to be as fast as the scalar DSL from 256 grids on, in a box of their own."""


def scalar_map(grid: Grid) -> Grid:
    return grid_of((MAP.get(colour, colour) for colour in row) for row in grid)


SCALAR: dict[str, Callable[[Grid], object]] = {
    **{name: PRIMITIVES[name] for name in ("hmirror", "vmirror", "dmirror", "rot90", "rot180")},
    "replace": lambda grid: PRIMITIVES["replace"](grid, 0, 3),
    "colour map": scalar_map,
    "hash": hash,
    "mostcolor": PRIMITIVES["mostcolor"],
    "trim": PRIMITIVES["trim"],
    "compress": PRIMITIVES["compress"],
}
ARRAYS: dict[str, Callable[[Grids], Any]] = {
    **{name: getattr(shapes, name) for name in ("hmirror", "vmirror", "dmirror", "rot90")},
    "rot180": shapes.rot180,
    "replace": lambda grids: colours.replace(grids, 0, 3),
    "colour map": lambda grids: colours.recoloured(grids, MAP),
    "hash": comparing.hashes,
    "mostcolor": colours.mostcolor,
    "trim": shapes.trim,
    "compress": shapes.compress,
}


def grids_of(shape: tuple[int, int], count: int) -> list[Grid]:
    """Real ones, as often as it takes; each a value of its own, so that none has a hash yet."""
    found = [
        grid
        for split in ("training", "evaluation")
        for task in load("arcagi", split)
        for sample in task.samples
        for grid in (sample.input, sample.output)
        if grid is not None and (len(grid), len(grid[0])) == shape
    ]
    return [grid_of(found[n % len(found)]) for n in range(count)]


def timed(sides: Sequence[Callable[[], object]]) -> list[float]:
    best = [float("inf")] * len(sides)
    for _ in range(TURNS):
        for number, call in enumerate(sides):
            started = time.process_time()
            call()
            best[number] = min(best[number], time.process_time() - started)
    return best


def made(result: Any) -> object:
    """As a contiguous array: a mirrored view would leave the work to whoever reads it."""
    import numpy

    return numpy.ascontiguousarray(getattr(result, "cells", result))


def rows(on: BackEnd, shape: tuple[int, int], count: int) -> dict[str, list[float]]:
    """Microseconds a grid: scalar, tight box, that in full, 30 x 30 in full."""
    grids = grids_of(shape, count)
    tight, padded = pack(on, grids, shape), pack(on, grids, (SIDE, SIDE))
    loops = max(1, 20000 // (count * shape[0] * shape[1] // 16 + 1))
    found = {}
    for name in ARRAYS:
        seconds = timed(_sides(name, grids, (tight, padded), loops))
        found[name] = [1e6 * each / (loops * count) for each in seconds]
    into, out = timed([lambda: pack(on, grids, shape), lambda: unpack(tight)])
    found["in / out"] = [1e6 * into / count, 1e6 * out / count]
    return found


def _sides(
    name: str, grids: Sequence[Grid], packed: tuple[Grids, Grids], loops: int
) -> list[Callable[[], object]]:
    scalar, array = SCALAR[name], ARRAYS[name]

    def by_scalar() -> None:
        for _ in range(loops):
            for grid in grids:
                try:
                    scalar(grid)
                except ValueError:
                    continue

    def as_view() -> None:
        for _ in range(loops):
            array(packed[0])

    def in_full(given: Grids) -> None:
        for _ in range(loops):
            made(array(given))

    return [by_scalar, as_view, partial(in_full, packed[0]), partial(in_full, packed[1])]


def broken(name: str, figures: list[float]) -> bool:
    """Whether this row breaks the promise."""
    scalar, view, full, _ = figures
    return name in GATED and (view if name == "hmirror" else full) > scalar


def slower(on: BackEnd, count: int = 256) -> list[str]:
    """The gated operations for which arrays lose, and where."""
    lost = []
    for shape in SHAPES:
        found = rows(on, shape, count)
        lost += [f"{name} {shape}: {found[name]}" for name in GATED if broken(name, found[name])]
    return lost


def main() -> int:
    on = back_end("numpy")
    print(f"numpy {on.version}, python {sys.version.split()[0]}; CPU microseconds a grid")
    lost = 0
    for shape in SHAPES:
        for count in (32, 256, 2048):
            print(f"\n{count} grids of {shape[0]} x {shape[1]}")
            print("                 scalar    tight     full   (x)    30x30   (x)")
            for name, figures in rows(on, shape, count).items():
                if name == "in / out":
                    print(f"  {'pack, unpack':<12} {figures[0]:8.2f} {figures[1]:8.2f}")
                    continue
                scalar, view, full, padded = figures
                told = f"{scalar:8.2f} {view:8.2f} {full:8.2f} {scalar / full:5.1f}"
                worse = count >= 256 and broken(name, figures)
                lost += worse
                mark = "  SLOWER" if worse else ""
                print(f"  {name:<12} {told} {padded:8.2f} {scalar / padded:5.1f}{mark}")
    print(f"\n{lost} of the gated rows are slower than the scalar DSL")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())

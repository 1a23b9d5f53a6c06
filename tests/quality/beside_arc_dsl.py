"""python -m tests.quality.beside_arc_dsl PATH: stored programs beside a clone of arc-dsl.

PATH is a clone of michaelhodel/arc-dsl, which this project holds nothing of. For each task that
both have a program for, both answer all pairs as a Python function each, in turns, in CPU seconds;
the least of several turns counts. What our DSL remembers of grids is forgotten before each turn, so
that no turn profits from the one before. Sums are led by a few slow tasks, so the ratio per task is
told, too.
"""

import argparse
import importlib
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from arc_solver import library
from arc_solver.dsl import boxes, rays, seen
from arc_solver.program.check import Checked
from arc_solver.program.run import function_of
from arc_solver.tasks import Task, load
from arc_solver.values import Grid

TURNS = 7
LEAST_SECONDS = 0.002
"""A turn repeats a task until it takes so long: the clock ticks in microseconds."""
FILES = ("dsl.py", "constants.py", "arc_types.py", "solvers.py")


@dataclass(frozen=True, slots=True)
class Pair:
    """Seconds for all pairs of a task, on both sides, and whether theirs were right."""

    task: str
    theirs: float
    ours: float
    right: bool

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours


def solvers_of(path: Path) -> ModuleType:
    """The clone's module; its files import each other by short names."""
    missing = [name for name in FILES if not (path / name).is_file()]
    if missing:
        raise SystemExit(
            f"{path}: no {', '.join(missing)}\n"
            "  next: git clone the repository michaelhodel/arc-dsl, and name its folder"
        )
    sys.path.insert(0, str(path.resolve()))
    return importlib.import_module("solvers")


def _forget() -> None:
    for remembering in (boxes, rays, seen):
        remembering.forget()


def seconds(answer: Callable[[Grid], Any], grids: Sequence[Grid], times: int) -> float:
    """CPU seconds of answering all grids, of so many times the mean."""
    spent = 0.0
    for _ in range(times):
        _forget()
        started = time.process_time()
        for grid in grids:
            answer(grid)
        spent += time.process_time() - started
    return spent / times


def compared(task: Task, theirs: Callable[[Grid], Any], checked: Checked, turns: int) -> Pair:
    grids = [sample.input for sample in task.samples]
    wanted = [sample.output for sample in task.samples]

    ours = function_of(checked)
    assert [ours(grid) for grid in grids] == wanted, task.id
    right = [theirs(grid) for grid in grids] == wanted
    best = {theirs: math.inf, ours: math.inf}
    times = {side: max(1, round(LEAST_SECONDS / seconds(side, grids, 1))) for side in best}
    for turn in range(turns):
        for side in (theirs, ours) if turn % 2 else (ours, theirs):
            best[side] = min(best[side], seconds(side, grids, times[side]))
    return Pair(task.id, best[theirs], best[ours], right)


def geometric_mean(ratios: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))


def tell(pairs: Sequence[Pair], most: int) -> None:
    print(f"{'task':<10}{'arc-dsl ms':>12}{'ours ms':>10}{'times faster':>14}")
    ordered = sorted(pairs, key=lambda pair: pair.ratio)
    for pair in ordered if most >= len(ordered) else ordered[:most]:
        print(
            f"{pair.task:<10}{pair.theirs * 1e3:>12.3f}{pair.ours * 1e3:>10.3f}{pair.ratio:>14.2f}"
        )
    theirs, ours = sum(p.theirs for p in pairs), sum(p.ours for p in pairs)
    slowest = max(pairs, key=lambda pair: pair.theirs)
    print(f"{len(pairs)} tasks, {sum(not p.right for p in pairs)} that arc-dsl answers otherwise")
    print(f"sum             {theirs:.3f} s and {ours:.3f} s: {theirs / ours:.2f} times faster")
    rest, own = theirs - slowest.theirs, ours - slowest.ours
    print(f"without {slowest.task} {rest:.3f} s and {own:.3f} s: {rest / own:.2f} times faster")
    print(f"geometric mean  {geometric_mean([p.ratio for p in pairs]):.2f} times faster a task")
    print(f"no faster       {sum(p.ratio < 1 for p in pairs)} tasks")


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path, help="a clone of michaelhodel/arc-dsl")
    parser.add_argument("--turns", type=int, default=TURNS, help="of which the least counts")
    parser.add_argument("--tasks", nargs="*", default=[], help="only these")
    parser.add_argument("--most", type=int, default=20, help="rows: the least fast first")
    chosen = parser.parse_args(words)
    solvers = solvers_of(chosen.path)
    programs, tasks = library.programs(), load("arcagi", "training")
    pairs = [
        compared(tasks[name], getattr(solvers, f"solve_{name}"), checked, chosen.turns)
        for name, checked in programs.items()
        if hasattr(solvers, f"solve_{name}") and (not chosen.tasks or name in chosen.tasks)
    ]
    tell(pairs, chosen.most)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The fixed inputs of the suite: workload files beside this one, and the bundled tasks."""

import itertools
from pathlib import Path

from arc_solver.tasks import Task, load
from arc_solver.values import Grid
from arc_solver.workload import Workload, load_workload

WORKLOADS = Path(__file__).with_name("workloads")


def workload(name: str) -> Workload:
    return load_workload(WORKLOADS / f"{name}.jsonl")


def tasks() -> dict[str, Task]:
    return {task.id: task for task in load("arcagi", "training")}


def grid_of_size(size: str) -> Grid:
    """A real grid with many objects: the one of its area that has most colour changes."""
    wanted = {"small": (9, 40), "median": (90, 130), "large": (800, 900)}[size]
    found = [
        sample.input
        for task in load("arcagi", "training")
        for sample in task.train
        if wanted[0] <= len(sample.input) * len(sample.input[0]) <= wanted[1]
    ]
    return max(found, key=lambda grid: (_changes(grid), grid))


def _changes(grid: Grid) -> float:
    pairs = [pair for row in grid for pair in itertools.pairwise(row)]
    return sum(a != b for a, b in pairs) / max(len(pairs), 1)

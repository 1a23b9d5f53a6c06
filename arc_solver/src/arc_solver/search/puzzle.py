"""Task -> Puzzle: what may be known before answering. It has no place for a test output."""

from dataclasses import dataclass

from arc_solver.tasks import Task
from arc_solver.values import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A pair that a puzzle shows."""

    input: Grid
    output: Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """Pairs, and inputs whose outputs are asked for: search receives nothing else."""

    shown: tuple[Shown, ...]
    asked: tuple[Grid, ...]


def puzzle_of(task: Task) -> Puzzle:
    pairs = ((sample.input, sample.output) for sample in task.train)
    return Puzzle(
        shown=tuple(Shown(input=i, output=o) for i, o in pairs if o is not None),
        asked=tuple(sample.input for sample in task.test),
    )

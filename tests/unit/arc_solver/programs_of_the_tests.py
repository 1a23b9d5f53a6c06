"""Candidates that behave badly, and small tasks to let them loose on."""

from collections.abc import Sequence

from arc_solver.generate import candidate_of
from arc_solver.program.check import check
from arc_solver.program.text import parse
from arc_solver.tasks import Sample, Task
from arc_solver.values import Grid
from arc_solver.workload import Candidate, Item, Workload

RIGHT = "O = vmirror(I)"
RIGHT_TOO = "x1 = rot180(I)\nO = hmirror(x1)"
WRONG = "O = hmirror(I)"
FAILING = "O = crop(I, (9, 9), (1, 1))"
ENDLESS = """
x1 = power(rot90, 999)
x2 = power(x1, 999)
x3 = power(x2, 999)
O = x3(I)
"""
HUNGRY = """
x1 = interval(0, 16000, 1)
x2 = rbind(interval, 1)
x3 = lbind(x2, -1)
x4 = apply(x3, x1)
x5 = size(x4)
O = canvas(x5, (1, 1))
"""
"""16,000 tuples of up to 16,000 numbers."""


def candidate(text: str) -> Candidate:
    return candidate_of(check(parse(text)), "test")


def candidates(*texts: str) -> tuple[Candidate, ...]:
    return tuple(candidate(text) for text in texts)


def mirror_task(id: str = "mirror") -> Task:
    """Two train pairs and a test whose answer is the mirrored grid."""
    grids = [Grid(((1, 2), (3, 4))), Grid(((5, 0, 0), (0, 6, 0))), Grid(((7, 8, 9),))]
    pairs = [Sample(input=g, output=Grid(tuple(row[::-1] for row in g))) for g in grids]
    return Task(id=id, train=tuple(pairs[:2]), test=tuple(pairs[2:]))


def workload_of(tasks: Sequence[Task], texts: Sequence[str]) -> Workload:
    items = (
        Item(task=task.id, digest=task.digest, candidates=candidates(*texts)) for task in tasks
    )
    return Workload(name="test", seed=0, data="test", split="test", library="", items=tuple(items))

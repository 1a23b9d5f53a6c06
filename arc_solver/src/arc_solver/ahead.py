"""items of a workload -> each of them with what arrays know of it, many items to a batch."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from arc_solver.array.choice import Arrays, Choice, Known
from arc_solver.batch import Batch
from arc_solver.errors import ProgramError, SolverError
from arc_solver.program.check import Checked, check
from arc_solver.program.text import parse
from arc_solver.spans import Spans
from arc_solver.tasks import Task
from arc_solver.workload import Candidate, Item

if TYPE_CHECKING:
    from arc_solver.array.backend import BackEnd
    from arc_solver.array.engine import Answers

CHUNK = 50
"""Tasks of one batch: enough values for every step, and results still come in between."""


def ahead(
    items: Sequence[Item], tasks: Mapping[str, Task], arrays: Arrays, spans: Spans
) -> Iterator[tuple[Item, Known]]:
    """An error of the back end is raised at once, before any work is done."""
    on, why = arrays.opened()
    if on is None:
        nothing = Known(choice=Choice(asked=arrays.asked, taken="none", why=why))
        return ((item, nothing) for item in items)
    return _computed(items, tasks, (arrays, on), spans)


def _computed(
    items: Sequence[Item],
    tasks: Mapping[str, Task],
    how: tuple[Arrays, BackEnd],
    spans: Spans,
) -> Iterator[tuple[Item, Known]]:
    arrays, on = how
    for begin in range(0, len(items), CHUNK):
        part = items[begin : begin + CHUNK]
        started = time.process_time()
        with spans("arrays"):
            chunk = Chunk(part, tasks)
            choice = arrays.choice(on, chunk.values)
            found = chunk.answers(on) if choice.taken == on.name else []
        choice = choice._replace(cpu_seconds=(time.process_time() - started) / len(part))
        values = [chunk.values_of(at) if found else 0 for at in range(len(part))]
        given: Sequence[Answers | None] = found or [None] * len(part)
        ready = deque(zip(part, values, chunk.programs, given, strict=True))
        del (
            chunk,
            found,
            given,
        )  # what is held while tasks are evaluated, the collector goes through
        while ready:
            item, count, programs, answers = ready.popleft()
            told = choice._replace(values=count)
            yield item, Known(told, programs, answers)


class Chunk:
    """Some tasks with all their candidates: one plan, one batch."""

    def __init__(self, items: Sequence[Item], tasks: Mapping[str, Task]) -> None:
        from arc_solver.array.batch import unit
        from arc_solver.array.plan import plan

        self.programs = [_readable(item.candidates) for item in items]
        self.inputs = [[sample.input for sample in tasks[item.task].samples] for item in items]
        batches = [Batch(list(programs.values())) for programs in self.programs]
        pairs = zip(batches, self.inputs, strict=True)
        self.plan = plan([unit(batch, len(grids)) for batch, grids in pairs])

    @property
    def values(self) -> int:
        return self.plan.values

    def values_of(self, item: int) -> int:
        return len(self.plan.slots[item]) * len(self.inputs[item])

    def answers(self, on: BackEnd) -> list[Answers]:
        from arc_solver.array.engine import answers

        try:
            return answers(on, self.plan, self.inputs)
        except MemoryError as error:
            what = f"a batch of {self.values} values is too large for {on.name}: {error}"
            raise SolverError(what, "--array none") from error


def _readable(candidates: Sequence[Candidate]) -> dict[str, Checked]:
    """Those that cannot be read are told about when they are evaluated."""
    found = {}
    for candidate in candidates:
        try:
            found[candidate.id] = check(parse(candidate.text))
        except ProgramError:
            continue
    return found

"""Programs as texts: reading, checking, inlining; running the stored ones; drawing new ones."""

import time
from collections.abc import Mapping

from arc_solver import library
from arc_solver.batch import Batch
from arc_solver.generate import draw
from arc_solver.item import digest
from arc_solver.program.check import check
from arc_solver.program.form import canonical, inline
from arc_solver.program.run import run
from arc_solver.program.text import parse
from benchmarks.inputs import tasks, workload

SLOW = "484b58aa"
"""The task whose program takes longest: kept apart, or it hides the others."""


class TimeTexts:
    """What is done to a candidate before it runs; the texts are those of the small workload."""

    timer = time.process_time

    def setup(self) -> None:
        items = workload("small").items
        self.texts = [candidate.text for item in items for candidate in item.candidates]
        self.programs = [parse(text) for text in self.texts]
        self.checked = [check(program) for program in self.programs]

    def time_parse(self) -> None:
        for text in self.texts:
            parse(text)

    def time_check(self) -> None:
        for program in self.programs:
            check(program)

    def time_canonical(self) -> None:
        for checked in self.checked:
            canonical(checked)

    def time_inline(self) -> None:
        for checked in self.checked:
            inline(checked)

    def answers(self) -> Mapping[str, str]:
        return {f"{n}": inline(checked) for n, checked in enumerate(self.checked)}


class TimeBatch:
    """One graph of 33 candidates, and running it on the first train pair, for three tasks."""

    params = (0, 2, 4)
    param_names = ("item",)
    timer = time.process_time

    def setup(self, number: int) -> None:
        item = workload("small").items[number]
        self.grid = tasks()[item.task].train[0].input
        self.programs = [check(parse(candidate.text)) for candidate in item.candidates]
        self.batch = Batch(self.programs)

    def time_build(self, _: int) -> None:
        Batch(self.programs)

    def time_run(self, _: int) -> None:
        self.batch.run(self.grid)

    def answers(self, number: int) -> Mapping[str, str]:
        runs = self.batch.run(self.grid).runs
        return {f"{number}/{n}": digest((each.output,)) for n, each in enumerate(runs)}


class TimeStored:
    """Every stored program (of the frozen workload `library`) on all pairs of its task."""

    params = ("the slow one", "all others")
    param_names = ("tasks",)
    timer = time.process_time
    number = 1
    repeat = (1, 3, 20.0)
    rounds = 1
    warmup_time = 0.0
    timeout = 300.0

    def setup(self, which: str) -> None:
        known = tasks()
        self.work = [
            (check(parse(item.candidates[0].text)), known[item.task])
            for item in workload("library").items
            if (item.task == SLOW) == (which == self.params[0])
        ]

    # unladen: allow dominant-parameter they were divided so that one task does not hide the others
    def time_all_pairs(self, _: str) -> None:
        for checked, task in self.work:
            for sample in task.samples:
                run(checked, sample.input)

    def answers(self, _: str) -> Mapping[str, str]:
        return {
            task.id: digest(tuple(run(checked, sample.input).output for sample in task.samples))
            for checked, task in self.work
        }


class TimeGenerate:
    """Drawing and mutating 33 candidates for one task; the library is the commit's own."""

    timer = time.process_time

    def setup(self) -> None:
        self.task = tasks()["67a3c6ac"]
        self.known = library.programs()

    def time_draw(self) -> None:
        draw(self.task, 33, 0, self.known)

    def answers(self) -> Mapping[str, str]:
        drawn = draw(self.task, 33, 0, self.known)
        return {f"{n}": candidate.id for n, candidate in enumerate(drawn.candidates)}

"""Search: states and solved tasks for each CPU second, memory, and what a fixed number of states
solves."""

import functools
import hashlib
import importlib
import importlib.util
import json
import time
from collections.abc import Mapping
from typing import Any

from arc_solver.tasks import Task
from benchmarks import inputs

STATES = 12_000
"""The node budget: about what depth 2 takes of half of the tasks."""
SAMPLE = 60
FEW = 6


@functools.cache
def tasks() -> dict[str, Task]:
    """Read once: what is measured here is search."""
    return inputs.tasks()


def module(name: str) -> Any:
    """A module of arc_solver.search, where the commit that is measured has it."""
    if importlib.util.find_spec("arc_solver.search") is None:
        raise NotImplementedError("this commit has no arc_solver.search")
    return importlib.import_module(f"arc_solver.search.{name}")


def limits_of(depth: int) -> Any:
    return module("budget").Limits(depth=depth, states=STATES)


def puzzle_of(id: str) -> Any:
    return module("puzzle").puzzle_of(tasks()[id])


def few() -> list[str]:
    return sample()[:: SAMPLE // FEW]


def sample() -> list[str]:
    """Sixty training tasks: by the digest of their ids, so that nobody chose them."""
    by_digest = sorted(tasks(), key=lambda id: hashlib.sha256(id.encode()).hexdigest())
    return sorted(by_digest[:SAMPLE])


def found(id: str, limits: Any) -> Any:
    return module("find").search(puzzle_of(id), limits)


def answered(id: str, found: Any) -> bool:
    """Whether one of two guesses is right, for each test input."""
    wanted = [each.output for each in tasks()[id].test]
    columns = zip(*(answer.outputs for answer in found.answers[:2]), strict=True)
    pairs = list(zip(wanted, columns, strict=False))
    return len(pairs) == len(wanted) and all(output in column for output, column in pairs)


def digest(found: Any) -> str:
    text = json.dumps([[each.text, each.outputs] for each in found.answers])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class TimeSearch:
    """Searching six tasks to a depth, or until so many states were made."""

    params = (1, 2)
    param_names = ("depth",)
    timer = time.process_time
    number = 1
    repeat = (1, 3, 25.0)
    rounds = 1
    warmup_time = 0.0
    timeout = 300.0

    def setup(self, depth: int) -> None:
        self.search = module("find").search
        self.puzzles = [puzzle_of(id) for id in few()]
        self.limits = limits_of(depth)

    def time_six_tasks(self, _: int) -> None:
        for puzzle in self.puzzles:
            self.search(puzzle, self.limits)

    def answers(self, depth: int) -> Mapping[str, str]:
        return {id: digest(found(id, limits_of(depth))) for id in few()}


class PeakMemory:
    """The largest footprint of searching six tasks, the interpreter included."""

    params = (1, 2)
    param_names = ("depth",)
    timeout = 300.0

    def setup(self, depth: int) -> None:
        self.search = module("find").search
        self.puzzles = [puzzle_of(id) for id in few()]
        self.limits = limits_of(depth)

    def peakmem_six_tasks(self, _: int) -> None:
        for puzzle in self.puzzles:
            self.search(puzzle, self.limits)


class TrackRates:
    """What a CPU second brings. A clock has a part in it: to be read beside the times."""

    params = (1, 2)
    param_names = ("depth",)
    timeout = 300.0

    def setup(self, depth: int) -> None:
        self.limits = limits_of(depth)
        tasks()

    def _rates(self) -> tuple[int, int, float]:
        """States, solved tasks, CPU seconds."""
        started = time.process_time()
        every = [(id, found(id, self.limits)) for id in few()]
        spent = time.process_time() - started
        return sum(each.states for _, each in every), sum(answered(*each) for each in every), spent

    def track_states_per_cpu_second(self, _: int) -> float:
        states, _solved, spent = self._rates()
        return states / spent

    def track_tasks_solved_per_cpu_second(self, _: int) -> float:
        _states, solved, spent = self._rates()
        return solved / spent


class TrackSolved:
    """Sixty training tasks within a fixed number of states: no clock has a part in it."""

    timeout = 600.0

    def setup_cache(self) -> Mapping[str, tuple[bool, int, str]]:
        kept = {}
        for id in sample():
            each = found(id, limits_of(2))
            kept[id] = (answered(id, each), each.states, digest(each))
        return kept

    def track_tasks_solved(self, kept: Mapping[str, tuple[bool, int, str]]) -> int:
        return sum(solved for solved, _, _ in kept.values())

    def track_states(self, kept: Mapping[str, tuple[bool, int, str]]) -> int:
        return sum(states for _, states, _ in kept.values())

    def answers(self, kept: Mapping[str, tuple[bool, int, str]]) -> Mapping[str, str]:
        return {id: digest for id, (_, _, digest) in kept.items()}


for _function, _unit in {
    TrackSolved.track_tasks_solved: "tasks",
    TrackSolved.track_states: "states",
    TrackRates.track_states_per_cpu_second: "states/s",
    TrackRates.track_tasks_solved_per_cpu_second: "tasks/s",
}.items():
    _function.unit = _unit  # type: ignore[attr-defined]

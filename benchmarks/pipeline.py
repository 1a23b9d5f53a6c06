"""The whole pipeline over tasks: what a user waits for."""

import time
from collections.abc import Mapping

from arc_solver.evaluate import Options, evaluate
from arc_solver.executors import SerialExecutor, executor_for
from arc_solver.guard import Limits
from arc_solver.outcome import Evaluation, Outcome
from benchmarks.inputs import tasks, workload


def evaluated(count: int) -> Evaluation:
    return evaluate(workload("standard").first(count), tasks(), SerialExecutor(), Options())


class TimeEvaluate:
    """Evaluating a workload in one process, where a profiler sees everything."""

    params = (5, 20, 100)
    param_names = ("tasks",)
    timer = time.process_time
    number = 1
    repeat = (1, 3, 25.0)
    rounds = 1
    warmup_time = 0.0
    timeout = 300.0

    def setup(self, count: int) -> None:
        self.tasks = tasks()
        self.workload = workload("standard").first(count)

    def time_tasks(self, _: int) -> None:
        evaluate(self.workload, self.tasks, SerialExecutor(), Options())

    def workload_digest(self, count: int) -> str:
        """Two commits that evaluate other candidates did other work (I01)."""
        return workload("standard").first(count).digest

    def answers(self, count: int) -> Mapping[str, str]:
        return evaluated(count).answers


class TimeWorkers:
    """The same in guarded processes: elapsed time, with what it takes to start and to talk."""

    params = (1, 2)
    param_names = ("jobs",)
    timer = time.perf_counter
    number = 1
    repeat = (1, 3, 20.0)
    rounds = 1
    warmup_time = 0.0
    timeout = 300.0

    def setup(self, _: int) -> None:
        self.tasks = tasks()
        self.workload = workload("standard").first(20)

    def time_twenty_tasks(self, jobs: int) -> None:
        limits = Limits(seconds=60, megabytes=2048)
        with executor_for(jobs) as executor:
            evaluate(self.workload, self.tasks, executor, Options(limits=limits))


class PeakMemory:
    """The largest footprint of an evaluation, the interpreter included."""

    params = (5, 100)
    param_names = ("tasks",)
    timeout = 300.0

    def setup(self, count: int) -> None:
        self.tasks = tasks()
        self.workload = workload("standard").first(count)

    def peakmem_tasks(self, _: int) -> None:
        evaluate(self.workload, self.tasks, SerialExecutor(), Options())


class TrackEvaluate:
    """What was achieved and what it took, counted: no clock has a part in it."""

    timeout = 300.0

    def setup_cache(self) -> Evaluation:
        return evaluated(100)

    def track_tasks_solved(self, evaluation: Evaluation) -> int:
        return len(evaluation.solved)

    def track_candidates_ok(self, evaluation: Evaluation) -> int:
        return evaluation.counts[Outcome.OK]

    def track_candidates_failed(self, evaluation: Evaluation) -> int:
        return evaluation.counts[Outcome.EXCEPTION]

    def track_nodes_evaluated(self, evaluation: Evaluation) -> int:
        return sum(result.evaluated for result in evaluation.results)

    def track_calls_shared(self, evaluation: Evaluation) -> int:
        return evaluation.sharing.calls_shared

    def answers(self, evaluation: Evaluation) -> Mapping[str, str]:
        return evaluation.answers


for _name, _unit in {
    "track_tasks_solved": "tasks",
    "track_candidates_ok": "candidates",
    "track_candidates_failed": "candidates",
    "track_nodes_evaluated": "nodes",
    "track_calls_shared": "calls",
}.items():
    getattr(TrackEvaluate, _name).unit = _unit

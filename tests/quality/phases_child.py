"""package name x question -> one line of JSON: what a fresh process of `phases` measures.

python -m tests.quality.phases_child arc_solver evaluate standard 100
"""

import hashlib
import importlib
import json
import resource
import signal
import statistics
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

LAST = 100
WORKLOADS = Path(__file__).parents[2] / "benchmarks" / "workloads"


def inputs(package: str, name: str, count: int) -> tuple[Any, dict[str, Any]]:
    """The first tasks of a workload, and the tasks by id."""
    workload = importlib.import_module(f"{package}.workload")
    tasks = importlib.import_module(f"{package}.tasks")
    loaded = workload.load_workload(WORKLOADS / f"{name}.jsonl").first(count)
    return loaded, {task.id: task for task in tasks.load("arcagi", "training")}


def evaluated(
    package: str, given: tuple[Any, dict[str, Any]], jobs: int = 0, *, timed: bool = False
) -> Any:
    """In this process, or with limits in so many guarded ones."""
    evaluate = importlib.import_module(f"{package}.evaluate")
    executors = importlib.import_module(f"{package}.executors")
    guard = importlib.import_module(f"{package}.guard")
    limits = guard.Limits(seconds=60, megabytes=2048) if jobs else None
    with executors.executor_for(max(jobs, 1)) as executor:
        return evaluate.evaluate(*given, executor, evaluate.Options(limits=limits, spans=timed))


def every_outcome(evaluation: Any) -> str:
    """A digest of all that is said of every candidate, but for the words of exceptions."""
    told = [
        [result.task, result.answers, result.evaluated, result.failed]
        + [[c.id, c.outcome.value, c.wrong_cells, c.failures] for c in result.candidates]
        + [[s.hash, s.text, s.expression] for s in result.solvers]
        for result in evaluation.results
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def evaluate_(package: str, name: str, count: int) -> dict[str, Any]:
    given = inputs(package, name, count)
    started = time.process_time()
    evaluation = evaluated(package, given)
    cpu = time.process_time() - started
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "cpu": cpu,
        "megabytes": megabytes,
        "outcomes": every_outcome(evaluation),
        "candidates": evaluation.asked,
        "last": sum(result.cpu_seconds for result in evaluation.results[-LAST:]),
    }


def last(package: str, name: str, count: int) -> dict[str, Any]:
    """CPU seconds of the last tasks of a workload, without the others before them."""
    loaded, known = inputs(package, name, count)
    given = replace(loaded, items=loaded.items[-LAST:]), known
    return {"cpu": sum(result.cpu_seconds for result in evaluated(package, given).results)}


def workers(package: str, name: str, count: int) -> dict[str, Any]:
    """Wall seconds of the same work by one worker and by two, children started before."""
    given = inputs(package, name, count)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for jobs in (1, 2, 2, 1, 1, 2):
        started = time.perf_counter()
        evaluated(package, given, jobs)
        seconds[jobs].append(time.perf_counter() - started)
    return {"one": min(seconds[1]), "two": min(seconds[2])}


def pool(package: str, name: str, count: int) -> dict[str, Any]:
    """Wall milliseconds that each task waited for its process: to start, and to be talked with."""
    evaluation = evaluated(package, inputs(package, name, count), 2, timed=True)
    trees = [result.spans for result in evaluation.results]
    waits = [
        1000 * child.wall_seconds
        for tree in trees
        for child in tree.children
        if child.name == "process"
    ]
    usual = statistics.median(waits)
    started = [wait for wait in waits if wait > 30 + 5 * usual]
    return {"starts": len(started), "start": statistics.fmean(started), "talk": usual}


def library(package: str, _name: str, _count: int) -> dict[str, Any]:
    """Seconds of each stored program over all pairs of its task, the least of five."""
    loaded, known = inputs(package, "library", 1000)
    check = importlib.import_module(f"{package}.program.check").check
    parse = importlib.import_module(f"{package}.program.text").parse
    run = importlib.import_module(f"{package}.program.run").run
    found = {}
    for item in loaded.items:
        checked = check(parse(item.candidates[0].text))
        grids = [sample.input for sample in known[item.task].samples]
        times = []
        for _ in range(5):
            started = time.perf_counter()
            for grid in grids:
                run(checked, grid)
            times.append(time.perf_counter() - started)
        found[item.task] = min(times)
    return {"seconds": found}


class Sampled:
    """Every millisecond of CPU: whether an operation of the DSL was under way."""

    def __init__(self, package: str) -> None:
        self.found: Counter[str] = Counter()
        self._dsl = f"/{package}/dsl/"
        self._item = f"/{package}/"

    def __call__(self, _signal: int, frame: FrameType | None) -> None:
        while frame is not None:
            if self._dsl in frame.f_code.co_filename:
                self.found["dsl"] += 1
                return
            frame = frame.f_back
        self.found["framework"] += 1


def framework(package: str, name: str, count: int) -> dict[str, Any]:
    given = inputs(package, name, count)
    importlib.import_module(f"{package}.evaluate")
    sampled = Sampled(package)
    signal.signal(signal.SIGPROF, sampled)
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    evaluated(package, given)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {"framework": sampled.found["framework"] / max(1, sum(sampled.found.values()))}


def spans(package: str, name: str, count: int) -> dict[str, Any]:
    given = inputs(package, name, count)
    evaluate = importlib.import_module(f"{package}.evaluate")
    executors = importlib.import_module(f"{package}.executors")
    options = evaluate.Options(spans=True)
    evaluation = evaluate.evaluate(*given, executors.SerialExecutor(), options)
    tree = importlib.import_module(f"{package}.spans").merge(
        result.spans for result in evaluation.results
    )
    shares = {child.name: child.cpu_seconds / tree.cpu_seconds for child in tree.children}
    return {"shares": shares, "unaccounted": tree.unaccounted_cpu / tree.cpu_seconds}


QUESTIONS = {
    "evaluate": evaluate_,
    "last": last,
    "workers": workers,
    "pool": pool,
    "library": library,
    "framework": framework,
    "spans": spans,
}


if __name__ == "__main__":
    package, question, name, count = sys.argv[1:]
    print(json.dumps(QUESTIONS[question](package, name, int(count))))

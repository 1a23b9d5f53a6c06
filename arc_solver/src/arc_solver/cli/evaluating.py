"""`evaluate`."""

import argparse
import json
import sys
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from pathlib import Path

from arc_solver.canary import tells_right_from_wrong
from arc_solver.cli.browse import open_told
from arc_solver.cli.generating import drawn
from arc_solver.cli.measuring import asked
from arc_solver.cli.terminal import Progress
from arc_solver.errors import SolverError
from arc_solver.evaluate import Journal, Options, evaluate
from arc_solver.executors import SerialExecutor, executor_for, on_cluster
from arc_solver.guard import Limits
from arc_solver.outcome import Evaluation, Outcome, TaskResult
from arc_solver.program.run import Mode
from arc_solver.spans import OFF, Spans, lines
from arc_solver.store import Store, result_to_json
from arc_solver.tasks import Task
from arc_solver.workload import Workload, load_workload

SHOWN = 8
BUG, INTERRUPTED = 70, 130
DRAWN = ("name", "seed", "tasks", "per_task", "known_only", "library")


def evaluate_(arguments: argparse.Namespace) -> int:
    spans = Spans("evaluate") if arguments.spans else OFF
    with spans("load workload"):
        workload = _workload(arguments)
    with spans("load tasks"):
        data, split = arguments.data or workload.data, arguments.split or workload.split
        tasks = {task.id: task for task in open_told(data, split)}
    limits = Limits(seconds=arguments.limit_seconds, megabytes=arguments.limit_mb)
    options = Options(
        mode=Mode(arguments.mode),
        limits=None if arguments.in_process else limits,
        spans=arguments.spans,
        array=asked(arguments),
    )
    options.array.opened()  # a back end that is missing is told before anything is written
    tells_right_from_wrong()
    store = Store(Path(arguments.out), workload, options)
    with store.held():
        evaluation = _evaluated(arguments, (workload, tasks), (store, options), spans)
        if not evaluation.interrupted:
            store.finish(evaluation.results)
    _tell(arguments, workload, evaluation, store)
    if arguments.spans and not arguments.json:
        _tell_spans(spans, arguments.jobs)
    if evaluation.invalid:
        return BUG
    return INTERRUPTED if evaluation.interrupted else 0


def _evaluated(
    arguments: argparse.Namespace,
    work: tuple[Workload, Mapping[str, Task]],
    how: tuple[Store, Options],
    spans: Spans,
) -> Evaluation:
    """With what an earlier run has finished, and each result kept as soon as it is there."""
    (workload, tasks), (store, options) = work, how
    if arguments.fresh:
        store.forget()
    finished = store.unfinished()
    if finished:
        text = f"going on: {len(finished)} of {len(workload.items)} tasks are done already"
        print(text, file=sys.stderr)
    progress = Progress("tasks", len(workload.items), len(finished))

    def keep(result: TaskResult) -> None:
        with spans("store"):
            store.add(result)
            progress.advance()

    try:
        with _executor(arguments) as executor:
            return evaluate(workload, tasks, executor, options, Journal(finished, keep, spans))
    finally:
        progress.close()


def _executor(arguments: argparse.Namespace) -> AbstractContextManager[Executor]:
    if arguments.on:
        return on_cluster(arguments.on)
    return SerialExecutor() if arguments.in_process else executor_for(arguments.jobs)


def _workload(arguments: argparse.Namespace) -> Workload:
    if arguments.workload:
        given = [f"--{name.replace('_', '-')}" for name in DRAWN if getattr(arguments, name)]
        if given:
            what = f"{' '.join(given)}: a workload file says what to evaluate"
            raise SolverError(what, "leave them out, or leave the file out")
        return load_workload(Path(arguments.workload))
    workload = drawn(arguments)
    path = Path(arguments.out) / "workloads" / f"{workload.name}-{workload.digest[:12]}.jsonl"
    try:
        workload.save(path)
    except OSError as error:
        raise SolverError(f"{path}: {error.strerror}", "--out DIR in a folder of yours") from error
    print(f"drawn and frozen: {path}", file=sys.stderr)
    return workload


def _tell(
    arguments: argparse.Namespace, workload: Workload, evaluation: Evaluation, store: Store
) -> None:
    if arguments.json:
        print(json.dumps(_told(workload, evaluation)))
        return
    counts = evaluation.counts
    print(f"workload   {workload.name}, {len(workload.items)} tasks, sha256 {workload.digest[:12]}")
    told = ", ".join(f"{count} {outcome.value}" for outcome, count in counts.items() if count)
    print(f"candidates {evaluation.asked}: {told}")
    print("canary     of a right and a wrong one each was told to be what it is")
    print(f"solved     {len(evaluation.solved)} tasks{_some(evaluation.solved)}")
    sharing = evaluation.sharing
    print(
        f"sharing    {sharing.calls_alone} calls a sample alone, "
        f"{sharing.calls_shared} in shared graphs: {sharing.saved:.0%} saved"
    )
    print(f"work       {_calls(evaluation)} calls, {_cpu(evaluation):.2f} CPU s in the tasks")
    if evaluation.at_once > 1:
        print(f"contended  {evaluation.at_once} tasks at a time: their seconds rank none of them")
        print("           (--jobs 1 measures each alone)")
    for line in _arrays(evaluation):
        print(line)
    _tell_killed(evaluation)
    for each in evaluation.invalid:
        print(f"a bug of arc-solver: candidate {each.id}: {each.detail}")
    if evaluation.interrupted:
        missing = sum(r.candidates[0].outcome is Outcome.NOT_RUN for r in evaluation.results)
        print(f"stopped    {missing} tasks are left; the same command goes on with them")
    else:
        print(f"kept       {store.complete}")


def _tell_killed(evaluation: Evaluation) -> None:
    killed = (Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY)
    for result in evaluation.results:
        for each in result.candidates:
            if each.outcome in killed:
                text = f"{result.task} candidate {each.id}: {each.detail}"
                print(f"{each.outcome.value:<10} {text}")


def _some(tasks: tuple[str, ...]) -> str:
    if not tasks:
        return ""
    more = f" and {len(tasks) - SHOWN} more" if len(tasks) > SHOWN else ""
    return f": {' '.join(tasks[:SHOWN])}{more}"


def _arrays(evaluation: Evaluation) -> list[str]:
    """Who computed the whole-grid values, if somebody asked."""
    return [
        f"arrays     {each['taken']}: {each['why']}; {each['values']} values, {each['tasks']} tasks"
        for each in _arrays_told(evaluation)
        if each["asked"] != "none"
    ]


def _arrays_told(evaluation: Evaluation) -> list[dict[str, object]]:
    """Each choice that was taken, with the tasks and values that it was taken for."""
    told: dict[tuple[str, str, str], list[int]] = {}
    for result in evaluation.results:
        each = result.array
        counts = told.setdefault((each.asked, each.taken, each.why), [0, 0])
        counts[0] += 1
        counts[1] += each.values
    return [
        {"asked": asked, "taken": taken, "why": why, "tasks": tasks, "values": values}
        for (asked, taken, why), (tasks, values) in told.items()
    ]


def _calls(evaluation: Evaluation) -> int:
    return sum(result.evaluated for result in evaluation.results)


def _cpu(evaluation: Evaluation) -> float:
    return sum(result.cpu_seconds for result in evaluation.results)


def _told(workload: Workload, evaluation: Evaluation) -> dict[str, object]:
    return {
        "workload": {"name": workload.name, "sha256": workload.digest},
        "asked": evaluation.asked,
        "outcomes": {outcome.value: count for outcome, count in evaluation.counts.items()},
        "solved": evaluation.solved,
        "interrupted": evaluation.interrupted,
        "calls_alone": evaluation.sharing.calls_alone,
        "calls_shared": evaluation.sharing.calls_shared,
        "evaluated": _calls(evaluation),
        "cpu_seconds": _cpu(evaluation),
        "at_once": evaluation.at_once,
        "array": _arrays_told(evaluation),
        "tasks": [result_to_json(result) for result in evaluation.results],
    }


def _tell_spans(spans: Spans, jobs: int) -> None:
    """Workers' waiting overlaps: with several of them only CPU seconds can be added up."""
    print()
    for line in lines(spans.freeze(), "wall" if jobs == 1 else "cpu"):
        print(line)

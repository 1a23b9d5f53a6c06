"""`search`."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from arc_solver.cli.browse import open_told
from arc_solver.cli.terminal import Progress
from arc_solver.errors import SolverError
from arc_solver.executors import executor_for
from arc_solver.search.budget import Limits
from arc_solver.search.results import Result, ResultFile, scores
from arc_solver.search.sets import searched_all
from arc_solver.tasks import Task, TaskSet

SETS = {
    "training": ("arcagi", "training"),
    "evaluation": ("arcagi", "evaluation"),
    "arcagi2": ("arcagi2", "evaluation"),
}
INTERRUPTED = 130


def search_(arguments: argparse.Namespace) -> int:
    tasks = _tasks(arguments)
    limits = Limits(
        depth=arguments.depth,
        seconds=arguments.limit_seconds,
        megabytes=arguments.limit_mb,
        states=arguments.limit_states,
    )
    file = ResultFile(Path(arguments.out), tasks, limits)
    with file.held():
        if arguments.fresh:
            file.forget()
        known = dict(file.known())
        if known:
            text = f"going on: {len(known)} of {len(tasks)} tasks are done already"
            print(text, file=sys.stderr)
        interrupted = _search(arguments, tasks, limits, (file, known))
        ordered = [known[task.id] for task in tasks if task.id in known]
        if not interrupted:
            file.finish(ordered)
    _tell(arguments, (tasks, limits), ordered, file)
    return INTERRUPTED if interrupted else 0


def _tasks(arguments: argparse.Namespace) -> TaskSet:
    data, split = SETS.get(arguments.set, (arguments.set, "training"))
    if arguments.set not in SETS and not Path(arguments.set).exists():
        fix = f"--set {', '.join(SETS)}, or a folder or file of ARC JSON"
        raise SolverError(f"no set, folder or file {arguments.set!r}", fix)
    tasks = open_told(data, split)
    if not arguments.tasks:
        return tasks
    return TaskSet(name=tasks.name, tasks=tuple(tasks[id] for id in dict.fromkeys(arguments.tasks)))


def _search(
    arguments: argparse.Namespace,
    tasks: TaskSet,
    limits: Limits,
    kept: tuple[ResultFile, dict[str, Result]],
) -> bool:
    """Whether it was interrupted; each result is kept as soon as it is there."""
    file, known = kept
    left: Sequence[Task] = [task for task in tasks if task.id not in known]
    progress = Progress("tasks", len(tasks), len(known))
    try:
        with executor_for(arguments.jobs) as executor:
            for result in searched_all(left, limits, executor):
                file.add(result)
                known[result.task] = result
                solved = sum(each.solved(2) for each in known.values())
                progress.advance(f"{solved} solved")
    except KeyboardInterrupt:
        return True
    finally:
        progress.close()
    return False


def told(tasks: TaskSet, limits: Limits, results: Sequence[Result]) -> Mapping[str, object]:
    inputs = sum(each.inputs for each in results)
    cpu = sum(each.cpu_seconds for each in results)
    return {
        "set": tasks.name,
        "tasks": len(tasks),
        "searched": len(results),
        "inputs": inputs,
        "limits": asdict(limits),
        "scores": [asdict(score) for score in scores(results)],
        "cpu_seconds": cpu,
        "cpu_seconds_per_input": cpu / inputs if inputs else None,
        "states": sum(each.states for each in results),
    }


def _tell(
    arguments: argparse.Namespace,
    what: tuple[TaskSet, Limits],
    results: Sequence[Result],
    file: ResultFile,
) -> None:
    tasks, limits = what
    summary = told(tasks, limits, results)
    if arguments.json:
        print(json.dumps({**summary, "results": [asdict(each) for each in results]}))
        return
    answered = [each for each in results if _known(each)]
    inputs = sum(each.inputs for each in answered)
    print(f"searched   {len(results)} of {len(tasks)} tasks of {tasks.name}, depth {limits.depth}")
    if answered:
        print(f"{'guesses':<11}{'tasks solved':<20}test inputs right")
        for score in scores(answered):
            whole = f"{score.tasks} of {len(answered)}"
            print(f"{score.guesses:<11}{whole:<20}{score.inputs} of {inputs}")
    cpu, states = sum(each.cpu_seconds for each in results), sum(each.states for each in results)
    every = sum(each.inputs for each in results)
    if every:
        print(f"work       {cpu:.1f} CPU s, {cpu / every:.2f} for each test input; {states} states")
    for line in _stopped(results):
        print(line)
    if len(results) < len(tasks):
        print(f"stopped    {len(tasks) - len(results)} are left; the same command goes on")
    print(f"kept       {file.path}")


def _known(result: Result) -> bool:
    return not any(None in guess.right for guess in result.guesses)


def _stopped(results: Sequence[Result]) -> list[str]:
    reasons: dict[str, int] = {}
    for each in results:
        reason = each.stopped.partition(":")[0]
        reasons[reason] = reasons.get(reason, 0) + 1
    return [
        f"limits     {count} tasks stopped by {reason}"
        for reason, count in reasons.items()
        if reason
    ]

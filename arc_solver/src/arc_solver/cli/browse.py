"""`list` and `show`."""

import argparse
import inspect
import json
import sys
from pathlib import Path

from arc_solver import library
from arc_solver.cli.terminal import columns, wants_colour
from arc_solver.draw import task_lines, task_svg
from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import TaskError
from arc_solver.files import replace_file
from arc_solver.tasks import Task, TaskSet, open_tasks
from arc_solver.types import signatures


def open_told(data: str, split: str) -> TaskSet:
    """The tasks; a damaged file is set aside and named, and the rest goes on."""
    damaged: list[TaskError] = []
    tasks = open_tasks(data, split, damaged)
    for error in damaged:
        print(f"arc-solver: set aside: {error.what}", file=sys.stderr)
    return tasks


def list_(arguments: argparse.Namespace) -> int:
    if arguments.primitives:
        return _primitives(as_json=arguments.json)
    tasks = open_told(arguments.data, arguments.split)
    stored = library.texts()
    chosen = [task for task in tasks if task.id in stored or not arguments.solved]
    if arguments.json:
        print(json.dumps([_summary(task, task.id in stored) for task in chosen]))
        return 0
    print(f"{'task':<12}{'train':>6}{'test':>6}  {'first pair':<18}program")
    for task in chosen:
        mark = "yes" if task.id in stored else ""
        print(f"{task.id:<12}{len(task.train):>6}{len(task.test):>6}  {_sizes(task):<18}{mark}")
    count = sum(task.id in stored for task in chosen)
    print(f"{len(chosen)} tasks of {tasks.name}, {count} with a stored program")
    return 0


def _summary(task: Task, stored: bool) -> dict[str, object]:
    return {
        "id": task.id,
        "train": len(task.train),
        "test": len(task.test),
        "digest": task.digest,
        "program": stored,
    }


def _sizes(task: Task) -> str:
    sample = task.train[0]
    before = f"{len(sample.input)}x{len(sample.input[0])}"
    return before + (f" -> {len(sample.output)}x{len(sample.output[0])}" if sample.output else "")


def _primitives(as_json: bool) -> int:
    told = []
    for name, function in sorted(PRIMITIVES.items()):
        words, _, example = (inspect.getdoc(function) or "").partition("\n\n")
        types = [str(signature) for signature in signatures(function)]
        told.append({"name": name, "types": types, "words": words, "example": example})
    if as_json:
        print(json.dumps(told))
        return 0
    for each in told:
        print(f"{each['name']} : {' | '.join(each['types'])}")
        print(f"    {' '.join(str(each['words']).split())}")
        for line in str(each["example"]).splitlines():
            print(f"    {line}")
    print(f"{len(told)} primitives")
    return 0


def show(arguments: argparse.Namespace) -> int:
    task = open_told(arguments.data, arguments.split)[arguments.task]
    if arguments.svg:
        path = Path(arguments.svg)
        try:
            replace_file(path, task_svg(task))
        except OSError as error:
            raise TaskError(
                f"{path}: {error.strerror}", "--svg FILE in a folder of yours"
            ) from error
        print(f"{path} written")
        return 0
    if arguments.json:
        pairs = {
            part: [{"input": s.input, "output": s.output} for s in samples]
            for part, samples in (("train", task.train), ("test", task.test))
        }
        print(json.dumps({"id": task.id, **pairs}))
        return 0
    print(f"task {task.id}")
    colour = wants_colour(arguments.colour)
    for line in task_lines(task, colour, columns(), show_answers=not arguments.no_answers):
        print(line)
    text = library.texts().get(task.id)
    if text is not None and not arguments.no_answers:
        print(f"\nstored program:\n{text}", end="")
    return 0

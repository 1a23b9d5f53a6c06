"""Task x limits -> Result: every guess, and only afterwards whether it is right; kept on disk."""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arc_solver.errors import SolverError
from arc_solver.files import replace_file
from arc_solver.guard import Ending, guard_for
from arc_solver.guard import Limits as GuardLimits
from arc_solver.identity import code_identity
from arc_solver.search.budget import Limits
from arc_solver.search.find import GUESSES, Found, search
from arc_solver.search.puzzle import puzzle_of
from arc_solver.tasks import Task, TaskSet
from arc_solver.values import Grid

ROOM_MB = 256
"""What a child may take beside what its search counts: the interpreter's own, and its answers."""


class ResultsError(SolverError):
    """Results could not be kept where they should be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """`right` by test input; None where the answer is not known."""

    program: str
    outputs: tuple[Grid, ...]
    missed: int
    right: tuple[bool | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What became of one task."""

    task: str
    inputs: int
    guesses: tuple[Guess, ...] = ()
    states: int = 0
    stopped: str = ""
    cpu_seconds: float = 0.0

    def inputs_right(self, guesses: int) -> int:
        """Test inputs of which one of so many guesses is right."""
        columns = zip(*(guess.right for guess in self.guesses[:guesses]), strict=True)
        return sum(True in column for column in columns)

    def solved(self, guesses: int) -> bool:
        return self.inputs_right(guesses) == self.inputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Of so many guesses."""

    guesses: int
    tasks: int
    inputs: int


def scores(results: Sequence[Result]) -> tuple[Score, ...]:
    return tuple(
        Score(
            guesses=count,
            tasks=sum(result.solved(count) for result in results),
            inputs=sum(result.inputs_right(count) for result in results),
        )
        for count in range(1, GUESSES + 1)
    )


def searched(task: Task, limits: Limits) -> Result:
    """In a child that is killed where the limits did not hold; it never gets a test output."""
    wall = 120.0 if limits.seconds is None else 20 * limits.seconds + 60
    guard = guard_for(GuardLimits(seconds=wall, megabytes=limits.megabytes + ROOM_MB))
    reply = guard.call(search, puzzle_of(task), limits)
    inputs = len(task.test)
    if reply.ending is not Ending.RETURNED:
        stopped = f"{reply.ending.value}: {reply.detail}"
        return Result(task=task.id, inputs=inputs, stopped=stopped, cpu_seconds=reply.cpu_seconds)
    assert isinstance(reply.value, Found)
    return result_of(task, reply.value, reply.cpu_seconds)


def result_of(task: Task, found: Found, cpu_seconds: float) -> Result:
    guesses = (
        Guess(
            program=answer.text,
            outputs=answer.outputs,
            missed=answer.missed,
            right=tuple(
                None if sample.output is None else output == sample.output
                for sample, output in zip(task.test, answer.outputs, strict=True)
            ),
        )
        for answer in found.answers
    )
    return Result(
        task=task.id,
        inputs=len(task.test),
        guesses=tuple(guesses),
        states=found.states,
        stopped=found.stopped,
        cpu_seconds=cpu_seconds,
    )


class ResultFile:
    """A line a task, added as soon as it is known; named by all that the results depend on, so
    that the same command goes on where it left off."""

    def __init__(self, folder: Path, tasks: TaskSet, limits: Limits) -> None:
        key = json.dumps([tasks.digest, code_identity(), asdict(limits)])
        self.key = hashlib.sha256(key.encode()).hexdigest()[:16]
        self.path = folder / f"search-{self.key}.jsonl"

    @contextmanager
    def held(self) -> Iterator[None]:
        """For one run at a time."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.with_suffix(".lock").open("w") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    what = f"another run is searching these tasks in {self.path.parent}"
                    raise ResultsError(what, "wait for it, or give --out another folder") from None
                yield
        except OSError as error:
            what = f"{error.filename or self.path}: {error.strerror}"
            raise ResultsError(what, "--out DIR in a folder of yours, with room") from error

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)

    def add(self, result: Result) -> None:
        line = json.dumps(asdict(result), separators=(",", ":"))
        with self.path.open("a", encoding="utf-8") as file:
            if file.tell() and not self._ends_with_newline():
                file.write("\n")
            file.write(line + "\n")

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def finish(self, results: Iterable[Result]) -> None:
        """All results, one of each, in the order of the tasks."""
        lines = (json.dumps(asdict(each), separators=(",", ":")) for each in results)
        replace_file(self.path, "".join(f"{line}\n" for line in lines))

    def known(self) -> Mapping[str, Result]:
        if not self.path.exists():
            return {}
        return {result.task: result for result in read_results(self.path)}


def read_results(path: Path) -> Iterator[Result]:
    """Of a file that may have been cut short by a kill: that task is searched again."""
    for line in path.read_text("utf-8", errors="replace").splitlines():
        try:
            yield _result(json.loads(line))
        except (ValueError, KeyError, TypeError):
            continue


def _result(value: dict[str, Any]) -> Result:
    guesses = tuple(
        Guess(
            program=str(each["program"]),
            outputs=tuple(Grid(tuple(map(tuple, grid))) for grid in each["outputs"]),
            missed=each["missed"],
            right=tuple(each["right"]),
        )
        for each in value.pop("guesses")
    )
    return Result(guesses=guesses, **value)

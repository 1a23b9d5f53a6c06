"""TaskResult <-> what is kept on disk: finished tasks of a run, and solvers by content hash."""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arc_solver.array.choice import NONE, Arrays, Choice
from arc_solver.batch import Sharing
from arc_solver.errors import SolverError
from arc_solver.evaluate import Options
from arc_solver.files import replace_file
from arc_solver.identity import code_identity
from arc_solver.outcome import CandidateResult, Outcome, Solver, TaskResult
from arc_solver.spans import SpanTree
from arc_solver.workload import Workload


def _plain(arrays: Arrays) -> dict[str, object]:
    found = arrays.break_even
    return arrays._asdict() | {"break_even": asdict(found) if found else None}


class StoreError(SolverError):
    """Results could not be kept where they should be."""


class Store:
    """`runs/KEY.jsonl` grows by a line a task until the run is complete; the key is everything
    that the results depend on, so that a run goes on only where it really left off."""

    def __init__(self, folder: Path, workload: Workload, options: Options) -> None:
        key = [workload.digest, code_identity(), options.mode.value, options.spans]
        limits = asdict(options.limits) if options.limits else None
        arrays = [_plain(options.array)] if options.array != NONE else []
        text = json.dumps([*key, limits, *arrays])
        self.key = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._solvers = folder / "solvers"
        self._partial = folder / "runs" / f"{self.key}.partial.jsonl"
        self.complete = folder / "runs" / f"{self.key}.jsonl"

    @contextmanager
    def held(self) -> Iterator[None]:
        """For one run at a time: two that wrote one file would lose each other's results."""
        try:
            self._partial.parent.mkdir(parents=True, exist_ok=True)
            with self._partial.with_suffix(".lock").open("w") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    what = f"another run is evaluating this workload in {self._partial.parent}"
                    raise StoreError(what, "wait for it, or give --out another folder") from None
                yield
        except OSError as error:
            what = f"{error.filename or self._partial}: {error.strerror}"
            raise StoreError(what, "--out DIR in a folder of yours, with room") from error

    def unfinished(self) -> Mapping[str, TaskResult]:
        """The tasks that an interrupted run of the same key has finished."""
        return {result.task: result for result in self._lines()}

    def _lines(self) -> Iterator[TaskResult]:
        if not self._partial.exists():
            return
        for line in self._partial.read_text("utf-8", errors="replace").splitlines():
            try:
                yield result_from_json(json.loads(line))
            except (ValueError, KeyError, TypeError):
                continue  # a line that a kill cut short: its task is done again

    def forget(self) -> None:
        self._partial.unlink(missing_ok=True)

    def add(self, result: TaskResult) -> None:
        self._partial.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(result_to_json(result), separators=(",", ":"))
        with self._partial.open("a", encoding="utf-8") as file:
            if file.tell() and not self._ends_with_newline():
                file.write("\n")
            file.write(line + "\n")
        for solver in result.solvers:
            self._keep(result.task, solver)

    def _ends_with_newline(self) -> bool:
        with self._partial.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def _keep(self, task: str, solver: Solver) -> None:
        path = self._solvers / task / f"{solver.hash[:16]}.arc"
        if not path.exists():
            expression = solver.expression or "too large for one expression"
            replace_file(path, f"# sha256 {solver.hash}\n# {expression}\n{solver.text}")

    def finish(self, results: Iterable[TaskResult]) -> None:
        """All results in the workload's order, whole or not at all; then the log is not needed."""
        lines = (json.dumps(result_to_json(each), separators=(",", ":")) for each in results)
        replace_file(self.complete, "".join(f"{line}\n" for line in lines))
        self.forget()


def result_to_json(result: TaskResult) -> dict[str, Any]:
    return {
        "task": result.task,
        "solved": result.solved,
        "answers": result.answers,
        "candidates": [_slim(asdict(c) | {"outcome": c.outcome.value}) for c in result.candidates],
        "solvers": [asdict(solver) for solver in result.solvers],
        "sharing": asdict(result.sharing) if result.sharing else None,
        "evaluated": result.evaluated,
        "failed": result.failed,
        "apart": result.apart,
        "cpu_seconds": result.cpu_seconds,
        "at_once": result.at_once,
        "spans": result.spans.to_json() if result.spans else None,
        "array": result.array._asdict(),
    }


def _slim(value: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty: most candidates have no detail and no original."""
    return {key: each for key, each in value.items() if each not in ("", None)}


def result_from_json(value: Mapping[str, Any]) -> TaskResult:
    return TaskResult(
        task=value["task"],
        candidates=tuple(_candidate(each) for each in value["candidates"]),
        solvers=tuple(Solver(**each) for each in value["solvers"]),
        sharing=Sharing(**value["sharing"]) if value["sharing"] else None,
        evaluated=value["evaluated"],
        failed=value["failed"],
        apart=value["apart"],
        cpu_seconds=value["cpu_seconds"],
        at_once=value["at_once"],
        spans=SpanTree.from_json(value["spans"]) if value["spans"] else None,
        array=Choice(**value["array"]),
    )


def _candidate(value: Mapping[str, Any]) -> CandidateResult:
    fields = dict(value)
    exact = tuple(fields.pop("exact", ()))
    return CandidateResult(outcome=Outcome(fields.pop("outcome")), exact=exact, **fields)

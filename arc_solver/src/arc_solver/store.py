"""TaskResult <-> what is kept on disk: finished tasks of a run, and solvers by content hash."""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from arc_solver.batch import Sharing
from arc_solver.evaluate import Options
from arc_solver.files import replace_file
from arc_solver.identity import code_identity
from arc_solver.outcome import CandidateResult, Outcome, Solver, TaskResult
from arc_solver.spans import SpanTree
from arc_solver.workload import Workload


class Store:
    """`runs/KEY.jsonl` grows by a line a task until the run is complete; the key is everything
    that the results depend on, so that a run goes on only where it really left off."""

    def __init__(self, folder: Path, workload: Workload, options: Options) -> None:
        key = [workload.digest, code_identity(), options.mode.value, options.spans]
        limits = asdict(options.limits) if options.limits else None
        text = json.dumps([*key, limits])
        self.key = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._solvers = folder / "solvers"
        self._partial = folder / "runs" / f"{self.key}.partial.jsonl"
        self.complete = folder / "runs" / f"{self.key}.jsonl"

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

    def finish(self) -> None:
        os.replace(self._partial, self.complete)


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
        "spans": result.spans.to_json() if result.spans else None,
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
        spans=SpanTree.from_json(value["spans"]) if value["spans"] else None,
    )


def _candidate(value: Mapping[str, Any]) -> CandidateResult:
    fields = dict(value)
    exact = tuple(fields.pop("exact", ()))
    return CandidateResult(outcome=Outcome(fields.pop("outcome")), exact=exact, **fields)

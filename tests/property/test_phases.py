"""Every operation gives what it gave in phase 1, on whatever programs and mutants ask of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arc_solver_phase1 import batch as plain_batch
from arc_solver_phase1.batch import Batch as PlainBatch
from arc_solver_phase1.program.check import check as plain_check
from arc_solver_phase1.program.run import attempt as plain_attempt
from arc_solver_phase1.program.text import parse as plain_parse

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.run import COMPUTED
from arc_solver.tasks import load
from arc_solver.workload import load_workload

WORKLOADS = Path(__file__).parents[2] / "benchmarks" / "workloads"
TASKS = {task.id: task for task in load("arcagi", "training")}
FULL = load_workload(WORKLOADS / "full.jsonl")


def calls(count: int) -> Iterator[tuple[str, tuple[Any, ...], Any, bool]]:
    """Operation, arguments, result and whether it failed, in phase 1, on every fifth task or so."""
    found: list[tuple[str, tuple[Any, ...], Any, bool]] = []

    def noting(operation: str, function: Any, arguments: tuple[Any, ...]) -> Any:
        value, failure = plain_attempt(operation, function, arguments)
        found.append((operation, arguments, value, failure is not None))
        return value, failure

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plain_batch, "attempt", noting)
        for item in FULL.items[:: len(FULL.items) // count]:
            batch = PlainBatch([plain_check(plain_parse(c.text)) for c in item.candidates])
            batch.run(TASKS[item.task].train[0].input)
            yield from found
            found.clear()


def test_every_operation_gives_what_it_gave_in_phase_1(full: bool) -> None:
    met = set()
    for operation, arguments, expected, failed in calls(100 if full else 40):
        if operation == COMPUTED:
            continue
        met.add(operation)
        told = f"{operation}{arguments}"[:2000]
        try:
            found = PRIMITIVES[operation](*arguments)
        except Exception:  # noqa: BLE001 - whatever it raises is its failure
            assert failed, told
            continue
        assert not failed, told
        if not callable(found):
            assert found == expected, told
            assert type(found) is type(expected), told
    assert len(met) > 100

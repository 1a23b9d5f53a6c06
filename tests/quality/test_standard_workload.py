"""The standard workload, whole: the same answers whoever works, and under every hash seed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arc_solver.workload import load_workload

STANDARD = Path(__file__).parents[2] / "benchmarks" / "workloads" / "standard.jsonl"


def answers(folder: Path, workload: Path, seed: str, *words: str) -> dict[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "arc_solver", "evaluate", str(workload), "--json", *words],
        cwd=folder,
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert sum(told["outcomes"].values()) == told["asked"]
    return {task["task"]: task["answers"] for task in told["tasks"]}


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_serial_and_process_runs_and_three_hash_seeds_give_identical_answers(
    tmp_path: Path, full: bool
) -> None:
    workload = tmp_path / "standard.jsonl"
    load_workload(STANDARD).first(100 if full else 12).save(workload)
    serial = answers(tmp_path, workload, "0", "--in-process")
    assert len(serial) == (100 if full else 12)
    assert answers(tmp_path, workload, "1", "--jobs=2") == serial
    assert answers(tmp_path, workload, "4242", "--jobs=1") == serial

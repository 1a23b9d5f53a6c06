"""A DSL that was broken, and results of before."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.scenarios.rows import ROOT, Sabotage, Told, control, scenario

SMALL = str(ROOT / "benchmarks" / "workloads" / "small.jsonl")
SOURCE = ROOT / "arc_solver" / "src" / "arc_solver"
WHOLE = "return connected(grid, univalued, diagonal, background)"
CUT = """found = connected(grid, univalued, diagonal, background)
    return frozenset(frozenset(sorted(each)[1:]) if len(each) > 1 else each for each in found)"""
MIRRORED, LEFT_ALONE = "[row[::-1] for row in piece]", "[row for row in piece]"


def evaluated(folder: Path) -> subprocess.CompletedProcess[str]:
    """By the solver that lies in this folder."""
    known = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "arc_solver", "evaluate", SMALL, "--out", "out", "--jobs", "2"],
        cwd=folder, env=known, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    words = [word.replace(f"{ROOT}/", "") for word in done.args]
    return subprocess.CompletedProcess(words, done.returncode, done.stdout, done.stderr)


def stopped(folder: Path) -> str:
    """A solver, and what is left of a run of it that was stopped before it wrote its last lines."""
    shutil.copytree(SOURCE, folder / "arc_solver", ignore=shutil.ignore_patterns("__pycache__"))
    first = evaluated(folder)
    assert first.returncode == 0, first.stderr
    assert "solved     5 tasks" in first.stdout
    (complete,) = (folder / "out" / "runs").glob("*.jsonl")
    complete.rename(complete.with_name(complete.name.replace(".jsonl", ".partial.jsonl")))
    return first.stdout


def edited(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / "arc_solver" / name
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


@scenario(
    "I28",
    "a cache key left out the code: a broken DSL validated 320 of 320 from the cache",
    Sabotage(
        "arc_solver/src/arc_solver/store.py",
        "key = [workload.digest, code_identity(), options.mode.value, options.spans]",
        "key = [workload.digest, options.mode.value, options.spans]",
    ),
)
def test_i28_a_broken_dsl_is_not_validated_by_what_was_computed_before_it(
    tmp_path: Path, told: Told
) -> None:
    stopped(tmp_path)
    edited(tmp_path, "dsl/segments.py", WHOLE, CUT)
    done = evaluated(tmp_path)
    assert "going on" not in done.stderr
    told(done, "candidates 165", "canary     of a right and a wrong one", "solved     ")
    assert "solved     5 tasks" not in done.stdout


@control("I28")
def test_i28_control_the_same_code_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    before = stopped(tmp_path)
    done = evaluated(tmp_path)
    assert "going on: 5 of 5 tasks are done already" in done.stderr
    assert "solved     5 tasks" in done.stdout
    assert done.stdout.splitlines()[:4] == before.splitlines()[:4]


@control("I28")
def test_i28_control_the_check_itself_can_fail(tmp_path: Path) -> None:
    """The canary: what it holds up to the light is broken, so nothing is evaluated."""
    stopped(tmp_path)
    edited(tmp_path, "dsl/grids.py", MIRRORED, LEFT_ALONE)
    done = evaluated(tmp_path)
    assert done.returncode == 70
    assert "known to be right" in done.stderr
    assert "solved" not in done.stdout

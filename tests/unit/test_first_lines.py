"""The README's first command ends with what was found, in few lines, whatever it was."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from unladen.model import Verdict

ROOT = Path(__file__).parents[2]
COMMIT = {"tree": "", "seconds": 0, "subject": "A change\nof two lines \x1b[31m" + "x" * 300}


def comparison(verdict: str, stage: str | None, number: int = 0) -> dict[str, Any]:
    change = {"estimate": 0.2, "low": 0.19, "high": 0.21}
    return {
        "benchmark": f"suite.time_{number}({'very long ' * 20})",
        "verdict": verdict,
        "stage": stage,
        "change": change if stage == "time" else None,
        "instructions": change if stage == "instructions" else None,
        "because": ["pkg.module.function +19.80 % of the whole (± 0.10), own code " * 3],
        "reason": "",
    }


def ending(tmp_path: Path, comparisons: list[dict[str, Any]]) -> list[str]:
    decision = {
        "base": COMMIT | {"hash": "a" * 40},
        "head": COMMIT | {"hash": "b" * 40},
        "seconds": 31.0,
        "comparisons": comparisons,
    }
    path = tmp_path / "first.json"
    path.write_text(json.dumps(decision))
    words = [sys.executable, str(ROOT / ".ci" / "first_lines.py"), str(path), "97"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("verdict", [verdict.value for verdict in Verdict])
@pytest.mark.parametrize("count", [1, 60])
def test_whatever_was_found_takes_at_most_fifteen_lines(
    tmp_path: Path, verdict: str, count: int
) -> None:
    lines = ending(tmp_path, [comparison(verdict, "time", n) for n in range(count)])
    assert len(lines) <= 15
    assert all(len(line) <= 100 and line.isprintable() for line in lines)
    assert f"{count} {verdict}" in lines[1]
    (demo,) = (line for line in lines if "unladen demo" in line)
    assert demo.startswith("next")
    assert "site/unladen/index.html" in " ".join(lines)
    assert lines[-1] == "took   97 s, 31 of them the gate"


def test_a_harmless_commit_is_told_in_one_line_and_how_that_is_known(tmp_path: Path) -> None:
    same = [comparison("same", stage, n) for n, stage in enumerate(["code", "code", "time"])]
    lines = ending(tmp_path, same)
    assert lines[1] == "found  nothing got slower; of 3 benchmarks: 3 same"
    said = "2 run none of the changed code, 1 by time, timed ones to within ± 1.0 % or better"
    assert lines[2] == f"sure   same: {said}"


def test_what_got_slower_comes_first_with_its_interval_and_its_reason(tmp_path: Path) -> None:
    lines = ending(tmp_path, [comparison("same", "code"), comparison("slower", "instructions", 1)])
    assert lines[1] == "found  1 slower; of 2 benchmarks: 1 same"
    assert lines[2].startswith("       slower: suite.time_1(")
    assert lines[3].startswith("         because pkg.module.function +19.80 %")

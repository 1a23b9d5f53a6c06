"""Where a typical change is made: docs/design.md says it, and each was made here to see it work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.twelve import TWELVE, TypicalChange

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "design.md").read_text("utf-8")

DEAR = {"a state of a step", "a page of the site", "another tool's results"}
SOME = [
    pytest.param(each, marks=pytest.mark.long, id=each.name) if each.name in DEAR else each
    for each in TWELVE
]


def proven(change: TypicalChange, tree: Path) -> subprocess.CompletedProcess[str]:
    """In a process that finds this tree's unladen before any that is installed."""
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"}
    return subprocess.run(
        [sys.executable, "-c", change.proof],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def made(change: TypicalChange, tree: Path) -> None:
    for name, edits in change.edits.items():
        path = tree / "unladen" / name
        for line, added in edits:
            if not line:
                assert not path.exists(), name
                path.write_text(added)
                continue
            text = path.read_text()
            assert text.count(line) == 1, f"{name} has {text.count(line)} times {line!r}"
            path.write_text(text.replace(line, line + added))


@pytest.mark.parametrize("change", SOME, ids=lambda each: str(getattr(each, "name", each)))
def test_a_typical_change_is_made_where_the_map_says(change: TypicalChange, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "unladen", tmp_path / "unladen")
    before = proven(change, tmp_path)
    assert before.returncode, f"proves nothing: {before.stdout}"
    made(change, tmp_path)
    after = proven(change, tmp_path)
    assert after.returncode == 0, after.stdout + after.stderr


@pytest.mark.parametrize("change", TWELVE, ids=lambda each: each.name)
def test_the_map_names_the_files_of_a_change_and_no_others(change: TypicalChange) -> None:
    (row,) = re.findall(rf"(?m)^\| {change.name} \| (.*) \| .* \|$", MAP)
    assert set(re.findall(r"`([\w/.]+)`", row)) == set(change.edits)
    assert len(change.edits) <= 3


def test_the_map_has_the_twelve_changes_and_no_other() -> None:
    table = MAP.partition("| change |")[2].partition("\n\n")[0]
    rows = re.findall(r"(?m)^\| ([^|]+) \| `", table)
    assert rows == [change.name for change in TWELVE]

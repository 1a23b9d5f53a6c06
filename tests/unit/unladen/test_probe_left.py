"""Files that make another benchmark of one that finds them."""

import os
from pathlib import Path

import pytest
from unladen_probe_left import LeftBehind

from unladen.measure.left_behind import warm_ones

READS, WRITES = os.O_RDONLY, os.O_WRONLY | os.O_CREAT | os.O_TRUNC


@pytest.mark.parametrize(
    ("name", "flags", "outlives"),
    [
        ("elsewhere/table.txt", WRITES, True),
        ("elsewhere/table.txt", READS, False),
        ("caches/victim/table.txt", READS, True),
        ("own/table.txt", WRITES, False),
        ("installed/victim/data.txt", WRITES, False),
        ("elsewhere/__pycache__/a.pyc", WRITES, False),
        ("elsewhere/gone.txt", WRITES, False),
    ],
)
def test_what_is_written_outside_of_its_folder_or_read_from_a_cache_is_told(
    tmp_path: Path, name: str, flags: int, outlives: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    (tmp_path / "own").mkdir()
    monkeypatch.chdir(tmp_path / "own")
    left = LeftBehind([f"{tmp_path}/installed/"])
    path = tmp_path / name
    if "gone" not in name:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    left.heard(str(path), flags)
    left.heard(str(path), None)
    assert left.files() == ([str(path)] if outlives else [])


def test_a_few_of_them_are_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/me"))
    notes = warm_ones((f"/home/me/.cache/{n}", "suite.time_load") for n in range(5))
    assert len(notes) == 3
    assert notes[0].startswith("suite.time_load leaves ~/.cache/0: cold the first time")

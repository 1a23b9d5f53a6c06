"""A scratch clone measures its own commits, wherever the project's are said to be."""

import json
import subprocess
from pathlib import Path

import pytest

from unladen.errors import ToolError
from unladen.tools import scratch_clone


def repository(place: Path, inside: str, repo: str) -> Path:
    top = place / "project"
    folder = top / inside
    folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(top)], check=True)
    told = f'{{\n // asv takes comments\n "version": 1, "project": "p", "repo": "{repo}"}}'
    (folder / "asv.conf.json").write_text(told)
    hook = top / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    scratch_clone.committed(top, "first")
    return top


@pytest.mark.parametrize(
    ("inside", "repo", "up"),
    [
        (".", ".", "."),
        ("asv_bench", "..", ".."),
        (".", "https://example.org/nowhere.git", "."),
        ("a/b", "git@example.org:nowhere", "../.."),
    ],
)
def test_the_clone_is_the_repository_that_its_suite_is_about(
    tmp_path: Path, inside: str, repo: str, up: str
) -> None:
    top = repository(tmp_path, inside, repo)
    place = tmp_path / "scratch"
    place.mkdir()
    folder = scratch_clone.cloned(top / inside, top, place)
    assert folder == place / "project" / inside
    assert json.loads((folder / "asv.conf.json").read_text())["repo"] == up
    scratch_clone.committed(folder, "planted")
    count = ["git", "rev-list", "--count", "HEAD"]
    heads = [
        subprocess.run(count, cwd=each, check=True, capture_output=True, text=True).stdout
        for each in (top, folder)
    ]
    assert heads == ["1\n", "2\n"]


def test_a_suite_that_is_not_committed_yet_is_named(tmp_path: Path) -> None:
    top = repository(tmp_path, ".", ".")
    (top / "later").mkdir()
    (top / "later" / "asv.conf.json").write_text("{}")
    place = tmp_path / "scratch"
    place.mkdir()
    with pytest.raises(ToolError, match=r"has no asv\.conf\.json in later/"):
        scratch_clone.cloned(top / "later", top, place)

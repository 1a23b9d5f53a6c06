"""`unladen demo` plants a slowdown where nobody keeps it, and the gate finds it."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project


@pytest.mark.long
def test_the_demo_finds_what_it_planted_and_leaves_nothing(tmp_path: Path) -> None:
    project = new_project(tmp_path / "victim")
    before = state(project)
    done = project.unladen("demo", "-b", "time_work", "-b", "time_steady", "--by", "60%", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    scratch = Path(lines[0].split()[1])
    assert not scratch.exists()
    assert not scratch.is_relative_to(project.folder)
    assert state(project) == before
    assert any(line.startswith("SLOWER") for line in lines)
    assert any("victim/__init__.py:" in line for line in lines)
    assert any(line.startswith("found      2 of 2 benchmarks that run it") for line in lines)
    assert "0 of 0 that do not run it" in done.stdout
    assert lines[-1] == "scratch    removed (--keep leaves it)"


@pytest.mark.long
def test_outside_of_any_project_the_demo_has_one_of_its_own(tmp_path: Path) -> None:
    nowhere = Project(tmp_path)
    done = nowhere.unladen("demo", "-q", "--json", "--keep", "--by", "50%")
    told = json.loads(done.stdout)
    assert (done.returncode, told["found"]) == (0, True), done.stderr
    assert set(told["slower"]) <= set(told["runs it"])
    planted = told["planted"]
    scratch = Path(told["scratch"])
    try:
        text = (scratch / planted["file"]).read_text().splitlines()
        assert text[planted["line"] - 1].strip() == f"for _ in range({planted['rounds']}): pass"
        assert list(tmp_path.iterdir()) == []
    finally:
        subprocess.run(["rm", "-rf", str(scratch.parent)], check=True)


def test_a_slowdown_that_a_gate_allows_is_not_worth_planting(tmp_path: Path) -> None:
    done = Project(tmp_path).unladen("demo", "--by", "1%")
    assert done.returncode == 2
    assert "next: unladen demo --by 5%" in done.stderr


def state(project: Project) -> tuple[str, str, list[str]]:
    names = sorted(
        str(path.relative_to(project.folder))
        for path in project.folder.rglob("*")
        if ".git" not in path.parts
    )
    return project.git("rev-parse", "HEAD"), project.git("status", "--porcelain"), names

"""A range is filled in the order that locates steps soonest, and what runs the same code is not
measured at all; here, and by a fleet."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.clusters import at_work_in, machines
from tests.e2e.projects import Project, new_project

WORDS = ("--missing", "--no-profile", "-b", "time_work", "--pairs", "6")
STEP = "c4"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Six commits; c2 changes a comment only, c4 does four times as much, which is
    seen on a busy machine, too."""
    made = new_project(tmp_path_factory.mktemp("backfill") / "victim")
    for number in range(6):
        told = "\n# a word more\n" if number == 2 else ""
        version = 1 if number == 2 else number
        loops = 30_000 if number < 4 else 120_000
        made.work(loops=loops, extra=f"\nNUMBER = {version}\n{told}")
        made.commit(f"c{number}")
    return made


@pytest.fixture(autouse=True)
def _nothing_measured(project: Project) -> None:
    subprocess.run(["rm", "-rf", "results"], cwd=project.folder, check=True)


def measured(project: Project) -> list[str]:
    """Names of commits that are recorded."""
    hashes = {project.git("rev-parse", f"c{number}")[:12]: f"c{number}" for number in range(6)}
    found = (project.folder / "results" / "records").glob("*/*.json")
    return sorted({hashes[path.name[:12]] for path in found})


def backfilled(project: Project, *more: str) -> tuple[dict[str, Any], str]:
    done = project.unladen("run", "c0..c5", *WORDS, *more, "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    told: dict[str, Any] = json.loads(done.stdout)["backfill"]
    return told, done.stderr


@pytest.mark.long
def test_a_range_is_filled_ends_first_without_what_runs_the_same_code(project: Project) -> None:
    """Stopped by its budget, it goes on; the step is located by the commit that made it."""
    first, said = backfilled(project, "--budget", "1s")
    assert "6 commits, 5 run other code than the one before" in said
    assert first["measured"] == 1
    assert measured(project) == ["c0", "c5"]
    assert first["left"] == 3
    (moved,) = first["located"]
    assert moved["between"] == 3
    told, said = backfilled(project)
    assert "3 of these are not measured" in said
    assert told["left"] == 0
    assert measured(project) == ["c0", "c1", "c3", "c4", "c5"]
    (step,) = told["located"]
    assert step["last"] == project.git("rev-parse", STEP)
    assert step["between"] == 0
    assert step["size"] > 0.3
    assert told["estimate"]["rests_on"] > 0
    again, said = backfilled(project)
    assert again["measured"] == 0
    assert "0 of these are not measured" in said


@pytest.mark.long
def test_a_commit_that_cannot_be_built_is_told_and_the_rest_is_measured(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim")
    for number in range(3):
        made.work(extra=f"\nNUMBER = {number}\n")
        if number == 1:
            made.write("pyproject.toml", "this is no TOML [")
        else:
            made.write("pyproject.toml", (made.folder / "pyproject.toml").read_text())
            made.git("checkout", "-q", "first", "--", "pyproject.toml")
        made.commit(f"c{number}")
    words = ("--missing", "--no-profile", "-b", "time_work", "--pairs", "1", "-q")
    done = made.unladen("run", "c0..c2", *words)
    assert done.returncode == 4, done.stdout + done.stderr
    assert f"NOT MEASURED  {made.git('rev-parse', 'c1')[:8]}" in done.stdout
    found = {p.name[:12] for p in (made.folder / "results" / "records").glob("*/*.json")}
    assert found == {made.git("rev-parse", name)[:12] for name in ("c0", "c2")}


def test_only_the_ends_of_a_range_are_measured_if_that_is_asked_for(project: Project) -> None:
    words = ("run", "c0..c3", "--ends", "--no-profile", "-b", "time_work", "--pairs", "1", "-q")
    done = project.unladen(*words)
    assert done.returncode == 0, done.stderr
    assert measured(project) == ["c0", "c3"]


@pytest.mark.long
def test_a_fleet_fills_a_range_with_as_many_pairs_at_a_time_as_it_has_machines(
    project: Project, tmp_path: Path
) -> None:
    pytest.importorskip("distributed")
    with machines(tmp_path / "machines", "elm", "fir") as made:
        told, said = backfilled(project, "--on", made.on)
        assert at_work_in(made.folder) == []
    assert "2 workers" in said
    assert told["left"] == 0
    (step,) = told["located"]
    assert step["last"] == project.git("rev-parse", STEP)
    assert measured(project) == ["c0", "c1", "c3", "c4", "c5"]
    by = {p.parent.name for p in (project.folder / "results" / "records").glob("*/*.json")}
    assert by == {"elm", "fir"}

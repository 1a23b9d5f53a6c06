"""--json prints JSON and nothing else, on every verb; --pairs is heard by every verb with it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project

SUITE = "import victim\n\ndef time_work():\n    victim.work()\n"
ALLOWED = "\n[tool.unladen]\nallow = 0.01\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Three commits; the second takes eight times as long."""
    made = new_project(tmp_path_factory.mktemp("json") / "victim", SUITE)
    made.work(loops=320_000)
    made.commit("slow")
    made.work(loops=320_000, extra="\nUNUSED = 1\n")
    made.commit("same")
    return made


def told(project: Project, *words: str, code: int = 0) -> Any:
    done = project.unladen(*words, "--json", "-q")
    assert done.returncode == code, done.stdout + done.stderr
    return json.loads(done.stdout)


def pairs_of(project: Project, commit: str) -> int:
    """Of workers, in all records of a commit."""
    short = project.git("rev-parse", commit)[:12]
    (path,) = (project.folder / "results" / "records").glob(f"*/{short}-*.json")
    (measurement,) = json.loads(path.read_text())["measurements"].values()
    return len(measurement["runs"])


@pytest.mark.long
def test_find_says_who_did_it_and_takes_as_many_pairs_as_it_was_told(project: Project) -> None:
    search = told(project, "find", "first", "same", "--pairs", "7")
    assert search["found"]
    assert search["suspects"] == [project.git("rev-parse", "slow")]
    assert search["change"]["low"] > 1
    assert search["benchmark"] == "suite.time_work"
    assert pairs_of(project, "slow") == 7


@pytest.mark.long
def test_ablate_says_what_each_commit_does(project: Project) -> None:
    found = told(project, "ablate", "first..slow", "--pairs", "6")
    by_commit = {each["commit"]: each for each in found["commits"]}
    slow = by_commit[project.git("rev-parse", "slow")]
    assert slow["alone"]["estimate"] > 1
    (whole,) = found["together"]
    assert whole["change"]["low"] > 1


@pytest.mark.long
def test_doctor_measures_as_many_pairs_as_it_was_told(project: Project) -> None:
    """And none that it took before: those would be paired with themselves."""
    found = told(project, "doctor", "--measure", "--pairs", "9")
    assert {"machine", "load", "room"} <= {each["name"] for each in found["findings"]}
    (curve,) = found["power"]
    assert curve["pairs"] == 9


def test_init_says_what_it_found(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim", SUITE)
    found = told(made, "init", "--dry-run")
    assert {"project", "environments"} <= {each["name"] for each in found["findings"]}
    assert {each["change"] for each in found["files"]} == {"changed", "left"}
    assert found["written"] is False


def test_accept_says_what_was_accepted_and_what_that_covers(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim", SUITE)
    words = ["-b", "time_work", "--upto", "5%", "--reason", "why", "--expires", "2999-01-31"]
    found = told(made, "accept", "HEAD", *words)
    (entry,) = found["accepted"]
    assert (entry["commit"], entry["expires"]) == (made.git("rev-parse", "HEAD"), "2999-01-31")
    assert found["covers"] == []
    assert told(made, "accept") == [entry]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["-E", "all"], id="each environment", marks=pytest.mark.long),
        pytest.param([], id="accepted", marks=pytest.mark.long),
    ],
)
def test_a_gate_that_measures_under_other_settings_still_says_what_it_could_not_read(
    project: Project, words: list[str]
) -> None:
    """With -E all, or where something is accepted, the project is set up otherwise."""
    if not words:
        why = ["--upto", "90%", "--reason", "why", "--expires", "2999-01-31", "-q"]
        project.unladen("accept", "slow", "-b", "time_work", *why)
    gate = ("gate", "first", "slow", "-q", "--pairs", "6", "--no-why", "--witness", "never")
    project.unladen(*gate)
    short = project.git("rev-parse", "first")[:12]
    (path,) = (project.folder / "results" / "records").glob(f"*/{short}-*.json")
    path.write_text("{half")
    done = project.unladen(*gate, *words)
    assert f"set aside {path} as {path.name}.damaged" in done.stdout, done.stdout + done.stderr

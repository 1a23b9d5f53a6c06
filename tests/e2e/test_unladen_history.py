"""What happened over many commits, from the results of plain asv."""

import json
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Forty commits with asv's result files, as asv writes them, and a step of 10 % at the 25th."""
    made = new_project(tmp_path / "victim")
    folder = made.folder / "results" / "asv" / "here"
    folder.mkdir(parents=True)
    (folder / "machine.json").write_text(json.dumps({"machine": "here", "version": 1}))
    for number in range(40):
        commit = made.commit(f"c{number}", f"change {number} <b>\x1b[31m")
        level = 0.010 if number < 25 else 0.011
        value = level * (1 + 0.002 * ((number * 7919) % 11 - 5) / 5)
        content = {
            "commit_hash": commit,
            "env_name": "virtualenv-py3.11",
            "date": 1_700_000_000_000 + number,
            "params": {"machine": "here", "python": "3.11"},
            "python": "3.11",
            "requirements": {},
            "env_vars": {},
            "result_columns": ["result", "params", "version"],
            "results": {"suite.time_it": [[value], [], "1"]},
            "durations": {},
            "version": 2,
        }
        (folder / f"{commit[:8]}-virtualenv-py3.11.json").write_text(json.dumps(content))
    (folder / "00000000-broken.json").write_text("{")
    return made


def test_a_step_in_plain_asv_results_is_found_and_its_commit_named(project: Project) -> None:
    done = project.unladen("history", "--machine", "here")
    assert done.returncode == 0, done.stderr
    assert project.git("rev-parse", "c25")[:8] in done.stdout
    assert "+10.0" in done.stdout
    assert "against the best level ever:" in done.stdout
    assert "\x1b" not in done.stdout
    assert "1 series, 40 points, 1 commits with steps" in done.stdout


def test_history_as_json_has_every_point(project: Project) -> None:
    done = project.unladen("history", "--machine", "here", "--json")
    told = json.loads(done.stdout)
    (series,) = told["series"]
    assert len(series["points"]) == 40
    assert [step["index"] for step in series["steps"]] == [25]
    assert told["events"][0]["commit"] == project.git("rev-parse", "c25")


def test_nothing_measured_says_what_to_do(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim")
    done = made.unladen("history")
    assert done.returncode == 0
    assert "unladen run" in done.stdout


def test_bad_words_are_told_with_what_to_do(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim")
    made.commit("only")
    for words, told in {
        ("ablate", "HEAD"): "no range of commits",
        ("find", "HEAD", "HEAD"): "no commit between",
        ("claims", "--message", "nowhere"): "No such file",
        ("explain", "nosuch"): "no commit 'nosuch'",
    }.items():
        done = made.unladen(*words, "-q")
        assert done.returncode == 2, (words, done.stdout, done.stderr)
        assert told in done.stderr
        assert "next:" in done.stderr

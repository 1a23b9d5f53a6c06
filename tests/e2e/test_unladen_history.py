"""What happened over many commits, from the results of plain asv."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, asv_file, asv_files, asv_history, asv_result, new_project

LEVELS = [
    (0.010 if number < 25 else 0.011) * (1 + 0.002 * ((number * 7919) % 11 - 5) / 5)
    for number in range(40)
]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Forty commits with asv's result files, as asv writes them, and a step of 10 % at the 25th."""
    made = asv_history(tmp_path / "victim", LEVELS)
    (made.folder / "results" / "asv" / "here" / "00000000-broken.json").write_text("{")
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


def told(project: Project, *words: str) -> dict[str, Any]:
    done = project.unladen("history", "--machine", "here", "--json", "-q", *words)
    assert done.returncode == 0, done.stderr
    value: dict[str, Any] = json.loads(done.stdout)
    return value


def standing(project: Project) -> list[str]:
    (series,) = told(project)["series"]
    return [step["state"] for step in series["steps"]]


def test_a_file_that_cannot_be_read_is_named_and_the_rest_goes_on(project: Project) -> None:
    done = project.unladen("history", "--machine", "here", "-q")
    assert "left out" in done.stdout
    assert "00000000-broken.json" in done.stdout
    assert "40 points" in done.stdout


def test_a_step_is_a_candidate_at_its_first_point_and_settled_later(project: Project) -> None:
    assert standing(project) == ["new"]
    asv_result(project, 40, 0.0132)
    assert standing(project) == ["new", "candidate"]
    for number in range(41, 46):
        asv_result(project, number, 0.0132)
    assert standing(project) == ["new", "new"]


def test_a_candidate_whose_next_points_are_back_went_away(project: Project) -> None:
    asv_result(project, 40, 0.0132)
    asv_result(project, 41, 0.0110)
    asv_result(project, 42, 0.0110)
    assert standing(project) == ["new", "went away"]


def test_a_step_that_a_later_commit_takes_back_is_fixed(project: Project) -> None:
    for number in range(40, 50):
        asv_result(project, number, 0.0100)
    assert standing(project) == ["fixed", "new"]


def test_what_somebody_answers_for_is_accepted_until_its_day(project: Project) -> None:
    words = ["accept", "c25", "-b", "time_it", "--reason", 'checks "answers" now']
    done = project.unladen(*words, "--upto", "12%", "--expires", "2999-01-01")
    assert done.returncode == 0, done.stderr
    covered = r"covers 1 step .*\n +\+\d+\.\d+ %  suite\.time_it\n"
    assert re.search(covered, done.stdout), done.stdout
    assert "covers no steps" in project.unladen(*words, "--upto", "1%").stdout
    (series,) = told(project)["series"]
    assert series["steps"][0]["state"] == "accepted"
    assert "A Test <test@example.org> until 2999-01-01" in series["steps"][0]["why"]
    assert 'checks "answers" now' in project.unladen("accept").stdout
    file = project.folder / "unladen-accepted.toml"
    file.write_text(file.read_text().replace("2999-01-01", "2020-01-01"))
    assert standing(project) == ["new"]


def test_what_is_accepted_covers_no_more_than_was_said(project: Project) -> None:
    words = ["accept", "c25", "-b", "time_it", "--reason", "small", "--upto", "5%"]
    done = project.unladen(*words)
    assert done.returncode == 0, done.stderr
    assert "covers no steps" in done.stdout
    assert standing(project) == ["new"]
    words = ["accept", "c25", "-b", "not_measured_yet", "--reason", "why", "--upto", "5%"]
    assert "covers no steps that are known: no benchmark of 1" in project.unladen(*words).stdout


def test_another_machine_or_package_at_the_step_is_said_first(project: Project) -> None:
    folder = project.folder / "results" / "asv" / "here"
    for number in range(25, 40):
        path = folder / f"{project.git('rev-parse', f'c{number}')[:8]}-virtualenv-py3.11.json"
        content = json.loads(path.read_text())
        content["requirements"] = {"numpy": "2.0"}
        content["params"]["cpu"] = "another cpu"
        path.write_text(json.dumps(content))
    (event,) = told(project)["events"]
    assert "cpu a cpu -> another cpu" in event["environment"]
    text = project.unladen("history", "--machine", "here", "-q").stdout
    assert text.index("the environment changed with it") < text.index("+10.0")


@pytest.mark.long
def test_history_followed_commit_by_commit_is_the_same_as_read_at_once(tmp_path: Path) -> None:
    """What is kept between calls may save time, never change what is said."""
    levels = [0.01 * (1 + 0.004 * ((k * 7919) % 13 - 6) / 6) for k in range(64)]
    project = asv_history(tmp_path / "victim", levels)
    standing(project)
    for number in range(64, 76):
        asv_result(project, number, 0.0113 if number > 68 else 0.01)
        standing(project)
    kept = told(project)
    assert [step["state"] for step in kept["series"][0]["steps"]] == ["new"]
    (project.folder / ".asv" / "unladen" / "archive.sqlite").unlink()
    assert told(project) == kept


WORK = "suite.Work.time_work"


def work_history(folder: Path, slower: int) -> Project:
    """A step at the tenth of twenty commits, which is `slower` more loops of real work."""
    project = asv_history(folder, [0.01] * 10)
    project.work(loops=40_000 + slower)
    for number in range(10, 20):
        project.commit(f"c{number}")
    for number in range(20):
        asv_file(project, f"c{number}", 0.01 if number < 10 else 0.015, benchmark=WORK)
    return project


@pytest.mark.long
def test_a_step_is_confirmed_by_measuring_both_commits_side_by_side(tmp_path: Path) -> None:
    project = work_history(tmp_path / "victim", slower=20_000)
    words = ["history", "--machine", "here", "-b", "time_work", "-q"]
    before = project.unladen(*words)
    assert "15 ms  new" in before.stdout, before.stdout + before.stderr
    assert "unladen gate" in before.stdout
    done = project.unladen(*words, "--confirm")
    assert f"slower: {WORK}" in done.stdout, done.stdout + done.stderr
    for number in range(20):  # now that the benchmark's version is known, as asv would know it
        asv_file(project, f"c{number}", 0.01 if number < 10 else 0.015, benchmark=WORK)
    told = project.unladen(*words).stdout
    assert re.search("confirmed: (measured|counted) side by side", told), told


@pytest.mark.long
def test_a_step_between_commits_of_the_same_code_is_not_blamed_on_the_commit(
    tmp_path: Path,
) -> None:
    project = work_history(tmp_path / "victim", slower=0)
    done = project.unladen("history", "--machine", "here", "--confirm", "-q")
    assert "ambient: nothing that runs was changed" in done.stdout, done.stdout + done.stderr
    assert "no step waits to be confirmed" in done.stdout
    words = ("history", "--machine", "here", "--confirm", "-q", "-b", "time_work")
    asked = project.unladen(*words)
    assert "the same code: it was not the commit" in asked.stdout, asked.stdout + asked.stderr


def test_a_step_at_a_commit_that_changes_no_code_goes_to_the_neighbour_that_did_it(
    tmp_path: Path,
) -> None:
    """Points at the step that lie between both levels leave the place open."""
    levels = [0.01] * 12 + [0.0125] + [0.015] * 11
    project = asv_history(tmp_path / "victim", levels[:12])
    project.write("README.md", "Words.\n")
    project.commit("c12")
    asv_file(project, "c12", levels[12])
    for number in range(13, 24):
        asv_result(project, number, levels[number])
    found = told(project)
    (step,) = found["series"][0]["steps"]
    assert (step["index"], step["state"]) == (13, "new")
    assert found["events"][0]["commit"] == project.git("rev-parse", "c13")


def test_a_whole_suite_that_moves_at_once_is_no_commits_doing(tmp_path: Path) -> None:
    names = [f"suite{m}.time_{n}" for m in range(12) for n in range(4)]
    project = asv_history(tmp_path / "victim", [])
    for number in range(24):
        project.write("victim/number.py", f"NUMBER = {number}\n")
        project.commit(f"c{number}")
        later = number > 11
        ways = {each: 0.08 if k % 2 else -0.08 for k, each in enumerate(names)}
        asv_files(project, f"c{number}", {n: 0.01 * (1 + w * later) for n, w in ways.items()})
    found = told(project)
    states = {step["state"] for series in found["series"] for step in series["steps"]}
    assert states == {"ambient"}
    done = project.unladen("history", "--machine", "here", "-q")
    assert "48 of 48 series in 12 modules moved together" in done.stdout
    one = told(project, "-b", "suite3.time_1")
    assert [step["state"] for series in one["series"] for step in series["steps"]] == ["ambient"]


def test_an_archive_that_is_damaged_is_made_again(project: Project) -> None:
    before = told(project)
    archive = project.folder / ".asv" / "unladen" / "archive.sqlite"
    archive.write_bytes(b"no database" * 1000)
    assert told(project) == before


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

"""A branch that is behind main: what others made faster there is not called slower here."""

import json
import shlex
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.e2e.projects import Project, new_project
from unladen.store import decisions

SUITE = """
import victim


def time_steady():
    victim.spin(300)
"""
FASTER = "\n\ndef spin(n):\n    return sum(range(n))\n"
QUICK = ("--witness", "never", "--no-why", "--pairs", "2", "--budget", "2", "-q")
SCHEMA = Path(decisions.__file__).parents[1] / "schema" / "decision.json"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """main became faster after the branch left it; the branch changed what no benchmark runs."""
    made = new_project(tmp_path_factory.mktemp("behind") / "victim", SUITE)
    made.commit("fork")
    made.work(extra=FASTER)
    made.commit("faster")
    made.git("checkout", "-q", "-b", "branch", "fork")
    made.work(extra="\n\ndef idle():\n    return 1\n")
    made.commit("mine")
    return made


def told(project: Project, *words: str, codes: tuple[int, ...] = (0,)) -> Any:
    done = project.unladen(*words, "--json")
    assert done.returncode in codes, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_a_branch_behind_main_is_compared_with_the_commit_where_it_left_main(
    project: Project, tmp_path: Path
) -> None:
    fork, main, mine = (project.git("rev-parse", name) for name in ("fork", "main", "mine"))

    file, markdown = tmp_path / "decision.json", tmp_path / "comment.md"
    also = ("--markdown", str(markdown))
    found = told(project, "gate", "main", "HEAD", *QUICK, "--json-file", str(file), *also)
    assert (found["base"]["hash"], found["head"]["hash"]) == (fork, mine)
    left = {"name": "main", "head": "HEAD", "hash": main, "used": "merge base", "newer": 1}
    assert found["asked_base"] == left
    assert [each["verdict"] for each in found["comparisons"]] == ["same"]
    jsonschema.validate(found, json.loads(SCHEMA.read_text()))
    (read,) = decisions.read(file)  # type: ignore[misc]
    assert read.asked_base is not None
    assert read.asked_base.newer == 1

    words = markdown.read_text()
    assert fork[:8] in words
    assert "--exact-base" in words

    exact = project.unladen("gate", "main", "HEAD", "--exact-base", *QUICK)
    assert exact.returncode in (1, 3), "main is faster"
    assert f"base {main[:8]}" in exact.stdout
    (step,) = (line for line in exact.stdout.splitlines() if line.startswith("  next  "))
    assert "--exact-base" in step, "the next command is about the same two commits"


def test_other_verbs_begin_where_the_branch_left_main(project: Project) -> None:
    fork, mine = (project.git("rev-parse", name) for name in ("fork", "mine"))
    measured = told(project, "run", "main..HEAD", "--pairs", "1", "--no-profile", "-q")
    assert measured["measured"] == [fork, mine]
    assert measured["asked_base"]["used"] == "merge base"

    project.write("README", "nothing that runs\n")
    project.git("checkout", "-q", "-b", "words", "fork")
    project.commit("words")
    explained = project.unladen("explain", "main", "words", "-q")
    project.git("checkout", "-q", "branch")
    assert explained.returncode == 2
    assert f"git diff {fork[:8]}" in explained.stderr


def test_without_a_common_ancestor_the_error_has_the_same_command_with_the_flag(
    project: Project,
) -> None:
    tree = project.git("rev-parse", "fork^{tree}")
    alone = project.git("commit-tree", tree, "-m", "another root")
    project.git("tag", "alone", alone)
    done = project.unladen("gate", "alone", "HEAD", *QUICK)
    assert done.returncode == 2
    command = shlex.split(done.stderr.partition("next: ")[2])
    assert command == ["unladen", "gate", "--exact-base", "alone", "HEAD", *QUICK]


@pytest.mark.long
def test_an_older_head_is_compared_with_the_commit_that_was_named(project: Project) -> None:
    found = told(project, "gate", "HEAD", "HEAD~1", *QUICK)
    assert found["base"]["hash"] == project.git("rev-parse", "mine")
    assert found["head"]["hash"] == project.git("rev-parse", "fork")
    assert found["asked_base"]["used"] == "head is older"


@pytest.mark.long
def test_a_search_and_a_watch_begin_where_the_branch_left_main(project: Project) -> None:
    fork, mine = (project.git("rev-parse", name) for name in ("fork", "mine"))
    searched = told(project, "find", "main", "-b", "steady", "--pairs", "4", "-q", codes=(0, 3))
    assert (searched["good"], searched["bad"], searched["differs"]) == (fork, mine, False)
    assert searched["asked_base"]["newer"] == 1

    project.write("victim/more.py", "MORE = 1\n")
    watched = told(project, "watch", "--base", "main", "--once", "-b", "steady")
    assert watched["decision"]["base"]["hash"] == fork
    assert watched["asked_base"]["used"] == "merge base"
    (project.folder / "victim" / "more.py").unlink()


@pytest.mark.long
def test_each_commit_alone_on_where_the_branch_left_main_and_by_another_machine(
    project: Project,
) -> None:
    fork, main = (project.git("rev-parse", name) for name in ("fork", "main"))
    found = told(project, "gate", "main", "HEAD", *QUICK, "--on", "local:1")
    assert found["base"]["hash"] == fork
    assert (found["asked_base"]["hash"], found["asked_base"]["newer"]) == (main, 1)
    searched = told(
        project, "find", "main", "-b", "steady", "--pairs", "4", "--on", "local:1", codes=(0, 3)
    )
    assert searched["good"] == fork
    ablated = told(project, "ablate", "main..HEAD", "--pairs", "2", "-q")
    assert ablated["asked_base"]["used"] == "merge base"
    assert [each["change"]["estimate"] for each in ablated["together"]] == [0.0]

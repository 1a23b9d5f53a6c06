"""A step between two measured commits: which of those that nobody measured may have made it."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.e2e.projects import Project as Folder
from unladen.history.changes import Changes
from unladen.history.suspects import with_suspects
from unladen.model import Commit
from unladen.model.histories import Event
from unladen.output.history import event_json, suspects
from unladen.site.pages.parts import between
from unladen.store.project import Project
from unladen.tools.git import Git

SUBJECTS = ("first", "a comment", "<b>slower</b>", "tests", "other", "last")
IDLE = {"a comment", "tests", "last"}


class Known:
    """What git would say of neighbours; which of them were asked about."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def look(self, pairs: list[tuple[Commit, Commit]]) -> None:
        self.asked = [head.subject for _, head in pairs]

    def between(self, _: Commit, head: Commit) -> list[str]:
        return [] if head.subject in IDLE else ["pkg/a.py"]


@pytest.fixture
def git(tmp_path: Path) -> Git:
    folder = Folder(tmp_path)
    folder.git("init", "-q", "-b", "main")
    for key, value in (("user.name", "A Test"), ("user.email", "test@example.org")):
        folder.git("config", key, value)
    for subject in SUBJECTS:
        folder.git("commit", "-q", "--allow-empty", "-m", subject)
    return Git(tmp_path)


def told(git: Git, since: str, commit: str) -> tuple[Event, list[str]]:
    known = Known()
    project = cast(Project, SimpleNamespace(git=git, branch=lambda: "main"))
    event = Event(git.commit(commit), git.commit(since))
    (found,) = with_suspects(project, cast(Changes, known), [event])
    return found, known.asked


def test_of_five_commits_those_are_named_that_change_what_runs(git: Git) -> None:
    event, asked = told(git, "main~5", "main")
    assert asked == list(SUBJECTS[1:])
    assert (event.among, [each.subject for each in event.suspects]) == (
        5,
        ["<b>slower</b>", "other"],
    )
    first, *rest = suspects(event)
    assert first == f"one of 5 commits since {event.since.short}; 2 of them change what runs:"
    assert [line.partition(" ")[2].strip()[9:] for line in rest] == ["<b>slower</b>", "other"]
    assert "<b>" not in str(between(event)), "subjects are text"
    assert event_json(event)["suspects"] == [each.hash for each in event.suspects]


def test_neighbours_need_no_suspects_and_nobody_is_asked(git: Git) -> None:
    event, asked = told(git, "main~1", "main")
    assert (event.among, suspects(event), asked, between(event)) == (1, [], [], None)


def test_where_none_changes_anything_that_is_said(
    git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Known, "between", lambda *_: [])
    event, _ = told(git, "main~5", "main")
    assert (event.among, event.suspects) == (5, [])
    assert suspects(event)[0].endswith("none of them changes anything that runs")
    monkeypatch.undo()
    only, _ = told(git, "main~2", "main")
    assert [each.subject for each in only.suspects] == ["other"]
    assert "one of them changes what runs" in suspects(only)[0]


def test_a_commit_that_is_on_no_branch_here_is_left_as_it_is(git: Git) -> None:
    event = Event(git.commit("main"), Commit(hash="f" * 40, tree="t", subject="", seconds=0))
    project = cast(Project, SimpleNamespace(git=git, branch=lambda: "gone"))
    assert with_suspects(project, cast(Changes, Known()), [event]) == [event]

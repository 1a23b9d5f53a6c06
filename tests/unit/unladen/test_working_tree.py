"""The working tree as a commit that nobody sees, and when it changes."""

import os
import subprocess
from pathlib import Path

import pytest

from unladen.tools.git import Git
from unladen.tools.saves import Saves
from unladen.tools.working_tree import WorkingTree, changed_names, content_of
from unladen.tools.worktree import OBJECTS


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A Test", "-c", "user.email=test@example.org"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / ".gitignore").write_text("ignored\n")
    (folder / "pkg").mkdir()
    for name in ("a", "b", "c"):
        (folder / "pkg" / f"{name}.py").write_text(f"# {name}\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def everything(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Of .git, too: every byte, and when it was written; but for objects that git finds it has."""
    return {
        str(path): (path.read_bytes(), "objects" in path.parts or path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_commit_of_it_has_every_edit_and_touches_nothing(tree: Path, tmp_path: Path) -> None:
    (tree / "pkg" / "a.py").write_text("edited\n")
    (tree / "pkg" / "b.py").unlink()
    (tree / "pkg" / "new.py").write_text("new\n")
    (tree / "ignored").write_text("not this\n")
    (tree / "pkg" / "c.py").write_text("staged\n")
    git(tree, "add", "pkg/c.py")
    (tree / "pkg" / "c.py").write_text("and edited again\n")
    repository = Git(tree)
    base = repository.commit("HEAD")
    before = everything(tree)
    working_tree = WorkingTree(repository, tree, tmp_path / "kept")
    with working_tree.known_to_git():
        head = working_tree.as_commit(base)
        assert head is not None
        assert set(changed_names(repository, base.tree, head.tree)) == {
            ("M", "pkg/a.py"),
            ("D", "pkg/b.py"),
            ("M", "pkg/c.py"),
            ("A", "pkg/new.py"),
        }
        assert content_of(repository, head.tree, "pkg/c.py") == b"and edited again\n"
        assert working_tree.as_commit(base) == head, "the same content is the same commit"
    assert OBJECTS not in os.environ
    assert everything(tree) == before
    assert "unladen" not in git(tree, "log", "--all", "--format=%an")


def test_where_nothing_differs_there_is_no_commit(tree: Path, tmp_path: Path) -> None:
    repository = Git(tree)
    base = repository.commit("HEAD")
    working_tree = WorkingTree(repository, tree, tmp_path / "kept")
    assert working_tree.as_commit(base) is None
    (tree / "pkg" / "a.py").write_text("edited\n")
    assert working_tree.as_commit(base) is not None
    (tree / "pkg" / "a.py").write_text("# a\n")
    assert working_tree.as_commit(base) is None, "an edit that was taken back"


def test_a_large_file_that_git_does_not_know_is_left_out(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("unladen.tools.working_tree.LARGEST", 100)
    (tree / "data.bin").write_bytes(bytes(200))
    repository = Git(tree)
    working_tree = WorkingTree(repository, tree, tmp_path / "kept")
    assert working_tree.as_commit(repository.commit("HEAD")) is None


class Clock:
    """Turned by who pauses."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


def test_a_save_is_seen_once_and_a_commit_too(tree: Path) -> None:
    clock = Clock()
    saves = Saves(Git(tree), tree, clock)
    clock.pause(10)
    assert not saves.saved()
    (tree / "pkg" / "a.py").write_text("edited by somebody\n")
    assert not saves.saved(), "it looks no more often than it may"
    clock.pause(10)
    assert saves.saved()
    saves.settled(clock.pause)
    clock.pause(10)
    assert not saves.saved()
    git(tree, "commit", "-q", "-am", "second")
    clock.pause(10)
    assert saves.saved()


@pytest.mark.parametrize("name", ["pkg/new.py", "top.py"])
def test_a_new_file_is_a_save_and_one_that_is_ignored_is_none(tree: Path, name: str) -> None:
    clock = Clock()
    saves = Saves(Git(tree), tree, clock)
    (tree / "ignored").write_text("x")
    clock.pause(10)
    assert not saves.saved()
    (tree / name).write_text("x")
    clock.pause(10)
    assert saves.saved()
    saves.settled(clock.pause)
    (tree / name).unlink()
    clock.pause(10)
    assert saves.saved()


def test_a_save_in_several_steps_is_over_when_nothing_more_comes(tree: Path) -> None:
    clock = Clock()
    saves = Saves(Git(tree), tree, clock)
    steps = iter(["a", "ab", "abc"])

    def pause(seconds: float) -> None:
        clock.pause(seconds)
        if (text := next(steps, "")) != "":
            (tree / "pkg" / "a.py").write_text(text)

    saves.settled(pause)
    assert next(steps, None) is None, "it waited for the last of them"
    clock.pause(10)
    assert not saves.saved()

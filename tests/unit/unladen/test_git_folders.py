"""Which folders of git a benchmark must not write: hooks and objects, wherever git keeps them."""

import subprocess
from pathlib import Path

import pytest

from unladen.tools.git_folders import folders_of


def git(folder: Path, *words: str) -> None:
    folder.mkdir(exist_ok=True, parents=True)
    own = ("-c", "user.name=a", "-c", "user.email=b", "-c", "protocol.file.allow=always")
    subprocess.run(["git", "-C", str(folder), *own, *words], check=True, capture_output=True)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = tmp_path / "main"
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    return main


def test_a_linked_worktree_has_the_main_repository_and_its_own_folder(
    main: Path, tmp_path: Path
) -> None:
    git(main, "worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    (tmp_path / "linked" / "inside").mkdir()
    expected = {main / ".git", main / ".git" / "worktrees" / "linked"}
    assert set(folders_of(tmp_path / "linked" / "inside")) == expected
    assert folders_of(main) == (main / ".git",)


def test_a_bare_repository_and_none_at_all(main: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(main), str(tmp_path / "mirror"))
    assert folders_of(tmp_path / "mirror") == (tmp_path / "mirror",)
    (tmp_path / "none").mkdir()
    assert folders_of(tmp_path / "none") == ()


def test_a_submodule_has_the_repository_around_it_which_has_its_own(
    main: Path, tmp_path: Path
) -> None:
    outer = tmp_path / "outer"
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(main), "part")
    git(outer / "old", "init", "-q")
    modules = outer / ".gitmodules"
    modules.write_text(modules.read_text() + '[submodule "o"]\n\tpath = old\n\turl = x\n')
    expected = {outer / ".git", outer / ".git" / "modules" / "part", outer / "old" / ".git"}
    assert set(folders_of(outer)) == set(folders_of(outer / "part")) == expected


def test_objects_that_are_borrowed(main: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--shared", str(main), "second")
    git(tmp_path, "clone", "-q", "--shared", str(tmp_path / "second"), "third")
    found = set(folders_of(tmp_path / "third"))
    assert found >= {tmp_path / "third" / ".git", main / ".git" / "objects"}

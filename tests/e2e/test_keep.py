"""`unladen keep`: results on a branch of their own; nothing else of the repository is touched."""

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    folder = tmp_path / "origin.git"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(folder)], check=True)
    return folder


@pytest.fixture
def project(tmp_path: Path, origin: Path) -> Project:
    return cloned(tmp_path / "one", origin)


def cloned(folder: Path, origin: Path) -> Project:
    subprocess.run(
        ["git", "clone", "-q", str(origin), str(folder)], check=True, capture_output=True
    )
    made = Project(folder)
    made.git("config", "user.name", "A Test")
    made.git("config", "user.email", "test@example.org")
    if not made.git("ls-remote", "--heads", "origin"):
        made.git("checkout", "-q", "-b", "main")
        made.write(".gitignore", "results/\n")
        made.write("sub/code.py", "x = 1\n")
        made.commit("first")
        made.git("push", "-q", "origin", "main")
    return made


def said(project: Project, *words: str, code: int = 0) -> str:
    folder = () if "--folder" in words else ("--folder", "results")
    done = project.unladen("keep", *words, *folder)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_what_is_kept_comes_back_in_another_clone_and_nothing_else_changes(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    project.write("results/records/ci/a b.json", "1")
    project.write("sub/code.py", "x = 2  # not committed\n")
    before = project.git("status", "--porcelain"), project.git("rev-parse", "HEAD")
    assert said(project) == "1 files kept on unladen-results\n"
    assert said(project) == "0 files kept on unladen-results\n"
    assert before == (project.git("status", "--porcelain"), project.git("rev-parse", "HEAD"))
    other = cloned(tmp_path / "two", origin)
    assert (
        said(other, "unladen-results", "--restore") == "1 files brought here from unladen-results\n"
    )
    assert (other.folder / "results/records/ci/a b.json").read_text() == "1"
    assert other.git("ls-tree", "-r", "--name-only", "origin/main").split() == [
        ".gitignore",
        "sub/code.py",
    ]


def test_two_that_keep_at_once_lose_nothing(project: Project, origin: Path, tmp_path: Path) -> None:
    """The other one pushes when the first one has read the branch, and not yet pushed."""
    other = cloned(tmp_path / "two", origin)
    project.write("results/a.json", "a")
    other.write("results/b.json", "b")
    said(project)
    hook = project.folder / ".git/hooks/pre-push"
    command = f"cd {other.folder} && test ! -f done && touch done && "
    keep = "GIT_DIR= GIT_INDEX_FILE= && unset GIT_DIR GIT_INDEX_FILE; "
    hook.write_text(
        f"#!/bin/sh\n{keep}{command}{sys.executable} -m unladen keep --folder results || true\n"
    )
    hook.chmod(0o755)
    project.write("results/c.json", "c")
    assert said(project) == "1 files kept on unladen-results\n"
    names = project.git("ls-tree", "-r", "--name-only", "FETCH_HEAD")
    assert names
    third = cloned(tmp_path / "three", origin)
    said(third, "--restore")
    assert sorted(path.name for path in (third.folder / "results").iterdir()) == [
        "a.json",
        "b.json",
        "c.json",
    ]


def test_a_branch_that_is_not_there_yet_is_no_error(project: Project) -> None:
    assert said(project, "--restore") == "0 files brought here from unladen-results\n"


@pytest.mark.parametrize("words", [("a..b",), ("--folder", "../other"), ("x", "--folder", "none")])
def test_what_makes_no_sense_is_told(project: Project, words: tuple[str, ...]) -> None:
    assert "next:" in said(project, *words, code=2)


def test_a_push_that_is_not_allowed_says_which_right_is_missing(
    project: Project, origin: Path
) -> None:
    project.write("results/a.json", "a")
    hook = origin / "hooks/pre-receive"
    hook.write_text("#!/bin/sh\necho denied >&2; exit 1\n")
    hook.chmod(0o755)
    assert "contents: write" in said(project, code=4)


def test_what_is_packed_is_unpacked_elsewhere_and_only_below_the_results(
    project: Project, origin: Path, tmp_path: Path
) -> None:
    project.write("results/a.json", "a")
    archive = tmp_path / "results.tar"
    assert said(project, "--pack", str(archive)).startswith("1 files packed")
    with tarfile.open(archive, "a") as content:
        for name in ("sub/code.py", "results/../sub/code.py", "/results/x", "results2/x"):
            content.addfile(tarfile.TarInfo(name))
        link = tarfile.TarInfo("results/link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        content.addfile(link)
    other = cloned(tmp_path / "two", origin)
    assert said(other, "--unpack", str(archive)).startswith("1 files unpacked")
    assert (other.folder / "results/a.json").read_text() == "a"
    assert other.git("status", "--porcelain") == ""
    assert [path.name for path in (other.folder / "results").iterdir()] == ["a.json"]


def test_without_a_folder_it_is_that_of_the_project(tmp_path: Path, origin: Path) -> None:
    made = new_project(tmp_path / "victim")
    made.git("remote", "add", "origin", str(origin))
    made.write("results/records/ci/a.json", "{}")
    made.write("results/asv/ci/b.json", "{}")
    done = made.unladen("keep")
    assert done.stdout == "2 files kept on unladen-results\n", done.stderr

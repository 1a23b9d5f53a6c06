"""A base that a shallow clone does not have: the command that is printed brings it."""

import subprocess
from pathlib import Path

import pytest

from unladen.errors import UnknownRevision
from unladen.tools.git import Git

QUIET = ["-c", "advice.detachedHead=false"]


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A Test", "-c", "user.email=test@example.org"]
    done = subprocess.run(
        ["git", *who, *QUIET, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """main and topic have gone apart, a merge of both has no branch, and there are two tags."""
    folder = tmp_path_factory.mktemp("source")
    git(folder, "init", "-q", "-b", "main")
    for number in range(4):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"main {number}")
    git(folder, "tag", "v1.0")
    git(folder, "tag", "-a", "-m", "a release", "release-2", "HEAD~1")
    git(folder, "checkout", "-q", "-b", "topic", "HEAD~1")
    for number in range(3):
        git(folder, "commit", "-q", "--allow-empty", "-m", f"topic {number}")
    git(folder, "checkout", "-q", "--detach", "main")
    git(folder, "merge", "-q", "--no-ff", "-m", "merged", "topic")
    git(folder, "update-ref", "refs/pull/5/merge", "HEAD")
    git(folder, "checkout", "-q", "main")
    return folder


def advised(folder: Path, name: str) -> str:
    with pytest.raises(UnknownRevision) as caught:
        Git(folder).commit(name)
    assert "next: " in str(caught.value)
    return str(caught.value).partition("next: ")[2]


def after(folder: Path, command: str, name: str) -> str:
    """What the name is, when the command has been run as it was printed."""
    subprocess.run(command, shell=True, cwd=folder, check=True, capture_output=True)
    return git(folder, "rev-parse", f"{name}^{{commit}}")


def shallow(source: Path, tmp_path: Path) -> Path:
    clone = tmp_path / "clone"
    address = f"file://{source}"
    git(tmp_path, "clone", "-q", "--depth", "1", "--branch", "topic", address, str(clone))
    return clone


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("main", "main"),
        ("origin/main", "main"),
        ("main~2", "main~2"),
        ("v1.0", "v1.0"),
        ("v1.0^", "v1.0^"),
        ("release-2", "release-2"),
        ("HEAD~2", "topic~2"),
        ("HEAD^", "topic^"),
        ("refs/tags/v1.0", "v1.0"),
    ],
)
def test_a_shallow_clone_has_the_base_after_the_printed_command(
    source: Path, tmp_path: Path, name: str, what: str
) -> None:
    clone = shallow(source, tmp_path)
    command = advised(clone, name)
    assert after(clone, command, name) == git(source, "rev-parse", f"{what}^{{commit}}")
    base = git(clone, "rev-parse", f"{name}^{{commit}}")
    assert git(clone, "merge-base", base, "HEAD"), "history between them is there, too"


@pytest.mark.parametrize("letters", [40, 9])
def test_so_it_has_a_commit_that_is_named_by_its_hash(
    source: Path, tmp_path: Path, letters: int
) -> None:
    clone = shallow(source, tmp_path)
    wanted = git(source, "rev-parse", "main~1")
    assert after(clone, advised(clone, wanted[:letters]), wanted[:letters]) == wanted


def test_a_complete_clone_of_one_branch_gets_the_other_one(source: Path, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    words = ["--single-branch", "--no-tags", "--branch", "topic", f"file://{source}", str(clone)]
    git(tmp_path, "clone", "-q", *words)
    for name in ("main", "v1.0"):
        command = advised(clone, name)
        assert "--unshallow" not in command, "git refuses that where nothing is missing"
        assert after(clone, command, name) == git(source, "rev-parse", "main")


def test_on_a_ci_machine_the_parents_of_the_merge_are_fetched(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As actions/checkout does it: a detached merge commit that no branch has."""
    clone = tmp_path / "clone"
    git(tmp_path, "init", "-q", str(clone))
    git(clone, "remote", "add", "origin", f"file://{source}")
    refspec = "+refs/pull/5/merge:refs/remotes/pull/5/merge"
    git(clone, "fetch", "-q", "--no-tags", "--depth", "1", "origin", refspec)
    git(clone, "checkout", "-q", "--detach", "refs/remotes/pull/5/merge")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    command = advised(clone, "HEAD^1")
    assert "fetch-depth: 0" in command
    monkeypatch.delenv("GITHUB_ACTIONS")
    command = advised(clone, "HEAD^1")
    assert after(clone, command, "HEAD^1") == git(source, "rev-parse", "main")
    assert git(clone, "rev-parse", "HEAD^2") == git(source, "rev-parse", "topic")


def test_a_fork_without_its_upstream_is_told_to_add_it(source: Path, tmp_path: Path) -> None:
    clone = shallow(source, tmp_path)
    command = advised(clone, "upstream/main")
    assert command.startswith("git remote add upstream ADDRESS && ")
    command = command.replace("ADDRESS", f"file://{source}")
    assert after(clone, command, "upstream/main") == git(source, "rev-parse", "main")


def test_work_that_is_not_pushed_does_not_stand_in_the_way(source: Path, tmp_path: Path) -> None:
    clone = shallow(source, tmp_path)
    git(clone, "commit", "-q", "--allow-empty", "-m", "mine")
    wanted = git(source, "rev-parse", "topic~1")
    assert after(clone, advised(clone, "HEAD~2"), "HEAD~2") == wanted


def test_a_name_that_nobody_has_is_not_searched_for_by_a_fetch(
    source: Path, tmp_path: Path
) -> None:
    assert "git ls-remote origin" in advised(shallow(source, tmp_path), "no such branch")
    assert advised(source, "nothing") == "git log --oneline --all shows what is there"


@pytest.mark.parametrize("name", ["--upload-pack=touch x", "$(touch x)", "a;touch x", "-h"])
def test_a_name_is_never_an_option_nor_a_command(source: Path, tmp_path: Path, name: str) -> None:
    clone = shallow(source, tmp_path)
    command = advised(clone, name)
    subprocess.run(command.partition(" and ")[0], shell=True, cwd=clone, capture_output=True)
    assert not (clone / "x").exists()


def test_a_remote_that_does_not_answer_is_guessed_at(source: Path, tmp_path: Path) -> None:
    clone = shallow(source, tmp_path)
    git(clone, "remote", "set-url", "origin", str(tmp_path / "gone"))
    fetch = "git fetch --unshallow origin"
    assert advised(clone, "main") == f"{fetch} +refs/heads/main:refs/heads/main"
    assert advised(clone, "v2.0") == f"{fetch} +refs/tags/v2.0:refs/tags/v2.0"

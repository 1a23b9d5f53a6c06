"""Base is the commit where head left it: what others did on base since then is not head's doing."""

import subprocess
from pathlib import Path

import pytest

from unladen.errors import NoMergeBase
from unladen.model.commits import BaseUsed
from unladen.output.words import base_lines
from unladen.tools.git import Git
from unladen.tools.merge_base import compared, compared_with_working_tree, exactly

AGAIN = "unladen gate --exact-base main topic"


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "advice.detachedHead=false"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(folder: Path, name: str) -> None:
    git(folder, "commit", "-q", "--allow-empty", "-m", name)
    git(folder, "tag", name)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """topic left main after m1; main went on to m4, topic to t2. `alone` is of another root."""
    folder = tmp_path_factory.mktemp("source")
    git(folder, "init", "-q", "-b", "main")
    for name in ("m0", "m1"):
        commit(folder, name)
    git(folder, "checkout", "-q", "-b", "topic")
    for name in ("t1", "t2"):
        commit(folder, name)
    git(folder, "checkout", "-q", "main")
    for name in ("m2", "m3", "m4"):
        commit(folder, name)
    git(folder, "checkout", "-q", "--orphan", "alone")
    commit(folder, "o1")
    git(folder, "checkout", "-q", "topic")
    return folder


@pytest.mark.parametrize(
    ("names", "found", "used", "newer"),
    [
        ("main topic", "m1", BaseUsed.MERGE_BASE, 3),
        ("topic main", "m1", BaseUsed.MERGE_BASE, 2),
        ("m1 topic", "m1", BaseUsed.NAMED, 0),
        ("m0 t2", "m0", BaseUsed.NAMED, 0),
        ("topic topic", "t2", BaseUsed.NAMED, 0),
        ("topic topic~1", "t2", BaseUsed.HEAD_IS_OLDER, 0),
        ("main m1", "m4", BaseUsed.HEAD_IS_OLDER, 0),
    ],
)
def test_the_base_is_where_head_left_it_and_head_is_not_compared_with_itself(
    source: Path, names: str, found: str, used: BaseUsed, newer: int
) -> None:
    repository = Git(source)
    base, head = names.split()
    pair = compared(repository, base, head, AGAIN)
    assert (pair.base, pair.head) == (repository.commit(found), repository.commit(head))
    assert (pair.asked.used, pair.asked.newer) == (used, newer)
    assert pair.asked.hash == repository.commit(base).hash
    usual = used is BaseUsed.NAMED
    assert len(base_lines(pair.base, pair.asked)) == (0 if usual else 1)
    again = compared(repository, pair.base.hash, pair.head.hash, AGAIN)
    assert again.base == pair.base, "a command that is printed with these hashes means the same"


def test_the_exact_base_is_the_commit_that_was_named(source: Path) -> None:
    pair = exactly(Git(source), "main", "topic")
    assert pair.base == Git(source).commit("m4")
    assert pair.asked.used is BaseUsed.EXACT
    assert not base_lines(pair.base, pair.asked)


def test_a_working_tree_is_compared_with_where_head_left_even_if_that_is_head(source: Path) -> None:
    repository = Git(source)
    assert compared_with_working_tree(repository, "main", AGAIN).base == repository.commit("m1")
    assert compared_with_working_tree(repository, "HEAD", AGAIN).base == repository.commit("t2")
    git(source, "checkout", "-q", "--detach", "m1")
    try:
        pair = compared_with_working_tree(repository, "main", AGAIN)
    finally:
        git(source, "checkout", "-q", "topic")
    assert pair.base == repository.commit("m1")
    assert (pair.asked.used, pair.asked.newer) == (BaseUsed.MERGE_BASE, 3)


def test_without_a_common_ancestor_the_error_has_the_command_that_compares_all_the_same(
    source: Path,
) -> None:
    with pytest.raises(NoMergeBase) as caught:
        compared(Git(source), "alone", "topic", AGAIN)
    assert caught.value.fix == AGAIN


def test_a_branch_that_merged_main_left_it_there(source: Path, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(source), str(clone))
    git(clone, "merge", "-q", "--no-ff", "-m", "merge main", "m3")
    pair = compared(Git(clone), "origin/main", "HEAD", AGAIN)
    assert pair.base == Git(clone).commit("m3")


def shallow(source: Path, folder: Path, depth: int, *branches: str) -> Git:
    git(folder.parent, "init", "-q", str(folder))
    git(folder, "remote", "add", "origin", f"file://{source}")
    for name in branches:
        git(folder, "fetch", "-q", "--depth", str(depth), "origin", f"+refs/heads/{name}:{name}")
    return Git(folder)


def test_a_shallow_clone_that_hides_where_head_left_is_an_error_whose_command_helps(
    source: Path, tmp_path: Path
) -> None:
    clone = shallow(source, tmp_path / "clone", 1, "main", "topic")
    with pytest.raises(NoMergeBase) as caught:
        compared(clone, "main", "topic", AGAIN)
    assert exactly(clone, "main", "topic").base == Git(source).commit("m4")
    subprocess.run(caught.value.fix, shell=True, cwd=tmp_path / "clone", check=True)
    assert compared(clone, "main", "topic", AGAIN).base == Git(source).commit("m1")


def test_an_older_common_ancestor_of_a_shallow_clone_is_not_taken_for_where_head_left(
    tmp_path: Path,
) -> None:
    """topic merged an old branch, and its own line is cut off: what is left to see of it and of
    main comes together at the very first commit."""
    source = tmp_path / "source"
    source.mkdir()
    git(source, "init", "-q", "-b", "main")
    commit(source, "m0")
    git(source, "checkout", "-q", "-b", "old")
    commit(source, "old1")
    git(source, "checkout", "-q", "main")
    commit(source, "m1")
    git(source, "checkout", "-q", "-b", "topic")
    for name in ("t1", "t2"):
        commit(source, name)
    git(source, "merge", "-q", "--no-ff", "-m", "merge old", "old")
    git(source, "checkout", "-q", "main")
    commit(source, "m2")
    assert compared(Git(source), "main", "topic", AGAIN).base.subject == "m1"

    clone = shallow(source, tmp_path / "clone", 3, "topic", "main")
    seen = clone.merge_base(clone.commit("main"), clone.commit("topic"))
    assert seen is not None
    assert seen.subject == "m0"
    with pytest.raises(NoMergeBase):
        compared(clone, "main", "topic", AGAIN)


def test_a_shallow_clone_that_shows_enough_is_as_good_as_any(source: Path, tmp_path: Path) -> None:
    clone = shallow(source, tmp_path / "clone", 4, "main")
    git(tmp_path / "clone", "fetch", "-q", "--depth", "3", "origin", "+refs/heads/topic:topic")
    assert clone.shallow()
    assert compared(clone, "main", "topic", AGAIN).base == Git(source).commit("m1")
    assert compared(clone, "topic~1", "topic", AGAIN).asked.used is BaseUsed.NAMED

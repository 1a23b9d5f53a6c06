"""The user's repository is the same after every verb: from git's hooks, and with all the variables
set by which git tells a hook where it is."""

import hashlib
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project
from unladen.verbs import VERBS

SUITE = """
import victim


class Steady:
    params = [100, 200, 400, 800]
    param_names = ["n"]

    def time_steady(self, n):
        victim.spin(n)
"""
ONE = "Steady.time_steady\\(100"
QUICK = ("--pairs", "1", "--budget", "2", "-b", ONE)
GATE = ("--witness", "never", "--no-why", *QUICK)
COMMITS = ("first", "second", "third", "fourth", "fifth")
OWN = frozenset({".asv", "results", "site", "__pycache__"})
"""Folders that unladen writes, and git ignores."""


def made(folder: Path) -> Project:
    """Commits, each of which needs a build of its own, and a remote to push to."""
    project = new_project(folder / "victim", SUITE)
    for number, name in enumerate(COMMITS[1:], 2):
        project.work(loops=10 * number)
        project.commit(name)
    subprocess.run(["git", "init", "-q", "--bare", str(folder / "remote.git")], check=True)
    project.git("remote", "add", "origin", str(folder / "remote.git"))
    project.git("push", "-q", "origin", "main")
    return project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return made(tmp_path_factory.mktemp("hooks"))


@dataclass(frozen=True)
class State:
    """All of a repository and its working tree that belongs to the user."""

    status: str
    head: str
    refs: str
    git_files: Mapping[str, str]
    files: Mapping[str, str]


GIT_FILES = ("index", "HEAD", "packed-refs", "config", "logs/HEAD", "info/exclude")


def state_of(folder: Path) -> State:
    def git(*words: str) -> str:
        command = ["git", "--no-optional-locks", *words]
        done = subprocess.run(
            command, cwd=folder, env=plain(), check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    git_files = {name: folder / git("rev-parse", "--git-path", name) for name in GIT_FILES}
    hooks = folder / git("rev-parse", "--git-path", "hooks")
    files = [
        path
        for path in folder.rglob("*")
        if not OWN & set(path.relative_to(folder).parts)
        and (folder / ".git") not in path.parents
        and (path.is_file() or path.is_symlink())
    ]
    return State(
        status=git("status", "--porcelain=v2", "--branch", "--untracked-files=all"),
        head=git("rev-parse", "HEAD") + git("rev-parse", "--abbrev-ref", "HEAD"),
        refs=git("for-each-ref") + git("worktree", "list", "--porcelain"),
        git_files={name: digest(path) for name, path in git_files.items()}
        | {path.name: digest(path) for path in hooks.iterdir()},
        files={str(path.relative_to(folder)): digest(path) for path in files},
    )


def digest(path: Path) -> str:
    if path.is_symlink():
        return f"link {os.readlink(path)}"
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "none"


def plain() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}


@pytest.mark.parametrize("linked", [False, True], ids=["clone", "worktree"])
def test_a_commit_and_a_push_with_a_gate_in_their_hooks_do_what_git_was_asked(
    project: Project, tmp_path: Path, linked: bool
) -> None:
    main = project
    if linked:
        main.git("worktree", "add", "-q", "-b", "mine", str(tmp_path / "linked"), "first")
        project = Project(tmp_path / "linked")
        (project.folder / ".asv").mkdir()
        (project.folder / ".asv" / "unladen").symlink_to(main.folder / ".asv" / "unladen")
    else:
        main.git("checkout", "-q", "-b", "other", "first")
    commits = ("third", "fourth", "fifth") if linked else COMMITS[:3]
    for name, pair in (("pre-commit", commits[:2]), ("pre-push", commits[1:])):
        line = f"cd {project.folder} && {call('gate', *pair, '--ignore-dirty', *GATE)}"
        hook = main.folder / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\n{line} >{tmp_path}/{name} 2>&1\necho $? >>{tmp_path}/{name}\n")
        hook.chmod(0o755)
    project.write("victim/mine.py", "MINE = 1\n")
    project.git("add", "victim/mine.py")
    project.write("victim/mine.py", "MINE = 2\n")
    main_before = state_of(main.folder)
    before = state_of(project.folder)

    project.git("commit", "-qam", "mine")

    assert_came_to_a_verdict(tmp_path / "pre-commit")
    assert project.git("diff", "--name-status", "first", "HEAD") == "A\tvictim/mine.py"
    assert project.git("show", "HEAD:victim/mine.py") == "MINE = 2"
    after = state_of(project.folder)
    assert after.files == before.files
    assert project.git("status", "--porcelain") == ""

    project.write("victim/mine.py", "MINE = 3\n")
    project.git("add", "victim/mine.py")
    project.write("victim/mine.py", "MINE = 4\n")
    before = state_of(project.folder)

    project.git("push", "-q", "origin", "HEAD")

    assert_came_to_a_verdict(tmp_path / "pre-push")
    project.git("update-ref", "-d", f"refs/remotes/origin/{'mine' if linked else 'other'}")
    assert state_of(project.folder) == before
    if linked:
        now = state_of(main.folder)
        assert (now.git_files, now.files) == (main_before.git_files, main_before.files)
    for name in ("pre-commit", "pre-push"):
        (main.folder / ".git" / "hooks" / name).unlink()


def call(*words: str) -> str:
    return shlex.join([sys.executable, "-m", "unladen", *words])


def assert_came_to_a_verdict(log: Path) -> None:
    text = log.read_text()
    assert text.splitlines()[-1] in ("0", "3"), text


@dataclass(frozen=True)
class Call:
    """One call of a verb: how it may end, and what of the user's files and refs it is asked to
    write."""

    words: str
    codes: frozenset[int] = frozenset({0})
    writes: str = "nothing"
    long: bool = False


DECIDED = frozenset({0, 1, 3})
TABLE = (
    Call("gate sixth seventh --ignore-dirty --json-file .asv/unladen.json {gate}", DECIDED),
    Call("ablate sixth..eighth {quick}", long=True),
    Call("gate sixth seventh --fresh --ignore-dirty {gate}", DECIDED, long=True),
    Call("find sixth seventh -b {one} --pairs 4", frozenset({0, 3})),
    Call("watch --once --budget 2 -b {one}", DECIDED, long=True),
    Call("run eighth --no-profile {quick}"),
    Call("compare sixth seventh", DECIDED, long=True),
    Call("explain sixth seventh --lanes calls {quick}", frozenset({0, 4}), long=True),
    Call("claims eighth {quick}", long=True),
    Call("history"),
    Call("show"),
    Call("project time_steady --to 1000", frozenset({0, 3}), long=True),
    Call("publish -o .asv/site", long=True),
    Call("build eighth", long=True),
    Call("import .asv/hyperfine.json --commit eighth", long=True),
    Call("comment --dry-run .asv/unladen.json", long=True),
    Call("keep --pack .asv/results.tar"),
    Call("keep --unpack .asv/results.tar"),
    Call("keep --environments"),
    Call("keep unladen-results", writes="origin/unladen-results"),
    Call("keep unladen-results --restore", writes="origin/unladen-results"),
    Call("demo --budget 5 -b {one}", frozenset({0, 3}), long=True),
    Call("check", frozenset({0, 1}), long=True),
    Call("doctor", long=True),
    Call("init --dry-run"),
    Call("accept eighth -b {one} --upto 5% --reason wanted", writes="unladen-accepted.toml"),
    Call("init --ci none", writes="pyproject.toml", long=True),
    Call("init --undo", writes="pyproject.toml", long=True),
)
HYPERFINE = {"results": [{"command": "./run", "mean": 1.0, "times": [1.0, 1.1, 0.9]}]}


def hook_environment(project: Project, folder: Path) -> dict[str, str]:
    """What git gives a hook of a linked worktree, and every other local variable, as a tool around
    git might have set it."""
    hook = project.folder / ".git" / "hooks" / "post-checkout"
    hook.write_text(f"#!/bin/sh\nenv -0 >{folder}/environment\n")
    hook.chmod(0o755)
    project.git("worktree", "add", "-q", "--detach", str(folder / "linked"), "first")
    hook.unlink()
    project.git("worktree", "remove", str(folder / "linked"))
    pairs = (row.partition("=") for row in (folder / "environment").read_text().split("\0") if row)
    git = project.folder / ".git"
    here = {
        "GIT_DIR": f"{git}",
        "GIT_COMMON_DIR": f"{git}",
        "GIT_WORK_TREE": f"{project.folder}",
        "GIT_INDEX_FILE": f"{git}/index",
        "GIT_OBJECT_DIRECTORY": f"{git}/objects",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": f"{git}/objects",
        "GIT_PREFIX": "",
        "GIT_CONFIG": f"{git}/config",
        "GIT_CONFIG_PARAMETERS": "'core.worktree'='/nowhere'",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.bare",
        "GIT_CONFIG_VALUE_0": "true",
        "GIT_IMPLICIT_WORK_TREE": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_REPLACE_REF_BASE": "refs/tags/",
        "GIT_SHALLOW_FILE": f"{git}/shallow",
        "GIT_GRAFT_FILE": f"{git}/grafts",
        "GIT_INTERNAL_SUPER_PREFIX": "sub/",
    }
    names = subprocess.run(
        ["git", "rev-parse", "--local-env-vars"], capture_output=True, check=True, text=True
    ).stdout.split()
    return {name: value for name, _, value in pairs} | dict.fromkeys(names, "x") | here


def test_no_verb_changes_anything_of_the_repository_that_it_was_not_asked_to(
    project: Project, tmp_path: Path, full: bool
) -> None:
    project.git("checkout", "-q", "-f", "-B", "table", "first")
    for number, name in enumerate(("sixth", "seventh", "eighth"), 60):
        project.work(loops=number)
        project.commit(name)
    project.write("victim/mine.py", "MINE = 1\n")
    project.git("add", "victim/mine.py")
    project.write("victim/mine.py", "MINE = 2\n")
    project.write("untracked.txt", "mine\n")
    project.write(".asv/hyperfine.json", json.dumps(HYPERFINE))
    os.utime(project.folder / "victim" / "__init__.py", (1e9, 1e9))  # git would look again
    environment = hook_environment(project, tmp_path)

    assert {each.words.split()[0] for each in TABLE} == set(VERBS)
    before = state_of(project.folder)
    for each in TABLE:
        if each.long and not full:
            continue
        words = each.words.format(one=ONE, quick=" ".join(QUICK), gate=" ".join(GATE))
        done = subprocess.run(
            [sys.executable, "-m", "unladen", *words.split(), "-q"],
            cwd=project.folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode in each.codes, (each.words, done.stdout + done.stderr)
        after = state_of(project.folder)
        assert without(after, each.writes) == without(before, each.writes), each.words
        before = after


def without(state: State, name: str) -> State:
    """All but a file or a ref of this name."""

    def others(text: str) -> str:
        return "\n".join(line for line in text.splitlines() if name not in line)

    return State(
        status=others(state.status),
        head=state.head,
        refs=others(state.refs),
        git_files=state.git_files,
        files={path: told for path, told in state.files.items() if path != name},
    )

"""the working tree as it is now -> a commit that nobody sees: no index, no ref and no object of the
repository is touched.

Objects go to a folder of ours, that git is told of by a variable of this process and of those that
it starts: so whatever works with commits works with this one, until the folder is gone.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from unladen.errors import ToolError
from unladen.model import Commit
from unladen.tools.git import Git
from unladen.tools.worktree import OBJECTS, WHO, known_to_git

LARGEST = 4 << 20
"""Bytes of a file that git does not know: larger ones are hardly what somebody is editing."""
SUBJECT = "the working tree"
PLAIN = ("-c", "core.fsmonitor=false", "-c", "core.splitIndex=false")


class WorkingTree:
    """Of one repository, kept in a folder that its owner removes."""

    def __init__(self, git: Git, top: Path, folder: Path) -> None:
        self._git, self._top = git, top
        self._objects, self._index = folder / "objects", folder / "index"
        self._objects.mkdir(parents=True)
        own = git.place_of("objects")
        known = os.environ.get(OBJECTS)
        self._variables = {
            "GIT_INDEX_FILE": str(self._index),
            "GIT_OBJECT_DIRECTORY": str(self._objects),
            OBJECTS: os.pathsep.join([str(own), *([known] if known else [])]),
        }

    def known_to_git(self) -> AbstractContextManager[None]:
        """As long as the block lasts, for every git that is started here."""
        return known_to_git(self._objects)

    def as_commit(self, base: Commit) -> Commit | None:
        """A child of base, the same as long as the content is; None where nothing differs."""
        index = self._git.place_of("index")
        if not self._index.exists() and index.is_file():
            shutil.copyfile(index, self._index)  # git need not read again what it has read
        self._run("add", "-u", "--", ":/")
        new = [name for name in self._unknown() if self._is_small(name)]
        if new:
            told = "".join(f"{name}\0" for name in new)
            self._run("update-index", "--add", "-z", "--stdin", given=told)
        tree = self._run("write-tree").strip()
        if tree == base.tree:
            return None
        when = f"{base.seconds} +0000"
        dates = {**WHO, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        words = ["commit-tree", tree, "-p", base.hash, "-m", SUBJECT]
        made = self._run(*words, variables=dates).strip()
        return Commit(hash=made, tree=tree, subject=SUBJECT, seconds=base.seconds)

    def _unknown(self) -> list[str]:
        told = self._run("ls-files", "-z", "--others", "--exclude-standard", "--", ":/")
        return [name for name in told.split("\0") if name and not name.endswith("/")]

    def _is_small(self, name: str) -> bool:
        try:
            return (self._top / name).lstat().st_size <= LARGEST
        except OSError:  # gone meanwhile
            return False

    def _run(self, *words: str, given: str = "", variables: Mapping[str, str] | None = None) -> str:
        command = ["git", "-C", str(self._top), *PLAIN, *words]
        done = subprocess.run(
            command,
            capture_output=True,
            input=given.encode("utf-8", "surrogateescape"),
            env={**os.environ, **self._variables, **(variables or {})},
            check=False,
        )
        if done.returncode:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise ToolError(f"git {words[0]}: {' '.join(last)}", "git status")
        return done.stdout.decode("utf-8", "surrogateescape")


def changed_names(git: Git, base: str, head: str) -> Sequence[tuple[str, str]]:
    """What git calls the change (M, A, D, T), and the file, between two trees."""
    words = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", base, head]
    fields = git.command(*words).split("\0")
    return list(zip(fields[0::2], fields[1::2], strict=False))


def content_of(git: Git, tree: str, name: str) -> bytes:
    return git.content(f"{tree}:{name}")

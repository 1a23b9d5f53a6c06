"""commits -> other commits made of them, in a clone of our own: picked and reverted.

The clone shares the objects of the user's repository and keeps its own: no ref, no index and no
list of worktrees of the user changes. The commits that are made keep the dates of those that they
are made of. The same question asked again is then about the same commit, and its record is found.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from unladen.errors import ToolError
from unladen.model import Commit
from unladen.tools.git import Git

WHO = {
    "GIT_AUTHOR_NAME": "unladen",
    "GIT_AUTHOR_EMAIL": "unladen@localhost",
    "GIT_COMMITTER_NAME": "unladen",
    "GIT_COMMITTER_EMAIL": "unladen@localhost",
    "GIT_EDITOR": "true",
}
OBJECTS = "GIT_ALTERNATE_OBJECT_DIRECTORIES"
PLAIN = ("-c", "gc.auto=0", "-c", "core.hooksPath=/dev/null")


@contextlib.contextmanager
def known_to_git(objects: Path) -> Iterator[None]:
    """As long as the block lasts, every git that is started here finds these objects, too."""
    before = os.environ.get(OBJECTS)
    os.environ[OBJECTS] = os.pathsep.join([str(objects), *([before] if before else [])])
    try:
        yield
    finally:
        if before is None:
            del os.environ[OBJECTS]
        else:
            os.environ[OBJECTS] = before


class Worktree:
    """A folder to make commits in; it is removed at the end, and what was made with it."""

    def __init__(self, git: Git, folder: Path) -> None:
        self._git, self._folder = git, folder
        self._open = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._remove()
        self._folder.mkdir(parents=True)
        form = self._git.command("rev-parse", "--show-object-format").strip()
        self._run("init", "--quiet", f"--object-format={form}")
        objects = self._folder / ".git" / "objects"
        (objects / "info" / "alternates").write_text(f"{self._git.place_of('objects')}\n")
        if (shallow := self._git.place_of("shallow")).is_file():
            shutil.copyfile(shallow, self._folder / ".git" / "shallow")
        self._open.enter_context(known_to_git(objects))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._open.close()
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def picked(self, onto: Commit, commit: Commit) -> tuple[Commit | None, str]:
        """This commit alone on another one; None and why, if its patch does not apply there."""
        return self._made(onto, commit, "cherry-pick", f"does not apply alone on {onto.short}")

    def reverted(self, on: Commit, commit: Commit) -> tuple[Commit | None, str]:
        return self._made(on, commit, "revert", f"cannot be taken out of {on.short}")

    def _made(self, onto: Commit, commit: Commit, how: str, why: str) -> tuple[Commit | None, str]:
        date = f"{commit.seconds} +0000"
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        self._run("checkout", "--quiet", "--force", "--detach", onto.hash)
        merge = ["-m", "1"] if self._git.is_merge(commit) else []
        words = [how, "--no-commit", *merge, commit.hash]
        try:
            self._run(*words)
            message = f"{how} {commit.short} on {onto.short}"
            self._run(
                *["commit", "--quiet", "--no-verify", "--no-gpg-sign", "--allow-empty"],
                *["-m", message],
                **dates,
            )
        except ToolError:
            self._run("reset", "--quiet", "--hard")
            return None, why
        made = self._run("rev-parse", "HEAD").strip()
        return self._git.commit(made), ""

    def _run(self, *words: str, **variables: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self._folder), *PLAIN, *words],
            capture_output=True,
            env={**os.environ, **WHO, **variables, "GIT_LFS_SKIP_SMUDGE": "1"},
            check=False,
        )
        if done.returncode:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise ToolError(f"git {words[0]}: {' '.join(last)}", "git status")
        return done.stdout.decode(errors="replace")

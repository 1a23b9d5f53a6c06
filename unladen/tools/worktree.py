"""commits -> other commits made of them, in a worktree of their own: picked and reverted.

The commits that are made keep the dates of those that they are made of, so that the same question
asked again is about the same commit, and its record is found. Refs below refs/unladen keep them.
"""

import os
import shutil
import subprocess
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


class Worktree:
    def __init__(self, git: Git, folder: Path) -> None:
        self._git, self._folder = git, folder

    def __enter__(self) -> Self:
        self._remove()
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        self._git.command("worktree", "add", "--detach", "--quiet", str(self._folder), "HEAD")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
        self._git.command("worktree", "prune")

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
        self._git.command("update-ref", f"refs/unladen/{how}-{commit.short}-{onto.short}", made)
        return self._git.commit(made), ""

    def _run(self, *words: str, **variables: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(self._folder), *words],
            capture_output=True,
            env={**os.environ, **WHO, **variables},
            check=False,
        )
        if done.returncode:
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise ToolError(f"git {words[0]}: {' '.join(last)}", "git status")
        return done.stdout.decode(errors="replace")

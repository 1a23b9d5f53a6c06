"""a project -> a clone of it in a folder of its own, for commits that nobody keeps."""

import os
import subprocess
from pathlib import Path

from unladen.errors import ToolError
from unladen.tools import files, sample_project
from unladen.tools.asv_configuration import with_repository
from unladen.tools.asv_repository import no_repository
from unladen.tools.worktree import WHO


def cloned(folder: Path, top: Path, place: Path) -> Path:
    """The folder of the project in a clone of its repository, of which the suite measures the
    clone's own commits, wherever the project's are."""
    if not top.is_absolute():  # git knows of none
        raise no_repository(folder)
    _git(place, "clone", "--quiet", "--local", "--no-tags", str(top), str(place / top.name))
    clone = place / top.name
    inside = clone / folder.resolve().relative_to(top.resolve())
    name = next((each for each in files.SUITES if (inside / each).is_file()), "")
    if not name:
        what = f"the last commit of {top} has no {files.SUITES[0]} in {inside.relative_to(clone)}/"
        raise ToolError(what, "git add asv.conf.json && git commit")
    up = os.path.relpath(clone, inside)
    files.replace_bytes(inside / name, with_repository(inside, up))
    return inside


def sample(place: Path) -> Path:
    folder = place / sample_project.NAME
    sample_project.written(folder)
    _git(folder, "init", "--quiet")
    return folder


def committed(folder: Path, message: str) -> None:
    """All changes of tracked files and new ones that are not ignored; hooks have no part in it."""
    _git(folder, "add", "--all")
    words = ["--quiet", "--no-verify", "--no-gpg-sign", "--allow-empty", "-m", message]
    _git(folder, "-c", "core.hooksPath=/dev/null", "commit", *words)


def tracked(folder: Path) -> list[str]:
    """By their paths in the repository."""
    told = _git(folder, "ls-files", "-z", "--full-name", ":/")
    return [name for name in told.split("\0") if name]


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        capture_output=True,
        env={**os.environ, **WHO},
        check=False,
    )
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        raise ToolError(f"git {words[0]}: {' '.join(last)}", "git status")
    return done.stdout.decode(errors="replace")

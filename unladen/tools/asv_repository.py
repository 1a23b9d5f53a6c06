"""the `repo` of asv.conf.json -> the repository whose commits are measured: the clone that the
suite lies in, wherever that one is meant; else a mirror, kept in a folder of ours."""

import copy
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from unladen.errors import NoRepository
from unladen.tools import git_variables
from unladen.tools.files import ignored_by_git
from unladen.tools.git import Git

ELSEWHERE = re.compile(r"\w[\w+.-]*://|[\w.-]+@[\w.-]+:")
"""A repository that git would fetch."""


def opened(
    conf: Any, folder: Path, work: Path, get_repo: Callable[[Any], Any]
) -> tuple[Any, tuple[str, ...]]:
    """asv's object for it, and what is to be said of it.

    asv mirrors what an address names, and knows nothing of commits that are not pushed yet: where
    the suite lies in a clone of the same repository, it is those that its owner asks for.
    """
    address = str(conf.repo or "")
    if not ELSEWHERE.match(address):
        _check_is_repository(folder / address)
        return get_repo(conf), ()
    top = clone_around(folder)
    if top is not None and is_clone_of(top, address):
        conf.repo = str(top)
        return get_repo(conf), ()
    try:
        return get_repo(_mirrored(conf, folder, work)), ()
    except subprocess.SubprocessError:
        if top is None:
            raise
        told = f"{conf.repo} cannot be had: {top} instead"
        conf.repo = str(top)
        return get_repo(conf), (told,)


def _mirrored(conf: Any, folder: Path, work: Path) -> Any:
    """asv puts its mirror beside its configuration, where git would show it; one that is there
    already is used."""
    other = copy.copy(conf)
    if not (folder / str(conf.project) / "objects").is_dir():
        ignored_by_git(work)
        other.project = str(work / "mirror" / re.sub(r"[^\w.-]", "_", str(conf.project)))
        Path(other.project).parent.mkdir(exist_ok=True)
    return other


def _check_is_repository(path: Path) -> None:
    """As asv does it: with `.git` in it, or a bare one."""
    if not (path / ".git").exists() and not (path / "objects").is_dir():
        raise no_repository(path)


def no_repository(path: Path) -> NoRepository:
    git_dir = git_variables.removed.get("GIT_DIR", "")
    return NoRepository(str(path.resolve()), os.path.abspath(git_dir) if git_dir else "")


def clone_around(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)


def is_clone_of(top: Path, address: str) -> bool:
    """By name: a fork has another owner, and is meant all the same."""
    return name_of(address) in {name_of(each) for each in Git(top).remotes().values()}


def name_of(address: str) -> str:
    """The last part of an address: `git@host:owner/name.git` and `file:///name/` are `name`."""
    last = re.split(r"[/:]", address.strip().rstrip("/"))[-1]
    return last.removesuffix(".git").lower()

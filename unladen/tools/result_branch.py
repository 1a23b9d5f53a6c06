"""folders of results <-> a branch of the remote that holds nothing else, or an archive.

The working tree, the index and the branch that is checked out stay as they are: commits are made
beside them.
"""

import os
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from unladen.errors import ConfigError, ToolError

ATTEMPTS = 4
WHO = {
    "GIT_AUTHOR_NAME": "unladen",
    "GIT_AUTHOR_EMAIL": "unladen@localhost",
    "GIT_COMMITTER_NAME": "unladen",
    "GIT_COMMITTER_EMAIL": "unladen@localhost",
}
RIGHTS = "permissions: contents: write in the job, and the credentials of actions/checkout"


def _git(folder: Path, *words: str, more: Mapping[str, str] | None = None) -> str:
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(
        command, capture_output=True, check=False, env={**os.environ, **(more or {})}
    )
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise ToolError(f"git {words[0]}: {' '.join(lines[-3:])}"[:500], "git status")
    return done.stdout.decode(errors="replace").strip()


def _top(folder: Path) -> Path:
    return Path(_git(folder, "rev-parse", "--show-toplevel")).resolve()


def _names(top: Path, folders: Sequence[Path]) -> list[str]:
    """Where they are in their repository; there need be none yet."""
    outside = [each for each in folders if not each.resolve().is_relative_to(top)]
    if outside:
        what = f"{outside[0]} is not in the repository {top}"
        raise ConfigError(what, "--folder with one that is")
    return sorted({each.resolve().relative_to(top).as_posix() for each in folders})


def _check_branch(folder: Path, branch: str) -> None:
    """A branch's name goes to git as a ref, whole."""
    try:
        _git(folder, "check-ref-format", f"refs/heads/{branch}")
    except ToolError:
        raise ConfigError(f"{branch[:80]!r} is no name of a branch", "unladen-results") from None


def _tip(folder: Path, remote: str, branch: str) -> str:
    """The remote's, fetched; empty where it has no such branch yet."""
    if not _git(folder, "ls-remote", "--heads", "--", remote, f"refs/heads/{branch}"):
        return ""
    _git(folder, "fetch", "--quiet", "--no-tags", "--", remote, f"refs/heads/{branch}")
    return _git(folder, "rev-parse", "FETCH_HEAD")


def restore(folder: Path, folders: Sequence[Path], remote: str, branch: str) -> int:
    """How many files the branch had; those that are here by the same name are written over."""
    _check_branch(folder, branch)
    top = _top(folder)
    names = _names(top, folders)
    tip = _tip(folder, remote, branch)
    if not tip:
        return 0
    listed = _git(top, "ls-tree", "-r", "--name-only", "-z", tip, "--", *names)
    count = len([name for name in listed.split("\0") if name])
    there = [name for name in names if _git(top, "ls-tree", tip, "--", name)]
    if there:
        with tempfile.TemporaryDirectory() as scratch:
            archive = Path(scratch) / "results.tar"
            _git(top, "archive", "--format=tar", f"--output={archive}", tip, "--", *there)
            unpack(folder, folders, archive)
    return count


def pack(folder: Path, folders: Sequence[Path], archive: Path) -> int:
    """For the next job of a pipeline, which has other rights than the one that measures."""
    top, count = _top(folder), 0
    with tarfile.open(archive, "w") as content:
        for name in _names(top, folders):
            for path in sorted((top / name).rglob("*")):
                if path.is_file() and not path.is_symlink():
                    content.add(path, arcname=path.relative_to(top).as_posix(), recursive=False)
                    count += 1
    return count


def unpack(folder: Path, folders: Sequence[Path], archive: Path) -> int:
    """Files only, and only below the folders of results, whatever an archive says."""
    top = _top(folder)
    names = _names(top, folders)
    try:
        with tarfile.open(archive) as content:
            files = [each for each in content if each.isfile() and _below(each.name, names)]
            for each in files:
                content.extract(each, top, filter="data")
    except (tarfile.TarError, OSError) as error:
        raise ToolError(f"{archive}: {error}"[:300], "unladen keep --pack makes one") from error
    return len(files)


def _below(name: str, names: Sequence[str]) -> bool:
    return ".." not in name.split("/") and any(name.startswith(f"{each}/") for each in names)


def keep(folder: Path, folders: Sequence[Path], remote: str, branch: str) -> int:
    """Added to what is there, of which nothing is removed, in one commit; how many files are new or
    changed. Of two that push at once the second one tries again on top of the first."""
    _check_branch(folder, branch)
    top = _top(folder)
    names = [name for name in _names(top, folders) if (top / name).is_dir()]
    if not names:
        told = ", ".join(_names(top, folders))
        raise ConfigError(f"there are no results here: {told}", "unladen run HEAD~1..HEAD")
    for attempt in range(ATTEMPTS):
        tip = _tip(folder, remote, branch)
        commit, count = _committed(top, names, tip)
        if not count:
            return 0
        try:
            _git(folder, "push", "--quiet", "--", remote, f"{commit}:refs/heads/{branch}")
            return count
        except ToolError as error:
            rejected = "rejected" in error.what or "cannot lock" in error.what
            if not rejected or attempt == ATTEMPTS - 1:
                raise ToolError(error.what, RIGHTS) from error
    raise AssertionError("the last attempt returns or raises")


def _committed(top: Path, names: Sequence[str], tip: str) -> tuple[str, int]:
    with tempfile.TemporaryDirectory() as scratch:
        own = {"GIT_INDEX_FILE": str(Path(scratch) / "index"), **WHO}
        _git(top, "read-tree", *([tip] if tip else ["--empty"]), more=own)
        _git(top, "add", "--force", "--ignore-removal", "--", *names, more=own)
        tree = _git(top, "write-tree", more=own)
        was = f"{tip}^{{tree}}" if tip else _git(top, "hash-object", "-t", "tree", "/dev/null")
        told = _git(top, "diff-tree", "-r", "--name-only", "-z", was, tree, more=own)
        count = len([name for name in told.split("\0") if name])
        subject = f"{count} files of results, of {_git(top, 'rev-parse', '--short', 'HEAD')}"
        parents = ["-p", tip] if tip else []
        return _git(top, "commit-tree", tree, *parents, "-m", subject, more=own), count

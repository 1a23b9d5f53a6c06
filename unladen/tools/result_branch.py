"""folders of results <-> a branch of the remote that holds nothing else.

The working tree, the index and the branch that is checked out stay as they are: commits are made
beside them. Bytes are stored and brought back as they are: filters, line ends and attributes of the
repository are for its own files. What the branch holds may be anybody's (see result_files.py).
"""

import hashlib
import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.errors import ConfigError, ToolError
from unladen.tools import foreign
from unladen.tools.result_files import Arrived, ResultFolders
from unladen.tools.result_names import MOST_FILES, NO_RESULT, RefusedFile, check_sizes

ATTEMPTS = 4
WHO = {
    "GIT_AUTHOR_NAME": "unladen",
    "GIT_AUTHOR_EMAIL": "unladen@localhost",
    "GIT_COMMITTER_NAME": "unladen",
    "GIT_COMMITTER_EMAIL": "unladen@localhost",
}
RIGHTS = "permissions: contents: write in the job, and the credentials of actions/checkout"
MOST_LISTING = 128 * foreign.MEGABYTE
"""Bytes of names."""
HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
CREDENTIALS = re.compile(r"//[^/\s@]+@")
PLAIN = "100644"
NEXT = dict.fromkeys(("ls-remote", "fetch", "push"), "git remote -v")
"""The command to type after a command of git failed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a commit."""

    name: str
    mode: str
    hash: str


def _git(folder: Path, *words: str, more: Mapping[str, str] | None = None, given: str = "") -> str:
    command = ["git", "-C", str(folder), *words]
    done = subprocess.run(
        command,
        capture_output=True,
        check=False,
        env={**os.environ, **(more or {})},
        input=given.encode("utf-8", "surrogateescape"),
    )
    if done.returncode:
        raise _failed(words[0], done.stderr)
    return done.stdout.decode(errors="replace").strip()


def _failed(verb: str, said: bytes) -> ToolError:
    """Addresses of remotes may hold a token."""
    lines = CREDENTIALS.sub("//", said.decode(errors="replace")).strip().splitlines()
    return ToolError(
        f"git {verb}: {foreign.shortened(' '.join(lines[-3:]), 400)}", NEXT.get(verb, "git status")
    )


def folders_in(here: Path, folders: Sequence[Path]) -> ResultFolders:
    """In the repository around a folder; ConfigError if results cannot be there."""
    top = Path(_git(here, "rev-parse", "--show-toplevel"))
    git = _git(here, "rev-parse", "--git-dir", "--git-common-dir")
    return ResultFolders.of(top, folders, [(here / each).resolve() for each in git.splitlines()])


def _check_branch(top: Path, branch: str) -> None:
    """A branch's name goes to git as a ref, whole."""
    try:
        _git(top, "check-ref-format", f"refs/heads/{branch}")
    except ToolError:
        raise ConfigError(f"{branch[:80]!r} is no name of a branch", "unladen-results") from None


def _tip(top: Path, remote: str, branch: str) -> str | None:
    """The commit that the remote's branch is at, fetched; None if there is no such branch.

    No ref of this repository and no FETCH_HEAD is written: they are the user's.
    """
    ref = f"refs/heads/{branch}"
    rows = (line.split() for line in _git(top, "ls-remote", "--", remote, ref).splitlines())
    tips = [row[0] for row in rows if row[1:] == [ref] and HASH.fullmatch(row[0])]
    if not tips:
        return None
    quiet = (
        "--quiet",
        "--no-tags",
        "--no-write-fetch-head",
        "--refmap=",
        "--no-recurse-submodules",
    )
    _git(top, "fetch", *quiet, "--", remote, ref)
    return tips[0]


def _entries(top: Path, tip: str) -> list[Entry]:
    """All files of a commit. A kilobyte of trees can list more names than any disk could hold."""
    listing, names = bytearray(), 0
    with tempfile.TemporaryFile() as said:
        command = ["git", "-C", str(top), "ls-tree", "-r", "-z", "--full-tree", tip]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said) as running:
            assert running.stdout is not None
            while some := os.read(running.stdout.fileno(), foreign.MEGABYTE):
                listing += some
                names += some.count(b"\0")
                if names > MOST_FILES or len(listing) > MOST_LISTING:
                    running.kill()
                    raise ValueError(f"it holds more than {MOST_FILES:,} files")
        if running.returncode:
            said.seek(0)
            raise _failed("ls-tree", said.read())
    return [_entry(row) for row in bytes(listing).split(b"\0") if row]


def _entry(row: bytes) -> Entry:
    facts, _, name = row.partition(b"\t")
    mode, _, hash_ = facts.decode().split()
    return Entry(name.decode("utf-8", "surrogateescape"), mode, hash_)


def restore(folders: ResultFolders, remote: str, branch: str) -> Arrived | None:
    """Bring all results of the branch, or none; those that are here under the same names are
    written over. None if the remote has no such branch."""
    _check_branch(folders.top, branch)
    tip = _tip(folders.top, remote, branch)
    if tip is None:
        return None
    source, fix = f"branch {branch}", f"git ls-tree -r {tip}"
    try:
        with foreign.reading(source, fix):
            results = [each for each in _entries(folders.top, tip) if _is_result(folders, each)]
        for each in results:
            if not each.mode.startswith("100"):
                raise RefusedFile(each.name, "it is a link or another repository, and no file")
        folders.check(each.name for each in results)
        return folders.bring(_contents(folders.top, results, source, fix))
    except RefusedFile as error:
        what = f"{source} is refused, and nothing was written: {error}"
        raise ToolError(what, _without(folders.top, error.name, tip, remote, branch)) from None


def _is_result(folders: ResultFolders, entry: Entry) -> bool:
    """Or claims to be one; beside the folders of results there may be other files."""
    inside = any(f"{entry.name}/".startswith(f"{each}/") for each in folders.names)
    return inside and not NO_RESULT.search(entry.name)


def _without(top: Path, name: str, tip: str, remote: str, branch: str) -> str:
    """A command that removes a file from the branch, in a folder of its own."""
    place = shlex.quote(f"{top}-results")
    words = {"file": f":(literal){name}", "remote": remote, "ref": f"HEAD:refs/heads/{branch}"}
    quoted = {key: shlex.quote(value) for key, value in words.items()}
    return (
        f"git -C {shlex.quote(str(top))} worktree add --detach {place} {tip} && "
        f"git -C {place} rm -q -- {quoted['file']} && "
        f"git -C {place} commit -q -m 'Remove a file that is no result' && "
        f"git -C {place} push {quoted['remote']} {quoted['ref']}"
    )


def _contents(
    top: Path, entries: Sequence[Entry], source: str, fix: str
) -> Iterator[tuple[str, bytes]]:
    """By one process, which reads the hashes from a file: neither waits for the other."""
    with tempfile.TemporaryFile() as hashes:
        hashes.write("".join(f"{each.hash}\n" for each in entries).encode())
        hashes.seek(0)
        command = ["git", "-C", str(top), "cat-file", "--batch"]
        running = subprocess.Popen(
            command, stdin=hashes, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            assert running.stdout is not None
            for each in entries:
                with foreign.reading(source, fix):
                    size = _size(running.stdout.readline(200), each)
                check_sizes(each.name, size)
                with foreign.reading(source, fix):
                    content = running.stdout.read(size)
                    if len(content) != size or running.stdout.read(1) != b"\n":
                        raise ValueError(f"git cannot read {each.hash}")
                yield each.name, content
        finally:
            running.kill()
            running.communicate()


def _size(row: bytes, entry: Entry) -> int:
    """In bytes, as git prints it before a file's content."""
    facts = row.split()
    if facts[1:2] != [b"blob"]:
        raise ValueError(f"git has no file {entry.hash}")
    return int(facts[2])


def keep(folders: ResultFolders, remote: str, branch: str) -> tuple[int, list[str]]:
    """Add the results to the branch, of which nothing is removed, in one commit; how many files are
    new or changed there, and what was left out. Of two that push at once the second one tries again
    on top of the first."""
    _check_branch(folders.top, branch)
    if not any((folders.top / name).is_dir() for name in folders.names):
        what = f"there are no results here: {', '.join(folders.names)}"
        raise ConfigError(what, "unladen run HEAD~1..HEAD")
    for attempt in range(ATTEMPTS):
        left_out: list[str] = []
        tip = _tip(folders.top, remote, branch)
        with foreign.reading(f"branch {branch}", "unladen keep ANOTHER-BRANCH"):
            there = _entries(folders.top, tip) if tip else []
        new = _stored(folders, {each.name: each for each in there}, left_out)
        if not new:
            return 0, left_out
        commit = _committed(folders.top, [*there, *new], tip, len(new))
        try:
            _git(folders.top, "push", "--quiet", "--", remote, f"{commit}:refs/heads/{branch}")
            return len(new), left_out
        except ToolError as error:
            rejected = "rejected" in error.what or "cannot lock" in error.what
            if not rejected or attempt == ATTEMPTS - 1:
                raise ToolError(error.what, RIGHTS) from error
    raise AssertionError("the last attempt returns or raises")


def _stored(folders: ResultFolders, there: Mapping[str, Entry], left_out: list[str]) -> list[Entry]:
    """Those results that the branch has not, put among git's objects byte for byte.

    git reads copies with names of ours: what was checked is what is stored.
    """
    top, names = folders.top, list[str]()
    form = _git(top, "rev-parse", "--show-object-format")
    with tempfile.TemporaryDirectory() as scratch:
        for name, content in folders.checked(folders.found(left_out), left_out):
            digest = hashlib.new(form, b"blob %d\0" % len(content) + content).hexdigest()
            known = there.get(name)
            if known is None or (known.mode, known.hash) != (PLAIN, digest):
                Path(scratch, str(len(names))).write_bytes(content)
                names.append(name)
        if not names:
            return []
        paths = "".join(f"{scratch}/{number}\n" for number in range(len(names)))
        words = ("hash-object", "-w", "--no-filters", "--stdin-paths")
        hashes = _git(top, *words, given=paths).split()
    return [Entry(name, PLAIN, hash_) for name, hash_ in zip(names, hashes, strict=True)]


def _committed(top: Path, entries: Sequence[Entry], tip: str | None, count: int) -> str:
    """A commit of all these, of which a later one replaces an earlier one of the same name."""
    if len(entries) > MOST_FILES:
        what = f"the branch would hold {len(entries):,} files, at most {MOST_FILES:,} are restored"
        raise ToolError(what, "unladen keep ANOTHER-BRANCH")
    rows = "".join(f"{each.mode} {each.hash}\t{each.name}\0" for each in entries)
    with tempfile.TemporaryDirectory() as scratch:
        own = {"GIT_INDEX_FILE": str(Path(scratch) / "index"), **WHO}
        _git(top, "update-index", "-z", "--index-info", more=own, given=rows)
        tree = _git(top, "write-tree", more=own)
        subject = (
            f"Add {count} files of results, measured at {_git(top, 'rev-parse', '--short', 'HEAD')}"
        )
        parents = ["-p", tip] if tip else []
        return _git(top, "commit-tree", tree, *parents, "-m", subject, more=own)

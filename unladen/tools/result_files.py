"""Files of results, read from and written to the project: the only code that does this for others.

`unladen keep` takes files from a branch or an archive, a fleet takes them from its machines.
Whoever made them may wish to write a hook of git through them. So a name is checked as text before
anything is resolved on disk, each folder on the way is opened without following links, and a file
is written under another name and then renamed.

All files of an archive or a branch are written, or none: one that is refused stops the whole.
"""

import contextlib
import errno
import os
import re
import secrets
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Self

from unladen.errors import ConfigError
from unladen.tools import foreign
from unladen.tools.scratch import UNFINISHED

KINDS = (".json", ".json.gz", ".json.raw.gz", ".txt.gz")
"""Endings of the files that are results: records and asv's files; profiles and the functions that
they show; raw profiles by scalene; stacks that py-spy sampled. Nothing else is kept or brought."""
NO_RESULT = re.compile(rf"(\.damaged\d*|{re.escape(UNFINISHED)})\Z")
"""Endings of files that lie beside results, and that older versions kept: they are passed over."""
MOST_DEPTH = 16
LONGEST_NAME, LONGEST_PART = 1000, 255
EACH_BYTES = 64 * foreign.MEGABYTE
"""The largest file: 430 times the largest one that this repository has (148,154 bytes)."""
ALL_BYTES = 2048 * foreign.MEGABYTE
"""All files together: twice the results of seven projects that publish theirs (docs/site.md)."""
MOST_FILES = 500_000
EXPANDED_BYTES = 128 * foreign.MEGABYTE
"""The largest file when it is expanded; readers of profiles stop there, too."""
SMALL_BYTES, MOST_RATIO = 1 << 16, 200
"""A larger expanded file may be so many times as large as the compressed one. Here it is 14."""
READING = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
FOLDER = READING | os.O_DIRECTORY
FILE = READING | os.O_NONBLOCK  # to open a pipe must not wait for whoever writes to it
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
NO_NUMBERS = re.compile(rb"(?<=[\[,:\s])-?(?:NaN|Infinity)(?=[\],}\s])")
"""Numbers that asv writes and that are no JSON."""
ANOTHER_FOLDER = '"results_dir": "results/asv" in asv.conf.json, or --folder results'


class RefusedFile(ValueError):
    """A file that cannot be a result, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{foreign.shortened(name, 100)!r}: {why}")


@dataclass(slots=True)
class Arrived:
    """How many files were written, and how many were here already with the same bytes."""

    written: int = 0
    same: int = 0

    @property
    def count(self) -> int:
        return self.written + self.same


@dataclass(frozen=True, slots=True)
class ResultFolders:
    """Folders of results below a folder that is ours, by their names there."""

    top: Path
    names: tuple[str, ...]

    @classmethod
    def of(cls, top: Path, folders: Iterable[Path], apart: Sequence[Path] = ()) -> Self:
        """Their names are settings of a commit that may be anybody's. `apart`: folders that hold
        git's own files, under whatever name."""
        top = Path(os.path.abspath(top))
        names = sorted({_name_in(top, Path(os.path.abspath(each))) for each in folders})
        for name in names:
            _check_folder(top, name)
            for own in apart:
                if own.is_relative_to(top / name) or (top / name).is_relative_to(own):
                    raise ConfigError(f"{name} holds git's own files", ANOTHER_FOLDER)
        return cls(top, tuple(names))

    def check(self, listed: Iterable[tuple[str, int]]) -> None:
        """RefusedFile for the first name or size that no result has. No disk is looked at."""
        names, folders, bytes_ = set[str](), set[str](), 0
        for name, size in listed:
            self.check_name(name)
            if name in names:
                raise RefusedFile(name, "it is there twice")
            names.add(name)
            bytes_ += size
            if size > EACH_BYTES:
                raise RefusedFile(name, f"it has more than {EACH_BYTES:,} bytes")
            if bytes_ > ALL_BYTES or len(names) > MOST_FILES:
                why = f"up to it there are {len(names):,} files of {bytes_:,} bytes"
                raise RefusedFile(name, f"{why}; at most {MOST_FILES:,} of {ALL_BYTES:,}")
            folders.update(_parents(name))
        for name in sorted(names & folders):
            raise RefusedFile(name, "it is a file and a folder")

    def check_name(self, name: str) -> None:
        """RefusedFile unless a result can have this name."""
        why = why_no_name(name)
        if why is None and not any(name.startswith(f"{each}/") for each in self.names):
            why = f"it is outside of the results ({', '.join(self.names)})"
        if why is None and not name.endswith(KINDS):
            why = f"results end in {', '.join(KINDS)}"
        if why is not None:
            raise RefusedFile(name, why)

    def bring(self, contents: Iterable[tuple[str, bytes]]) -> Arrived:
        """Write all of these, whose names were checked, or none."""
        batch = _Batch(self)
        try:
            for name, content in contents:
                check_content(name, content)
                batch.write(name, content)
            return batch.finish()
        except BaseException:
            batch.undo()
            raise

    def found(self, left_out: list[str]) -> list[str]:
        """The names of all results that are here, sorted; what is left out is added, and why."""
        return sorted({name for each in self.names for name in self._below(each, left_out)})

    def read(self, name: str) -> bytes:
        """RefusedFile if it is a link, no file, or larger than a result."""
        with folder_of_file(self.top, name) as (folder, last):
            content = content_in(folder, last, name)
        if content is None:
            raise RefusedFile(name, "it is gone")
        return content

    def checked(self, names: Iterable[str], left_out: list[str]) -> Iterator[tuple[str, bytes]]:
        """Name and content of those files that can be brought back elsewhere."""
        for name in names:
            try:
                self.check_name(name)
                content = self.read(name)
                check_content(name, content)
            except RefusedFile as error:
                left_out.append(str(error))
            else:
                yield name, content

    def check_places(self, names: Iterable[str]) -> None:
        """RefusedFile for the first of these that a link or a folder here is in the way of."""
        for name in names:
            with (
                contextlib.suppress(FileNotFoundError),
                folder_of_file(self.top, name) as (folder, last),
                _file_in(folder, last, name),
            ):
                pass

    def _below(self, inside: str, left_out: list[str]) -> Iterator[str]:
        if not (self.top / inside).is_dir():
            return
        waiting = [inside]
        while waiting:
            here = waiting.pop()
            with folder_of_file(self.top, f"{here}/any") as (handle, _):
                entries = [*os.scandir(handle)]
                folders = {each.name for each in entries if each.is_dir(follow_symlinks=False)}
                files = {each.name for each in entries if each.is_file(follow_symlinks=False)}
            for each in sorted(entry.name for entry in entries):
                name = f"{here}/{each}"
                if each in folders and name.count("/") < MOST_DEPTH:
                    waiting.append(name)
                elif each in files and not NO_RESULT.search(each):
                    try:
                        self.check_name(name)
                    except RefusedFile as error:
                        left_out.append(str(error))
                    else:
                        yield name
                elif not each.endswith(UNFINISHED):
                    why = (
                        "the folder is too deep" if each in folders else "it is no file of results"
                    )
                    left_out.append(str(RefusedFile(name, why)))


@contextlib.contextmanager
def folder_of_file(
    top: Path, name: str, made: list[str] | None = None
) -> Iterator[tuple[int, str]]:
    """The folder that a file is in, opened without following a link below `top`, and the file's
    name there. With `made`, folders are made where there are none, and added to it."""
    *parts, last = name.split("/")
    handle = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for number, part in enumerate(parts):
            if made is not None:
                with contextlib.suppress(FileExistsError):
                    os.mkdir(part, 0o755, dir_fd=handle)
                    made.append("/".join(parts[: number + 1]))
            inner = _opened(handle, part, name)
            os.close(handle)
            handle = inner
        yield handle, last
    finally:
        os.close(handle)


@dataclass(slots=True)
class _Batch:
    """Files that are written under other names until all of them are there."""

    place: ResultFolders
    arrived: Arrived = field(default_factory=Arrived)
    _folders: list[str] = field(default_factory=list)
    _unfinished: list[tuple[str, str]] = field(default_factory=list)
    """Names that they will have, and those that they have until then."""

    def write(self, name: str, content: bytes) -> None:
        with folder_of_file(self.place.top, name, self._folders) as (folder, last):
            if holds(folder, last, name, content):
                self.arrived.same += 1
                return
            self._unfinished.append((name, new := _unfinished_name()))
            write_new(folder, new, content)

    def finish(self) -> Arrived:
        while self._unfinished:
            name, new = self._unfinished[-1]
            with folder_of_file(self.place.top, name) as (folder, last):
                os.replace(new, last, src_dir_fd=folder, dst_dir_fd=folder)
            self._unfinished.pop()
            self.arrived.written += 1
        return self.arrived

    def undo(self) -> None:
        for name, new in self._unfinished:
            with (
                contextlib.suppress(OSError, RefusedFile),
                folder_of_file(self.place.top, name) as (folder, _),
            ):
                os.unlink(new, dir_fd=folder)
        for name in reversed(self._folders):
            with (
                contextlib.suppress(OSError, RefusedFile),
                folder_of_file(self.place.top, name) as (folder, it),
            ):
                os.rmdir(it, dir_fd=folder)


def put(folder: int, last: str, content: bytes) -> None:
    """Write one file into a folder that is open: whole, or not at all."""
    new = _unfinished_name()
    try:
        write_new(folder, new, content, sync=True)
        os.replace(new, last, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new, dir_fd=folder)
        raise


def write_new(folder: int, name: str, content: bytes, sync: bool = False) -> None:
    with os.fdopen(os.open(name, NEW, 0o600, dir_fd=folder), "wb") as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o644)
        if sync:
            file.flush()
            os.fsync(file.fileno())


def _unfinished_name() -> str:
    return f".{secrets.token_hex(8)}{UNFINISHED}"


def _opened(folder: int, part: str, name: str) -> int:
    try:
        return os.open(part, FOLDER, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR):
            raise RefusedFile(name, f"{part!r} is a link or a file here, and no folder") from None
        raise OSError(error.errno, error.strerror, name) from None


def content_in(folder: int, last: str, name: str) -> bytes | None:
    """The content of a file in a folder that is open; None if there is no such file."""
    with _file_in(folder, last, name) as file:
        content = None if file is None else file.read(EACH_BYTES + 1)
    if content is not None and len(content) > EACH_BYTES:
        raise RefusedFile(name, f"it has more than {EACH_BYTES:,} bytes")
    return content


def holds(folder: int, last: str, name: str, content: bytes) -> bool:
    """Whether there is such a file in a folder that is open, with this content."""
    with _file_in(folder, last, name) as file:
        return file is not None and file.read(len(content) + 1) == content


@contextlib.contextmanager
def _file_in(folder: int, last: str, name: str) -> Iterator[IO[bytes] | None]:
    try:
        handle = os.open(last, FILE, dir_fd=folder)
    except FileNotFoundError:
        yield None
        return
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise RefusedFile(name, "there is a link or a socket in its place here") from None
        raise OSError(error.errno, error.strerror, name) from None
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RefusedFile(name, "what is in its place here is no file")
        yield file


def check_content(name: str, content: bytes) -> None:
    """RefusedFile unless it holds what its name says: JSON, or a compressed file within bounds."""
    with _refusing(name):
        if len(content) > EACH_BYTES:
            raise ValueError(f"it has more than {EACH_BYTES:,} bytes")
        if name.endswith(".gz"):
            most = min(EXPANDED_BYTES, SMALL_BYTES + MOST_RATIO * len(content))
            content = foreign.bounded_gunzip(content, most)
        if name.endswith((".json", ".json.gz")):
            _check_json(content)


def _check_json(content: bytes) -> None:
    """No value is made of it: ten bytes of JSON can become a thousand in memory."""
    import msgspec

    content.decode("utf-8")
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except msgspec.DecodeError:
        msgspec.json.decode(NO_NUMBERS.sub(b"null", content), type=msgspec.Raw)


@contextlib.contextmanager
def _refusing(name: str) -> Iterator[None]:
    try:
        yield
    except (ValueError, RecursionError, MemoryError) as error:
        raise RefusedFile(name, foreign.reason_of(error)) from None


def why_no_name(name: str) -> str | None:
    """Why a file from elsewhere cannot have this name below a folder of ours; None if it can.

    Not printable are the characters that some file systems ignore in a name, too.
    """
    if not name.isprintable():
        return "its name has characters that cannot be printed"
    if len(name.encode()) > LONGEST_NAME:
        return f"its name has more than {LONGEST_NAME} bytes"
    parts = name.split("/")
    if len(parts) > MOST_DEPTH:
        return f"it is more than {MOST_DEPTH} folders deep"
    if any(len(part.encode()) > LONGEST_PART for part in parts):
        return f"a part of its name has more than {LONGEST_PART} bytes"
    return None if is_plain_path(name) else "its name is no plain path, or one of git's own"


def is_plain_path(name: str) -> bool:
    """Whether it leads below a folder, and not into git's own there."""
    return not any(part in ("", ".", "..") or _is_git(part) for part in name.split("/"))


def _is_git(part: str) -> bool:
    """Also as Windows and macOS read it: `.GIT `, `git~1`, `.git::$DATA`. git refuses them, too."""
    plain = unicodedata.normalize("NFKC", part).casefold()
    return any(each.rstrip(" .") in (".git", "git~1") for each in re.split(r"[:\\]", plain))


def _parents(name: str) -> Iterator[str]:
    while "/" in name:
        name = name.rpartition("/")[0]
        yield name


def _name_in(top: Path, folder: Path) -> str:
    if not folder.is_relative_to(top) or folder == top:
        what = f"{foreign.shortened(str(folder))} is no folder below {top}: results cannot be there"
        raise ConfigError(what, ANOTHER_FOLDER)
    return folder.relative_to(top).as_posix()


def _check_folder(top: Path, name: str) -> None:
    why = why_no_name(name)
    if why is not None:
        what = f"{foreign.shortened(name, 100)!r} is no folder of results: {why}"
        raise ConfigError(what, ANOTHER_FOLDER)
    place = top
    for part in name.split("/"):
        place /= part
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            what = f"{place} is a link or a file: results lie in plain folders"
            raise ConfigError(what, f"git rm --cached {part}; or {ANOTHER_FOLDER}")

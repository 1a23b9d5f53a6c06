"""Files of results, read from and written to the project: the only code that does this for others.

`unladen keep` takes files from a branch or an archive, a fleet takes them from its machines.
Whoever made them may wish to write a hook of git through them. So a name is checked as text before
anything is resolved on disk, each folder on the way is opened without following links, and a file
is written under another name and then renamed.

All files of an archive or a branch are written, or none: one that is refused stops the whole.
"""

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from unladen.errors import ConfigError, ToolError
from unladen.tools import foreign
from unladen.tools.nofollow import (
    content_in,
    file_in,
    folder_of_file,
    holds,
    unfinished_name,
    write_new,
)
from unladen.tools.result_names import (
    ALL_BYTES,
    KINDS,
    MOST_DEPTH,
    MOST_FILES,
    NO_RESULT,
    RefusedFile,
    check_content,
    check_sizes,
    why_no_name,
)
from unladen.tools.scratch import UNFINISHED

ANOTHER_FOLDER = '"results_dir": "results/asv" in asv.conf.json, or --folder results'
PART = "--folder DIR keeps a part of them"


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

    def check(self, listed: Iterable[str]) -> None:
        """RefusedFile for the first name that no result has. No disk is looked at."""
        names, folders = set[str](), set[str]()
        for name in listed:
            self.check_name(name)
            if name in names:
                raise RefusedFile(name, "it is there twice")
            names.add(name)
            if len(names) > MOST_FILES:
                raise RefusedFile(name, f"there are more than {MOST_FILES:,} files")
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
        batch, bytes_ = _Batch(self), 0
        try:
            for name, content in contents:
                bytes_ += len(content)
                check_sizes(name, len(content), bytes_)
                check_content(name, content)
                batch.write(name, content)
            return batch.finish()
        except BaseException:
            batch.undo()
            raise

    def found(self, left_out: list[str]) -> list[str]:
        """The names of all results that are here, sorted; what is left out is added, and why."""
        names = sorted({name for each in self.names for name in self._below(each, left_out)})
        if len(names) > MOST_FILES:
            what = f"there are {len(names):,} files of results: at most {MOST_FILES:,} are kept"
            raise ToolError(what, PART)
        return names

    def read(self, name: str) -> bytes:
        """RefusedFile if it is a link, no file, or larger than a result."""
        with folder_of_file(self.top, name) as (folder, last):
            content = content_in(folder, last, name)
        if content is None:
            raise RefusedFile(name, "it is gone")
        return content

    def checked(self, names: Iterable[str], left_out: list[str]) -> Iterator[tuple[str, bytes]]:
        """Name and content of those files that can be brought back elsewhere."""
        bytes_ = 0
        for name in names:
            try:
                self.check_name(name)
                content = self.read(name)
                check_content(name, content)
            except RefusedFile as error:
                left_out.append(str(error))
                continue
            bytes_ += len(content)
            if bytes_ > ALL_BYTES:
                raise ToolError(f"the results have more than {ALL_BYTES:,} bytes together", PART)
            yield name, content

    def check_places(self, names: Iterable[str]) -> None:
        """RefusedFile for the first of these that a link or a folder here is in the way of."""
        for name in names:
            with (
                contextlib.suppress(FileNotFoundError),
                folder_of_file(self.top, name) as (folder, last),
                file_in(folder, last, name),
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
            self._unfinished.append((name, new := unfinished_name()))
            write_new(folder, new, content)  # not synced: what was brought can be brought again

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

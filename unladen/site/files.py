"""pages and data -> files of a site: written if they differ, whole, removed if nobody needs them.

What was written is remembered by digest, so that a build after one new commit leaves alone what did
not change. A site can be made again at any time: nothing here waits for the disk.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import orjson

from unladen.errors import ConfigError
from unladen.store.archive import Archive
from unladen.tools.files import naming

MARK = ".unladen-site"
BEGUN = "begun"
MARKED = "Made by unladen publish: what is in here is written over and removed.\n"


class Pages:
    """One site folder; `with` removes what an earlier build left, if this one came to its end."""

    def __init__(self, folder: Path, archive: Archive) -> None:
        self.folder = folder
        self.written = 0
        self._archive = archive
        self._key = f"pages of {folder}"
        _ours(folder)
        self._made = f"made as {folder}"
        killed = archive.kept(self._made, BEGUN) is not None
        kept = {} if killed else orjson.loads(archive.kept(self._key, "") or b"{}")
        there = _there(folder)
        self._whole = kept.keys() == there - {MARK}
        self._known = {p: d for p, d in kept.items() if p in there}
        self._old = there
        self._now: dict[str, str] = {}

    def __enter__(self) -> "Pages":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        now = self._known | self._now
        if kind is not None:
            self._archive.keep(self._made, "", b"")  # of two builds, but each page is known
        else:
            for path in self._old - self._now.keys() - {MARK}:
                (self.folder / path).unlink(missing_ok=True)
            now = self._now
        self._archive.keep(self._key, "", orjson.dumps(now))
        self._archive.commit()

    def as_before(self, stamp: str) -> bytes | None:
        """What was told of the last build, if it was made from the same and is still all there:
        then it stays as it is. Else another begins, and of one that is killed nothing is known."""
        told = self._archive.kept(self._made, stamp)
        if told is None or not self._whole:
            self._archive.keep(self._made, BEGUN, b"")
            self._archive.commit()
            return None
        self._now = self._known
        return told

    def made_from(self, stamp: str, told: bytes) -> None:
        self._archive.keep(self._made, stamp, told)

    @property
    def files(self) -> int:
        return len(self._now)

    @property
    def size(self) -> int:
        return sum((self.folder / path).stat().st_size for path in self._now)

    def put(self, path: str, content: bytes | str) -> None:
        told = content.encode("utf-8", "replace") if isinstance(content, str) else content
        digest = hashlib.blake2b(told, digest_size=12).hexdigest()
        if self._known.get(path) != digest:
            self._write(path, told)
        self._now[path] = digest

    def from_inputs(self, path: str, stamp: str, make: Callable[[], str | bytes]) -> None:
        """A page that costs something is made again only if what it is made from changed."""
        digest = _stamped(stamp)
        if self._known.get(path) != digest:
            told = make()
            content = told.encode("utf-8", "replace") if isinstance(told, str) else told
            self._write(path, content)
        self._now[path] = digest

    def stale(self, path: str, stamp: str) -> bool:
        return self._known.get(path) != _stamped(stamp)

    def copy(self, source: Path, below: str) -> None:
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                self.put(f"{below}/{path.relative_to(source).as_posix()}", path.read_bytes())

    def _write(self, path: str, content: bytes) -> None:
        target = self.folder / path
        if ".." in target.parts:
            raise ConfigError(f"{path[:80]} would lie outside of the site", "report this, please")
        beside = target.with_name(f".{target.name}.new")
        with naming(target):
            try:
                beside.write_bytes(content)
            except FileNotFoundError:
                target.parent.mkdir(parents=True, exist_ok=True)
                beside.write_bytes(content)
        # A rename over a file waits for the disk; one page of many that is gone for an instant, and
        # made again by the next build if this one is killed right here, does not.
        target.unlink(missing_ok=True)
        beside.rename(target)
        self.written += 1


def _stamped(stamp: str) -> str:
    return hashlib.blake2b(stamp.encode("utf-8", "replace"), digest_size=12).hexdigest() + "-inputs"


def _ours(folder: Path) -> None:
    """A folder that somebody else filled is not ours to tidy up."""
    if folder.is_file():
        raise ConfigError(f"{folder} is a file", "unladen publish -o DIR")
    mark = folder / MARK
    if folder.is_dir() and any(folder.iterdir()) and not mark.is_file():
        raise ConfigError(f"{folder} holds files that are not ours", "unladen publish -o DIR")
    folder.mkdir(parents=True, exist_ok=True)
    with naming(mark):
        mark.write_text(MARKED)


def _there(folder: Path) -> set[str]:
    found = set()
    for where, folders, names in os.walk(folder):
        inside = os.path.relpath(where, folder)
        prefix = "" if inside == "." else f"{inside}/"
        found |= {f"{prefix}{name}" for name in names}
        folders[:] = [name for name in folders if name != "asv"]
    return found

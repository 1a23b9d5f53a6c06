"""text -> files whole or not at all; one measurement at a time; room to work in."""

import contextlib
import fcntl
import itertools
import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from unladen.errors import Busy, NoProject, NoSpace
from unladen.tools.scratch import UNFINISHED

MEGABYTES_NEEDED = 200


def replace(path: Path, text: str) -> None:
    replace_bytes(path, text.encode("utf-8"))


@contextlib.contextmanager
def naming(path: Path) -> Iterator[None]:
    """Of a write that fails the system does not tell where it was to."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def replace_bytes(path: Path, content: bytes, mode: int = 0o644) -> None:
    """CI kills runs at any moment, and half a record reads as data."""
    path.parent.mkdir(parents=True, exist_ok=True)
    prefix = f".{path.name[:100]}."
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=UNFINISHED)
    try:
        with naming(path), os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def home() -> Path | None:
    """The folder of this user. In a container a user may have neither a HOME nor a name."""
    try:
        found = Path.home()
    except RuntimeError:
        return None
    return found if found.is_absolute() else None


SUITES = ("asv.conf.json", "asv.conf.jsonc")


DEPTHS = ("*", "*/*", "*/*/*")
NO_SUITES = frozenset({"node_modules", "site-packages", "build", "dist"})


def suites_below(folder: Path) -> list[Path]:
    """Folders with a suite of their own; hidden ones hold environments and clones."""
    patterns = [f"{depth}/{name}" for depth in DEPTHS for name in SUITES]
    found = {path.parent for pattern in patterns for path in folder.glob(pattern)}
    return sorted(each for each in found if _is_for_people(each.relative_to(folder)))


def _is_for_people(path: Path) -> bool:
    return not any(part.startswith(".") or part in NO_SUITES for part in path.parts)


def has_suite(folder: Path) -> bool:
    return any((folder / name).is_file() for name in SUITES)


def suite_folder(folder: Path) -> Path:
    """The suite that is meant by who stands in this folder: this one's, that of a folder above in
    the same repository, or the only one below."""
    for place in (folder, *folder.parents):
        if has_suite(place):
            return place
        top = (place / ".git").exists()
        below = suites_below(place) if top or place == folder else []
        if len(below) == 1:
            return below[0]
        if below:
            told = [os.path.relpath(each, folder) for each in below]
            raise NoProject(str(place), told)
        if top:
            break
    raise NoProject(str(folder))


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Held while measuring; the system lets go of it when the process ends, however it ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as file:
        who = _taken(file)
        if who:
            raise Busy(who)
        yield


def turn(path: Path, seconds: float, waiting: Callable[[str], None]) -> IO[str]:
    """Held until it is closed: of two that write the same, one waits until the other is done."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("a+")
    until = time.monotonic() + seconds
    while who := _taken(file):
        if time.monotonic() > until:
            file.close()
            raise Busy(who, "reading results")
        waiting(f"waiting    for {who}, which is reading results here")
        time.sleep(0.05)
    return file


def _taken(file: IO[str]) -> str:
    """By whom; empty if it is ours now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        return file.read(100).strip() or "a process that is not known"
    file.truncate(0)
    with contextlib.suppress(OSError):  # who it is may be unknown; that somebody is there is not
        os.pwrite(file.fileno(), f"process {os.getpid()}".encode(), 0)
    return ""


@contextlib.contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Read, change, write: nobody else does that to the files of a folder meanwhile. Where a file
    system knows no locks, it is as it was without them."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        hold(handle)
        yield
    finally:
        os.close(handle)


def hold(folder: int) -> None:
    """As `one_writer` does, of a folder that is open, until it is closed."""
    with contextlib.suppress(OSError):
        fcntl.flock(folder, fcntl.LOCK_EX)


def check_room(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free >> 20
    if free < MEGABYTES_NEEDED:
        raise NoSpace(str(folder), free)


def set_aside(path: Path, why: str) -> str:
    """A damaged file is kept under another name, byte for byte, and the rest goes on; what is said
    of it tells how to bring it back. One that was set aside before is not written over."""
    names = (f"{path.name}.damaged{number or ''}" for number in itertools.count())
    aside = next(place for name in names if not (place := path.with_name(name)).exists())
    try:
        os.replace(path, aside)
    except OSError as error:  # a folder that may only be read
        return f"not read {path}: {why[:120]} (and it stays where it is: {error.strerror})"
    told = f"mv {shlex.quote(str(aside))} {shlex.quote(str(path))} brings it back"
    return f"set aside {path} as {aside.name}: {why[:120]}\n  next: {told}"


def ignored_by_git(folder: Path) -> None:
    """Environments are no part of anybody's commit, whatever the project's own .gitignore says."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / ".gitignore"
    if not path.exists():
        path.write_text("*\n")

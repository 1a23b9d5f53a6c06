"""an environment -> a seal of its installed files, which whoever changes one of them breaks.

Whoever may write there can change what another commit is measured with. The kernel sets the time of
a file's last change itself: to forge it takes more than to write the file.
"""

import hashlib
import os
import stat
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unladen.tools import files

FOLDERS = ("lib", "bin", "pyvenv.cfg")
"""Of an environment; beside them asv keeps a clone of the project there, of which nothing runs."""
COMPILED = "__pycache__"
COMPILE_SECONDS = 300.0
SUFFIX = ".seal"

Stamp = tuple[int, int, int, int]
"""Size, mode, when it was written, and when the kernel saw it changed."""


@dataclass(frozen=True, slots=True)
class Seal:
    prefix: Path
    stamps: Mapping[str, Stamp]

    @property
    def digest(self) -> str:
        told = "".join(f"{name}\0{self.stamps[name]}\n" for name in sorted(self.stamps))
        return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()

    def broken(self, later: "Seal") -> list[str]:
        """Files that were changed, added or removed since."""
        names = self.stamps.keys() | later.stamps.keys()
        return sorted(name for name in names if self.stamps.get(name) != later.stamps.get(name))


def sealed(prefix: Path) -> Seal:
    """As it is now. Caches that no import reads are left out, numba's for one."""
    found: dict[str, Stamp] = {}
    for name in FOLDERS:
        for entry in _below(prefix / name):
            found[str(entry.relative_to(prefix))] = _stamp(entry)
    return Seal(prefix, found)


def _below(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        if path.is_file():
            yield path
        return
    waiting = [str(path)]
    while waiting:
        folder = waiting.pop()
        cache = os.path.basename(folder) == COMPILED
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif not cache or entry.name.endswith(".pyc"):
                    yield Path(entry.path)


def _stamp(path: Path) -> Stamp:
    """A file with several names changes when it gets one more: that is left out."""
    told = path.lstat()
    changed = told.st_ctime_ns if told.st_nlink == 1 else 0
    return told.st_size, told.st_mode, told.st_mtime_ns, changed


def compiled(python: Path) -> None:
    """Everything, so that no honest import has to write. What cannot be compiled is not imported
    either."""
    prefix = python.parent.parent
    command = [str(python), "-I", "-m", "compileall", "-q", "-j", "0", str(prefix / "lib")]
    try:
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=COMPILE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return


def lacks_compiled(seal: Seal) -> bool:
    """Whether there are sources that the next import would compile, and write down."""
    names = {name for name in seal.stamps if name.endswith(".pyc")}
    known = {
        (os.path.dirname(os.path.dirname(n)), os.path.basename(n).split(".")[0]) for n in names
    }
    return any(
        name.endswith(".py") and (os.path.dirname(name), os.path.basename(name)[:-3]) not in known
        for name in seal.stamps
        if name.startswith("lib")
    )


def _place(prefix: Path) -> Path:
    return prefix.with_name(f"{prefix.name}{SUFFIX}")


def seal(python: Path) -> None:
    """After something was installed."""
    found = sealed(python.parent.parent)
    if lacks_compiled(found):
        compiled(python)
        found = sealed(found.prefix)
    _write(found)


def _write(found: Seal, bytes_too: str = "") -> None:
    files.replace(_place(found.prefix), f"{found.digest}\n{bytes_too}\n")


def for_a_cache(work: Path) -> int:
    """Of all environments that are as they were left the bytes are noted, too. It takes about a
    second for a hundred megabytes, so nobody does it who has no cache."""
    count = 0
    for place in sorted(work.glob(f"env-*/*{SUFFIX}")):
        found = sealed(place.with_name(place.name.removesuffix(SUFFIX)))
        if found.stamps and as_left(found):
            _write(found, contents(found))
            count += 1
    return count


def contents(found: Seal) -> str:
    """A digest of all bytes: what a cache of CI brings back has other times, but the same bytes."""
    digest = hashlib.sha256()
    for name in sorted(found.stamps):
        path = found.prefix / name
        _, mode, _, _ = found.stamps[name]
        digest.update(f"{name}\0{mode}\0".encode("utf-8", "surrogateescape"))
        if path.is_symlink():
            digest.update(os.fsencode(os.readlink(path)))
        elif stat.S_ISREG(mode):  # a pipe would never end
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def as_left(found: Seal) -> bool:
    """Whether nobody changed anything since; bytes are looked at where times differ."""
    digest, _, before = kept(found.prefix).partition("\n")
    if found.digest == digest:
        return True
    try:
        same = bool(before) and before == contents(found)
    except OSError:
        return False
    if same:
        _write(found, before)
    return same


def kept(prefix: Path) -> str:
    """The digests of how it was left; empty where nobody sealed it."""
    try:
        return _place(prefix).read_text("utf-8", "replace")[:200].strip()
    except OSError:
        return ""

"""a purpose -> a folder that goes with its process; and what killed processes left behind, swept.

Who lives holds a lock on a file in it: the system lets go of that however the process ends, and
whatever number it had.
"""

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "unladen-"
HELD = ".held"
UNNAMED = ".unladen-none-"
"""Begins the name of a folder that has no lock yet, or is being removed: nobody else's is called
so, and one that was left needs no lock to be known as ours."""
YOUNG_SECONDS = 60.0
"""In which a folder may not be locked yet."""
UNFINISHED = ".unladen-part"
"""Ends the name of a file that is being written."""
OLD_SECONDS = 600.0
"""After which nobody is still writing it."""


class Scratch:
    """A folder, until it is closed."""

    def __init__(self, purpose: str = "") -> None:
        unnamed = Path(tempfile.mkdtemp(prefix=UNNAMED))
        self._held = (unnamed / HELD).open("w")
        fcntl.flock(self._held, fcntl.LOCK_EX)
        name = unnamed.name.removeprefix(UNNAMED)
        self.path = unnamed.rename(unnamed.with_name(f"{PREFIX}{purpose}{name}"))

    def close(self) -> None:
        with contextlib.suppress(OSError):
            unnamed = self.path.with_name(f"{UNNAMED}{self.path.name.removeprefix(PREFIX)}")
            shutil.rmtree(self.path.rename(unnamed), ignore_errors=True)
        shutil.rmtree(self.path, ignore_errors=True)
        self._held.close()


@contextlib.contextmanager
def scratch(purpose: str = "") -> Iterator[Path]:
    made = Scratch(purpose)
    try:
        yield made.path
    finally:
        made.close()


def sweep() -> int:
    """How many folders of processes that are no more."""
    swept = 0
    place = Path(tempfile.gettempdir())
    for path in (*place.glob(f"{PREFIX}*"), *place.glob(f"{UNNAMED}*")):
        with contextlib.suppress(OSError):
            told = path.lstat()
            ours = told.st_uid == os.getuid() and path.is_dir() and not path.is_symlink()
            if ours and _age(told) > YOUNG_SECONDS and _is_left(path / HELD):
                shutil.rmtree(path, ignore_errors=True)
                swept += 1
    return swept


def _age(told: os.stat_result) -> float:
    """Of a time to come, too: then somebody has set the clock back since."""
    return abs(time.time() - told.st_mtime)


def _is_left(held: Path) -> bool:
    if held.parent.name.startswith(UNNAMED) and not held.exists():
        return True
    with held.open("r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def sweep_unfinished(folder: Path) -> None:
    """Files that were being written when the system took their writer."""
    for path in folder.rglob(f".*{UNFINISHED}"):
        with contextlib.suppress(OSError):
            if _age(path.lstat()) > OLD_SECONDS:
                path.unlink()

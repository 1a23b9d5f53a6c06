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
YOUNG_SECONDS = 60.0
"""In which a folder may not be locked yet."""
UNFINISHED = ".unladen-part"
"""Ends the name of a file that is being written."""
OLD_SECONDS = 600.0
"""After which nobody is still writing it."""


class Scratch:
    """A folder, until it is closed."""

    def __init__(self, purpose: str = "") -> None:
        self.path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{purpose}"))
        self._held = (self.path / HELD).open("w")
        fcntl.flock(self._held, fcntl.LOCK_EX)

    def close(self) -> None:
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
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
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

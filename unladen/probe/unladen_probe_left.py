"""Files that outlive a run: whoever comes second finds them, and does other work than the first.

A cold cache and a warm one were mixed (I27). What is written into the folder that each run has of
its own is gone with it, and what the suite imports is no cache.
"""

import os
from collections.abc import Sequence

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
NO_FILES = ("/dev/", "/proc/", "/sys/")
COMPILED = f"{os.sep}__pycache__{os.sep}"
MOST = 3


def caches() -> str:
    """Where programs keep what they do not want to do twice."""
    return os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")


class LeftBehind:
    def __init__(self, installed: Sequence[str]) -> None:
        self._elsewhere = (*installed, *NO_FILES)
        self._caches = os.path.join(caches(), "")
        self._files: dict[str, None] = {}

    def heard(self, file: str, flags: object) -> None:
        """Of each that is opened."""
        writes = isinstance(flags, int) and bool(flags & WRITES)
        if len(self._files) < 100 and (writes or file.startswith(self._caches)):
            self._files[file] = None

    def files(self) -> list[str]:
        """Those that are there now, outside of the folder of this run."""
        own = os.path.join(os.getcwd(), "")
        found = [
            file
            for file in self._files
            if not file.startswith((own, *self._elsewhere))
            and COMPILED not in file
            and os.path.isfile(file)
        ]
        return sorted(found)[:MOST]

"""What the terminal can show, and a progress bar on it."""

import os
import shutil
import sys
import time
from typing import TextIO

BAR = 24
QUIET_SECONDS = 5.0
REDRAW_SECONDS = 0.1


def wants_colour(choice: str) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns


class Progress:
    """A bar with the time left on a terminal, a line now and then in a log, on standard error."""

    def __init__(self, what: str, total: int, done: int = 0, stream: TextIO | None = None) -> None:
        self._what, self._total, self._done = what, total, done
        self._new = 0
        self._so_far = ""
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._started = self._told = time.monotonic()

    def advance(self, so_far: str = "") -> None:
        self._so_far = f"  {so_far}" if so_far else ""
        self._done += 1
        self._new += 1
        now = time.monotonic()
        pause = REDRAW_SECONDS if self._live else QUIET_SECONDS
        if now - self._told >= pause or (self._live and self._done == self._total):
            self._told = now
            self._tell()

    def _tell(self) -> None:
        left = (time.monotonic() - self._started) / self._new * (self._total - self._done)
        text = f"{self._what}  {self._done}/{self._total}{self._so_far}  {left:.0f} s left"
        if self._live:
            filled = BAR * self._done // self._total
            bar = "█" * filled + "·" * (BAR - filled)
            self._stream.write(f"\r\x1b[K{f'{bar}  {text}'[: columns() - 1]}")
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def close(self) -> None:
        if self._live:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

"""what is being done -> standard error: a bar on a terminal, now and then a line in a log."""

import shutil
import sys
import time


def printable(text: str) -> str:
    """Subjects of commits and names of benchmarks come from strangers."""
    return "".join(each if each.isprintable() else " " for each in text)


class Progress:
    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._ticked = 0.0

    def step(self, text: str) -> None:
        if not self._quiet:
            self.clear()
            sys.stderr.write(f"{printable(text)}\n")
            sys.stderr.flush()

    def tick(self, text: str) -> None:
        now = time.monotonic()
        if self._quiet or now - self._ticked < (0.1 if self._live else 10.0):
            return
        self._ticked = now
        shown = printable(text)[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write(f"\r\x1b[K{shown}")
        if not self._live:
            sys.stderr.write("\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self._live and not self._quiet:
            sys.stderr.write("\r\x1b[K")

"""what is being done -> standard error: a bar on a terminal, now and then a line in a log."""

import contextlib
import os
import shutil
import sys
import time
from typing import TextIO

STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
NARROWEST = 20
LABEL_SHARE, DEEP = 2.8, 8
"""A first column may take one part of so many; what is as deep is a second one."""
NEXT = ("next  ", "next: ")
"""Begin a line with a command in it, which is to be copied in one piece."""


def open_closed_streams() -> None:
    """Open standard streams that are closed (`unladen show >&-`) on a file that takes anything.

    Otherwise the next file that is opened gets the number of the stream, and what programs print
    goes into that file.
    """
    for number, (name, mode) in enumerate(STREAMS):
        if getattr(sys, name) is None:
            drop_output(number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def drop_output(number: int) -> None:
    """Nothing that is written to this descriptor is kept from now on."""
    nothing = os.open(os.devnull, os.O_RDWR)
    if nothing == number:
        os.set_inheritable(number, True)
    else:
        os.dup2(nothing, number)
        os.close(nothing)


def has_colours(stream: TextIO) -> bool:
    """Only where somebody looks, and has not asked to be spared (no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and not is_plain()


def is_plain() -> bool:
    """Of terminals without colours and cursor, and for who has the screen read out: nothing is
    written over."""
    return os.environ.get("TERM", "") == "dumb" or bool(os.environ.get("UNLADEN_PLAIN"))


def has_unicode(stream: TextIO) -> bool:
    encoding = (stream.encoding or "ascii").lower().replace("-", "")
    return encoding.startswith("utf") and os.environ.get("TERM", "") != "linux"


def printable(text: str) -> str:
    """Subjects of commits and names of benchmarks come from strangers."""
    return "".join(each if each.isprintable() else " " for each in text)


def width_of(stream: TextIO) -> int | None:
    """Of the terminal, or what COLUMNS asks for; a pipe has none, lines there are as they are."""
    asked = os.environ.get("COLUMNS", "")
    if not stream.isatty() and not (asked.isdecimal() and int(asked)):
        return None
    return max(NARROWEST, shutil.get_terminal_size().columns)


def fitted(text: str, width: int | None) -> str:
    """Lines that are too long go on below, further in; a terminal would break words."""
    if width is None or len(text) <= width:
        return text
    return "\n".join(part for line in text.split("\n") for part in _parts(line, width))


def _parts(line: str, width: int) -> list[str]:
    if len(line) <= width or line.lstrip().startswith(NEXT):
        return [line]
    import textwrap  # most lines fit

    label, words = _label(line, width)
    longest = max(map(len, words.split()), default=0)
    if label and len(label) + longest > width:  # a name is to be read in one piece
        place = " " * max(0, min(4, width - longest))
        return [label.rstrip(), *_parts(f"{place}{words}", width)]
    inside = min(len(line) - len(line.lstrip()), width // 4)
    return textwrap.wrap(
        "  ".join(each for each in words.split("  ") if each.strip()),
        width,
        initial_indent=label or " " * inside,
        subsequent_indent=" " * (len(label) or inside + (4 if inside < DEEP else 0)),
        break_on_hyphens=False,
        break_long_words=False,  # a path is to be copied, too
    )


def _label(line: str, width: int) -> tuple[str, str]:
    """The first column, where it leaves room beside it: what goes on below begins in the second."""
    indent = len(line) - len(line.lstrip())
    _, gap, rest = line[indent:].partition("  ")
    column = len(line) - len(rest.lstrip())
    fits = gap and rest.strip() and column <= width // LABEL_SHARE
    return (line[:column], line[column:]) if fits else ("", line.lstrip())


class Progress:
    def __init__(self, quiet: bool = False) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty() and not is_plain()
        self._ticked = 0.0

    def step(self, text: str) -> None:
        if not self._quiet:
            self.clear()
            shown = printable(text)
            self._write(f"{_cut(shown) if self._live else shown}\n")

    def tick(self, text: str) -> None:
        now = time.monotonic()
        if self._quiet or now - self._ticked < (0.1 if self._live else 10.0):
            return
        self._ticked = now
        shown = _cut(printable(text))
        self._write(f"\r\x1b[K{shown}" if self._live else f"{shown}\n")

    def clear(self) -> None:
        if self._live and not self._quiet:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        """No measurement ends because its progress cannot be written."""
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


class PassingProgress(Progress):
    """Of what is done again and again: the last line only, as long as it is true."""

    def step(self, text: str) -> None:
        if self._live:
            self._ticked = 0.0
            self.tick(text)


def _cut(text: str) -> str:
    """One line of the terminal, and no more: a longer one could not be written over."""
    return text[: max(1, shutil.get_terminal_size().columns - 1)]

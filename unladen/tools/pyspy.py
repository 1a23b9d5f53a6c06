"""a command -> the same, watched from outside by py-spy; its file -> stacks, of all its processes.

A sampler in another process costs the program nothing, and books a sample to the function that
runs, where one inside waits for the next safe point (docs/statistics.md).
"""

import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from unladen.tools.foreign import bounded_bytes, bounded_gzip, reading

RATE = 500
OUT = "stacks.txt"
REGION = "unladen_region"

Frame = tuple[str, str, int]
"""File, name and line."""

PROCESS = re.compile(r'(?:^|";)process (\d+):"')
QUOTED = '";'
FRAME = re.compile(r"(?P<name>.+?) \((?P<file>.*?)(?::(?P<line>\d+))?\)$")


def program() -> str | None:
    beside = Path(sys.executable).with_name("py-spy")
    return str(beside) if beside.is_file() else shutil.which("py-spy")


def watched(command: list[str], folder: Path) -> list[str]:
    words = ["record", "--nonblocking", "--subprocesses", "--full-filenames", "-r", str(RATE)]
    return [str(program()), *words, "-f", "raw", "-o", str(folder / OUT), "--", *command]


@dataclass(frozen=True, slots=True)
class Stack:
    """What one process was seen at, the outermost frame first."""

    pid: int
    root: bool
    """The process that was started here, and not one that it started."""
    frames: list[Frame]
    count: int

    @property
    def in_region(self) -> bool:
        return any(name == REGION for _, name, _ in self.frames)

    @property
    def below_region(self) -> list[Frame]:
        names = [name for _, name, _ in self.frames]
        return self.frames[names.index(REGION) + 1 :]


MOST_BYTES = 1 << 28


def stacks(path: Path) -> Iterator[Stack]:
    with reading(str(path), "the same command again"):
        packed = bounded_bytes(path, MOST_BYTES)
        text = bounded_gzip(packed, MOST_BYTES).decode("utf-8", "replace")
    for each in _records(text):
        line, _, count = each.rpartition(" ")
        processes, quoted, rest = line.rpartition(QUOTED)
        pids = PROCESS.findall(processes)
        frames = [_frame(frame) for frame in (rest if quoted else line).split(";")]
        if count.isdigit():
            yield Stack(int(pids[-1]) if pids else 0, len(pids) < 2, frames, int(count))


def _records(text: str) -> Iterator[str]:
    """A line each, but that command lines may have line ends and semicolons in them."""
    record = ""
    for line in text.splitlines():
        record = f"{record}\n{line}" if record else line
        if record.count(QUOTED) >= len(PROCESS.findall(record)):
            yield record
            record = ""


def _frame(text: str) -> Frame:
    found = FRAME.match(text)
    if not found:
        return "", text, 0
    return found["file"], found["name"], int(found["line"] or 0)

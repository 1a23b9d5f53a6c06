"""a command -> the same, watched from outside by py-spy; its file -> stacks and their samples.

A sampler in another process costs the program nothing, and books a sample to the function that
runs, where one inside waits for the next safe point (docs/statistics.md).
"""

import gzip
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

RATE = 500
OUT = "stacks.txt"
REGION = "unladen_region"

Frame = tuple[str, str, int]
"""File, name and line."""

FRAME = re.compile(r"(?P<name>.+?) \((?P<file>.*?)(?::(?P<line>\d+))?\)$")


def program() -> str | None:
    beside = Path(sys.executable).with_name("py-spy")
    return str(beside) if beside.is_file() else shutil.which("py-spy")


def watched(command: list[str], folder: Path) -> list[str]:
    words = ["record", "--nonblocking", "--subprocesses", "--full-filenames", "-r", str(RATE)]
    return [str(program()), *words, "-f", "raw", "-o", str(folder / OUT), "--", *command]


def stacks(path: Path) -> Iterator[tuple[list[Frame], int]]:
    """Those below the region, from the outermost frame in it to the innermost."""
    for line in gzip.decompress(path.read_bytes()).decode("utf-8", "replace").splitlines():
        text, _, count = line.rpartition(" ")
        frames = [_frame(each) for each in text.split(";")]
        names = [frame[1] for frame in frames]
        if REGION in names and count.isdigit():
            yield frames[names.index(REGION) + 1 :], int(count)


def _frame(text: str) -> Frame:
    found = FRAME.match(text)
    if not found:
        return "", text, 0
    return found["file"], found["name"], int(found["line"] or 0)

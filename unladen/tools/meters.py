"""a command -> the same under valgrind, which counts what it executes; its files -> how much.

Totals of a process and of those that it forks, each by itself. What repeats exactly costs: counting
instructions makes 18 seconds of one, counting the blocks in which they stand 7, and caches 60.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from unladen.errors import ToolError
from unladen.tools.valgrind import QUIETLY

OUT = "counts"
TAIL = 4_000
"""Bytes at the end of a file that hold its totals."""
MISS, FAR_MISS = 10.0, 100.0
"""Cycles that a miss of the first and of the last cache is usually taken for."""


@dataclass(frozen=True, slots=True)
class Meter:
    """What is counted, and what that makes of a second of calls and of imports."""

    unit: str
    tool: tuple[str, ...]
    told: str
    slowdown: float
    imports: float

    def around(self, folder: Path) -> list[str]:
        """The words before a command."""
        place = [word.format(file=f"{folder / OUT}.%p") for word in self.tool]
        return [*QUIETLY, *place]

    def read(self, folder: Path, process: int) -> tuple[int, ...]:
        """All that a process which ended had executed, with what it inherited; its file goes."""
        path = folder / f"{OUT}.{process}"
        try:
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - TAIL))
                found = re.search(self.told.encode(), file.read())
            path.unlink()
        except OSError:
            found = None
        if found is None:
            raise ToolError("valgrind counted nothing", "valgrind --version; 3.19 or newer")
        return tuple(int(each) for each in found[1].replace(b",", b"").split())


LIGHT = ("--vex-iropt-level=1", "--vex-guest-chase=no")
"""Less is made of what is translated: imports take four fifths, calls as long, counts are alike."""
CACHEGRIND = ("--tool=cachegrind", *LIGHT, "--log-file=/dev/null", "--cachegrind-out-file={file}")
INSTRUCTIONS = Meter(
    "instructions", (*CACHEGRIND, "--cache-sim=no"), r"summary: (\d+)", slowdown=25.0, imports=15.0
)
BLOCKS = Meter(
    "blocks",
    ("--tool=none", "--stats=yes", "--log-file={file}"),
    r"scheduler: ([\d,]+) event checks",
    slowdown=8.0,
    imports=8.0,
)
"""Runs of instructions that are entered at the top only: of the same machine code they tell the
same as its instructions do, for less than half of the time."""
CYCLES = Meter(
    "instructions",
    (*CACHEGRIND, "--cache-sim=yes"),
    r"summary: (\d[\d ]+)",
    slowdown=70.0,
    imports=25.0,
)


def estimated_cycles(events: tuple[int, ...]) -> float:
    """Of cachegrind's nine numbers with `--cache-sim`."""
    fetched, fetch_miss, fetch_far, _, read_miss, read_far, _, write_miss, write_far = events
    near = fetch_miss + read_miss + write_miss
    return fetched + MISS * near + FAR_MISS * (fetch_far + read_far + write_far)

"""a process that takes a sample -> what that took as seen from here, beside what it says of it.

A benchmark runs in the process that times it, and may change the clock there, or who reads it. What
the kernel counted for the process, and how long it let us wait, it cannot. Both are more than the
sample by what a question and an answer cost, which is the same on both sides.
"""

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

SCHEDULED = 2
"""Of the clocks that the kernel has of each process, by its number: what the scheduler counts."""
PROTOCOL_SECONDS, PROTOCOL_SHARE = 1e-3, 0.03
"""Of CPU, by which two sides may differ beside their samples."""
LATE_SECONDS, LATE_SHARE = 0.05, 0.2
"""Of the clock: on a busy machine an answer comes late."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A moment."""

    wall: float
    cpu: float | None
    """None where the kernel does not tell."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Of one sample: what was told, and how much more there was, by the clock and of CPU."""

    told: float
    wall: float
    cpu: float | None


def now(process: int | None) -> Outside:
    return Outside(time.perf_counter(), cpu_of(process) if process is not None else None)


def cpu_of(process: int) -> float | None:
    """Seconds of all its threads, those that ended with them; where it has others than its first,
    nobody knows what they do between samples, which is none of them."""
    try:
        if len(os.listdir(f"/proc/{process}/task")) > 1:
            return None
        return time.clock_gettime((~process << 3) | SCHEDULED)
    except (OSError, OverflowError):
        return None


def hidden(
    before: Outside, after: Outside, told: tuple[float, float], between: tuple[float, float]
) -> Hidden:
    """`told` are wall and CPU seconds of the sample, `between` those of setting up in it."""
    cpu = None
    if before.cpu is not None and after.cpu is not None:
        cpu = after.cpu - before.cpu - told[1] - between[1]
    return Hidden(told[0], after.wall - before.wall - told[0] - between[0], cpu)


def doubts(own: Sequence[Hidden], other: Sequence[Hidden]) -> str:
    """Why a side's times cannot be believed, by the least that any of its samples hides; empty if
    they can."""
    if not own:
        return ""
    told = min(each.told for each in own)
    cpu = _more([each.cpu for each in own], [each.cpu for each in other])
    if cpu is not None and cpu > PROTOCOL_SECONDS + PROTOCOL_SHARE * told:
        return _said(cpu, told, "the kernel counted for it")
    wall = _more([each.wall for each in own], [each.wall for each in other])
    if wall is not None and wall > LATE_SECONDS + LATE_SHARE * told:
        return _said(wall, told, "we waited for it")
    return ""


def _more(own: Sequence[float | None], other: Sequence[float | None]) -> float | None:
    mine = [each for each in own if each is not None]
    if len(mine) < len(own):
        return None
    theirs = [max(0.0, each) for each in other if each is not None]
    return min(mine) - min(theirs, default=0.0)


def _said(more: float, told: float, who: str) -> str:
    milli = f"{1e3 * more:.1f} ms more than the {1e3 * told:.1f} ms that it says"
    return f"its times cannot be believed: {who} {milli}, sample by sample"

"""a target -> its lines under scalene, and how many times slower that made it.

It runs in an environment of its own, and its times are never times.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.profiling.places import Places
from unladen.tools import files, scalene
from unladen.tools.alone import NoFinding, Order, Target, ran

CALL_SECONDS = 0.01
SPLIT_SLOWDOWN, MEMORY_SLOWDOWN = 6.0, 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleneProfile:
    """What one run under scalene saw."""

    lines: Mapping[str, Sequence[scalene.Line]]
    gpu: bool
    calls: int
    """That scalene saw: those that were looped over."""
    slower: float
    """How many times slower a call was: by the looped ones, which are the timed ones."""


def profiled(
    target: Target, places: Places, seconds: float, keep: Path, memory: bool
) -> ScaleneProfile:
    """The raw profile is kept before anything reads it (I53)."""
    number = max(1, math.ceil(CALL_SECONDS / max(target.seconds, 1e-9)))
    order = Order(lane="samples", number=number, seconds=seconds, prologue=True)
    inside = [f"site-packages/{package}" for package in places.packages]
    inside.append(f"{target.suite.inside.name}/")

    def around(command: list[str], folder: Path) -> list[str]:
        return scalene.profiled(command, folder, inside, memory=memory)

    slowdown = MEMORY_SLOWDOWN if memory else SPLIT_SLOWDOWN
    with ran(target, order, slowdown, around=around) as room:
        raw = room.folder / scalene.OUT
        if raw.is_file():
            files.replace_bytes(keep, scalene.condensed(raw))
        try:
            lines = scalene.memory_lines(raw) if memory else scalene.lines(raw)
            gpu = not memory and scalene.has_gpu(raw)
        except scalene.Unhealthy as error:
            raise NoFinding(str(error)) from None
        looped = max(1, int(room.told["calls"]))
        busy = room.told["wall"] - room.told["paused"]
        slower = busy / looped / max(target.seconds, 1e-9)
        return ScaleneProfile(lines=lines, gpu=gpu, calls=looped, slower=slower)


def prefix_of(target: Target) -> str:
    return str(target.installed.python.parents[1])


def key_of_line(file: str, line: int, places: Places, prefix: str) -> str:
    """By what the timed environment calls it: this is the one for profiles."""
    inside = file.startswith(prefix)
    name = file.partition("/site-packages/")[2] if inside else places.file_of(file)
    return places.around(name, line)

"""a subject -> how the time of each function divides: Python, native, system; by scalene.

It runs in an environment of its own, and its times are never times.
"""

import math
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.model.anatomy import Memory, Split
from unladen.profiling.places import Places
from unladen.tools import scalene
from unladen.tools.alone import NoFinding, Order, Subject, ran

CALL_SECONDS = 0.01
SPLIT_SLOWDOWN, MEMORY_SLOWDOWN = 6.0, 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiled:
    """What one run under scalene saw."""

    lines: Mapping[str, Sequence[scalene.Line]]
    gpu: bool
    calls: int
    """That scalene saw: those that were looped over, and the warm-up before them."""
    slower: float
    """How many times slower a call was: by the looped ones, which are the timed ones."""


def split(
    subject: Subject, places: Places, seconds: float, keep: Path
) -> tuple[dict[str, Split], float]:
    """By function key, as shares of the whole; and how many times slower scalene made it."""
    seen = _profiled(subject, places, seconds, keep, memory=False)
    return by_function(seen.lines, places, _prefix(subject), seen.gpu), seen.slower


def memory(
    subject: Subject, places: Places, seconds: float, keep: Path
) -> tuple[dict[str, Memory], float]:
    """What each function allocates; a run of its own, because following memory moves the times."""
    seen = _profiled(subject, places, seconds, keep, memory=True)
    return memory_by_function(seen.lines, places, _prefix(subject), seen.calls), seen.slower


def _profiled(
    subject: Subject, places: Places, seconds: float, keep: Path, memory: bool
) -> Profiled:
    """The raw profile is kept before anything reads it (I53)."""
    number = max(1, math.ceil(CALL_SECONDS / max(subject.seconds, 1e-9)))
    order = Order(lane="samples", number=number, seconds=seconds, prologue=True)
    inside = [f"site-packages/{package}" for package in places.packages]
    inside.append(f"{subject.suite.name}/")

    def around(command: list[str], folder: Path) -> list[str]:
        return scalene.profiled(command, folder, inside, memory=memory)

    slowdown = MEMORY_SLOWDOWN if memory else SPLIT_SLOWDOWN
    with ran(subject, order, slowdown, around=around) as room:
        raw = room.folder / scalene.OUT
        if raw.is_file():
            keep.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(raw, keep)
        try:
            lines = scalene.memory_lines(raw) if memory else scalene.lines(raw)
            gpu = not memory and scalene.has_gpu(raw)
        except scalene.Unhealthy as error:
            raise NoFinding(str(error)) from None
        looped = max(1, int(room.told["calls"]))
        busy = room.told["wall"] - room.told["paused"]
        slower = busy / looped / max(subject.seconds, 1e-9)
        return Profiled(lines=lines, gpu=gpu, calls=looped + order.warm, slower=slower)


def _prefix(subject: Subject) -> str:
    return str(subject.installed.python.parents[1])


def by_function(
    found: Mapping[str, Sequence[scalene.Line]], places: Places, prefix: str, gpu: bool
) -> dict[str, Split]:
    sums: dict[str, list[float]] = {}
    for file, lines in found.items():
        for line in lines:
            key = _key(file, int(line["lineno"]), places, prefix)
            into = sums.setdefault(key, [0.0] * 4)
            for index, field in enumerate(scalene.FIELDS):
                into[index] += float(line.get(field) or 0.0) / 100
    return {
        key: Split(python=p, native=n, system=s, gpu=g if gpu else None)
        for key, (p, n, s, g) in sums.items()
    }


def memory_by_function(
    found: Mapping[str, Sequence[scalene.Line]], places: Places, prefix: str, calls: int
) -> dict[str, Memory]:
    sums: dict[str, list[float]] = {}
    for file, lines in found.items():
        for line in lines:
            key = _key(file, int(line["lineno"]), places, prefix)
            into = sums.setdefault(key, [0.0, 0.0])
            into[0] += float(line.get("n_malloc_mb") or 0.0) / calls
            into[1] = max(into[1], float(line.get("n_peak_mb") or 0.0))
    return {key: Memory(allocated=a, peak=p) for key, (a, p) in sums.items()}


def _key(file: str, line: int, places: Places, prefix: str) -> str:
    """By what the timed environment calls it: this is the one for profiles."""
    inside = file.startswith(prefix)
    name = file.partition("/site-packages/")[2] if inside else places.file_of(file)
    return places.around(name, line)

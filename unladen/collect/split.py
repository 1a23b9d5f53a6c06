"""a subject -> how the time of each function divides: Python, native, system; by scalene.

It runs in an environment of its own, and its times are never times.
"""

import math
import shutil
from pathlib import Path

from unladen.anatomy import Memory, Split
from unladen.collect.alone import NoFinding, Order, Subject, ran
from unladen.collect.places import Places
from unladen.tools import scalene

CALL_SECONDS = 0.01


def split(
    subject: Subject, places: Places, seconds: float, keep: Path
) -> tuple[dict[str, Split], float]:
    """By function key, as shares of the whole; and how many times slower scalene made it."""
    number = max(1, math.ceil(CALL_SECONDS / max(subject.seconds, 1e-9)))
    order = Order(lane="samples", number=number, seconds=seconds, prologue=True)
    inside = [f"site-packages/{package}" for package in places.packages]
    inside.append(f"{subject.suite.name}/")

    def around(command: list[str], folder: Path) -> list[str]:
        return scalene.profiled(command, folder, inside)

    with ran(subject, order, 6.0, around=around) as room:
        raw = room.folder / scalene.OUT
        if raw.is_file():
            keep.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(raw, keep)  # before anything reads it (I53)
        try:
            found = scalene.lines(raw)
            gpu = scalene.has_gpu(raw)
        except scalene.Unhealthy as error:
            raise NoFinding(str(error)) from None
        busy = room.told["wall"] - room.told["paused"]
        slower = busy / max(1, room.told["calls"]) / max(subject.seconds, 1e-9)
    return by_function(found, places, str(subject.installed.python.parents[1]), gpu), slower


def by_function(
    found: dict[str, list[scalene.Line]], places: Places, prefix: str, gpu: bool
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


def memory(
    subject: Subject, places: Places, seconds: float, keep: Path
) -> tuple[dict[str, Memory], float]:
    """What each function allocates; a run of its own, because following memory moves the times."""
    number = max(1, math.ceil(CALL_SECONDS / max(subject.seconds, 1e-9)))
    order = Order(lane="samples", number=number, seconds=seconds, prologue=True)
    inside = [f"site-packages/{package}" for package in places.packages]

    def around(command: list[str], folder: Path) -> list[str]:
        return scalene.profiled(command, folder, [*inside, f"{subject.suite.name}/"], memory=True)

    with ran(subject, order, 10.0, around=around) as room:
        raw = room.folder / scalene.OUT
        if raw.is_file():
            shutil.copyfile(raw, keep)
        try:
            found = scalene.memory_lines(raw)
        except scalene.Unhealthy as error:
            raise NoFinding(str(error)) from None
        calls = max(1, int(room.told["calls"]) + order.warm)
        busy = room.told["wall"] - room.told["paused"]
        slower = busy / calls / max(subject.seconds, 1e-9)
    prefix = str(subject.installed.python.parents[1])
    sums: dict[str, list[float]] = {}
    for file, lines in found.items():
        for line in lines:
            key = _key(file, int(line["lineno"]), places, prefix)
            into = sums.setdefault(key, [0.0, 0.0])
            into[0] += float(line.get("n_malloc_mb") or 0.0) / calls
            into[1] = max(into[1], float(line.get("n_peak_mb") or 0.0))
    return {key: Memory(allocated=a, peak=p) for key, (a, p) in sums.items()}, slower


def _key(file: str, line: int, places: Places, prefix: str) -> str:
    """By what the timed environment calls it: this is the one for profiles."""
    inside = file.startswith(prefix)
    name = file.partition("/site-packages/")[2] if inside else places.file_of(file)
    return places.around(name, line)

"""a target -> how the time of each function divides: Python, native, system, GPU; by scalene."""

from collections.abc import Mapping, Sequence
from typing import Any

from unladen.model.anatomy import Split
from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.profiling.samples import seconds_for
from unladen.profiling.scalene_run import key_of_line, prefix_of, profiled
from unladen.tools import scalene

LEAST_SECONDS = 4.0


def seconds(depth: Depth) -> float:
    return max(LEAST_SECONDS, seconds_for(depth.precision))


def look(at: Look) -> Mapping[str, Any]:
    """Shares of the whole, by function."""
    keep = at.raw("scalene.json.raw.gz")
    seen = profiled(at.target, at.places, seconds(at.depth), keep, memory=False)
    found = by_function(seen.lines, at.places, prefix_of(at.target), seen.gpu)
    return {"splits": found, "overheads": {"scalene": seen.slower}}


def by_function(
    found: Mapping[str, Sequence[scalene.Line]], places: Places, prefix: str, gpu: bool
) -> dict[str, Split]:
    sums: dict[str, list[float]] = {}
    for file, lines in found.items():
        for line in lines:
            key = key_of_line(file, int(line["lineno"]), places, prefix)
            into = sums.setdefault(key, [0.0] * 4)
            for index, field in enumerate(scalene.FIELDS):
                into[index] += float(line.get(field) or 0.0) / 100
    return {
        key: Split(python=p, native=n, system=s, gpu=g if gpu else None)
        for key, (p, n, s, g) in sums.items()
    }

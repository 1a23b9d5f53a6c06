"""a target -> what each function of it allocates, and its peak; by scalene, in a run of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from unladen.model.anatomy import Memory
from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.profiling.scalene_run import key_of_line, prefix_of, profiled
from unladen.tools import scalene

SECONDS = 2.0


def seconds(_: Depth) -> float:
    return SECONDS


def look(at: Look) -> Mapping[str, Any]:
    """Following memory moves the times: so these are not those that are split."""
    keep = at.raw("scalene-memory.json.raw.gz")
    seen = profiled(at.target, at.places, SECONDS, keep, memory=True)
    found = by_function(seen.lines, at.places, prefix_of(at.target), seen.calls)
    return {"memory": found, "overheads": {"scalene for memory": seen.slower}}


def by_function(
    found: Mapping[str, Sequence[scalene.Line]], places: Places, prefix: str, calls: int
) -> dict[str, Memory]:
    sums: dict[str, list[float]] = {}
    for file, lines in found.items():
        for line in lines:
            key = key_of_line(file, int(line["lineno"]), places, prefix)
            into = sums.setdefault(key, [0.0, 0.0])
            into[0] += float(line.get("n_malloc_mb") or 0.0) / calls
            into[1] = max(into[1], float(line.get("n_peak_mb") or 0.0))
    return {key: Memory(allocated=a, peak=p) for key, (a, p) in sums.items()}

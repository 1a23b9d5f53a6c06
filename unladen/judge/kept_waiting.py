"""pairs of workers -> what others on the machine did to them: wall time for the same CPU time."""

import statistics
from collections.abc import Iterator, Sequence

from unladen.model import Clock, Run

MUCH = 1.25
"""Wall by CPU seconds, from where on it is worth a word."""


def kept_waiting(pairs: Sequence[tuple[Run, Run]], clock: Clock) -> Iterator[str]:
    """By the wall clock a busy machine looks like slow code (I06)."""
    runs = [run for pair in pairs for run in pair]
    walls = [statistics.median(run.wall) for run in runs if run.wall]
    cpus = [statistics.median(run.cpu) for run in runs if run.cpu]
    if clock is not Clock.CPU or not walls or not cpus:
        return
    if statistics.median(walls) > MUCH * statistics.median(cpus):
        low, high = min(walls) / min(cpus), max(walls) / min(cpus)
        yield f"others had the cores: {low:.1f} to {high:.1f} times as long by the wall clock"

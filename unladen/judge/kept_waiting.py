"""pairs of workers -> what others on the machine did to them: wall time for the same CPU time."""

import statistics
from collections.abc import Iterator, Sequence

from unladen.model import Clock, Run

MUCH = 1.25
"""Wall by CPU seconds, from where on it is worth a word."""


def kept_waiting(pairs: Sequence[tuple[Run, Run]], clock: Clock) -> Iterator[str]:
    """By the wall clock a busy machine looks like slow code (I06)."""
    if clock is not Clock.CPU:
        return
    runs = [run for pair in pairs for run in pair if run.cpu and min(run.cpu) > 0]
    longer = sorted(statistics.median(run.wall) / statistics.median(run.cpu) for run in runs)
    if longer and statistics.median(longer) > MUCH:
        told = f"{longer[0]:.1f} to {longer[-1]:.1f} times as long"
        yield f"others had the cores: {told} by the wall clock"

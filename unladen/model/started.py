"""processes that a call starts on both sides -> what is said of them.

A pool that is made for each task costs CPU seconds in processes that no profile shows, and the
clock on the wall may still like it (I44).
"""

from typing import NamedTuple


class Started(NamedTuple):
    """Of one call."""

    processes: float = 0.0
    seconds: float = 0.0
    """In which it was busy with starting them."""
    cpu: float = 0.0
    """Seconds of those that it waited for, or that still run."""


def started_otherwise(base: Started, head: Started) -> str:
    """Empty where both start as many."""
    if round(base.processes) == round(head.processes):
        return ""
    return (
        f"starts {base.processes:.0f} -> {head.processes:.0f} processes a call, "
        f"{_ms(base.seconds)} -> {_ms(head.seconds)} to start them, "
        f"{_ms(base.cpu)} -> {_ms(head.cpu)} of CPU time in them"
    )


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.1f} s"

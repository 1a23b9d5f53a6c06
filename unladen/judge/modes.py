"""what runs say of the way they took -> which of them took one way: others are of another program.

Above a number of threads, below a size, after a retry a program goes another way. Seconds of two
ways are not held against each other (I47).
"""

from collections.abc import Iterator, Mapping, Sequence

from unladen.model import Run

LOG_LEVEL = "log level"
"""Told by the probe of itself. The commit may have changed it: then it is a gain like others."""
MOST = 3


def other_way(base: Sequence[Run], head: Sequence[Run]) -> str:
    """What was another way, lately; empty where it was one, or nobody says."""
    if not base or not head:
        return ""
    old, new = dict(base[-1].mode), dict(head[-1].mode)
    if {run.session for run in base} & {run.session for run in head}:
        old.pop(LOG_LEVEL, None)
        new.pop(LOG_LEVEL, None)
    names = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
    return ", ".join(f"{n} was {old.get(n, '?')}, is {new.get(n, '?')}" for n in names[:MOST])


def lately(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Those that took the way of the last one."""
    return tuple(run for run in runs if run.mode == runs[-1].mode)


def of_one_way(pairs: Sequence[tuple[Run, Run]]) -> list[tuple[Run, Run]]:
    """Both sides as in the last pair."""
    if not pairs:
        return []
    last = [run.mode for run in pairs[-1]]
    return [pair for pair in pairs if [run.mode for run in pair] == last]


def left_out(pairs: int, of: int, mode: Mapping[str, str]) -> Iterator[str]:
    if pairs < of:
        yield f"{of - pairs} of {of} pairs took another way than {told(mode)}: left out"


def log_levels(pairs: Sequence[tuple[Run, Run]]) -> Iterator[str]:
    """Of a commit that logs more or less than the one before."""
    if not pairs:
        return
    old, new = (run.mode.get(LOG_LEVEL, "WARNING") for run in pairs[-1])
    if old != new:
        yield f"log level {old} -> {new}"


def told(mode: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {mode[name]}" for name in sorted(mode)[:MOST]) or "usual"

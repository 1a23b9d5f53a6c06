"""benchmarks of a suite -> the few that stand for it, which are taken apart at every commit."""

import re
from collections.abc import Iterable, Mapping, Sequence

from unladen.model import Kind, Measurement, Outcome

MOST = 3
LONGEST_SECONDS = 0.6
"""Instructions of longer calls are not counted by function."""


def representatives(
    measured: Mapping[str, Measurement],
    seconds: Mapping[str, float],
    known: Iterable[str] = (),
    patterns: Sequence[str] = (),
    most: int = MOST,
) -> list[str]:
    """Those that were taken apart before, so that a series goes on; then, one by one, what runs the
    most functions that none of the others runs, and of those that run as many the longest call that
    can still be counted. Where nobody looked which functions run, one of each class."""
    able = [
        id
        for id, one in measured.items()
        if one.benchmark.kind is Kind.TIME and one.outcome is Outcome.OK and id in seconds
    ]
    if patterns:
        asked = [id for id in able if any(re.search(pattern, id) for pattern in patterns)]
        return asked[:most]
    chosen = [id for id in able if id in set(known)][:most]
    covered: set[str] = {name for id in chosen for name in _parts(measured[id])}

    def worth(id: str) -> tuple[bool, int, float]:
        new = len(_parts(measured[id]) - covered)
        countable = seconds[id] <= LONGEST_SECONDS
        return (countable, new, seconds[id] if countable else -seconds[id])

    while len(chosen) < most and (left := [id for id in able if id not in chosen]):
        best = max(left, key=worth)
        if chosen and not _parts(measured[best]) - covered:
            break
        chosen.append(best)
        covered |= _parts(measured[best])
    return chosen


def smaller(
    id: str, measured: Mapping[str, Measurement], seconds: Mapping[str, float]
) -> str | None:
    """The same benchmark with the parameters of which a call takes the longest that can be counted
    by function; None where it needs no other, or there is none."""
    if seconds.get(id, 0.0) <= LONGEST_SECONDS:
        return None
    name = measured[id].benchmark.name
    able = [
        other
        for other, one in measured.items()
        if one.benchmark.name == name
        and one.outcome is Outcome.OK
        and 0 < seconds.get(other, 0.0) <= LONGEST_SECONDS
    ]
    return max(able, key=lambda other: (seconds[other], other), default=None)


def _parts(one: Measurement) -> set[str]:
    """Functions that it runs, where they are known; else its class."""
    owner = one.benchmark.name.rpartition(".")[0] or one.benchmark.name
    return set(one.functions) or {f"class {owner}"}

"""benchmarks x patterns -> those that were asked for, as asv's --bench does it."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from unladen.errors import EmptySelection

T = TypeVar("T")


def selected(benchmarks: Mapping[str, T], patterns: Sequence[str]) -> dict[str, T]:
    """Those in whose id a pattern is found, or in the group that they are in; none at all is an
    error, not an empty list."""
    try:
        wanted = [re.compile(pattern) for pattern in patterns]
    except re.error as error:
        raise EmptySelection(f"a pattern is no regular expression: {error}") from error
    if not benchmarks:
        raise EmptySelection("the suite has no benchmarks")
    fitting = {
        id: benchmark
        for id, benchmark in benchmarks.items()
        if not wanted or any(p.search(id) or _in_group(p, benchmark) for p in wanted)
    }
    if not fitting:
        raise EmptySelection(f"no benchmark of {len(benchmarks)} fits {' or '.join(patterns)}")
    return fitting


def fits(id: str, patterns: Sequence[str]) -> bool:
    """Of what may not be in today's suite any more."""
    return not patterns or any(re.search(pattern, id) for pattern in patterns)


def _in_group(pattern: re.Pattern[str], benchmark: object) -> bool:
    group = getattr(benchmark, "group", "")
    return bool(group and pattern.search(group))

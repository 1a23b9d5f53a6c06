"""footprints of runs -> Flags: what calls leave behind, and what a process and its children hold.

What is counted is believed if it grew with every sample of every process; memory also has to go on
growing, since what is kept to be used again is full at some time.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from unladen.judge.compare import paired_runs
from unladen.model import Footprint, Measurement, Run
from unladen.model.flags import Flag, FlagKind
from unladen.model.leaks import MEMORY, Left

COUNTED: Mapping[str, Callable[[Footprint], Sequence[int]]] = {
    "processes": lambda seen: seen.processes,
    "threads": lambda seen: seen.threads,
    "file descriptors": lambda seen: seen.descriptors,
    "semaphores": lambda seen: seen.semaphores,
}
LEAST_STEPS = 3
"""From sample to sample, of all processes together."""
LEAST_BYTES = 1 << 20
"""That a process has to grow by: less is what allocators round to."""
LEAST_MEMORY_STEPS = 2
"""Of each process."""
LEVELLED = 0.5
"""Of the typical step, below which the last one says that it is full."""
MOST_PROCESSES = 0.8
"""Of them have to show that memory goes on growing; the system tells it in lumps."""
MORE = 0.25
"""Of what each call left before, by which it has to leave more to be told again."""
LEAST_PAIRS = 4
LEAST_PEAK = 2_000_000


def grown(seen: Footprint) -> bool:
    """Whether anything grew with each sample of this process."""
    counted = any(_rises(of(seen)) for of in COUNTED.values())
    return counted or _goes_on(seen.memory)


def left_behind(one: Measurement) -> dict[str, Left]:
    """By what it is; of threads, their own descriptors, and so on, each is told by itself."""
    runs = [run for run in one.runs if run.footprint is not None]
    found = {}
    for what, of in COUNTED.items():
        if left := _left(what, runs, of, _rises):
            found[what] = left
    if left := _left(MEMORY, runs, lambda seen: seen.memory, _goes_on, MOST_PROCESSES):
        found[MEMORY] = left
    return found


def _left(
    what: str,
    runs: Sequence[Run],
    of: Callable[[Footprint], Sequence[int]],
    grows: Callable[[Sequence[int]], bool],
    most: float = 1.0,
) -> Left | None:
    seen = [(of(run.footprint), run.number) for run in runs if run.footprint is not None]
    steps = sum(len(values) - 1 for values, _ in seen)
    if steps < LEAST_STEPS or any(values[-1] <= values[0] for values, _ in seen):
        return None
    if sum(grows(values) for values, _ in seen) < most * len(seen):
        return None
    calls = [(len(values) - 1) * number for values, number in seen]
    each = sorted(
        ((values[-1] - values[0]) / many, values[0], values[-1], many)
        for (values, _), many in zip(seen, calls, strict=True)
    )
    typical, first, last, many = each[len(each) // 2]
    return Left(what=what, each=typical, first=first, last=last, calls=many, processes=len(each))


def _rises(values: Sequence[int]) -> bool:
    return len(values) > 1 and all(b > a for a, b in pairwise(values))


def _goes_on(values: Sequence[int]) -> bool:
    if len(values) <= LEAST_MEMORY_STEPS or not _rises(values):
        return False
    steps = [b - a for a, b in pairwise(values)]
    return sum(steps) >= LEAST_BYTES and steps[-1] >= LEVELLED * statistics.median(steps)


def leaks(base: Measurement, head: Measurement) -> Iterator[Flag]:
    """Of what head leaves behind, and base did not, or less of it."""
    before = left_behind(base)
    for what, left in left_behind(head).items():
        old = before[what].each if what in before else 0.0
        if left.each <= (1 + MORE) * old:
            continue
        yield Flag(
            kind=FlagKind.LEAK,
            benchmark=head.benchmark.id,
            what=what,
            base=old,
            head=left.each,
            unit=left.unit,
            share=(left.each - old) / old if old else 1.0,
            beside=left.trend,
        )


def as_before(base: Measurement, head: Measurement) -> list[Left]:
    """What both leave behind: nobody's of these commits, and still to be told."""
    before, new = left_behind(base), {flag.what for flag in leaks(base, head)}
    return [left for what, left in left_behind(head).items() if what in before and what not in new]


def heavier_tree(base: Measurement, head: Measurement, allow: float) -> Flag | None:
    """The peak of the process and its children in each pair of workers."""
    pairs = [
        (max(b.footprint.peaks), max(h.footprint.peaks))
        for b, h in paired_runs(base, head)
        if b.footprint is not None and h.footprint is not None
    ]
    if len(pairs) < LEAST_PAIRS:
        return None
    if not all(new - old >= LEAST_PEAK and new > (1 + allow) * old for old, new in pairs):
        return None
    old, new = (statistics.median(side) for side in zip(*pairs, strict=True))
    return Flag(
        kind=FlagKind.HEAVIER,
        benchmark=head.benchmark.id,
        what="memory of the process and its children",
        base=old,
        head=new,
        unit="bytes",
        share=(new - old) / old,
    )

"""pairs of runs -> the Flag for a benchmark that waits longer while it computes no more, and the
other way round."""

import statistics

from unladen.judge.compare import clock_of, paired_runs
from unladen.model import Clock, Measurement, Rules
from unladen.model.flags import Flag, FlagKind

LEAST_PAIRS = 4
LEAST_SECONDS = 1e-4
ALIKE = 0.5
"""Of the typical pair's waiting, that each must show: one is often kept waiting by others."""
MUCH_CPU = 0.1
"""Of what it was: on a busy machine the same work costs some per cent more."""
COMPUTED = 0.5
"""Of the waiting, that computing may have grown by."""


def waits_longer(base: Measurement, head: Measurement, rules: Rules) -> Flag | None:
    """By what the kernel tells: neither on a core, nor in the queue for one."""
    pairs = [(b, h) for b, h in paired_runs(base, head) if b.waits and h.waits and b.cpu and h.cpu]
    if len(pairs) < LEAST_PAIRS:
        return None
    waited = [statistics.median(h.waits) - statistics.median(b.waits) for b, h in pairs]
    computed = [statistics.median(h.cpu) - statistics.median(b.cpu) for b, h in pairs]
    whole = statistics.median(statistics.median(b.wall) for b, _ in pairs)
    more = statistics.median(waited)
    if min(waited) < max(LEAST_SECONDS, rules.allow * whole, ALIKE * more):
        return None
    if statistics.median(computed) > COMPUTED * more:
        return None
    before = statistics.median(statistics.median(b.waits) for b, _ in pairs)
    return Flag(
        kind=FlagKind.WAITS,
        benchmark=head.benchmark.id,
        what="neither computing nor kept from a core",
        base=before,
        head=before + more,
        unit="s",
        share=more / whole if whole else 0.0,
    )


def computes_more(base: Measurement, head: Measurement, rules: Rules) -> Flag | None:
    """CPU seconds of the whole tree of processes, where the wall clock judges: they may rise by as
    much as cores are idle while it says that all is well (I44)."""
    pairs = [(b, h) for b, h in paired_runs(base, head) if b.cpu and h.cpu]
    if len(pairs) < LEAST_PAIRS or clock_of(base, head, rules) is not Clock.WALL:
        return None
    before = statistics.median(statistics.median(b.cpu) for b, _ in pairs)
    each = [statistics.median(h.cpu) - statistics.median(b.cpu) for b, h in pairs]
    more = statistics.median(each)
    whole = statistics.median(statistics.median(b.wall) for b, _ in pairs)
    if min(each) < max(LEAST_SECONDS, rules.allow * whole, MUCH_CPU * before, ALIKE * more):
        return None
    return Flag(
        kind=FlagKind.CPU,
        benchmark=head.benchmark.id,
        what="CPU seconds, those of child processes with them, where the wall clock judges",
        base=before,
        head=before + more,
        unit="s",
        share=more / before if before else 0.0,
    )

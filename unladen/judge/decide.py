"""comparisons -> what is done about them: ranks, exit codes, what deserves another look."""

from collections.abc import Callable, Mapping, Sequence

from unladen.errors import Exit
from unladen.judge.compare import timed
from unladen.model import (
    FAILING,
    Comparison,
    Decision,
    Kind,
    Measurement,
    RankedDecision,
    Rules,
    Verdict,
)

ORDER = {verdict: rank for rank, verdict in enumerate(Verdict)}


def exit_code(decision: Decision) -> Exit:
    """Slower or wrong beats undecided: more sampling would not make it good. So do flags that the
    project fails on."""
    found = {comparison.verdict for comparison in decision.comparisons}
    if found & FAILING or decision.unwanted:
        return Exit.SLOWER
    if Verdict.UNDECIDED in found:
        return Exit.UNDECIDED
    return Exit.PASS


def worst_exit(codes: Sequence[Exit]) -> Exit:
    """Of several environments: slower in one is slower."""
    return next(code for code in (Exit.SLOWER, Exit.UNDECIDED, Exit.PASS) if code in codes)


def ranked(decision: Decision) -> RankedDecision:
    return RankedDecision(
        decision=decision,
        worst_first=worst(decision.comparisons),
        exit=exit_code(decision),
    )


def worst(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """By verdict, then by size of the change: numbers are sorted, never their text."""

    def key(comparison: Comparison) -> tuple[int, float, str]:
        change = comparison.change.estimate if comparison.change else 0.0
        return (ORDER[comparison.verdict], -abs(change), comparison.benchmark.id)

    return sorted(comparisons, key=key)


def slower_ones(comparisons: Sequence[Comparison], most: int) -> list[str]:
    return [c.benchmark.id for c in comparisons if c.verdict is Verdict.SLOWER][:most]


def faster_ones(comparisons: Sequence[Comparison], most: int) -> list[str]:
    return [c.benchmark.id for c in comparisons if c.verdict is Verdict.FASTER][:most]


def timed_on_both(old: Mapping[str, Measurement], new: Mapping[str, Measurement]) -> list[str]:
    return [
        id
        for id in old
        if old[id].benchmark.kind is Kind.TIME and old[id].runs and id in new and new[id].runs
    ]


def most_changed(
    old: Mapping[str, Measurement],
    new: Mapping[str, Measurement],
    rules: Callable[[str, int], Rules],
    most: int,
) -> list[str]:
    """Time benchmarks, by the size of what was seen."""

    def size(id: str) -> float:
        change = timed(old[id], new[id], rules(id, len(old))).change
        return -abs(change.estimate) if change else 0.0

    return sorted(timed_on_both(old, new), key=size)[:most]

"""Decision -> exit code: one meaning each."""

from collections.abc import Sequence

from unladen.errors import Exit
from unladen.model import FAILING, Comparison, Decision, Verdict

ORDER = {verdict: rank for rank, verdict in enumerate(Verdict)}


def exit_code(decision: Decision) -> Exit:
    """Slower or wrong beats undecided: more sampling would not make it good."""
    found = {comparison.verdict for comparison in decision.comparisons}
    if found & FAILING:
        return Exit.SLOWER
    if Verdict.UNDECIDED in found:
        return Exit.UNDECIDED
    return Exit.PASS


def worst_exit(codes: Sequence[Exit]) -> Exit:
    """Of several environments: slower in one is slower."""
    return next(code for code in (Exit.SLOWER, Exit.UNDECIDED, Exit.PASS) if code in codes)


def worst_first(decision: Decision) -> list[Comparison]:
    return worst(decision.comparisons)


def worst(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """By verdict, then by size of the change: numbers are sorted, never their text."""

    def key(comparison: Comparison) -> tuple[int, float, str]:
        change = comparison.change.estimate if comparison.change else 0.0
        return (ORDER[comparison.verdict], -abs(change), comparison.benchmark.id)

    return sorted(comparisons, key=key)

"""two Measurements -> why they are not of the same thing: then nothing is judged."""

from collections.abc import Iterator, Mapping

from unladen.judge.modes import other_way
from unladen.judge.profiled import profiled_otherwise
from unladen.model import Benchmark, Comparison, Measurement, Outcome, Rules, Verdict

MOST = 3
"""Variables that are told."""


def said(benchmark: Benchmark, verdict: Verdict, rules: Rules, reason: str) -> Comparison:
    return Comparison(benchmark=benchmark, verdict=verdict, allow=rules.allow, reason=reason)


def not_comparable(base: Measurement, head: Measurement, rules: Rules) -> Comparison | None:
    benchmark = head.benchmark
    outcomes = (base.outcome, head.outcome)
    if outcomes == (Outcome.OK, Outcome.OK):
        reason = next(_differences(base, head), "")
        return said(benchmark, Verdict.UNDECIDED, rules, reason) if reason else None
    if Outcome.MISSING in outcomes:
        side = "base" if base.outcome is Outcome.MISSING else "head"
        return said(benchmark, Verdict.MISSING, rules, f"not in the suite of {side}")
    if base.outcome is Outcome.SKIPPED or head.outcome is Outcome.SKIPPED:
        if base.outcome is head.outcome:
            return said(benchmark, Verdict.SKIPPED, rules, "skipped on both sides")
        side = "base" if base.outcome is Outcome.SKIPPED else "head"
        return said(benchmark, Verdict.UNDECIDED, rules, f"skipped by {side} only")
    if head.outcome is Outcome.OK:
        reason = f"base: {base.outcome.value}: {base.detail}"
        return said(benchmark, Verdict.UNDECIDED, rules, reason)
    if base.outcome is Outcome.OK:
        reason = f"{head.outcome.value}: {head.detail}"
        return said(benchmark, Verdict.FAILED, rules, reason)
    reason = f"fails on both sides: {head.outcome.value}: {head.detail}"
    if rules.must_run:
        return said(benchmark, Verdict.FAILED, rules, f"{reason}; must-run says that it works")
    return said(benchmark, Verdict.UNDECIDED, rules, reason)


def _differences(base: Measurement, head: Measurement) -> Iterator[str]:
    """Two figures of one name, of which one is not to be taken from the other (I36)."""
    old, new = base.benchmark, head.benchmark
    if old.version != new.version:
        yield "the benchmark itself was changed: its old times are of another one"
    if (old.kind, old.unit) != (new.kind, new.unit):
        yield f"another measure: {_measure(new)} was {_measure(old)}"
    if base.variables != head.variables:
        yield f"under other variables: {_other(base.variables, head.variables)}"
    if way := other_way(base.runs, head.runs):
        yield f"another way was taken: {way}"
    if base.workload != head.workload:
        yield f"other work: workload {base.workload[:12]} was {head.workload[:12]}"
    if reason := profiled_otherwise(base, head):
        yield reason


def _other(base: Mapping[str, str], head: Mapping[str, str]) -> str:
    names = sorted(n for n in base.keys() | head.keys() if base.get(n) != head.get(n))
    told = (f"{n}={head[n]}" if n in head else f"no {n}" for n in names[:MOST])
    before = (f"{n}={base[n]}" if n in base else f"no {n}" for n in names[:MOST])
    return f"base {', '.join(before)}; head {', '.join(told)}"


def _measure(benchmark: Benchmark) -> str:
    return f"{benchmark.kind.value} in {benchmark.unit}"[:40]

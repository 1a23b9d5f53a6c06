"""two Measurements of one benchmark -> Comparison, or: measure more."""

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import replace

from unladen.judge.answers import differing, how_answers_differ
from unladen.judge.comparable import not_comparable, said
from unladen.judge.computed import computed
from unladen.judge.counts import counted, paired_counts
from unladen.judge.doubted import doubted, taken_apart
from unladen.judge.estimate import interval, pair_effect, unpaired
from unladen.judge.first_calls import first_calls
from unladen.judge.kept_waiting import kept_waiting
from unladen.judge.modes import lately, left_out, log_levels, of_one_way
from unladen.judge.sequential import LOOKS, Policy, State, named, pairs_needed, state_of_effects
from unladen.model import (
    Clock,
    Comparison,
    Interval,
    Kind,
    Measurement,
    Rules,
    Run,
    Verdict,
)

BUSY = 0.9
"""CPU by wall above which CPU time sees everything that matters (docs/statistics.md)."""

LEAST_PROCESSES = 4
RISK_UNPAIRED = 0.005


def compare(base: Measurement, head: Measurement, rules: Rules) -> Comparison:
    """Answers before timings; what cannot be compared is said to be so, never passed."""
    for early in (not_comparable, doubted, _answers):
        if (found := early(base, head, rules)) is not None:
            return found
    if head.benchmark.kind is Kind.TIME:
        return timed(base, head, rules)
    return _values(base, head, rules)


def _answers(base: Measurement, head: Measurement, rules: Rules) -> Comparison | None:
    """A changed answer fails before any timing is read (I03)."""
    changed = differing(base, head)
    if not changed:
        return None
    found = said(head.benchmark, Verdict.WRONG, rules, how_answers_differ(base, head))
    return replace(found, answers_changed=tuple(changed))


def paired_runs(base: Measurement, head: Measurement) -> list[tuple[Run, Run]]:
    """Runs that were taken in lockstep and went one way, in the order in which they were taken."""
    return of_one_way(_together(base, head))


def _together(base: Measurement, head: Measurement) -> list[tuple[Run, Run]]:
    other = {(run.session, run.pair): run for run in head.runs if not taken_apart(run.session)}
    return [
        (run, other[run.session, run.pair]) for run in base.runs if (run.session, run.pair) in other
    ]


def hardly_waits(runs: Sequence[Run]) -> bool:
    """Not for a tenth of the time, in the quietest sample of most processes."""
    shares = [
        min(w / wall if wall > 0 else 0.0 for w, wall in zip(run.waits, run.wall, strict=True))
        for run in runs
    ]
    return statistics.median(shares) < 1 - BUSY


def clock_for(*sides: Sequence[Run]) -> Clock:
    """CPU time where each side's quietest samples are nearly all CPU, or never wait; else wall.

    CPU time does not see waiting: one side that waits is enough to ask for the wall clock. The
    quietest sample of a process shows what the benchmark does rather than what the machine did; and
    who is only kept from its core by others does not give it away of itself.
    """
    for runs in sides:
        if runs and all(run.waits for run in runs) and hardly_waits(runs):
            continue
        quietest = [
            max(c / w if w > 0 else 0.0 for c, w in zip(run.cpu, run.wall, strict=True))
            for run in runs
            if run.wall
        ]
        if not quietest or statistics.median(quietest) < BUSY:
            return Clock.WALL
    return Clock.CPU


def seconds(run: Run, clock: Clock) -> tuple[float, ...]:
    return run.cpu if clock is Clock.CPU else run.wall


def effects_of(pairs: Sequence[tuple[Run, Run]], clock: Clock) -> list[float]:
    return [pair_effect(seconds(base, clock), seconds(head, clock)) for base, head in pairs]


def clock_of(base: Measurement, head: Measurement, rules: Rules) -> Clock:
    """By the first pairs: it does not change under way."""
    first = paired_runs(base, head)[: LOOKS[0]]
    clock = clock_for([base for base, _ in first], [head for _, head in first])
    return Clock.CPU if rules.cpu_time else clock


def state_of(base: Measurement, head: Measurement, rules: Rules) -> tuple[State, Clock, int]:
    """How far the pairs taken so far have come; `verdict` None asks for more."""
    pairs = paired_runs(base, head)
    clock = clock_of(base, head, rules)
    return state_of_effects(effects_of(pairs, clock), policy_of(rules)), clock, len(pairs)


def policy_of(rules: Rules) -> Policy:
    return Policy(allow=rules.allow, together=rules.together)


def timed(base: Measurement, head: Measurement, rules: Rules) -> Comparison:
    pairs = paired_runs(base, head)
    if not pairs:
        return _apart(base, head, rules)
    state, clock, count = state_of(base, head, rules)
    if state.verdict is None and len(pairs) < LOOKS[0]:
        several = "pairs of workers are" if count > 1 else "pair of workers is"
        reason = f"{count} {several} too few, {LOOKS[0]} are the least"
        few = said(head.benchmark, Verdict.UNDECIDED, rules, reason)
        old, new = (_typical([both[side] for both in pairs], clock) for side in (0, 1))
        return replace(few, pairs=count, base=old, head=new, clock=clock)
    policy = policy_of(rules)
    needed = None
    if state.verdict is None:
        effects = effects_of(pairs, clock)
        missing = max(0, pairs_needed(effects, policy) - count)
        needed = missing * sum(sum(b.wall) * b.number + sum(h.wall) * h.number for b, h in pairs)
        needed /= count
    verdict = state.verdict or Verdict.UNDECIDED
    witness = instructions_of(base, head, pairs)
    reason = "" if state.verdict else "the interval crosses the allowance"
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict,
        allow=rules.allow,
        change=state.change,
        base=_typical([b for b, _ in pairs], clock),
        head=_typical([h for _, h in pairs], clock),
        clock=clock,
        pairs=count,
        instructions=witness,
        reason=reason,
        seconds_needed=needed,
        notes=tuple(dict.fromkeys((*base.notes, *head.notes, *_beside(base, head, rules, clock)))),
    )


def _beside(base: Measurement, head: Measurement, rules: Rules, clock: Clock) -> Iterator[str]:
    """What else is known of the pairs that were judged."""
    pairs = paired_runs(base, head)
    yield from kept_waiting(pairs, clock)
    yield from first_calls(pairs, rules.allow)
    yield from log_levels(pairs)
    yield from left_out(len(pairs), len(_together(base, head)), pairs[-1][1].mode)


def instructions_of(
    base: Measurement, head: Measurement, pairs: Sequence[tuple[Run, Run]]
) -> Interval | None:
    """The second witness: it sees no cache, branch or waiting, and decides nothing."""
    if paired_counts(base, head):
        return counted(base, head)
    both = [(b, h) for b, h in pairs if b.instructions and h.instructions]
    if len(both) < LOOKS[0]:
        return None
    effects = [pair_effect(b.instructions, h.instructions) for b, h in both]
    return interval(effects, RISK_UNPAIRED, RISK_UNPAIRED)


def _typical(runs: Sequence[Run], clock: Clock) -> float:
    return statistics.median(statistics.median(seconds(run, clock)) for run in runs)


def typical_seconds(one: Measurement, rules: Rules) -> float | None:
    """Of a call, by the clock that this side alone would be judged by."""
    clock = Clock.CPU if rules.cpu_time else clock_for(one.runs)
    return _typical(one.runs, clock) if one.runs else None


def _apart(base: Measurement, head: Measurement, rules: Rules) -> Comparison:
    """Records of two runs: processes that did not run side by side, so a wider interval."""
    base, head = (replace(side, runs=lately(side.runs)) for side in (base, head))
    clock = Clock.CPU if rules.cpu_time else clock_for(base.runs, head.runs)
    if min(len(base.runs), len(head.runs)) < LEAST_PROCESSES:
        if not base.runs or not head.runs:
            reason = "no pairs of workers yet"
            return said(head.benchmark, Verdict.UNDECIDED, rules, reason)
        old, new = _typical(base.runs, clock), _typical(head.runs, clock)
        change = f"{100 * (new / old - 1):+.1f} %" if old else ""
        reason = f"{change}, but {len(base.runs)} and {len(head.runs)} processes are too few"
        few = said(head.benchmark, Verdict.UNDECIDED, rules, reason)
        notes = tuple(dict.fromkeys(base.notes + head.notes))
        return replace(few, base=old, head=new, clock=clock, notes=notes)
    logs = [
        [math.log(statistics.median(seconds(run, clock))) for run in side.runs]
        for side in (base, head)
    ]
    found = unpaired(logs[0], logs[1], RISK_UNPAIRED, RISK_UNPAIRED)
    verdict = named(found, rules.allow)
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict or Verdict.UNDECIDED,
        allow=rules.allow,
        change=found,
        base=_typical(base.runs, clock),
        head=_typical(head.runs, clock),
        clock=clock,
        pairs=0,
        reason="" if verdict else "the interval crosses the allowance",
        notes=("measured apart, not side by side",),
    )


def _values(base: Measurement, head: Measurement, rules: Rules) -> Comparison:
    """A number that repeats needs no statistics: any change is a change."""
    if not base.values or not head.values:
        return said(head.benchmark, Verdict.UNDECIDED, rules, "no value")
    if len(set(base.values)) > 1 or len(set(head.values)) > 1:
        return _scattered(base, head, rules)
    old, new = base.values[0], head.values[0]
    relative = _relative(old, new)
    verdict = Verdict.SAME
    if old != new:
        worse = (new < old) if rules.higher_is_better else (new > old)
        memory = head.benchmark.kind in (Kind.MEMORY, Kind.PEAK_MEMORY)
        within = memory and abs(relative) <= rules.allow
        verdict = Verdict.WITHIN if within else (Verdict.WORSE if worse else Verdict.BETTER)
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict,
        allow=rules.allow,
        change=Interval(estimate=relative, low=relative, high=relative),
        base=old,
        head=new,
        clock=Clock.COUNT,
        pairs=min(len(base.values), len(head.values)),
        reason=computed(head) or computed(base),
    )


def _relative(old: float, new: float) -> float:
    if old == new:
        return 0.0
    return (new - old) / abs(old) if old else float("inf") if new > 0 else float("-inf")


def _scattered(base: Measurement, head: Measurement, rules: Rules) -> Comparison:
    """A value that does not repeat: only if the two sides do not overlap is it a change."""
    old, new = statistics.median(base.values), statistics.median(head.values)
    apart = max(base.values) < min(head.values) or max(head.values) < min(base.values)
    relative = _relative(old, new)
    enough = min(len(base.values), len(head.values)) >= LEAST_PROCESSES
    worse = (new < old) if rules.higher_is_better else (new > old)
    verdict, reason = Verdict.UNDECIDED, "the value does not repeat"
    if apart and enough and abs(relative) > rules.allow:
        verdict, reason = (Verdict.WORSE if worse else Verdict.BETTER), "all values lie apart"
    elif enough and abs(relative) <= rules.allow:
        verdict, reason = Verdict.SAME, "within the allowance, though it does not repeat"
    lows = [_relative(b, h) for b in base.values for h in head.values]
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict,
        allow=rules.allow,
        change=Interval(estimate=relative, low=min(lows), high=max(lows)),
        base=old,
        head=new,
        clock=Clock.COUNT,
        pairs=min(len(base.values), len(head.values)),
        reason=reason,
    )

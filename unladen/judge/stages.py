"""code, instructions and time of one benchmark -> who decides it, and what.

Instructions repeat exactly where seconds scatter; they see no cache, and no waiting. So where time
can tell, it does; a count that is the same needs no time, and a count that is not is heard where
time stays undecided, or confirms what time says early.
"""

import statistics
from dataclasses import dataclass, replace

from unladen.judge.compare import clock_of, compare, effects_of, not_comparable, paired_runs
from unladen.judge.estimate import as_change
from unladen.judge.sequential import named
from unladen.model import Clock, Comparison, Interval, Kind, Measurement, Rules, Stage, Verdict

FLOOR = 0.002
"""Two builds lay out their memory differently: counts of the same work differ by less than this."""
HONEST = 0.02
"""Regions that do not differ alike are not of the same work."""
REGIONS = 2
"""That are counted in one layout of memory, one after the other."""
LARGE = 3.0
"""So many times the allowance, and one layout is enough."""
AGREEING = 3
"""Pairs of workers that agree with the count."""
UNTOUCHED = "runs none of the changed code"


def counted(base: Measurement, head: Measurement) -> Interval | None:
    """The change of the count, region by region: both sides have done the same before each."""
    if not base.instructions or not head.instructions:
        return None
    changes = [h / b - 1 for b, h in zip(base.instructions, head.instructions, strict=False)]
    change = sum(changes) / len(changes)
    spread = max(abs(each - change) for each in changes)
    if spread > HONEST:
        return None
    floor = max(FLOOR, spread)
    return Interval(estimate=change, low=change - floor, high=change + floor)


def by_count(base: Measurement, head: Measurement, rules: Rules) -> Verdict | None:
    """A small change must be counted in two layouts of memory: where objects are hashed by their
    address, one build can look 1 % better or worse by nothing but luck."""
    found = counted(base, head)
    if found is None or Stage.INSTRUCTIONS not in rules.decide_by:
        return None
    verdict = named(found, rules.allow)
    if verdict is Verdict.FASTER and found.estimate > -rules.allow:
        return Verdict.SAME
    small = abs(found.estimate) < LARGE * rules.allow
    if verdict in (Verdict.FASTER, Verdict.SLOWER) and small and not twice(base, head):
        return None
    return verdict


def twice(base: Measurement, head: Measurement) -> bool:
    """Whether both were counted in two layouts."""
    return min(len(base.instructions), len(head.instructions)) >= 2 * REGIONS


def again(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """Whether a count in another layout could tell more."""
    return (
        bool(base.instructions and head.instructions)
        and not twice(base, head)
        and by_count(base, head, rules) is None
    )


def needs_no_time(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """The count is the same."""
    return by_count(base, head, rules) is Verdict.SAME


def agreed(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """Count and clock say that it is slower, or faster, by more than is allowed: so often, and each
    time, that more pairs would tell only by how much."""
    pairs = paired_runs(base, head)
    if len(pairs) < AGREEING:
        return False
    effects = [as_change(each) for each in effects_of(pairs, clock_of(base, head, rules))]
    if by_count(base, head, rules) is Verdict.SLOWER:
        return min(effects) > rules.allow
    return faster_than_allowed(base, head, rules) and max(effects) < -rules.allow


def faster_than_allowed(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """By the count, and by more than is allowed the other way."""
    found = counted(base, head)
    faster = by_count(base, head, rules) is Verdict.FASTER
    return faster and found is not None and found.high < -rules.allow


@dataclass(frozen=True, slots=True)
class Ahead:
    """What is known of a benchmark before it is timed."""

    reach: str | None = None
    """How the change can reach it: empty if it cannot, None if nobody looked."""
    refused: str = ""
    """Why its instructions were not counted."""
    seconds_needed: float | None = None
    """That time would take to decide it."""


def conclude(base: Measurement, head: Measurement, rules: Rules, ahead: Ahead) -> Comparison:
    found = compare(base, head, rules)
    if found.benchmark.kind is not Kind.TIME or found.verdict is Verdict.WRONG:
        return found
    if not_comparable(base, head, rules):
        return found
    if ahead.reach == "" and Stage.CODE in rules.decide_by and not paired_runs(base, head):
        told = replace(found, verdict=Verdict.SAME, stage=Stage.CODE, reason=UNTOUCHED)
        return replace(told, instructions=counted(base, head))
    count = counted(base, head)
    found = replace(found, instructions=count or found.instructions)
    if Stage.TIME in rules.decide_by and found.verdict is not Verdict.UNDECIDED:
        return replace(found, stage=Stage.TIME)
    verdict = by_count(base, head, rules)
    if verdict is None:
        refused = f"; not counted: {ahead.refused}" if ahead.refused else ""
        return replace(
            found,
            verdict=Verdict.UNDECIDED,
            reason=f"{found.reason}{refused}",
            seconds_needed=ahead.seconds_needed or found.seconds_needed,
        )
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict,
        allow=rules.allow,
        change=count,
        clock=Clock.COUNT,
        pairs=found.pairs,
        instructions=count,
        stage=Stage.INSTRUCTIONS,
        reason=f"by instructions{_time_says(base, head, rules)}",
        notes=found.notes,
    )


def _time_says(base: Measurement, head: Measurement, rules: Rules) -> str:
    pairs = paired_runs(base, head)
    if not pairs:
        return ""
    effects = effects_of(pairs, clock_of(base, head, rules))
    typical = 100 * as_change(statistics.median(effects))
    said = "agrees" if agreed(base, head, rules) else "undecided"
    return f"; time {said} ({typical:+.1f} % in {len(pairs)} pairs)"

"""code, instructions and time of one benchmark -> who decides it, and what.

Instructions repeat exactly where seconds scatter; they see no cache, and no waiting. So where time
can tell, it does; a count that is the same needs no time, and a count that is not is heard where
time stays undecided, or confirms what time says early.
"""

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace

from unladen.judge.comparable import not_comparable
from unladen.judge.compare import clock_of, compare, effects_of, paired_runs
from unladen.judge.counts import (
    FLOOR,
    LAYOUTS,
    counted,
    cycled,
    in_blocks,
    paired_counts,
    unsteady,
)
from unladen.judge.estimate import as_change
from unladen.judge.sequential import named
from unladen.model import Clock, Comparison, Interval, Kind, Measurement, Rules, Stage, Verdict

LARGE = 3.0
"""So many times the allowance, and one layout is enough."""
HEAVY = 8.0
"""So many times as long as a block of an interpreter takes one of compiled loops over numbers
(tests/quality/meters.py)."""
AGREEING = 3
"""Pairs of workers that agree with the count."""
UNTOUCHED = "runs none of the changed code"


def by_count(base: Measurement, head: Measurement, rules: Rules) -> Verdict | None:
    """A small change must be counted in two layouts of memory: where objects are hashed by their
    address, one build can look 1 % better or worse by nothing but luck."""
    found = counted(base, head)
    if found is None or Stage.INSTRUCTIONS not in rules.decide_by:
        return None
    verdict = named(found, rules.allow)
    if verdict in (Verdict.SAME, Verdict.WITHIN) and not _as_near(base, head, rules):
        return None
    if verdict is Verdict.FASTER and found.estimate > -rules.allow:
        return Verdict.SAME
    small = abs(found.estimate) < LARGE * rules.allow
    if verdict in (Verdict.FASTER, Verdict.SLOWER) and small and layouts(base, head) < LAYOUTS:
        return None
    return verdict


def _as_near(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """The same instructions may miss the caches more often: where that was simulated, it is
    heard. And few blocks may be much work."""
    count = counted(base, head)
    if in_blocks(base, head) and count and HEAVY * abs(count.estimate) + FLOOR > rules.allow:
        return False
    found = cycled(base, head)
    return found is None or named(found, rules.allow) is not Verdict.SLOWER


def layouts(base: Measurement, head: Measurement) -> int:
    """Of memory, in which both were counted."""
    return len(paired_counts(base, head))


def again(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """Whether a count in another layout could tell more."""
    if not 0 < layouts(base, head) < LAYOUTS or finer(base, head, rules):
        return False
    return by_count(base, head, rules) is None


def finer(base: Measurement, head: Measurement, rules: Rules) -> bool:
    """Whether it differs by too few blocks to say what that is worth."""
    found = counted(base, head)
    if found is None or not in_blocks(base, head):
        return False
    small = named(found, rules.allow) in (Verdict.SAME, Verdict.WITHIN)
    return small and not _as_near(base, head, rules)


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


def untouched(base: Measurement, head: Measurement) -> bool:
    """Whether neither runs any of the code that differs between them."""
    return any(head.reach.get(builds) == how == "" for builds, how in base.reach.items())


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What measuring says of a benchmark that is still undecided."""

    refused: str = ""
    """Why its instructions were not counted."""
    seconds_needed: float | None = None
    """That time would take to decide it."""
    draws: str = ""
    """The line of it that asks for chance which no seed governs."""


def conclude(
    base: Measurement, head: Measurement, rules: Rules, unfinished: Unfinished | None = None
) -> Comparison:
    """By the cheapest evidence that decides, whoever took it, and when."""
    found = compare(base, head, rules)
    if found.benchmark.kind is not Kind.TIME or found.verdict is Verdict.WRONG:
        return found
    if not_comparable(base, head, rules):
        return found
    count = counted(base, head)
    if Stage.CODE in rules.decide_by and untouched(base, head):
        told = replace(found, verdict=Verdict.SAME, stage=Stage.CODE, reason=UNTOUCHED)
        return replace(told, instructions=count, change=None, seconds_needed=None)
    notes = (*found.notes, *_of_counts(base, head))
    found = replace(found, instructions=count or found.instructions, notes=notes)
    if Stage.TIME in rules.decide_by and found.verdict is not Verdict.UNDECIDED:
        return replace(found, stage=Stage.TIME)
    verdict = by_count(base, head, rules)
    if verdict is None:
        known = unfinished or Unfinished()
        refused = f"; not counted: {known.refused}" if known.refused else ""
        return replace(
            found,
            verdict=Verdict.UNDECIDED,
            reason=f"{found.reason}{refused}",
            notes=(*found.notes, *_other_work(base, head, known.draws)),
            seconds_needed=known.seconds_needed or found.seconds_needed,
        )
    heard = Stage.TIME in rules.decide_by and verdict in (Verdict.SLOWER, Verdict.FASTER)
    if heard and count and found.change and contradict(count, found.change):
        said = f"instructions {100 * count.estimate:+.1f} %, which no time shows: undecided"
        return replace(found, reason=said)
    return Comparison(
        benchmark=head.benchmark,
        verdict=verdict,
        allow=rules.allow,
        change=count,
        clock=Clock.COUNT,
        pairs=found.pairs,
        instructions=count,
        stage=Stage.INSTRUCTIONS,
        reason=f"by {_unit(base, head)}{_time_says(base, head, rules)}",
        notes=found.notes,
    )


def _other_work(base: Measurement, head: Measurement, draws: str) -> Iterator[str]:
    """Why no number of pairs would help: the suite has to be mended."""
    if spread := unsteady(base, head):
        yield f"each call does other work: their counts lie {100 * spread:.0f} % apart"
    if draws:
        yield f"{draws} draws without a seed, so each call may do other work"


def contradict(count: Interval, time: Interval) -> bool:
    """Fewer instructions may be no less time, as seen on calls of some microseconds after a long
    set-up: then neither is to be believed alone."""
    return count.high < time.low or time.high < count.low


def _unit(base: Measurement, head: Measurement) -> str:
    return "blocks of instructions" if in_blocks(base, head) else "instructions"


def _of_counts(base: Measurement, head: Measurement) -> Iterator[str]:
    if in_blocks(base, head):
        yield "a call takes long: blocks of instructions were counted, not each"
    cycles = cycled(base, head)
    if cycles is not None:
        change, wide = 100 * cycles.estimate, 100 * (cycles.high - cycles.estimate)
        yield f"estimated cycles {change:+.2f} % (+-{wide:.2f}), as simulated caches have it"


def _time_says(base: Measurement, head: Measurement, rules: Rules) -> str:
    pairs = paired_runs(base, head)
    if not pairs:
        return ""
    effects = effects_of(pairs, clock_of(base, head, rules))
    typical = 100 * as_change(statistics.median(effects))
    said = "agrees" if agreed(base, head, rules) else "undecided"
    return f"; time {said} ({typical:+.1f} % in {len(pairs)} pairs)"

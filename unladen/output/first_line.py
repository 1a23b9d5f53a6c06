"""Decisions -> what a person asks first, in one sentence: did anything get slower, and how sure."""

import math
from collections.abc import Callable, Iterator, Sequence

from unladen.model import Comparison, Decision, NoDecision, RankedDecision, Stage, Verdict
from unladen.output.words import as_code, percent

NAMED = 2
"""Benchmarks that are told by name in the sentence."""
NOTHING = "Nothing was compared"
LOPSIDED = 0.7
"""Of an interval that lies mostly on the side of faster it is said how much slower it can be."""
MANYFOLD = 9.995
"""From here on a change is told as a multiple."""


def no_decision(failure: NoDecision) -> str:
    first = next(iter(failure.what.splitlines()), "")
    return f"**No decision**, so this is no pass: {as_code(first, 160)}"


def first_line_of_all(each_ranked: Sequence[RankedDecision]) -> str:
    """Of several environments that of the worst, by name."""
    if len(each_ranked) == 1:
        return first_line(each_ranked[0].decision)
    order, many = list(Verdict), len(each_ranked)
    worst = min(each_ranked, key=lambda each: (not each.exit, order.index(each.decision.verdict)))
    bad = sum(each.exit != 0 for each in each_ranked)
    if bad:
        where = f"{bad} of {many} environments, {as_code(worst.decision.environment)}"
        return f"In {where} the worst: {first_line(worst.decision)}"
    decisions = [each.decision for each in each_ranked]
    compared = [one for one in decisions if _lead(one) != NOTHING] or decisions
    shown = max(compared, key=lambda one: len(_lead(one)))  # what is allowed is said
    of = "" if len(compared) == many else f" of {many}"
    told = f"**{_lead(shown)} in {len(compared)}{of} environments**"
    return f"{told}: in {as_code(shown.environment)} {_rest(shown)}"


def first_line(decision: Decision) -> str:
    """`**Nothing got slower**: 31 benchmarks run none of the changed code ...; 38 s`."""
    return f"**{_lead(decision)}**: {_rest(decision)}"


def _rest(decision: Decision) -> str:
    told = ", ".join(_clauses(decision)) or "nothing else was asked for"
    return f"{told}; {took(decision.seconds)}"


def took(seconds: float) -> str:
    if seconds < 0.95:
        return "less than a second"
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def _of(decision: Decision, *verdicts: Verdict) -> list[Comparison]:
    return [each for each in decision.comparisons if each.verdict in verdicts]


def _lead(decision: Decision) -> str:
    """The worst that there is; undecided is never called a pass, nor is nothing measured."""
    bad = [lead for verdict, say in BAD.items() if (lead := _bad(decision, verdict, say))]
    if decision.unwanted:
        bad.append(f"{_many(len(decision.unwanted), 'finding')} that this project fails on")
    if bad:
        return "; ".join(bad)
    open_ones = _of(decision, Verdict.UNDECIDED)
    if open_ones:
        whole = _many(len(decision.comparisons), "benchmark")
        return f"Not decided for {len(open_ones)} of {whole}, so this is no pass"
    nothing = Verdict.MISSING, Verdict.SKIPPED
    if len(_of(decision, *nothing)) == len(decision.comparisons):
        return NOTHING
    if _of(decision, Verdict.WITHIN):
        return "Nothing got slower by more than is allowed"
    return "Nothing got slower"


BAD: dict[Verdict, Callable[[int], str]] = {
    Verdict.WRONG: lambda n: f"Wrong answers in {_many(n, 'benchmark')}",
    Verdict.FAILED: lambda n: f"{_many(n, 'benchmark')} broke",
    Verdict.SLOWER: lambda n: f"{_many(n, 'benchmark')} got slower",
    Verdict.WORSE: lambda n: f"{_many(n, 'value')} got worse",
}


def _bad(decision: Decision, verdict: Verdict, say: Callable[[int], str]) -> str:
    found = _of(decision, verdict)
    if not found:
        return ""
    if len(found) <= NAMED:
        return f"{say(len(found))}: {', '.join(map(_named, found))}"
    worst = max(found, key=_size)
    most = f", most of all {_named(worst)}" if worst.change else ""
    return f"{say(len(found))}{most}"


def _named(one: Comparison) -> str:
    name = as_code(one.benchmark.id, 80)
    return f"{name}{_by(one)}"


def _by(one: Comparison) -> str:
    """Empty where there is no figure."""
    if one.change is None:
        return ""
    size = one.change.estimate
    if math.isinf(size):
        return " from 0"
    return f"{' to' if size >= MANYFOLD else ' by'} {percent(abs(size)).lstrip('+')}"


def _size(one: Comparison) -> float:
    return abs(one.change.estimate) if one.change else 0.0


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _clauses(decision: Decision) -> list[str]:
    """The noun stands in the first that needs one."""
    told: list[str] = []
    for count, text in _counted(decision):
        if not count:
            continue
        first = not any("benchmark" in each for each in told)
        noun = ("benchmark " if count == 1 else "benchmarks ") if first else ""
        one, _, many = text.partition("|")
        told.append(f"{count:,} {noun}{one if count == 1 else many or one}")
    return told


def _counted(decision: Decision) -> Iterator[tuple[int, str]]:
    """How many, and what is said of one and of several of them. What is bad is in the lead."""
    failing = any(_of(decision, verdict) for verdict in BAD) or decision.unwanted
    if failing:
        yield len(_of(decision, Verdict.UNDECIDED)), "is undecided|are undecided"
    within = _of(decision, Verdict.WITHIN)
    if within:
        worst = max(within, key=_size)
        how = f"slower{_by(worst)}"
        allowed = f"{100 * worst.allow:g} % that is allowed"
        yield (
            len(within),
            f"is {how}, within the {allowed}|are {how} at most, within what is allowed",
        )
    faster = _of(decision, Verdict.FASTER, Verdict.BETTER)
    if faster:
        worst = max(faster, key=_size)
        by = _by(worst)
        yield len(faster), f"got faster or better{by}|got faster or better, the best{by}"
    yield from _same(decision)
    yield len(_of(decision, Verdict.MISSING)), "is only on one side|are only on one side"
    yield len(_of(decision, Verdict.SKIPPED)), "is skipped|are skipped"


def _same(decision: Decision) -> Iterator[tuple[int, str]]:
    """By what it is known, and how precisely."""
    same = _of(decision, Verdict.SAME)
    if decision.identical_code:
        yield len(same), "runs the same code on both sides|run the same code on both sides"
        return
    by_code = [each for each in same if each.stage is Stage.CODE]
    counted = [each for each in same if each.stage is Stage.INSTRUCTIONS]
    rest = [each for each in same if each.stage not in (Stage.CODE, Stage.INSTRUCTIONS)]
    exact = [each for each in rest if _exactly(each)]
    timed = [each for each in rest if not _exactly(each)]
    yield len(by_code), "runs none of the changed code|run none of the changed code"
    how = _within(counted) + " by the count of instructions"
    yield len(counted), f"is the same{how}|are the same{how}"
    yield len(timed), f"is the same{_within(timed)}|are the same{_within(timed)}"
    yield len(exact), "has the same value|have the same value"


def _exactly(one: Comparison) -> bool:
    return one.benchmark.exact and not _widest([one])


def _widest(each: Sequence[Comparison]) -> float:
    ends = [abs(end) for c in each if c.change for end in (c.change.low, c.change.high)]
    return max(ends, default=0.0)


def _within(each: Sequence[Comparison]) -> str:
    """The largest change that could be hidden in any of them, never told smaller than it is."""
    widest = _widest(each)
    if not 0 < widest < math.inf:
        return ""
    slower = max((c.change.high for c in each if c.change), default=0.0)
    at_most = f" (slower by {_up(slower)} % at most)" if 0 < slower < LOPSIDED * widest else ""
    return f" within {_up(widest)} %{at_most}"


MOST_PERCENTS = 1_000_000


def _up(share: float) -> str:
    """In percent, of two digits, never less than it is."""
    percents = 100 * share
    if percents < 0.001:
        return "0.001"
    if percents > MOST_PERCENTS:
        return f"more than {MOST_PERCENTS:,}"
    digits = 1 - math.floor(math.log10(percents))
    return f"{math.ceil(round(percents * 10**digits, 6)) / 10**digits:.12g}"

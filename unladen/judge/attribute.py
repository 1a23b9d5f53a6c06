"""two Anatomies -> Attribution: the difference, divided over functions; parts add up to it.

By instructions where both sides have them, which repeat to a few parts in a million; else by the
shares of an outside sampler, of the time that the clock measured without it.
"""

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from statistics import NormalDist

from unladen.judge.categories import Categories
from unladen.judge.findings import changed_work, disagreeing, exactly, never_called, never_ran
from unladen.judge.matching import Pairing, pairings, uncalled
from unladen.model import Interval
from unladen.model.anatomy import Anatomy, Function, Share
from unladen.model.attribution import Attribution, CategorySum, Change, Part

INSTRUCTION_ERROR = 1e-3
"""What garbage collection and dictionaries move about, of a function's own count."""

INSTRUCTION_FLOOR = 5e-6
"""Of the whole, below which a difference says nothing."""

SURE = 1.96
RELEVANT = 1e-3
"""Of the whole: smaller parts are told after those that were moved, and never as a reason."""

UNSUSPECTED = 0.3
UNSUSPECTED_SURE = 2.0
"""Other code around it may have moved it: that is noise of its own."""

STRUCTURAL = (Change.MOVED, Change.INLINED, Change.APPEARED, Change.VANISHED)


@dataclass(frozen=True, slots=True)
class Amounts:
    """What each function costs on one side, and the variance of that."""

    cost: Mapping[str, float]
    variance: Mapping[str, float]
    whole: float

    @property
    def rest(self) -> float:
        return self.whole - math.fsum(self.cost.values())


def attribute(
    base: Anatomy,
    head: Anatomy,
    categories: Categories,
    total: Interval | None,
    changed: Mapping[str, AbstractSet[int]] | None = None,
) -> Attribution:
    """`changed` is head's new lines by path in the repository."""
    exact = exactly(base, head)
    sides = [_grouped(side) for side in (base, head)]
    amounts = [_instructions(side) if exact else _seconds(side) for side in sides]
    old, new = amounts
    found = pairings(sides[0].functions, sides[1].functions, uncalled(*sides))
    times = [_times(side) for side in sides]
    parts = [_part(pairing, sides, amounts, times, categories) for pairing in found]
    parts = [_because(part, sides) for part in parts if part.base or part.head]
    parts.sort(key=lambda part: _rank(part, sides, old.whole))
    return Attribution(
        benchmark=head.benchmark,
        unit="instructions" if exact else "s",
        base=old.whole,
        head=new.whole,
        parts=tuple(parts),
        groups=_groups(parts),
        unaccounted=(old.rest, new.rest),
        total=total,
        disagreeing=tuple(disagreeing(head)),
        uncategorised=tuple(
            sorted(p.function.key for p in parts if categories.unmatched(p.function))
        ),
        never_ran=tuple(never_ran(head, changed or {})),
        never_called=tuple(never_called(base, head)),
        changed_work=tuple(changed_work(base, head)),
        notes=tuple(dict.fromkeys(base.notes + head.notes)),
    )


def _rank(part: Part, sides: Sequence[Anatomy], whole: float) -> tuple[bool | float | str, ...]:
    """Proven and large ones first; a function whose text and calls did not change is seldom why.
    Of those that hardly changed, the dearest."""
    key = part.function.key
    bodies = [side.functions[key].body for side in sides if key in side.functions]
    suspect = (
        not part.function.body
        or len(bodies) < 2
        or bodies[0] != bodies[1]
        or part.base_calls != part.head_calls
        or part.change in STRUCTURAL
    )
    error = (part.high - part.low) / 2
    large = abs(part.delta) > RELEVANT * whole
    relevant = large and part.resolved and (suspect or abs(part.delta) > UNSUSPECTED_SURE * error)
    weight = abs(part.delta) * (large if suspect else large * UNSUSPECTED)
    structural = part.change in STRUCTURAL and not relevant
    return (not relevant, not structural, -weight, -max(part.base, part.head), key)


def _grouped(side: Anatomy) -> Anatomy:
    """Functions from outside of the project as one row for each module of theirs."""
    names = {key: _row(function) for key, function in side.functions.items()}
    functions = {}
    for key, function in side.functions.items():
        row = names[key]
        top = function.module.partition(".")[0]
        functions[row] = function if row == key else Function(key=row, module=top, name="*")

    def summed(values: Mapping[str, float]) -> dict[str, float]:
        found: dict[str, float] = {}
        for key, value in values.items():
            found[names.get(key, key)] = found.get(names.get(key, key), 0.0) + value
        return found

    shares = summed({key: share.share for key, share in side.shares.items()})
    samples = summed({key: share.samples for key, share in side.shares.items()})
    callers: dict[str, dict[str, float]] = {}
    for key, share in side.shares.items():
        into = callers.setdefault(names.get(key, key), {})
        for caller, weight in share.callers.items():
            into[caller] = into.get(caller, 0.0) + weight * share.samples
    errors = summed({key: share.error**2 for key, share in side.shares.items()})
    merged = {
        key: Share(
            share=share,
            samples=samples[key],
            error=math.sqrt(errors[key]),
            callers=callers[key],
        )
        for key, share in shares.items()
    }
    return replace(
        side,
        functions=functions,
        shares=merged,
        calls=summed(side.calls),
        instructions=summed(side.instructions),
    )


def _row(function: Function) -> str:
    return function.key if function.body else f"{function.module.partition('.')[0]}:*"


def _instructions(side: Anatomy) -> Amounts:
    whole = math.fsum(side.instructions.values())
    variance = {
        key: (INSTRUCTION_ERROR * value / SURE) ** 2 + (INSTRUCTION_FLOOR * whole / SURE) ** 2
        for key, value in side.instructions.items()
    }
    return Amounts(side.instructions, variance, whole)


def _seconds(side: Anatomy) -> Amounts:
    count = max(1.0, math.fsum(share.samples for share in side.shares.values()))
    cost = _times(side)
    variance = {
        key: side.seconds**2
        * (max(share.share * (1 - share.share), 1 / count) / count + share.error**2)
        for key, share in side.shares.items()
    }
    return Amounts(cost, variance, side.seconds)


def _part(
    pairing: Pairing,
    sides: Sequence[Anatomy],
    amounts: Sequence[Amounts],
    times: Sequence[Mapping[str, float]],
    categories: Categories,
) -> Part:
    keys = (pairing.base, pairing.head)
    base, head = (
        math.fsum(amount.cost.get(key, 0.0) for key in mine)
        for amount, mine in zip(amounts, keys, strict=True)
    )
    spread = math.fsum(
        amount.variance.get(key, 0.0)
        for amount, mine in zip(amounts, keys, strict=True)
        for key in mine
    )
    error = _sure(sum(len(amount.cost) for amount in amounts)) * math.sqrt(spread)
    function = sides[1 if pairing.head else 0].functions[pairing.key]
    part = Part(
        function=function,
        category=categories.of(function),
        base=base,
        head=head,
        change=pairing.change or Change.UNCHANGED,
        low=head - base - error,
        high=head - base + error,
        other=pairing.other,
        base_seconds=_sum(times[0], keys[0]),
        head_seconds=_sum(times[1], keys[1]),
        base_instructions=_sum(sides[0].instructions, keys[0]),
        head_instructions=_sum(sides[1].instructions, keys[1]),
    )
    return _divided(part, [side.calls for side in sides], keys)


def _times(side: Anatomy) -> Mapping[str, float]:
    return {key: share.share * side.seconds for key, share in side.shares.items()}


def _sum(known: Mapping[str, float], keys: Sequence[str]) -> float | None:
    """Nothing where nobody looked; a function that no sample met took no time that can be told."""
    return math.fsum(known.get(key, 0.0) for key in keys) if known else None


def _sure(together: int) -> float:
    """So many intervals at once, of which one in twenty may be wrong."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, together))


def _divided(
    part: Part, calls: Sequence[Mapping[str, float]], keys: Sequence[Sequence[str]]
) -> Part:
    """calls x cost of a call: called more often and slower per call are told apart."""
    counts = [
        mine[0] in counted if mine else True for counted, mine in zip(calls, keys, strict=True)
    ]
    if not all(counts):
        return replace(part, change=_named(part, 0.0, part.delta))
    old, new = (
        counted[mine[0]] if mine else 0.0 for counted, mine in zip(calls, keys, strict=True)
    )
    before = part.base / old if old else None
    after = part.head / new if new else None
    each = [cost for cost in (before, after) if cost is not None]
    by_calls = (new - old) * (sum(each) / len(each)) if each else 0.0
    by_cost = part.delta - by_calls
    return replace(
        part,
        base_calls=old,
        head_calls=new,
        by_calls=by_calls,
        by_cost=by_cost,
        change=_named(part, by_calls, by_cost),
    )


def _named(part: Part, by_calls: float, by_cost: float) -> Change:
    if part.change is not Change.UNCHANGED or not part.resolved:
        return part.change
    if abs(by_calls) > abs(by_cost):
        return Change.MORE if by_calls > 0 else Change.FEWER
    return Change.SLOWER if by_cost > 0 else Change.FASTER


def _because(part: Part, sides: Sequence[Anatomy]) -> Part:
    """Who calls it more often, or brought it in: a function whose text changed."""
    wanted = (Change.MORE, Change.FEWER, Change.APPEARED, Change.SLOWER)
    if part.other or not part.resolved or part.change not in wanted:
        return part
    base, head = sides
    outside = not part.function.body
    if part.change is Change.SLOWER and not outside:
        return part
    if outside:
        share = head.shares.get(part.function.key)
        callers = share.callers if share else {}
        most = max(sorted(callers), key=lambda key: callers[key], default="")
        name = head.functions[most].name if most in head.functions else ""
        return replace(part, other=f"mostly from {name}" if name else "")
    last = part.function.name.rpartition(".")[2]
    changed = [
        function.name
        for key, function in head.functions.items()
        if last in function.calls
        and key != part.function.key
        and (key not in base.functions or base.functions[key].body != function.body)
    ]
    return replace(part, other=f"from {changed[0]}, which changed" if changed else "")


def _groups(parts: Sequence[Part]) -> tuple[CategorySum, ...]:
    names = dict.fromkeys(part.category for part in parts)
    found = []
    for name in names:
        mine = [part for part in parts if part.category == name]
        base, head = math.fsum(p.base for p in mine), math.fsum(p.head for p in mine)
        error = math.sqrt(math.fsum(((p.high - p.low) / 2) ** 2 for p in mine))
        found.append(
            CategorySum(
                name=name,
                base=base,
                head=head,
                low=head - base - error,
                high=head - base + error,
            )
        )
    return tuple(sorted(found, key=lambda group: -abs(group.delta)))

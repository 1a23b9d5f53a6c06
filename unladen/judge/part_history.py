"""anatomies of one benchmark over commits -> its parts as series, and each exact change of them.

What is counted repeats, so that a step needs no statistics: it names the commit at once. What is
sampled is drawn, and makes no step.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from unladen.judge.categories import Categories
from unladen.model.accepted import Accepted
from unladen.model.anatomy import Anatomy
from unladen.model.lanes import LANES, Total
from unladen.model.parts import FunctionCost, PartBest, PartOf, PartStep, Taken
from unladen.model.steps import Standing

LEAST = 0.0005
"""Of a part, where code that runs has changed."""
LEAST_UNCHANGED = 0.01
"""Where none has: objects that are hashed by their address count a little differently."""
OF_WHOLE = 0.00002
"""A part that moved by less of the whole is no news."""
MEMORY = ("Python's peak", "Memory allocated")
"""Wholes that repeat well enough for steps, beside those that are counted, and"""
LEAST_MEMORY = 0.05
COUNTED = ("Instructions", "Calls")


@dataclass(frozen=True, slots=True)
class Acceptances:
    """What people answer for, and the day on which that is asked."""

    entries: Sequence[Accepted]
    today: date


def taken(anatomy: Anatomy, categories: Categories) -> Taken:
    counted = bool(anatomy.instructions)
    cost = anatomy.instructions if counted else _sampled(anatomy)
    whole = sum(cost.values())
    sums: dict[str, float] = {}
    functions: dict[str, FunctionCost] = {}
    for key, value in cost.items():
        function = anatomy.functions.get(key)
        if function is None:
            continue
        name = categories.of(function)
        sums[name] = sums.get(name, 0.0) + value
        if function.body and value >= OF_WHOLE * whole:
            functions[key] = FunctionCost(
                cost=value, calls=anatomy.calls.get(key), body=function.body
            )
    return Taken(
        unit="instructions" if counted else "s",
        counted_as=anatomy.counted_as,
        wholes=dict(_wholes(anatomy)),
        categories=sums,
        functions=functions,
        callers={
            key: sorted(share.callers, key=lambda each: -share.callers[each])
            for key, share in anatomy.shares.items()
            if key in functions and share.callers
        },
    )


def _sampled(anatomy: Anatomy) -> dict[str, float]:
    return {key: share.share * anatomy.seconds for key, share in anatomy.shares.items()}


def _wholes(anatomy: Anatomy) -> Iterator[tuple[str, float]]:
    for lane in LANES:
        for figure in lane.figures:
            value = None if figure.total is Total.NONE else lane.total(anatomy, figure)
            if value is not None:
                yield figure.label, value
    if anatomy.peak is not None:
        yield MEMORY[0], anatomy.peak
    if anatomy.resident is not None:
        yield "Resident", anatomy.resident


def steps_of(rows: Sequence[Taken]) -> list[PartStep]:
    """The newest first, and the largest first in each."""
    found: list[PartStep] = []
    for row, (old, new) in enumerate(itertools.pairwise(rows), 1):
        if old.exact and new.exact and old.counted_as == new.counted_as:
            found += _between(old, new, row, rows)
    return sorted(found, key=lambda step: (-step.row, -abs(step.delta)))


def answered(
    steps: Sequence[PartStep], benchmark: str, hashes: Sequence[str], known: Acceptances
) -> list[PartStep]:
    """Those that somebody answers for; an entry means a benchmark, or a part by its name."""

    def of(step: PartStep) -> PartStep:
        if step.standing is not Standing.CONFIRMED or step.delta <= 0:
            return step
        for entry in known.entries:
            for name in (benchmark, step.name):
                if entry.covers([hashes[step.row]], name, step.change, known.today):
                    return replace(step, standing=Standing.ACCEPTED)
        return step

    return [of(step) for step in steps]


def lost(rows: Sequence[Taken]) -> list[PartBest]:
    """What costs more now than at the best commit that was counted the same way."""
    if not rows or not rows[-1].exact:
        return []
    now = rows[-1]
    alike = [r if r.exact and r.counted_as == now.counted_as else None for r in rows]
    names = [(PartOf.WHOLE, name, "count") for name in COUNTED]
    names += [(PartOf.WHOLE, name, "bytes") for name in MEMORY]
    names += [(PartOf.CATEGORY, name, now.unit) for name in sorted(now.categories)]
    found = []
    for of, name, unit in names:
        values = [None if side is None else _value(of, name, side) for side in alike]
        there = [(value, row) for row, value in enumerate(values) if value]
        last = values[-1]
        if not there or not last:
            continue
        best, row = min(there)
        least = LEAST_MEMORY if name in MEMORY else LEAST_UNCHANGED
        if last > best * (1 + least):
            found.append(PartBest(of=of, name=name, unit=unit, row=row, best=best, now=last))
    return sorted(found, key=lambda each: -each.lost)


def _between(old: Taken, new: Taken, row: int, rows: Sequence[Taken]) -> Iterator[PartStep]:
    whole = max(sum(old.categories.values()), sum(new.categories.values()))
    bodies = [{key: each.body for key, each in side.functions.items()} for side in (old, new)]
    least = LEAST if bodies[0] != bodies[1] else LEAST_UNCHANGED

    def step(of: PartOf, name: str, pair: tuple[float, float], unit: str, own: bool) -> PartStep:
        series = [_value(of, name, each) for each in rows]
        return PartStep(
            of=of,
            name=name,
            unit=unit,
            row=row,
            before=pair[0],
            after=pair[1],
            standing=_standing(pair, series[row + 1 :]),
            own=own,
        )

    for name in COUNTED:
        pair = old.wholes.get(name), new.wholes.get(name)
        if pair[0] is not None and pair[1] is not None and _moved(pair[0], pair[1], least):
            yield step(PartOf.WHOLE, name, (pair[0], pair[1]), "count", own=False)
    for name in MEMORY:
        pair = old.wholes.get(name), new.wholes.get(name)
        if pair[0] is not None and pair[1] is not None and _moved(pair[0], pair[1], LEAST_MEMORY):
            yield step(PartOf.WHOLE, name, (pair[0], pair[1]), "bytes", own=False)
    for name in sorted(old.categories.keys() | new.categories.keys()):
        sums = old.categories.get(name, 0.0), new.categories.get(name, 0.0)
        if _moved(*sums, least) and abs(sums[1] - sums[0]) >= OF_WHOLE * whole:
            yield step(PartOf.CATEGORY, name, sums, new.unit, own=False)
    for key in sorted(old.functions.keys() | new.functions.keys()):
        costs = _cost(old, key), _cost(new, key)
        if _moved(*costs, least) and abs(costs[1] - costs[0]) >= OF_WHOLE * whole:
            own = bodies[0].get(key) != bodies[1].get(key)
            yield step(PartOf.FUNCTION, key, costs, new.unit, own=own)


def _moved(before: float, after: float, least: float) -> bool:
    return abs(after - before) > least * max(abs(before), abs(after))


def _cost(side: Taken, key: str) -> float:
    found = side.functions.get(key)
    return found.cost if found is not None else 0.0


def _value(of: PartOf, name: str, side: Taken) -> float | None:
    """Nothing where it was not measured the same way."""
    if of is PartOf.WHOLE:
        return side.wholes.get(name)
    if not side.exact:
        return None
    values: Mapping[str, float] = side.categories
    return _cost(side, name) if of is PartOf.FUNCTION else values.get(name, 0.0)


def _standing(pair: tuple[float, float], later: Sequence[float | None]) -> Standing:
    """A rise that was taken back is fixed; a count that fell needs no one's confirmation."""
    before, after = pair
    bound = before + LEAST_UNCHANGED * abs(before)
    if after > before and any(each is not None and each <= bound for each in later):
        return Standing.FIXED
    return Standing.CONFIRMED

"""what is measured of a range -> what is measured next: ends first, then halves where it moved.

Places count the commits that run other code than the one before them; nobody else is measured.
"""

import itertools
import math
from collections import deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from unladen.model import Comparison, Verdict
from unladen.model.stretches import Effects, Known, Stretch

Pair = tuple[int, int]
FURTHEST = 12
"""Links in a chain of comparisons: each adds its own doubt."""
RANK = {known: rank for rank, known in enumerate(Known)}
NO_NUMBER = frozenset({Verdict.WRONG, Verdict.FAILED, Verdict.WORSE, Verdict.BETTER})


def effects_told(found: Sequence[Comparison]) -> Effects:
    """Of two commits that were measured side by side."""
    told = {}
    for each in found:
        if each.verdict in NO_NUMBER:
            told[each.benchmark.id] = (math.inf, math.inf)
        elif each.change is not None and each.change.low > -1:
            told[each.benchmark.id] = math.log1p(each.change.low), math.log1p(each.change.high)
    return told


def stretches(
    measured: AbstractSet[int], told: Mapping[Pair, Effects], allow: float
) -> list[Stretch]:
    """Between neighbours among the measured places."""
    links = _links(told)
    found = []
    for first, last in itertools.pairwise(sorted(measured)):
        effects = told.get((first, last))
        direct = effects is not None
        if effects is None:
            effects = _along(first, last, links)
        found.append(replace(_judged(first, last, effects, allow), direct=direct))
    return found


def _judged(first: int, last: int, effects: Effects | None, allow: float) -> Stretch:
    if not effects:
        return Stretch(first=first, last=last, known=Known.OPEN)
    edge = math.log1p(allow)
    moved = {id: _least(low, high) for id, (low, high) in effects.items()}
    benchmark = max(moved, key=lambda id: (moved[id], id))
    if moved[benchmark] > edge:
        size = moved[benchmark]
        return Stretch(first=first, last=last, known=Known.MOVED, size=size, benchmark=benchmark)
    level = all(-edge <= low and high <= edge for low, high in effects.values())
    return Stretch(first=first, last=last, known=Known.LEVEL if level else Known.OPEN)


def _least(low: float, high: float) -> float:
    """How far from nothing it is at least."""
    return max(low, -high, 0.0)


Links = Mapping[int, Mapping[int, Effects]]


def _links(told: Mapping[Pair, Effects]) -> Links:
    links: dict[int, dict[int, Effects]] = {}
    for (first, last), effects in told.items():
        links.setdefault(first, {})[last] = effects
        back = {id: (-high, -low) for id, (low, high) in effects.items()}
        links.setdefault(last, {})[first] = back
    return links


def _along(first: int, last: int, links: Links) -> Effects | None:
    """By the shortest chain of comparisons; what each leaves open adds up."""
    waiting = deque([(first, 0)])
    came: dict[int, int] = {first: first}
    while waiting:
        place, far = waiting.popleft()
        if place == last:
            break
        for other in sorted(links.get(place, ())) if far < FURTHEST else ():
            if other not in came:
                came[other] = place
                waiting.append((other, far + 1))
    if last not in came:
        return None
    summed: dict[str, tuple[float, float]] | None = None
    while last != first:
        effects = links[came[last]][last]
        summed = dict(effects) if summed is None else _added(summed, effects)
        last = came[last]
    return summed


def _added(one: Effects, other: Effects) -> dict[str, tuple[float, float]]:
    """Of benchmarks that both know. What has no number on either side is not known any more."""
    both = {}
    for id in one.keys() & other.keys():
        (a, b), (c, d) = one[id], other[id]
        if all(map(math.isfinite, (a, b, c, d))):
            both[id] = a + c, b + d
    return both


def next_pairs(
    places: int,
    measured: AbstractSet[int],
    told: Mapping[Pair, Effects],
    allow: float,
    most: int,
) -> list[Pair]:
    """So many at most, for as many machines: what is being measured counts as measured, with
    nothing known of it."""
    chosen: list[Pair] = []
    there = set(measured)
    while len(chosen) < most:
        pair = _next(places, there, told, allow, chosen)
        if pair is None:
            break
        chosen.append(pair)
        there.update(pair)
    return chosen


def _next(
    places: int,
    there: AbstractSet[int],
    told: Mapping[Pair, Effects],
    allow: float,
    chosen: Sequence[Pair],
) -> Pair | None:
    ends = {0, places - 1}
    if not ends <= there:
        return (0, places - 1)
    found = stretches(there, told, allow)
    longer = [each for each in found if each.length > 1]
    unproven = [
        each
        for each in found
        if each.length == 1
        and each.known is Known.MOVED
        and not each.direct
        and (each.first, each.last) not in chosen
    ]
    waiting = [*longer, *unproven]
    if not waiting:
        return None
    best = min(waiting, key=lambda each: (RANK[each.known], -each.size, -each.length, each.first))
    if best.length == 1:
        return best.first, best.last
    return best.first, (best.first + best.last) // 2


def pairs_left(places: int, measured: AbstractSet[int]) -> int:
    """Each measures one commit more; the first, two."""
    missing = places - len(measured)
    return missing if measured or not missing else max(1, missing - 1)

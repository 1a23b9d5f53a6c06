"""counts of instructions of both sides -> by how much they differ, and how sure that is.

They repeat exactly where seconds scatter, and see no cache and no waiting.
"""

from collections.abc import Sequence

from unladen.model import Count, Interval, Measurement

FLOOR = 0.002
"""Two builds lay out their memory differently: counts of the same work differ by less than this."""
CYCLES_FLOOR = 0.005
"""Of estimated cycles, which depend on where memory lies."""
BLOCKS = "blocks"
HONEST, HONEST_SHARE = 0.02, 0.25
"""Regions that do not differ alike, and by more than this share of the change, are not of the same
work."""
REGIONS = 2
"""That are counted in one layout of memory, one after the other."""
LAYOUTS = 2
"""In which a small change is counted before it is believed."""


def paired_counts(base: Measurement, head: Measurement) -> dict[int, tuple[Count, Count]]:
    """By layout of memory, those that both sides have from the same session: of several the last
    one. Blocks tell nothing more where instructions were counted, too."""
    other = {(each.session, each.layout): each for each in head.counts}
    both = [
        (each, other[each.session, each.layout])
        for each in base.counts
        if (each.session, each.layout) in other
        and each.unit == other[each.session, each.layout].unit
    ]
    fine = [pair for pair in both if pair[0].unit != BLOCKS]
    return {pair[0].layout: pair for pair in fine or both}


def in_blocks(base: Measurement, head: Measurement) -> bool:
    return any(old.unit == BLOCKS for old, _ in paired_counts(base, head).values())


def counted(base: Measurement, head: Measurement) -> Interval | None:
    """The change of the count, region by region: both sides have done the same before each."""
    both = paired_counts(base, head).values()
    return _change([(old.regions, new.regions) for old, new in both], FLOOR)


def cycled(base: Measurement, head: Measurement) -> Interval | None:
    """The change of the estimated cycles, where they were asked for."""
    both = paired_counts(base, head).values()
    return _change([(old.cycles, new.cycles) for old, new in both], CYCLES_FLOOR)


def unsteady(base: Measurement, head: Measurement) -> float:
    """By how much of a count regions that should be of the same work differ from each other; 0
    where they differ alike on both sides, as they do when a cache fills."""
    both = paired_counts(base, head).values()
    changes = [
        h / b - 1 for old, new in both for b, h in zip(old.regions, new.regions, strict=False) if b
    ]
    return max(changes) - min(changes) if changes and counted(base, head) is None else 0.0


def _change(
    sides: Sequence[tuple[tuple[float, ...], tuple[float, ...]]], least: float
) -> Interval | None:
    changes = [h / b - 1 for old, new in sides for b, h in zip(old, new, strict=False) if b > 0]
    if not changes:
        return None
    change = sum(changes) / len(changes)
    spread = max(abs(each - change) for each in changes)
    if spread > max(HONEST, HONEST_SHARE * abs(change)):
        return None
    floor = max(least, spread)
    return Interval(estimate=change, low=change - floor, high=change + floor)

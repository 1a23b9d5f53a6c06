"""counts of instructions of both sides -> by how much they differ, and how sure that is.

They repeat exactly where seconds scatter, and see no cache and no waiting.
"""

from unladen.model import Count, Interval, Measurement

FLOOR = 0.002
"""Two builds lay out their memory differently: counts of the same work differ by less than this."""
HONEST = 0.02
"""Regions that do not differ alike are not of the same work."""
REGIONS = 2
"""That are counted in one layout of memory, one after the other."""
LAYOUTS = 2
"""In which a small change is counted before it is believed."""


def paired_counts(base: Measurement, head: Measurement) -> dict[int, tuple[Count, Count]]:
    """By layout of memory, those that both sides have from the same session: of several the last
    one."""
    other = {(each.session, each.layout): each for each in head.counts}
    return {
        each.layout: (each, other[each.session, each.layout])
        for each in base.counts
        if (each.session, each.layout) in other
    }


def counted(base: Measurement, head: Measurement) -> Interval | None:
    """The change of the count, region by region: both sides have done the same before each."""
    changes = [
        h / b - 1
        for old, new in paired_counts(base, head).values()
        for b, h in zip(old.regions, new.regions, strict=False)
        if b > 0
    ]
    if not changes:
        return None
    change = sum(changes) / len(changes)
    spread = max(abs(each - change) for each in changes)
    if spread > HONEST:
        return None
    floor = max(FLOOR, spread)
    return Interval(estimate=change, low=change - floor, high=change + floor)

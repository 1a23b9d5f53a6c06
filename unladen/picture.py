"""anatomies and answers -> what the diff page and the heat map of items draw."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from unladen.anatomy import Anatomy, Attribution, Part
from unladen.anatomy import Group as Parts
from unladen.groups import Group
from unladen.ledger import RECORD
from unladen.model import Record
from unladen.publish.site.data import table
from unladen.world import World

MOST_ITEMS = 5000
MOST_LISTED = 200
MEGABYTE = 1e6
SAME, CHANGED, GAINED, LOST, ABSENT = ".", "x", "+", "-", " "


def profile_data(anatomy: Anatomy) -> dict[str, Any]:
    """One side: whole stacks and resources, with nothing where a profiler said nothing."""
    splits = list(anatomy.splits.values())
    gpu = [split.gpu for split in splits if split.gpu is not None]
    memory = list(anatomy.memory.values())
    return {
        "seconds": anatomy.seconds,
        "stacks": _stacks(anatomy),
        "totals": {
            "python": _seconds(anatomy, [split.python for split in splits]),
            "native": _seconds(anatomy, [split.native for split in splits]),
            "system": _seconds(anatomy, [split.system for split in splits]),
            "gpu": _seconds(anatomy, gpu),
            "allocated": sum(each.allocated for each in memory) * MEGABYTE if memory else None,
            "peak": max(each.peak for each in memory) * MEGABYTE if memory else None,
        },
    }


def _stacks(anatomy: Anatomy) -> dict[str, Any] | None:
    if not anatomy.stacks:
        return None
    return table([{"stack": stack, "share": share} for stack, share in anatomy.stacks.items()])


def _seconds(anatomy: Anatomy, shares: Sequence[float]) -> float | None:
    """Shares of what a profiler saw, as parts of the time that was measured without it."""
    return sum(shares) * anatomy.seconds if shares else None


def attribution_data(found: Attribution) -> dict[str, Any]:
    """What the diff page shows of a pair: as it was attributed, with nothing to work out."""
    old, new = found.unaccounted
    least = ROUNDING * max(found.base, found.head)
    total = found.total
    return {
        "unit": found.unit,
        "base": _cut(found.base),
        "head": _cut(found.head),
        "total": asdict(total) if total else None,
        "unaccounted": {"base": _cut(old, least), "head": _cut(new, least)},
        "parts": table([_part(part, least) for part in found.parts]),
        "groups": table([_group(group, least) for group in found.groups]),
        "never_ran": _first(found.never_ran),
        "never_called": _first(found.never_called),
        "notes": found.notes,
    }


def _first(items: Sequence[str]) -> dict[str, Any]:
    """Between commits far apart it is every other line."""
    return {"count": len(items), "first": items[:MOST_LISTED]}


ROUNDING = 1e-9
"""Of the whole: what sums leave over is nothing."""
AMOUNTS = ("base", "head", "low", "high", "by_calls", "by_cost")
OTHERS = (
    *("base_calls", "head_calls"),
    *("base_seconds", "head_seconds", "base_instructions", "head_instructions"),
)


def _part(part: Part, least: float) -> dict[str, Any]:
    return {
        "key": part.function.key,
        "name": part.function.name,
        "line": part.function.line,
        "category": part.category,
        "change": part.change.value,
        "other": part.other,
        **{name: _cut(getattr(part, name), least) for name in AMOUNTS},
        **{name: _cut(getattr(part, name)) for name in OTHERS},
    }


def _group(group: Parts, least: float) -> dict[str, Any]:
    return {
        "name": group.name,
        **{name: _cut(getattr(group, name), least) for name in ("base", "head", "low", "high")},
    }


def _cut(value: float | None, least: float = 0.0) -> float | None:
    """Eight digits: more than any count needs that is shown, and half the size of all of them."""
    if value is None:
        return None
    return float(f"{value:.8g}") if abs(value) > least else 0.0


def task_map(world: World, groups: Sequence[Group]) -> list[dict[str, Any]]:
    """For each benchmark with answers: which items changed, were gained or lost, at each record."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for place, group in enumerate(groups):
        for row, sources in enumerate(group.sources):
            if not any(source.rank == RECORD for source in sources):
                continue
            commit = group.commits[row]
            records = world.records
            path = records.path(commit.hash, group.machine, group.environment)
            record = records.read(path)
            if record is not None:
                _add(found, place, row, record)
    return [_drawn(each) for each in found.values()]


def _add(
    found: dict[tuple[str, int], dict[str, Any]], place: int, row: int, record: Record
) -> None:
    for id, measurement in record.measurements.items():
        if measurement.answers is None:
            continue
        entry = found.setdefault(
            (id, place), {"benchmark": id, "group": place, "rows": [], "answers": []}
        )
        entry["rows"].append(row)
        entry["answers"].append(measurement.answers)


def _drawn(entry: dict[str, Any]) -> dict[str, Any]:
    """One letter an item; only items that differ somewhere, where there are very many."""
    answers: list[Mapping[str, str]] = entry.pop("answers")
    items = sorted({item for each in answers for item in each})
    if len(items) > MOST_ITEMS:
        items = [i for i in items if len({each.get(i) for each in answers}) > 1][:MOST_ITEMS]
    before: Mapping[str, str] | None = None
    states = []
    for each in answers:
        states.append("".join(_state(item, before, each) for item in items))
        before = each
    return {**entry, "items": items, "states": states}


def _state(item: str, before: Mapping[str, str] | None, now: Mapping[str, str]) -> str:
    if item not in now:
        return LOST if before is not None and item in before else ABSENT
    if before is None:
        return SAME
    if item not in before:
        return GAINED
    return SAME if before[item] == now[item] else CHANGED

"""anatomies and answers -> what the diff page and the heat map of items draw."""

from collections.abc import Mapping, Sequence
from typing import Any

from unladen.history.groups import Group
from unladen.history.ledger import RECORD
from unladen.judge.categories import Categories
from unladen.model import Record
from unladen.model.anatomy import Anatomy
from unladen.store.project import World

MOST_ITEMS = 5000
MEGABYTE = 1e6
SAME, CHANGED, GAINED, LOST, ABSENT = ".", "x", "+", "-", " "


def profile_data(anatomy: Anatomy, patterns: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Every function, with nothing where a profiler said nothing."""
    categories = Categories({name: tuple(each) for name, each in patterns.items()})
    keys = {*anatomy.shares, *anatomy.calls, *anatomy.instructions, *anatomy.splits}
    splits = list(anatomy.splits.values())
    gpu = [split.gpu for split in splits if split.gpu is not None]
    memory = list(anatomy.memory.values())
    return {
        "seconds": anatomy.seconds,
        "functions": [_function(anatomy, key, categories) for key in sorted(keys)],
        "stacks": [[stack, share] for stack, share in anatomy.stacks.items()] or None,
        "totals": {
            "python": _seconds(anatomy, [split.python for split in splits]),
            "native": _seconds(anatomy, [split.native for split in splits]),
            "system": _seconds(anatomy, [split.system for split in splits]),
            "gpu": _seconds(anatomy, gpu),
            "allocated": sum(each.allocated for each in memory) * MEGABYTE if memory else None,
            "peak": max(each.peak for each in memory) * MEGABYTE if memory else None,
        },
        "notes": list(anatomy.notes),
    }


def _seconds(anatomy: Anatomy, shares: Sequence[float]) -> float | None:
    """Shares of what a profiler saw, as parts of the time that was measured without it."""
    return sum(shares) * anatomy.seconds if shares else None


def _function(anatomy: Anatomy, key: str, categories: Categories) -> dict[str, Any]:
    known = anatomy.functions.get(key)
    split, memory = anatomy.splits.get(key), anatomy.memory.get(key)
    share = anatomy.shares.get(key)
    return {
        "key": key,
        "category": categories.of(known) if known else "",
        "line": known.line if known else 0,
        "share": share.share if share else (0.0 if anatomy.shares else None),
        "calls": anatomy.calls.get(key),
        "instructions": anatomy.instructions.get(key),
        "python": split.python if split else None,
        "native": split.native if split else None,
        "system": split.system if split else None,
        "gpu": split.gpu if split else None,
        "allocated": memory.allocated if memory else None,
        "peak": memory.peak if memory else None,
    }


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

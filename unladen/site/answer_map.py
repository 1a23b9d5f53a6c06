"""answers of records -> the heat map of items: what changed, was gained or lost, at each record."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from unladen.model import Record
from unladen.model.histories import Group
from unladen.store.project import Project

MOST_ITEMS = 5000
ANSWERS = re.compile(rb'"answers":\s*\{')
SAME, CHANGED, GAINED, LOST, ABSENT = ".", "x", "+", "-", " "


def answer_map(project: Project, groups: Sequence[Group]) -> list[dict[str, Any]]:
    """For each benchmark with answers: which items changed, were gained or lost, at each record."""
    found: dict[tuple[str, int], dict[str, Any]] = {}
    for place, group in enumerate(groups):
        for row in range(len(group.commits)):
            if not group.recorded(row):
                continue
            commit = group.commits[row]
            records = project.records
            path = records.path(commit.hash, group.machine, group.environment)
            record = records.read(path) if _may_answer(path) else None
            if record is not None:
                _add(found, place, row, record)
    return [_drawn(each) for each in found.values()]


def _may_answer(path: Path) -> bool:
    """Most records of most projects have no answers: to look for the word is a tenth of reading."""
    try:
        return ANSWERS.search(path.read_bytes()) is not None
    except OSError:
        return True  # it is told where it is read


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

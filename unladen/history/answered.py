"""records of all commits -> the answers that each gained, lost and changed; kept in the archive.

A benchmark's time has a history, and so have its answers: 290 tasks that stopped being solved are
told with the commit that lost them, however long ago that was (I10).
"""

import itertools
import json
from collections.abc import Iterator

from unladen.history.blame import History
from unladen.judge.answers import answers_of
from unladen.model import Record
from unladen.model.histories import RECORD, Group
from unladen.model.reports import AnswerChange

MADE = 1
"""Counts up when another answer could be given."""
ITEMS_KEPT = 1000

Row = tuple[str, int, int, dict[str, list[str]]]
"""A benchmark's id, how many answers there were and are, and which items are others."""


def answer_changes(history: History) -> list[AnswerChange]:
    """The newest first, in each group; of benchmarks that were asked for."""
    found: list[AnswerChange] = []
    for group in history.ledger.groups:
        asked = {column.series for column in group.columns}
        for before, row in itertools.pairwise(_recorded(group)):
            for id, old, new, items in _pair(history, group, before, row):
                if id in asked:
                    found.append(
                        AnswerChange(
                            commit=group.commits[row],
                            since=group.commits[before],
                            where=group.name if group.several else "",
                            benchmark=id,
                            before=old,
                            after=new,
                            items=items,
                        )
                    )
    history.ledger.archive.commit()
    return found[::-1]


def _recorded(group: Group) -> list[int]:
    return [row for row in range(len(group.commits)) if group.recorded(row)]


def _stamp(group: Group, row: int) -> str:
    return next(source.stamp for source in group.sources[row] if source.rank == RECORD)


def _pair(history: History, group: Group, before: int, row: int) -> list[Row]:
    archive = history.ledger.archive
    key = f"answers {group.name} {group.commits[row].hash}"
    stamp = f"{MADE} {_stamp(group, before)} {_stamp(group, row)}"
    kept = archive.kept(key, stamp)
    if kept is not None:
        told: list[Row] = [tuple(each) for each in json.loads(kept)]
        return told
    old, new = (_record(history, group, each) for each in (before, row))
    rows = list(_differing(old, new)) if old is not None and new is not None else []
    archive.keep(key, stamp, json.dumps(rows).encode())
    return rows


def _record(history: History, group: Group, row: int) -> Record | None:
    records = history.project.records
    return records.find(group.commits[row].hash, group.machine, group.environment)


def _differing(old: Record, new: Record) -> Iterator[Row]:
    for id, measurement in new.measurements.items():
        if id in old.measurements:
            known = old.measurements[id]
            items = {k: each[:ITEMS_KEPT] for k, each in answers_of(known, measurement).items()}
            if any(items.values()):
                yield id, len(known.answers or {}), len(measurement.answers or {}), items

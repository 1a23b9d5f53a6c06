"""results of a project, unladen's and asv's -> series over commits, some columns at a time.

What was read once is kept in `.asv/unladen/archive.sqlite`; a second call reads only new files.
Where a commit has both a record and a file of asv's, the kind counts that more commits have.
"""

import itertools
import math
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from unladen.errors import Busy, UnladenError
from unladen.history.formats import FORMATS, Unreadable
from unladen.history.groups import grouped
from unladen.model.histories import Column, Group, ResultFacts
from unladen.store.archive import Archive, damaged, thrown_away
from unladen.store.project import Project
from unladen.tools import files
from unladen.tools.foreign import reason_of

Floats = NDArray[np.float64]
BLOCK_BYTES = 1 << 24
PATIENCE = 600.0
"""Seconds that one waits for another who reads results here."""


@dataclass(frozen=True, slots=True)
class Block:
    """Some columns of a group: a row a commit."""

    columns: Sequence[Column]
    values: Floats
    half_widths: Floats


@dataclass(slots=True)
class Ledger:
    archive: Archive
    groups: list[Group] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """Files that could not be read, and why."""
    elsewhere: int = 0
    """Commits with results that are not on the branch that is followed."""
    facts: Mapping[int, ResultFacts] = field(default_factory=dict)
    """By the number that sources have for them."""
    _layouts: Mapping[int, Any] = field(default_factory=dict)

    def blocks(self, group: Group) -> Iterator[Block]:
        """All series of a group; never more of them at once than fit into a few megabytes."""
        width = max(1, BLOCK_BYTES // (8 * max(1, len(group.commits))))
        for start in range(0, len(group.columns), width):
            yield self.block(group, group.columns[start : start + width])

    def chunks(self, cells: Mapping[str, int]) -> Iterator[list[str]]:
        """Names of benchmarks, as many at a time as memory may hold values of."""
        chunk: list[str] = []
        total = 0
        for name in sorted(cells):
            if chunk and 8 * (total + cells[name]) > BLOCK_BYTES:
                yield chunk
                chunk, total = [], 0
            chunk.append(name)
            total += cells[name]
        if chunk:
            yield chunk

    def block(self, group: Group, columns: Sequence[Column], first: int = 0) -> Block:
        """Rows from `first` on."""
        rows = len(group.commits) - first
        values = np.full((rows, len(columns)), math.nan)
        half_widths = np.full((rows, len(columns)), math.nan)
        places = {column.id: place for place, column in enumerate(columns)}
        takes: dict[int, tuple[Any, Any]] = {}
        for row, sources in enumerate(group.sources[first:]):
            for source in reversed(sources):
                if source.layout not in takes:
                    takes[source.layout] = _take(self._layouts[source.layout], places)
                here, there = takes[source.layout]
                if not len(here):
                    continue
                for _, all_values, all_widths in self.archive.values([source.id]):
                    mine = np.frombuffer(all_values, dtype=np.float64)[there]
                    known = np.isfinite(mine)
                    values[row, here[known]] = mine[known]
                    widths = np.frombuffer(all_widths, dtype=np.float32)[there]
                    half_widths[row, here[known]] = widths[known]
        return Block(columns, values, half_widths)


def _take(layout: Any, places: Mapping[int, int]) -> tuple[Any, Any]:
    """Which of a file's values go where."""
    pairs = [(places[column], at) for at, column in enumerate(layout) if column in places]
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def gathered(project: Project, machine: str | None = None, cached: bool = True) -> Ledger:
    """Everything that is new is read; `machine` chooses one."""
    path = project.work / "archive.sqlite"
    kept = cached and _may_write(project.work)
    tick = project.progress.tick
    alone = files.turn(path.with_suffix(".lock"), PATIENCE, tick) if kept else None
    for last in (False, True):
        try:
            archive = Archive(path if kept else None, alone)
            ledger = Ledger(archive)
            _read_new(project, ledger)
            archive.commit()
            ledger.groups, ledger.elsewhere = grouped(project, archive, machine)
            ledger._layouts, ledger.facts = archive.layouts(), archive.facts()
            return ledger
        except sqlite3.DatabaseError as error:
            if last or not damaged(error):
                raise Busy(f"somebody else ({error})") from error
            thrown_away(path)
    raise AssertionError("the second time it returned or raised")


def _may_write(folder: Path) -> bool:
    """Otherwise everything is read into memory."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _stamp(ledger: Ledger, project: Project, path: Path) -> str:
    """Another one for each content; empty for a link that leads nowhere, which is left out."""
    try:
        told = path.stat()
    except OSError as error:
        ledger.left_out.append((project.name_of(path), reason_of(error)))
        return ""
    return f"{told.st_mtime_ns} {told.st_size}"


def _read_new(project: Project, ledger: Ledger) -> None:
    archive = ledger.archive
    stamps = archive.stamps()
    found: dict[Path, int] = {}
    for rank, kind in enumerate(FORMATS):
        found |= {path: rank for path in kind.files(project) if path not in found}
    now = {str(path): stamp for path in found if (stamp := _stamp(ledger, project, path))}
    found = {path: rank for path, rank in found.items() if str(path) in now}
    archive.drop(stamps.keys() - now.keys())
    new = [path for path in found if stamps.get(str(path)) != now[str(path)]]
    rows = itertools.chain.from_iterable(
        kind.rows(project, archive, [path for path in new if found[path] == rank])
        for rank, kind in enumerate(FORMATS)
    )
    for number, (path, row) in enumerate(rows, 1):
        project.progress.tick(f"reading    {number}/{len(new)} result files")
        try:
            archive.put(str(path), now[str(path)], found[path], row())
        except (Unreadable, UnladenError, OSError, OverflowError) as error:
            ledger.left_out.append((project.name_of(path), str(error)))
            archive.drop([str(path)])
    project.progress.clear()

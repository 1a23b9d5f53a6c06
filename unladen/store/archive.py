"""result files -> one local file that knows every value of every series: read once, kept by stamp.

It is a cache: everything in it can be read again from the results, and it is thrown away when it
does not fit (another schema, damaged). Values lie by result file, as they come; a reader takes some
columns of many files at a time, so that memory holds a part of the series, whatever their number.
"""

import errno
import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from unladen.model.histories import Column, ResultFile, Source

T = TypeVar("T")
SCHEMA = 2

TABLES = """
create table source (
    id integer primary key, path text unique, stamp text, rank integer, machine text,
    environment text, commit_hash text, seconds integer, layout integer, facts integer,
    vals blob, half_widths blob);
create table layout (id integer primary key, columns blob unique);
create table facts (id integer primary key, told text unique);
create table columns (
    id integer primary key, series text, version text, name text, label text, kind text, unit text,
    unique (series, version));
create table kept (key text primary key, stamp text, told blob);
"""


def damaged(error: sqlite3.Error) -> bool:
    """Rather than in use by somebody else, or not to be written to."""
    told = str(error)
    return "not a database" in told or "malformed" in told or "no such table" in told


def thrown_away(path: Path) -> None:
    for each in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        each.unlink(missing_ok=True)


NO_ROOM = ("full", "disk I/O error", "readonly database", "unable to open")


class _Connection(sqlite3.Connection):
    """To a file: that there is no room for it is an error like that of any other file."""

    path = ""

    def execute(self, *words: Any) -> sqlite3.Cursor:
        return self._told(super().execute, *words)

    def executemany(self, *words: Any) -> sqlite3.Cursor:
        return self._told(super().executemany, *words)

    def commit(self) -> None:
        self._told(super().commit)

    def _told(self, do: Callable[..., T], *words: Any) -> T:
        try:
            return do(*words)
        except sqlite3.OperationalError as error:
            if not any(told in str(error) for told in NO_ROOM):
                raise
            raise OSError(errno.ENOSPC, str(error), self.path) from error


class Archive:
    """Opened on a path; None keeps it in memory only."""

    def __init__(self, path: Path | None) -> None:
        self._columns: dict[tuple[str, str], int] = {}
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open(path)
        except sqlite3.DatabaseError as error:
            if path is None or not damaged(error):
                raise
            thrown_away(path)
            self._open(path)

    def _open(self, path: Path | None) -> None:
        self._db = sqlite3.connect(str(path) if path else ":memory:", factory=_Connection)
        self._db.path = str(path)
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = normal")
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version != SCHEMA:
            for (name,) in self._db.execute(
                "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
            ).fetchall():
                self._db.execute(f'drop table "{name}"')
            self._db.executescript(TABLES)
            self._db.execute(f"pragma user_version = {SCHEMA}")
        query = "select series, version, id from columns"
        self._columns = {(series, version): id for series, version, id in self._db.execute(query)}

    def commit(self) -> None:
        self._db.commit()

    def close(self) -> None:
        self._db.close()

    def stamps(self) -> dict[str, str]:
        return dict(self._db.execute("select path, stamp from source"))

    def column(self, series: str, version: str, told: tuple[str, str, str, str]) -> int:
        """The number of a column; `told` is its name, label, kind and unit."""
        known = self._columns.get((series, version))
        if known is None:
            words = (series, version, *told)
            done = self._db.execute(
                "insert into columns (series, version, name, label, kind, unit) "
                "values (?, ?, ?, ?, ?, ?)",
                words,
            )
            known = self._columns[series, version] = int(done.lastrowid or 0)
        return known

    def describe(self, name: str, version: str, kind: str, unit: str) -> None:
        """What benchmarks.json says of a benchmark, which result files do not."""
        self._db.execute(
            "update columns set kind = ?, unit = ? where name = ? and version = ?",
            (kind, unit, name, version),
        )

    def put(self, path: str, stamp: str, rank: int, row: ResultFile) -> None:
        columns = array("i", row.columns).tobytes()
        told = json.dumps(row.facts, sort_keys=True)
        self._db.execute(
            "insert or replace into source (path, stamp, rank, machine, environment, commit_hash, "
            "seconds, layout, facts, vals, half_widths) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(path, stamp, rank, row.machine, row.environment, row.commit, row.seconds),
                self._one("layout", "columns", columns),
                self._one("facts", "told", told),
                np.array(row.values, dtype=np.float64).tobytes(),
                np.array(row.half_widths, dtype=np.float32).tobytes(),
            ),
        )

    def _one(self, table: str, column: str, value: object) -> int:
        query = f"select id from {table} where {column} = ?"
        found = self._db.execute(query, (value,)).fetchone()
        if found is None:
            done = self._db.execute(f"insert into {table} ({column}) values (?)", (value,))
            return int(done.lastrowid or 0)
        return int(found[0])

    def drop(self, paths: Iterable[str]) -> None:
        self._db.executemany("delete from source where path = ?", [(path,) for path in paths])

    def sources(self) -> list[Source]:
        names = "id, path, stamp, rank, machine, environment, commit_hash, seconds, layout, facts"
        keys = names.replace("commit_hash", "commit").split(", ")
        rows = self._db.execute(f"select {names} from source order by id")
        return [Source(**dict(zip(keys, row, strict=True))) for row in rows]

    def layouts(self) -> dict[int, "array[int]"]:
        found = {}
        for id, columns in self._db.execute("select id, columns from layout"):
            found[id] = array("i", columns)
        return found

    def columns(self) -> dict[int, Column]:
        query = "select id, series, version, name, label, kind, unit from columns"
        return {row[0]: Column(*row) for row in self._db.execute(query)}

    def facts(self) -> dict[int, dict[str, Any]]:
        query = "select id, told from facts"
        return {id: json.loads(told) for id, told in self._db.execute(query)}

    def values(self, sources: Sequence[int]) -> Iterator[tuple[int, bytes, bytes]]:
        """Each source's values and half-widths as doubles and singles, one source at a time."""
        for id in sources:
            yield from self._db.execute(
                "select id, vals, half_widths from source where id = ?", (id,)
            )

    def keep(self, key: str, stamp: str, told: bytes) -> None:
        """What was worked out, and what it was worked out from."""
        self._db.execute("insert or replace into kept values (?, ?, ?)", (key, stamp, told))

    def kept(self, key: str, stamp: str) -> bytes | None:
        query = "select told from kept where key = ? and stamp = ?"
        found = self._db.execute(query, (key, stamp)).fetchone()
        return None if found is None else bytes(found[0])

"""result files -> one local file that knows every value of every series: read once, kept by stamp.

It is a cache: everything in it can be read again from the results, and it is thrown away when it
does not fit (another schema, damaged, rows that are not as they were written). Values lie by result
file, as they come; a reader takes some columns of many files at a time, so that memory holds a part
of the series, whatever their number.
"""

import errno
import hashlib
import json
import sqlite3
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, TypeVar

import numpy as np

from unladen.errors import ToolError
from unladen.model import Kind
from unladen.model.histories import Column, ResultFacts, ResultFile, Source
from unladen.store.fields import decoded

T = TypeVar("T")
SCHEMA = 3
# 3  what was worked out is held to a digest, facts have a shape
DIGEST_BYTES = 16
LAST_SECOND = 1 << 36
KINDS = frozenset(kind.value for kind in Kind)

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


ODD = """
select count(*) from source s left join layout l on l.id = s.layout left join facts f
on f.id = s.facts where l.id is null or f.id is null or typeof(l.columns) != 'blob'
or typeof(s.vals) != 'blob' or typeof(s.half_widths) != 'blob' or length(l.columns) % 4
or length(s.vals) != 2 * length(l.columns) or length(s.half_widths) != length(l.columns)
"""
"""Rows whose values are not those of their columns."""


class Damaged(sqlite3.DatabaseError):
    """SQLite finds nothing wrong, but this is not what was written."""

    def __init__(self, what: str) -> None:
        super().__init__(f"malformed: {what}"[:200])


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

    def __del__(self) -> None:
        # Python 3.13 and newer warn of a connection that nobody closed. This one ends with its
        # ledger, and all that it holds can be read again.
        with suppress(sqlite3.Error):
            self.close()

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
    """Opened on a path; None keeps it in memory only. `alone` is held until it is closed."""

    def __init__(self, path: Path | None, alone: IO[str] | None = None) -> None:
        self._alone = alone
        self._path = path
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
        if self._db.execute(ODD).fetchone() != (0,):
            raise Damaged("values that do not fit their columns")
        self._columns = {(each.series, each.version): id for id, each in self.columns().items()}

    def commit(self) -> None:
        self._db.commit()

    def close(self, error: object = None) -> None:
        """After an error that shows damage the file goes: the next command makes it anew."""
        self._db.close()
        harmed = isinstance(error, sqlite3.DatabaseError) and damaged(error)
        if harmed and self._path is not None:
            thrown_away(self._path)
        if self._alone is not None:
            self._alone.close()
        if harmed:
            what = f"{self._path} was damaged ({error}), and is gone: it holds only copies"
            raise ToolError(what, "the same command again; it reads all results once more")

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
        told = json.dumps(asdict(row.facts), sort_keys=True)
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
        found = _typed(list[Source], [dict(zip(keys, row, strict=True)) for row in rows])
        if not all(0 <= each.seconds < LAST_SECOND for each in found):
            raise Damaged("days that are none")
        return found

    def layouts(self) -> dict[int, "array[int]"]:
        known = set(self._columns.values())
        found = {}
        for id, columns in self._db.execute("select id, columns from layout"):
            found[id] = array("i", columns)
            if not known.issuperset(found[id]):
                raise Damaged("columns that nobody knows")
        return found

    def columns(self) -> dict[int, Column]:
        names = ("id", "series", "version", "name", "label", "kind", "unit")
        rows = self._db.execute(f"select {', '.join(names)} from columns")
        found = _typed(list[Column], [dict(zip(names, row, strict=True)) for row in rows])
        if not KINDS.issuperset(each.kind for each in found):
            raise Damaged("kinds that are none")
        return {each.id: each for each in found}

    def facts(self) -> dict[int, ResultFacts]:
        found = {}
        for id, told in self._db.execute("select id, told from facts"):
            try:
                found[id] = decoded(ResultFacts, json.loads(told))
            except (ValueError, TypeError, RecursionError) as error:
                raise Damaged(str(error)) from error
        return found

    def values(self, sources: Sequence[int]) -> Iterator[tuple[int, bytes, bytes]]:
        """Each source's values and half-widths as doubles and singles, one source at a time."""
        for id in sources:
            yield from self._db.execute(
                "select id, vals, half_widths from source where id = ?", (id,)
            )

    def keep(self, key: str, stamp: str, told: bytes) -> None:
        """What was worked out, and what it was worked out from."""
        row = (key, stamp, _digest(told) + told)
        self._db.execute("insert or replace into kept values (?, ?, ?)", row)

    def kept(self, key: str, stamp: str) -> bytes | None:
        query = "select told from kept where key = ? and stamp = ?"
        found = self._db.execute(query, (key, stamp)).fetchone()
        whole = found[0] if found is not None else None
        if not isinstance(whole, bytes):
            return None
        digest, told = whole[:DIGEST_BYTES], whole[DIGEST_BYTES:]
        return told if digest == _digest(told) else None


def _digest(told: bytes) -> bytes:
    """What is not as it was kept is worked out anew: nobody who reads it must doubt its shape."""
    return hashlib.blake2b(told, digest_size=DIGEST_BYTES).digest()


def _typed(kind: type[T], rows: object) -> T:
    try:
        return decoded(kind, rows)
    except ValueError as error:
        raise Damaged(str(error)) from error

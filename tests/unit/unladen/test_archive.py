"""Whatever somebody did to the archive: what is told is what the results say."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.quality.collection import main
from unladen.config import Config
from unladen.errors import ToolError
from unladen.history.blame import opened
from unladen.history.ledger import gathered
from unladen.output.history import event_json
from unladen.store.project import Project
from unladen.tools.terminal import Progress

WORDS = (-1, "x")
"""SQLite keeps numbers in a column of text as text: a machine may be called "-1"."""
ODD = (*WORDS, None, b"\xff" * 16)
COLUMNS = {
    "source": (
        *("path", "stamp", "rank", "machine", "environment", "commit_hash", "seconds", "layout"),
        *("facts", "vals", "half_widths"),
    ),
    "layout": ("columns",),
    "facts": ("told",),
    "columns": ("series", "version", "name", "label", "kind", "unit"),
    "kept": ("key", "stamp", "told"),
}
"""Of each table, what is no key of SQLite's own."""


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive") / "collection"
    assert main([str(folder), "--noise=synthetic", "--commits=66", "--series=7"]) == 0
    told_by(folder)
    return folder


def told_by(folder: Path, cached: bool = True) -> list[object]:
    """What history has to say, from the archive or without it."""
    history = opened(Project(folder, Config(), Progress(quiet=True)), cached=cached)
    levels = [each.summary for each in history.series()]
    told = [*levels, *(event_json(event) for event in history.ranked()), history.ledger.facts]
    history.ledger.archive.close()
    return told


def mutants() -> Iterator[tuple[str, str]]:
    for table, names in COLUMNS.items():
        yield from ((table, name) for name in names)


def test_every_column_of_the_archive_is_tried(collection: Path) -> None:
    with changing(archive_of(collection)) as db:
        for table, names in COLUMNS.items():
            known = {row[1] for row in db.execute(f"pragma table_info({table})")}
            assert known - {"id"} == {*names}


@contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    """Commit the changes of the block, and close the connection."""
    with closing(sqlite3.connect(path)) as db, db:
        yield db


def archive_of(folder: Path) -> Path:
    return folder / ".asv" / "unladen" / "archive.sqlite"


@pytest.mark.parametrize(("table", "column"), list(mutants()))
def test_a_value_of_another_kind_in_the_archive_harms_nothing(
    collection: Path, tmp_path: Path, table: str, column: str, full: bool
) -> None:
    right = repr(told_by(collection))
    good = archive_of(collection)
    kept = tmp_path / "good"
    with changing(good) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    shutil.copy(good, kept)
    for odd in ODD if full else ODD[1:3]:
        try:
            with changing(good) as db:
                db.execute(f"update {table} set {column} = ? where rowid = 1", (odd,))
        except sqlite3.IntegrityError:
            continue
        told = repr(told_by(collection))
        if odd not in WORDS:
            assert told == right, odd
        for name in (good, *good.parent.glob("archive.sqlite-*")):
            name.unlink(missing_ok=True)
        shutil.copy(kept, good)


def test_what_was_worked_out_and_is_not_as_it_was_kept_is_worked_out_anew(
    collection: Path,
) -> None:
    right = repr(told_by(collection))
    with changing(archive_of(collection)) as db:
        rows = db.execute("select key, told from kept").fetchall()
        assert any(b"steps" in told for _, told in rows)
        for key, told in rows:
            wrong = told.replace(b'"points":', b'"pointz":')[:-1] + b"}"
            db.execute("update kept set told = ? where key = ?", (wrong, key))
    assert repr(told_by(collection)) == right


def test_values_of_another_length_than_their_columns_are_read_again(collection: Path) -> None:
    right = repr(told_by(collection))
    with changing(archive_of(collection)) as db:
        db.execute("update source set vals = substr(vals, 9), half_widths = substr(half_widths, 5)")
    assert repr(told_by(collection)) == right
    ledger = gathered(Project(collection, Config(), Progress(quiet=True)))
    assert len(ledger.archive.sources()) == 66
    ledger.archive.close()


def test_damage_that_is_met_late_is_an_error_and_the_next_command_starts_anew(
    collection: Path,
) -> None:
    """SQLite looks at a page when it needs it."""
    right = repr(told_by(collection))
    project = Project(collection, Config(), Progress(quiet=True))
    with pytest.raises(ToolError, match="damaged"), opened(project):
        raise sqlite3.DatabaseError("database disk image is malformed")
    assert not archive_of(collection).exists()
    assert repr(told_by(collection)) == right
    with pytest.raises(sqlite3.OperationalError), opened(project):
        raise sqlite3.OperationalError("no such function: f")
    assert archive_of(collection).exists()

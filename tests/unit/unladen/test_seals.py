"""What is installed, sealed: who writes there breaks the seal, whatever time his files have."""

import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.unladen.values import counted, record, timed
from unladen.model import Count
from unladen.store.records import Records, measured_of
from unladen.tools import seals


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    made = tmp_path / "env-a" / "made"
    for name in ("bin/python", "lib/python3/site-packages/pkg/a.py", "pyvenv.cfg", "project/a.py"):
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text("x = 1\n")
    (made / "bin/python").unlink()
    (made / "bin/python").symlink_to(sys.executable)
    return made


def broken(prefix: Path, before: seals.Seal) -> list[str]:
    return before.broken(seals.sealed(prefix))


def test_what_is_written_added_or_removed_breaks_it(prefix: Path) -> None:
    before = seals.sealed(prefix)
    assert broken(prefix, before) == []
    package = prefix / "lib/python3/site-packages/pkg"
    (package / "a.py").write_text("x = 2\n")
    (package / "sneaky.pth").write_text("import os\n")
    (prefix / "pyvenv.cfg").unlink()
    inside = "lib/python3/site-packages/pkg"
    assert broken(prefix, before) == [f"{inside}/a.py", f"{inside}/sneaky.pth", "pyvenv.cfg"]


def test_a_file_that_is_given_its_old_time_is_found_all_the_same(prefix: Path) -> None:
    path = prefix / "lib/python3/site-packages/pkg/a.py"
    before, told = seals.sealed(prefix), path.stat()
    path.write_text("x = 2\n")
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
    assert path.stat().st_size == told.st_size
    assert broken(prefix, before) == ["lib/python3/site-packages/pkg/a.py"]


def brought_back(prefix: Path, change: bool = False) -> bool:
    """As a cache of CI does: packed, removed, and unpacked with the times of then."""
    seals.seal(prefix / "bin" / "python")
    assert seals.for_a_cache(prefix.parents[1]) == 1
    archive = prefix.with_suffix(".tar")
    with tarfile.open(archive, "w", format=tarfile.PAX_FORMAT) as packed:
        packed.add(prefix, arcname=prefix.name)
    shutil.rmtree(prefix)
    subprocess.run(["tar", "-xf", archive, "-C", prefix.parent], check=True)
    if change:
        (prefix / "pyvenv.cfg").write_text("x = 2\n")
    return seals.as_left(seals.sealed(prefix))


def test_what_a_cache_brings_back_is_believed_by_its_bytes_and_sealed_anew(prefix: Path) -> None:
    assert brought_back(prefix)
    assert seals.kept(prefix).split()[0] == seals.sealed(prefix).digest


def test_what_somebody_changed_in_a_cache_is_not_believed(prefix: Path) -> None:
    assert not brought_back(prefix, change=True)
    os.mkfifo(prefix / "lib" / "pipe")
    assert not seals.as_left(seals.sealed(prefix))


def test_a_compiled_file_is_code_and_other_caches_are_not(prefix: Path) -> None:
    seals.compiled(prefix / "bin" / "python")
    before = seals.sealed(prefix)
    assert not seals.lacks_compiled(before)
    cache = prefix / "lib/python3/site-packages/pkg/__pycache__"
    (cache / "a.nbi").write_bytes(b"numba's")
    assert broken(prefix, before) == []
    (compiled,) = cache.glob("*.pyc")
    compiled.write_bytes(compiled.read_bytes()[:-1] + b"x")
    assert broken(prefix, before) == [str(compiled.relative_to(prefix))]


def test_asvs_clone_beside_it_is_no_part_of_it(prefix: Path) -> None:
    before = seals.sealed(prefix)
    (prefix / "project/a.py").write_text("another commit\n")
    assert broken(prefix, before) == []


def test_how_it_was_left_is_known_by_the_next_run(prefix: Path) -> None:
    assert seals.kept(prefix) == ""
    seals.seal(prefix / "bin" / "python")
    assert seals.kept(prefix).split()[0] == seals.sealed(prefix).digest
    (prefix / "pyvenv.cfg").write_text("home = elsewhere\n")
    assert seals.kept(prefix) != seals.sealed(prefix).digest


def test_what_is_not_believed_stays_and_is_mixed_with_nothing(tmp_path: Path) -> None:
    """Runs of before count as they did."""
    records = Records(tmp_path)
    good, _ = timed([1.0, 1.1], session="good-1")
    bad, _ = timed([0.5], session="bad-7")
    count = Count(session="bad-7", layout=0, regions=(5.0,), unit="instructions")
    both = replace(good, runs=(*good.runs, *bad.runs), counts=(count,))
    made = record(both, wheel="w")
    records.save(made)
    where = (made.commit.hash, made.machine.name, made.environment.name)
    records.disown(*where, "bad-7")
    (found,) = records.all()
    ((id, left),) = found.measurements.items()
    assert (left.runs, left.counts) == (good.runs, ())
    (apart,) = found.earlier
    assert (apart.runs, apart.counts) == (bad.runs, (count,))
    assert measured_of(found, "w")[id].runs == good.runs
    records.save(record(good, wheel="w"))
    (again,) = records.all()
    assert [each.runs for each in again.earlier] == [bad.runs]


def test_a_record_of_nothing_else_is_left_without_measurements(tmp_path: Path) -> None:
    records = Records(tmp_path)
    made = record(counted(1.0), wheel="w")
    records.save(made)
    (measurement,) = made.measurements.values()
    session = measurement.counts[0].session if measurement.counts else ""
    records.disown(made.commit.hash, made.machine.name, made.environment.name, session)
    (found,) = records.all()
    assert not found.measurements
    assert len(found.earlier) == 1

"""What is in a suite, told without running it: names as asv gives them."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from unladen.errors import ToolError
from unladen.judge.same_code import ChangedCode
from unladen.judge.suite_names import benchmarks_by_name
from unladen.measure.session import IDENTICAL_SECONDS, Session
from unladen.measure.worker import START_SECONDS
from unladen.model import Benchmark, Kind
from unladen.model.options import Options
from unladen.store import suites
from unladen.store.project import Project
from unladen.tools.suite_sources import AsvSuite

SUITE = {
    "__init__.py": b"",
    "io/csv.py": b"""
import numpy
from .base import Other

def time_plain(): pass
def helper(): pass
def _time_private(): pass

class Base:
    def setup(self): pass
    def time_shared(self): pass
    def track_size(self): return 1

class Read(Base):
    params = [1, 2]
    def time_read(self, n): pass
    def peakmem_read(self, n): pass
    async def mem_it(self): pass
    def timeraw_import(self): return ""
    time_alias = 3

class _Hidden:
    def time_never(self): pass

class Loop(Loop):
    def time_once(self): pass
""",
    "broken.py": b"def time_x(:",
}


def test_names_and_kinds_are_those_that_asv_gives() -> None:
    found = benchmarks_by_name(SUITE)
    assert {id: each.kind for id, each in found.items()} == {
        "io.csv.time_plain": Kind.TIME,
        "io.csv.Base.time_shared": Kind.TIME,
        "io.csv.Base.track_size": Kind.TRACK,
        "io.csv.Read.time_shared": Kind.TIME,
        "io.csv.Read.track_size": Kind.TRACK,
        "io.csv.Read.time_read": Kind.TIME,
        "io.csv.Read.peakmem_read": Kind.PEAK_MEMORY,
        "io.csv.Read.mem_it": Kind.MEMORY,
        "io.csv.Read.timeraw_import": Kind.TIME,
        "io.csv.Loop.time_once": Kind.TIME,
    }
    assert found["io.csv.Read.time_read"].line == 16


def test_a_suite_without_a_package_around_it_has_names_without_a_dot_before_them() -> None:
    (one,) = benchmarks_by_name({"__init__.py": b"def time_it(): pass"})
    assert one == "time_it"


def opened(folder: Path, *patterns: str, changed: tuple[str, ...] = ()) -> Session:
    project = cast(Project, SimpleNamespace(asv=SimpleNamespace(source=AsvSuite(folder))))
    found = Session(project, [], Options(patterns=patterns), 1)
    found.changed = ChangedCode(changed)
    return found


def test_nobody_waits_for_a_suite_of_which_nothing_is_going_to_be_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """networkx' suite works for twenty seconds when it is imported: a comment took a minute."""
    (tmp_path / "slow.py").write_text("import time; time.sleep(60)\ndef time_it(): pass\n")
    waited: list[float] = []

    def imported(_: Session, seconds: float) -> dict[str, Benchmark]:
        waited.append(seconds)
        raise ToolError("the suite cannot be loaded: no answer", "")

    monkeypatch.setattr(Session, "_imported", imported)
    monkeypatch.setattr(suites, "kept", lambda *_: None)
    same = opened(tmp_path)
    assert list(same.benchmarks()) == ["slow.time_it"]
    assert waited == [IDENTICAL_SECONDS]
    assert "told by name" in same.notes[0]
    with pytest.raises(ToolError):
        opened(tmp_path, "time_it[(]3").benchmarks()
    with pytest.raises(ToolError):
        opened(tmp_path, changed=("a.py",)).benchmarks()
    assert waited[1:] == [IDENTICAL_SECONDS, START_SECONDS, START_SECONDS]

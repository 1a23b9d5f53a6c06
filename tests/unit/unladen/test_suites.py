"""What was found in a suite is kept by build, and believed only if it is whole."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.unit.unladen.values import benchmark
from unladen.measure.session import Session
from unladen.model import Kind
from unladen.model.options import Options
from unladen.store import suites
from unladen.store.project import Project
from unladen.tools.asv import Installed

FOUND = [
    replace(benchmark("suite.time_it(1, 'a')"), param_index=0, params=(("1",), ("'a'", "'b'"))),
    benchmark("suite.track_it", Kind.TRACK),
]


def project_in(folder: Path, suite: str = "s") -> Project:
    return cast(Project, SimpleNamespace(work=folder, suite_digest=lambda: suite))


def side(wheel: str | None, environment: str = "e") -> Installed:
    made: Any = None if wheel is None else SimpleNamespace(digest=wheel)
    return cast(Installed, SimpleNamespace(wheel=made, environment=environment))


def test_what_was_found_on_either_side_is_found_again(tmp_path: Path) -> None:
    project = project_in(tmp_path)
    suites.keep(project, side("base"), FOUND)
    assert suites.kept(project, [side("base"), side("head")]) == {each.id: each for each in FOUND}


@pytest.mark.parametrize(
    ("suite", "here"), [("t", side("base")), ("s", side("head")), ("s", side("base", "f"))]
)
def test_another_suite_build_or_environment_is_not_known(
    tmp_path: Path, suite: str, here: Installed
) -> None:
    suites.keep(project_in(tmp_path), side("base"), FOUND)
    assert suites.kept(project_in(tmp_path, suite), [here, side(None)]) is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 1, "benchmarks": []}', "[" * 100_000, '{"format": 2}']
)
def test_a_damaged_file_is_nothing_known_and_is_written_again(tmp_path: Path, text: str) -> None:
    project = project_in(tmp_path)
    suites.keep(project, side("base"), FOUND)
    (path,) = (tmp_path / "suites").glob("*.json")
    path.write_text(text)
    assert suites.kept(project, [side("base")]) is None
    suites.keep(project, side("base"), FOUND)
    assert json.loads(path.read_text())["benchmarks"]


def test_only_the_latest_are_kept(tmp_path: Path) -> None:
    for number in range(suites.KEPT + 5):
        suites.keep(project_in(tmp_path), side(str(number)), FOUND)
    assert len(list((tmp_path / "suites").glob("*.json"))) == suites.KEPT


def test_sides_that_run_the_same_share_what_was_found(tmp_path: Path) -> None:
    """A chain of commits without code imports its suite once."""
    project = project_in(tmp_path)
    a, b, c = (side(name) for name in ("a", "b", "c"))
    suites.keep(project, a, FOUND)
    session = cast(Any, SimpleNamespace(project=project, sides=[a, b], options=Options()))
    session.identical = True
    assert list(Session.benchmarks(session)) == [each.id for each in FOUND]
    session.sides = [b, c]
    assert list(Session.benchmarks(session)) == [each.id for each in FOUND]

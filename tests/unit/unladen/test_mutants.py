"""Files from strangers, mutated place by place: read or set aside, and then usable; never a bug."""

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.unit.unladen.values import record, timed
from unladen.config import from_table
from unladen.errors import ConfigError, NewerFile, ToolError
from unladen.history.record_files import value_of
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.part_history import taken
from unladen.model.anatomy import Anatomy, Function, Share, Split
from unladen.output.terminal import record_lines
from unladen.store.accepted import FILE, load
from unladen.store.profiles import anatomy_of
from unladen.store.records import Records, record_to_json
from unladen.tools import scalene, valgrind
from unladen.tools.foreign import UNREADABLE

MUTANTS: list[Any] = [
    *(None, True, -1, 0, float("inf"), float("nan"), "x", "", [], {}, [[]], {"a": 1}, 10**30),
    *("\x1b[31m", [None], ["x"], [1.0, "x"]),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value[:2]):
            yield from places(each, (*path, number))


def mutants(value: Any) -> Iterator[Any]:
    for path in places(value):
        for mutant in MUTANTS:
            changed = copy.deepcopy(value)
            inside = changed
            for key in path[:-1]:
                inside = inside[key]
            inside[path[-1]] = mutant
            yield changed


def test_a_record_with_anything_in_it_is_read_and_usable_or_set_aside(tmp_path: Path) -> None:
    base, _ = timed([1.0, 1.1])
    (measured,) = record(base).measurements.values()
    assert measured.runs
    whole = record_to_json(record(measured))
    for each in whole["measurements"].values():
        each["counts"] = [{"session": "s", "layout": 0, "regions": [1.0], "unit": "instructions"}]
    usable = 0
    for number, changed in enumerate(mutants(json.loads(json.dumps(whole)))):
        path = tmp_path / f"{number}" / "here" / "aaaaaaaaaaaa-bbbbbbbb.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(changed))
        records = Records(path.parents[1])
        found = records.read(path)
        if found is None:
            assert records.warnings
            continue
        usable += 1
        assert record_lines(found)
        for each in found.measurements.values():
            value_of(each, cpu_time=False)
        records.save(found)
    assert 100 < usable < number


def test_a_profile_with_anything_in_it_is_read_and_usable_or_left_out() -> None:
    key = "a.py:f"
    good = Anatomy(
        benchmark="b",
        seconds=1.0,
        functions={key: Function(key=key, module="a", name="f", body="x")},
        shares={key: Share(share=1.0, samples=10.0)},
        splits={key: Split(python=0.5)},
        calls={key: 2.0},
        instructions={key: 100.0},
    )
    whole = json.loads(json.dumps({"schema": 1, **asdict(good)}, default=sorted))
    usable = 0
    for changed in mutants(whole):
        try:
            found = anatomy_of(changed)
        except (NewerFile, *UNREADABLE):
            continue
        usable += 1
        taken(found, Categories({}))
        attribute(good, found, Categories({}), None)
    assert usable > 50


TABLE = {
    "allow": 0.01,
    "allow-memory": 0.05,
    "allow-of": {"x": 0.02},
    "budget": 60,
    "categories": {"dsl": ["x"]},
    "cpu-time": ["x"],
    "decide-by": ["code"],
    "decide-by-of": {"x": ["code"]},
    "fail-on": ["heavier"],
    "flags": ["heavier"],
    "higher-is-better": ["x"],
    "in-process": True,
    "pair-seconds": 0.1,
    "profile": {"benchmarks": ["x"], "lanes": ["calls"], "seconds": 5, "most": 2},
}


@pytest.mark.parametrize("key", sorted(TABLE))
def test_a_setting_with_anything_in_it_is_taken_or_told_wrong(key: str) -> None:
    from_table({key: TABLE[key]})
    wrong = 0
    for changed in mutants({key: TABLE[key]}):
        try:
            from_table(changed)
        except ConfigError:
            wrong += 1
    assert wrong > 5


ENTRY = """\
[[accepted]]
commit = {commit}
benchmark = {benchmark}
author = {author}
reason = {reason}
upto = {upto}
expires = {expires}
"""
FINE = {
    "commit": '"0123456789ab"',
    "benchmark": '"x"',
    "author": '"a"',
    "reason": '"r"',
    "upto": "0.05",
    "expires": "2027-01-31",
}
WRONG = ("1", "true", "[]", "{}", '""', '"("', "nan", "inf", "2027-01-31T00:00:00", "10:00:00")


@pytest.mark.parametrize("key", sorted(FINE))
def test_an_accepted_file_with_anything_in_it_is_taken_or_told_wrong(
    key: str, tmp_path: Path
) -> None:
    taken_ones = 0
    for wrong in WRONG:
        (tmp_path / FILE).write_text(ENTRY.format(**{**FINE, key: wrong}))
        try:
            for entry in load(tmp_path):
                entry.covers(["0123456789abcdef"], "suite.time_it", 0.01, date(2026, 11, 19))
                taken_ones += 1
        except ConfigError:
            continue
    assert taken_ones < len(WRONG)


def test_a_profile_of_scalene_with_anything_in_it_is_read_or_refused(tmp_path: Path) -> None:
    """A benchmark knows where scalene writes it. Found by tests/quality/fuzz.py."""
    line = {"lineno": 3, "n_cpu_percent_python": 50.0, "n_cpu_percent_c": 50.0, "n_malloc_mb": 3.0}
    whole = {
        "files": {"a.py": {"percent_cpu_time": 100.0, "lines": [line]}},
        "stacks": [[["a"], {"count": 100}]],
        "memory": True,
        "gpu": False,
    }
    path, read = tmp_path / "scalene.json", 0
    for changed in [*mutants(whole), {"files": {"a.py": [[]]}}, [], None]:
        path.write_text(json.dumps(changed))
        scalene.condensed(path)
        try:
            assert scalene.lines(path)
            assert scalene.memory_lines(path) is not None
        except scalene.Unhealthy:
            continue
        read += 1
    assert read > 3


def test_what_callgrind_did_not_write_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "callgrind.out.1"
    path.write_text("fn=(1) main\n1 five\n")
    with pytest.raises(ToolError, match="not as callgrind writes it"):
        list(valgrind.self_costs(path))


@pytest.mark.parametrize("number", [1e308, float("inf"), float("nan"), 10**40, 10**400])
def test_a_number_that_measures_nothing_is_no_part_of_a_profile(number: float) -> None:
    key = "a.py:f"
    good = Anatomy(benchmark="b", seconds=1.0, instructions={key: number})
    with pytest.raises(ValueError, match="no measure of anything"):
        anatomy_of(json.loads(json.dumps({"schema": 1, **asdict(good)}, default=sorted)))

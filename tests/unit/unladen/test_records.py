"""Records and configuration: whole or not at all, typed, merged, never mixed."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.unladen.values import benchmark, commit, count_of, counted, record, timed
from unladen.config import Config, from_table
from unladen.errors import Busy, ConfigError, EmptySelection, NewerFile, NoRecord, NotComparable
from unladen.judge.records import check_comparable
from unladen.judge.selection import selected
from unladen.measure.messages import Described
from unladen.measure.suite import benchmarks_of
from unladen.model import Kind
from unladen.output.terminal import record_lines
from unladen.store.records import SCHEMA, Records, measured_of, merge
from unladen.tools.files import locked
from unladen.tools.files import replace as replace_file
from unladen.tools.settings import load


def test_a_record_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    made = record(replace(timed([1.0, 1.1])[0], answers={"a": "1"}, notes=("cut",)))
    (measured,) = made.measurements.values()
    more = replace(measured, counts=count_of(1.0, 2.0), reach={"ab": "runs x"})
    made = replace(made, measurements={more.benchmark.id: more})
    records = Records(tmp_path)
    records.save(made)
    assert records.get(commit("a"), "here") == made


def test_measuring_again_adds_runs_and_keeps_the_old_ones() -> None:
    old = record(timed([1.0, 1.0], session="one")[0])
    new = record(timed([1.0], session="two")[0])
    (merged,) = merge(old, new).measurements.values()
    assert [(run.session, run.pair) for run in merged.runs] == [("one", 0), ("one", 1), ("two", 0)]
    (again,) = merge(merge(old, new), new).measurements.values()
    assert len(again.runs) == 3


def test_another_version_of_a_benchmark_begins_anew() -> None:
    old = record(timed([1.0, 1.0], session="one")[0])
    changed = replace(timed([1.0], session="two")[0], benchmark=benchmark(version="2"))
    (merged,) = merge(old, record(changed)).measurements.values()
    assert [run.session for run in merged.runs] == ["two"]


def test_what_was_counted_and_looked_at_is_kept_beside_what_comes_later() -> None:
    base, _ = timed([])
    old = replace(base, counts=count_of(1.0, 2.0), reach={"ab": ""}, functions=("a.py:f",))
    new = replace(base, counts=count_of(3.0, session="later"), reach={"bc": "runs x"})
    (merged,) = merge(record(old), record(new)).measurements.values()
    assert [count.session for count in merged.counts] == ["counting", "later"]
    assert merged.reach == {"ab": "", "bc": "runs x"}
    assert merged.functions == ("a.py:f",)
    seen_again = replace(base, reach={"ab": "runs y"}, functions=("a.py:g",))
    (merged,) = merge(record(merged), record(seen_again)).measurements.values()
    assert merged.reach["ab"] == "runs y"
    assert merged.functions == ("a.py:g",)


def test_a_record_of_the_time_when_counts_had_no_session_is_read(tmp_path: Path) -> None:
    path = Records(tmp_path).save(record(timed([1.0])[0]))
    value = json.loads(path.read_text())
    (measurement,) = value["measurements"].values()
    del measurement["counts"], measurement["reach"]
    for regions in ([], [5.0, 6.0]):
        measurement["instructions"] = regions
        path.write_text(json.dumps(value))
        found = Records(tmp_path).read(path)
        assert found is not None
        (read,) = found.measurements.values()
        assert [count.regions for count in read.counts] == ([tuple(regions)] if regions else [])


def test_what_was_measured_of_another_build_is_not_mixed_and_not_lost(tmp_path: Path) -> None:
    """A wheel that is not reproducible, `rm -rf .asv`, `gate -b track`: all timings were gone."""
    timing, value = timed([1.0, 1.1])[0], counted(1.0)
    value = replace(value, benchmark=replace(value.benchmark, id="suite.track_it"))
    records = Records(tmp_path)
    records.save(record(timing, wheel="old"))
    records.save(record(value, wheel="new"))
    found = records.get(commit("a"), "here")
    assert set(found.measurements) == {"suite.time_it", "suite.track_it"}
    assert found.measurements["suite.time_it"].runs == timing.runs
    assert set(measured_of(found, "new")) == {"suite.track_it"}
    assert set(measured_of(found, "old")) == {"suite.time_it"}
    again = timed([1.2], session="later")[0]
    records.save(record(again, wheel="new"))
    records.save(record(again, wheel="new"))
    found = records.get(commit("a"), "here")
    assert found.measurements["suite.time_it"].runs == again.runs
    (beside,) = found.earlier
    assert (beside.runs, beside.wheel) == (timing.runs, "old")
    assert "beside these 1 of another build" in record_lines(found)[-1]
    records.save(record(timed([1.3], session="back")[0], wheel="old"))
    found = records.get(commit("a"), "here")
    assert len(found.measurements["suite.time_it"].runs) == 3, "the old build goes on"
    assert [each.wheel for each in found.earlier] == ["new"]


def test_a_benchmark_that_is_as_it_was_again_goes_on_where_it_was() -> None:
    old = timed([1.0, 1.0], session="one")[0]
    changed = replace(timed([1.0], session="two")[0], benchmark=benchmark(version="2"))
    found = merge(merge(record(old), record(changed)), record(timed([1.0], session="three")[0]))
    (measured,) = found.measurements.values()
    assert [run.session for run in measured.runs] == ["one", "one", "three"]
    assert [each.benchmark.version for each in found.earlier] == ["2"]


def test_a_record_that_cannot_be_read_is_set_aside_and_the_rest_is_read(tmp_path: Path) -> None:
    records = Records(tmp_path)
    good = records.save(record(counted(1.0), "a"))
    bad = records.save(record(counted(1.0), "b"))
    contents = ("", "[]", "{}", '{"schema": 1}', "[" * 100_000)
    for content in contents:
        bad.write_text(content)
        assert [each.commit.hash for each in records.all()] == ["a" * 40]
        assert not bad.exists()
    assert good.exists()
    aside = sorted(bad.parent.glob("*.damaged*"), key=lambda path: len(path.name))
    assert sorted(path.read_text() for path in aside) == sorted(contents)
    assert len(records.warnings) == 5


def test_what_is_set_aside_comes_back_by_the_command_that_is_told(tmp_path: Path) -> None:
    records = Records(tmp_path / "a folder")
    bad = records.save(record(counted(1.0), "b"))
    bad.write_text("{half of")
    assert records.all() == []
    command = records.warnings[0].partition("next: ")[2].removesuffix(" brings it back")
    subprocess.run(["sh", "-c", command], check=True)
    assert bad.read_text() == "{half of"


def newer(path: Path, where: str) -> str:
    """The same record with a field that we do not know, or of a later schema."""
    value = json.loads(path.read_text())
    if where == "schema":
        value["schema"] = SCHEMA + 1
    elif where == "record":
        value["humidity"] = 0.4
    elif where == "run":
        next(iter(value["measurements"].values()))["runs"][0]["humidity"] = 0.4
    elif where == "measurement":
        next(iter(value["measurements"].values()))["humidity"] = 0.4
    elif where == "benchmark":
        next(iter(value["measurements"].values()))["benchmark"]["humidity"] = 0.4
    else:
        value[where]["humidity"] = 0.4
    path.write_text(json.dumps(value))
    return path.read_text()


PLACES = ["schema", "record", "commit", "machine", "environment", "measurement", "benchmark", "run"]


@pytest.mark.parametrize("where", PLACES)
def test_looking_at_a_record_of_a_newer_unladen_leaves_it_alone_and_says_so(
    where: str, tmp_path: Path
) -> None:
    records = Records(tmp_path)
    records.save(record(counted(1.0), "a"))
    path = records.save(record(timed([1.0, 1.1])[0], "b"))
    content = newer(path, where)
    assert [each.commit.hash for each in records.all()] == ["a" * 40]
    assert path.read_text() == content
    assert [each.name for each in path.parent.glob("*.damaged*")] == []
    assert "newer unladen" in records.warnings[0]
    assert path.name in records.warnings[0]


@pytest.mark.parametrize("where", PLACES)
def test_a_record_of_a_newer_unladen_is_never_written_over(where: str, tmp_path: Path) -> None:
    records = Records(tmp_path)
    made = record(timed([1.0, 1.1])[0], "b")
    path = records.save(made)
    content = newer(path, where)
    with pytest.raises(NewerFile, match="newer unladen"):
        records.find("b" * 40, "here", made.environment.name)
    with pytest.raises(NewerFile):
        records.save(made)
    assert path.read_text() == content


def test_no_record_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(NoRecord, match="unladen run aaaaaaaa"):
        Records(tmp_path).get(commit("a"), "here")


def test_a_machine_with_a_strange_name_keeps_to_its_folder(tmp_path: Path) -> None:
    records = Records(tmp_path / "records")
    path = records.path("a" * 40, "../../etc/passwd", "env")
    assert path.resolve().is_relative_to(tmp_path / "records")


def test_machines_and_environments_are_never_compared_across() -> None:
    one = record(counted(1.0))
    check_comparable(one, one)
    with pytest.raises(NotComparable, match="two machines are never compared"):
        check_comparable(one, replace(one, machine=replace(one.machine, name="there")))
    other = replace(one.environment, name="virtualenv-py3.12")
    with pytest.raises(NotComparable, match="environments differ"):
        check_comparable(one, replace(one, environment=other))


def test_nothing_is_needed_and_what_is_said_is_checked(tmp_path: Path) -> None:
    assert load(tmp_path) == Config()
    table = {"allow": 0.02, "allow-of": {"io": 0.1}, "higher-is-better": ["solved"]}
    config = from_table(table)
    assert (config.allowance("time_io"), config.allowance("time_cpu")) == (0.1, 0.02)
    assert config.rises("track_solved")


@pytest.mark.parametrize(
    "table",
    [
        {"alow": 1},
        {"allow": "1%"},
        {"allow": True},
        {"allow": -1},
        {"allow-of": {"(": 0.1}},
        {"higher-is-better": "x"},
        {"in-process": 1},
        {"records": 3},
    ],
)
def test_a_setting_that_cannot_mean_what_it_says_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        from_table(table)


def test_only_one_measures_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path / "lock"), pytest.raises(Busy), locked(tmp_path / "lock"):
        pass
    with locked(tmp_path / "lock"):
        pass


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "f"
    replace_file(path, "old")
    with pytest.raises(UnicodeEncodeError):
        replace_file(path, "\ud800")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["f"]


def test_parameters_become_benchmarks_with_their_values_in_the_name() -> None:
    params = [["1", "2"], ["'x'"]]
    told = Described(name="s.time_it", type="time", module="s", params=params, version="v")
    found = benchmarks_of([told, Described(name="s.odd", type="a new kind", module="s")])
    assert list(found) == ["s.time_it(1, 'x')", "s.time_it(2, 'x')", "s.odd"]
    assert found["s.time_it(2, 'x')"].param_index == 1
    assert found["s.odd"].kind is Kind.TRACK


def test_a_selection_of_nothing_is_an_error() -> None:
    here = {"s.time_it": benchmark("s.time_it")}
    assert list(selected(here, ["time"])) == ["s.time_it"]
    for patterns, suite in ((["nothing"], here), (["("], here), ([], {})):
        with pytest.raises(EmptySelection):
            selected(suite, patterns)

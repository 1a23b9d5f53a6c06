"""What other tools wrote, read as results: units, processes, doubts, and what is left out."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.unit.unladen.imports import ASV_SAMPLES, HERE, HOW, SAMPLES
from tests.unit.unladen.test_mutants import mutants
from tests.unit.unladen.values import commit, record, timed
from unladen.config import Config
from unladen.errors import ConfigError
from unladen.history.record_files import value_of
from unladen.judge.compare import compare, paired_runs
from unladen.judge.records import compare_records
from unladen.model import Kind, Outcome, Record, Rules, Verdict
from unladen.output.terminal import record_lines, records_lines
from unladen.store.asv_imports import read as read_asv
from unladen.store.imports import formats
from unladen.store.imports.github_action import without_script
from unladen.store.imports.records import commit_of, environment_name, records_of
from unladen.store.imports.results import (
    MOST_SAMPLES,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    per_second,
    seconds_in,
)
from unladen.store.records import Records, merge, record_from_json, record_to_json

HEAD = commit("b")


def told(name: str) -> tuple[str, ImportedFile]:
    kind, found = formats.read(formats.file_of(HERE / name))
    return kind.name, found


def results(name: str) -> dict[str, ImportedResult]:
    return {each.name: each for batch in told(name)[1].batches for each in batch.results}


def imported(name: str, **how: str) -> list[Record]:
    kind, found = told(name)
    named = {b.commit.hash: commit_of(b.commit) for b in found.batches if b.commit}
    return records_of(found, replace(HOW, format=kind, **how), named, HEAD)


def as_file(value: object) -> tuple[str, ImportedFile]:
    kind, found = formats.read(json.dumps(value).encode())
    return kind.name, found


def one_of(value: object) -> ImportedResult:
    (found,) = as_file(value)[1].batches[0].results
    return found


def test_each_file_says_itself_which_tool_wrote_it() -> None:
    assert {path.name: told(path.name)[0] for path in SAMPLES} == {
        "pytest_benchmark_saved.json": "pytest-benchmark",
        "pytest_benchmark_stored.json": "pytest-benchmark",
        "pyperf_suite.json": "pyperf",
        "pyperf_one.json": "pyperf",
        "hyperfine.json": "hyperfine",
        "google_repeated.json": "google-benchmark",
        "google_aggregates.json": "google-benchmark",
        "github_action.js": "github-action-benchmark",
        "codspeed_walltime.json": "instructions",
        "instructions.json": "instructions",
    }


def test_pytest_benchmarks_rounds_are_samples_of_one_process() -> None:
    found = results("pytest_benchmark_saved.json")["test_it.py::test_sum"]
    raw = json.loads((HERE / "pytest_benchmark_saved.json").read_text())
    (data,) = [b["stats"]["data"] for b in raw["benchmarks"] if b["name"] == "test_sum"]
    assert found.processes == (tuple(data),)
    assert found.doubt == 0.05
    grouped = results("pytest_benchmark_saved.json")["test_it.py::test_sort[10]"]
    assert grouped.group == "sorting"
    assert "size: 10" in grouped.notes


def test_what_is_stored_without_rounds_is_a_median_in_greater_doubt() -> None:
    found = results("pytest_benchmark_stored.json")["test_it.py::test_sum"]
    raw = json.loads((HERE / "pytest_benchmark_stored.json").read_text())
    (median,) = [b["stats"]["median"] for b in raw["benchmarks"] if b["name"] == "test_sum"]
    assert found.processes == ((median,),)
    assert found.doubt == 0.10
    assert "no samples" in found.notes[0]


def test_pytest_benchmark_says_itself_of_which_commit_and_machine_it_is() -> None:
    (found,) = imported("pytest_benchmark_saved.json")
    raw = json.loads((HERE / "pytest_benchmark_saved.json").read_text())
    assert found.commit.hash == raw["commit_info"]["id"]
    assert found.machine.name == raw["machine_info"]["node"]
    assert found.environment.python == raw["machine_info"]["python_version"]
    dirty = [m for m in found.measurements.values() if "working tree" in " ".join(m.notes)]
    assert bool(dirty) is raw["commit_info"]["dirty"]


def test_each_run_of_pyperf_is_a_process_without_its_warm_ups() -> None:
    raw = json.loads((HERE / "pyperf_suite.json").read_text())
    found = results("pyperf_suite.json")
    assert set(found) == {"join", "sort"}
    runs = [run["values"] for run in raw["benchmarks"][0]["runs"] if run.get("values")]
    assert [list(each) for each in found["join"].processes] == runs
    assert len(runs) >= 4
    assert found["join"].doubt == 0.0
    assert len(raw["benchmarks"][0]["runs"]) > len(runs), "a run that calibrates is among them"


def test_few_processes_of_pyperf_leave_a_doubt() -> None:
    (found,) = results("pyperf_one.json").values()
    assert len(found.processes) < 4
    assert found.doubt == 0.05


def test_each_time_of_hyperfine_is_a_process() -> None:
    raw = json.loads((HERE / "hyperfine.json").read_text())
    found = results("hyperfine.json")
    row = raw["results"][0]
    assert found[row["command"]].processes == tuple((each,) for each in row["times"])
    assert found[row["command"]].doubt == 0.0


def test_repetitions_of_google_benchmark_are_samples_and_fits_are_left_out() -> None:
    raw = json.loads((HERE / "google_repeated.json").read_text())
    rows = [r for r in raw["benchmarks"] if r["run_type"] == "iteration"]
    name = rows[0]["run_name"]
    sizes = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
    mine = [r["real_time"] * sizes[r["time_unit"]] for r in rows if r["run_name"] == name]
    found = results("google_repeated.json")
    assert list(found[name].processes[0]) == pytest.approx(mine)
    assert len(mine) > 1
    assert "fits of complexity" in told("google_repeated.json")[1].left_out[0]
    units = {r["time_unit"] for r in rows}
    assert len(units) > 1, "the sample has rows of several units"


def test_items_in_a_second_are_a_series_of_which_more_is_better() -> None:
    found = [each for each in results("google_repeated.json").values() if each.unit == "items/s"]
    assert found
    assert all(Config().rises(each.name) for each in found)


def test_of_aggregates_the_median_is_taken_and_said_to_be_one() -> None:
    raw = json.loads((HERE / "google_aggregates.json").read_text())
    (row,) = [r for r in raw["benchmarks"] if r["name"] == "BM_Copy/8_median"]
    found = results("google_aggregates.json")["BM_Copy/8"]
    assert found.processes[0][0] == pytest.approx(row["real_time"] * 1e-9)
    assert found.doubt == 0.10
    assert found.notes[-1].startswith("the median of")


def test_a_benchmark_that_failed_has_failed() -> None:
    rows = [{"name": "BM_x", "run_type": "iteration", "error_occurred": True}]
    rows[0]["error_message"] = "no\x1b[31m file"
    found = one_of({"context": {}, "benchmarks": rows})
    assert found.failed == "no [31m file"
    (made,) = records_of(as_file({"context": {}, "benchmarks": rows})[1], HOW, {}, HEAD)
    assert made.measurements["BM_x"].outcome is Outcome.EXCEPTION


def test_many_commits_of_one_file_are_as_many_records() -> None:
    records = imported("github_action.js")
    assert len(records) == 3
    assert len({each.commit.hash for each in records}) == 3
    assert all(each.commit.seconds > 1_600_000_000 for each in records)


ACTION_UNITS = {
    ("pytest", "iter/sec", 4.0): ("it", 0.25, "seconds"),
    ("cargo", "ns/iter", 250.0): ("it", 250e-9, "seconds"),
    ("go", "ns/op", 3.0): ("it", 3e-9, "seconds"),
    ("benchmarkjs", "ops/sec", 2.0): ("it", 0.5, "seconds"),
    ("jmh", "ops/ms", 2.0): ("it", 0.0005, "seconds"),
    ("julia", "µs", 2.0): ("it", 2e-6, "seconds"),
    ("customBiggerIsBetter", "MB/s", 9.0): ("it [higher is better]", 9.0, "MB/s"),
    ("customSmallerIsBetter", "Percent", 9.0): ("it", 9.0, "Percent"),
    ("customSmallerIsBetter", "bytes", 9.0): ("it", 9.0, "bytes"),
    ("go", "allocs/op", 9.0): ("it", 9.0, "allocs/op"),
}


@pytest.mark.parametrize("case", ACTION_UNITS, ids=str)
def test_units_are_turned_into_seconds_only_where_they_are_times(
    case: tuple[str, str, float],
) -> None:
    tool, unit, value = case
    bench = {"name": "it", "value": value, "unit": unit, "range": "± 3"}
    entry = {"commit": {"id": "a" * 40}, "tool": tool, "benches": [bench]}
    found = one_of({"entries": {"Benchmark": [entry]}})
    shown = found.value if found.value is not None else found.processes[0][0]
    name, expected, kept = ACTION_UNITS[case]
    assert (found.name, found.unit) == (name, kept)
    assert shown == pytest.approx(expected)
    assert found.doubt == 0.10


def test_units_without_a_call_are_no_time_of_one() -> None:
    assert [seconds_in(each) for each in ("ns", "ms / iter", "MB", "ns/byte")] == [
        *(1e-9, 1e-3, None, None)
    ]
    assert [per_second(each) for each in ("ops/sec", "iter per s", "MB/s", "1/s")] == [
        *(1.0, 1.0, None, None)
    ]


def test_counts_of_instructions_are_rows_or_a_mapping() -> None:
    rows = one_of({"benchmarks": [{"name": "a", "instructions": 12_345}]})
    with pytest.raises(NotThisFormat):
        as_file({"a": 12_345})
    _, told_so = formats.read(b'{"a": 12345}', "instructions")
    (mapping,) = told_so.batches[0].results
    assert (rows.value, rows.unit, rows.doubt) == (12_345, "instructions", 0.01)
    assert mapping == rows


@pytest.mark.parametrize("path", ASV_SAMPLES, ids=lambda path: path.name)
def test_files_of_asv_of_any_version_are_read_in_a_copy(path: Path) -> None:
    before = path.read_bytes()
    found, _ = read_asv(path, HOW)
    assert path.read_bytes() == before
    one = found.measurements["suite.time_it(1)"]
    assert one.runs[0].wall == (0.25, 0.5)
    assert one.doubt == 0.05
    assert found.measurements["suite.track_it"].values == (7.0,)
    assert found.measurements["suite.time_it(2)"].outcome is Outcome.EXCEPTION
    assert found.environment.name == "imported tool virtualenv-py3.11"


def test_no_series_has_what_was_imported_and_what_was_measured() -> None:
    measured = record(timed([1.0] * 4)[0])
    for path in SAMPLES:
        for each in imported(path.name, machine=measured.machine.name):
            assert each.environment.name.startswith("imported ")
            assert each.environment.name != measured.environment.name
    assert environment_name(replace(HOW, environment="x"), "label") == "imported tool x"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_importing_again_adds_nothing(path: Path, tmp_path: Path) -> None:
    records = Records(tmp_path)
    for made in imported(path.name):
        place = records.save(made)
        first = place.read_bytes()
        records.save(made)
        assert place.read_bytes() == first


def test_the_same_result_in_a_later_file_adds_nothing_and_another_one_does() -> None:
    (old,) = imported("pytest_benchmark_saved.json")
    (later,) = imported("pytest_benchmark_saved.json", digest="1" * 64, file="later.json")
    both = merge(old, later)
    assert both.measurements == old.measurements
    assert [each.file for each in both.imported] == ["a.json", "later.json"]
    id, one = next(iter(old.measurements.items()))
    other = replace(one, runs=(replace(one.runs[0], session="import-other"),))
    assert len(merge(old, replace(old, measurements={id: other})).measurements[id].runs) == 2


def test_what_is_imported_is_read_back_as_it_was_written() -> None:
    for path in SAMPLES:
        for made in imported(path.name):
            assert record_from_json(json.loads(json.dumps(record_to_json(made)))) == made


def test_a_doubt_is_the_least_half_width_of_a_value() -> None:
    (made,) = imported("pytest_benchmark_stored.json")
    one = made.measurements["test_it.py::test_sum"]
    assert value_of(one, False) == (one.runs[0].wall[0], 0.10)
    counts = imported("instructions.json")[0].measurements.values()
    assert all(value_of(each, False)[1] == 0.01 for each in counts)


def test_compare_decides_nothing_by_what_is_in_doubt_and_says_how_good_it_is() -> None:
    (made,) = imported("pytest_benchmark_stored.json")
    one = made.measurements["test_it.py::test_sum"]
    run = one.runs[0]
    twice = replace(one, runs=(replace(run, wall=(2 * run.wall[0],), session="import-x"),))
    found = compare(one, twice, Rules())
    assert found.verdict is Verdict.UNDECIDED
    assert found.change is not None
    assert found.change.estimate == pytest.approx(1.0)
    assert found.change.low == pytest.approx(2 * 2.718281828**-0.1414 - 1, abs=0.01)
    assert "imported" in found.reason
    assert "14 %" in found.reason
    assert compare(one, one, Rules()).verdict is Verdict.UNDECIDED


def test_what_was_imported_is_never_compared_as_if_side_by_side() -> None:
    """Two commits with the same imported values would be a pair by the name of their session."""
    (made,) = imported("hyperfine.json")
    for one in made.measurements.values():
        assert paired_runs(one, one) == []


def test_counts_in_doubt_are_no_exact_values() -> None:
    """A count of one instruction more, on nobody knows which machine, is no loss."""
    (made,) = imported("instructions.json")
    one = next(iter(made.measurements.values()))
    more = replace(one, values=(one.values[0] + 1,))
    found = compare(one, more, Rules())
    assert found.verdict is Verdict.UNDECIDED
    assert "no change is seen" in found.reason


def steady(made: Record, seconds: float) -> Record:
    """As if the machine had been idle."""
    return replace(
        made,
        measurements={
            id: replace(
                each,
                runs=tuple(
                    replace(run, wall=(seconds * (1 + 0.001 * place),), session=f"import-{seconds}")
                    for place, run in enumerate(each.runs)
                ),
            )
            for id, each in made.measurements.items()
        },
    )


def test_processes_enough_are_compared_as_any_that_did_not_run_side_by_side() -> None:
    (made,) = imported("hyperfine.json")
    found = compare_records(steady(made, 1.0), steady(made, 3.0), Config().rules, [])
    assert {each.verdict for each in found} == {Verdict.SLOWER}
    assert all("measured apart" in " ".join(each.notes) for each in found)


def test_a_commit_of_which_something_was_measured_is_shown_by_that(tmp_path: Path) -> None:
    records = Records(tmp_path)
    (made,) = imported("hyperfine.json", machine="here")
    measured = replace(record(timed([1.0] * 4)[0]), commit=HEAD)
    here = replace(measured, machine=replace(measured.machine, name="here"))
    records.save(made)
    assert records.get(HEAD, "here").imported
    records.save(here)
    assert not records.get(HEAD, "here").imported
    assert records.get(HEAD, "here", made.environment.name).imported


def test_what_is_shown_says_where_it_comes_from_and_what_it_does_not_say() -> None:
    (made,) = imported("pytest_benchmark_stored.json")
    text = "\n".join(record_lines(made))
    assert "imported from pytest-benchmark" in text
    assert "a second process" in text
    assert "taken to be within 10 %" in text
    assert "imported pytest-benchmark" in records_lines([made])[0]


def samples() -> Iterator[tuple[str, Any]]:
    for path in SAMPLES:
        content = without_script(path.read_bytes())
        yield path.name, _short(json.loads(content))


def _short(value: Any) -> Any:
    """Two of each: the rest is alike."""
    if isinstance(value, dict):
        return {key: _short(each) for key, each in value.items()}
    return [_short(each) for each in value[:2]] if isinstance(value, list) else value


@pytest.mark.parametrize(("name", "value"), list(samples()), ids=lambda each: str(each)[:30])
def test_a_file_with_anything_in_it_is_read_or_refused_in_words(name: str, value: Any) -> None:
    kind = told(name)[0]
    for number, mutant in enumerate(mutants(value)):
        if number % 7:
            continue
        content = json.dumps(mutant).encode("utf-8", "surrogatepass")
        try:
            _, found = formats.read(content, kind)
        except NotThisFormat:
            continue
        named = {b.commit.hash: commit_of(b.commit) for b in found.batches if b.commit}
        for made in records_of(found, HOW, named, HEAD):
            record_from_json(json.loads(json.dumps(record_to_json(made))))


@pytest.mark.parametrize("path", ASV_SAMPLES, ids=lambda path: path.name)
def test_a_file_of_asv_with_anything_in_it_is_read_or_refused(path: Path, tmp_path: Path) -> None:
    value = json.loads(path.read_text())
    place = tmp_path / path.name
    for number, mutant in enumerate(mutants(value)):
        if number % 10:
            continue
        place.write_text(json.dumps(mutant))
        try:
            made, _ = read_asv(place, HOW)
        except NotThisFormat:
            continue
        assert record_to_json(made)


@pytest.mark.parametrize("date", [float("inf"), float("nan"), -5, 10**40, "then", None])
def test_a_day_that_is_none_is_no_day_of_a_file_of_asv(date: object, tmp_path: Path) -> None:
    """Found by the fuzzer: an OverflowError."""
    value = json.loads(ASV_SAMPLES[-1].read_text())
    place = tmp_path / ASV_SAMPLES[-1].name
    place.write_text(json.dumps(value | {"date": date}))
    try:
        made, _ = read_asv(place, HOW)
    except NotThisFormat:
        return
    assert made.commit.seconds == 0


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b"null", b"\xff\xfe", b"[" * 100_000, b'{"entries": 1}', b"1"]
)
def test_what_no_tool_wrote_is_refused_in_words(content: bytes) -> None:
    with pytest.raises(NotThisFormat):
        formats.read(content)


def test_what_is_packed_is_unpacked_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json.gz"
    path.write_bytes(gzip.compress((HERE / "pyperf_suite.json").read_bytes()))
    assert formats.read(formats.file_of(path))[0].name == "pyperf"
    monkeypatch.setattr(formats, "MAX_BYTES", 1 << 20)
    path.write_bytes(gzip.compress(b" " * (1 << 21)))
    with pytest.raises(NotThisFormat, match="more than"):
        formats.file_of(path)
    path.write_bytes(b"no gzip")
    with pytest.raises(NotThisFormat, match="gzip"):
        formats.file_of(path)
    with pytest.raises(ConfigError):
        formats.file_of(tmp_path / "nowhere")


def test_a_million_rounds_are_thinned_evenly_and_that_is_said() -> None:
    raw = json.loads((HERE / "pytest_benchmark_saved.json").read_text())
    raw["benchmarks"] = raw["benchmarks"][:1]
    raw["benchmarks"][0]["stats"]["data"] = [float(n) for n in range(1, 20_001)]
    found = one_of(raw)
    assert len(found.processes[0]) == MOST_SAMPLES
    assert found.processes[0][:2] == (1.0, 21.0)
    assert "1000 of 20000" in found.notes[0]


def test_names_of_strangers_are_lines_of_bounded_length() -> None:
    raw = json.loads((HERE / "hyperfine.json").read_text())
    raw["results"] = raw["results"][:1]
    raw["results"][0]["command"] = "<script>\x1b[31m\n" + "x" * 5000
    (made,) = records_of(as_file(raw)[1], HOW, {}, HEAD)
    (id,) = made.measurements
    assert len(id) <= 300
    assert id.isprintable()
    assert made.measurements[id].benchmark.kind is Kind.TIME

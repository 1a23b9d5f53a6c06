"""Which function did it: the arithmetic of parts, and functions known again under other names."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.unladen.values import benchmark, commit
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.findings import never_ran, no_profile, not_one_ran, ran_any
from unladen.model import Interval
from unladen.model.anatomy import Anatomy, Function, Share, Split
from unladen.model.attribution import Change
from unladen.model.lanes import LANES, Depth, Where
from unladen.output import explain as why
from unladen.profiling import lanes, memory, scalene_run, splits
from unladen.profiling.lanes import Look, Specimen
from unladen.profiling.places import Places
from unladen.profiling.source import functions_of
from unladen.tools import alone, scalene
from unladen.tools.alone import NoFinding, Room, Target
from unladen.tools.asv import Installed
from unladen.tools.suite_sources import AsvSuite

BASE = '''
def helper(k):
    """A piece."""
    return k * k % 7


def work(n):
    total = 0
    for k in range(n):
        total += helper(k)
    return total


class Thing:
    def method(self):
        return [x for x in (lambda: (1, 2))()]
'''


def functions(tmp_path: Path, source: str, name: str = "pkg/mod.py") -> dict[str, Function]:
    path = tmp_path / "source.py"
    path.write_text(source)
    return {function.key: function for function in functions_of(path, name)}


def installed(folder: Path) -> Installed:
    return Installed(
        commit=commit(),
        environment="e",
        python=folder / "env" / "bin" / "python",
        python_version="3.12",
        variables={},
        wheel=None,
    )


def anatomy(
    found: dict[str, Function],
    instructions: dict[str, float],
    calls: dict[str, float] | None = None,
) -> Anatomy:
    return Anatomy(
        benchmark="suite.time_it",
        seconds=1.0,
        functions=found,
        instructions=instructions,
        calls=calls or {},
    )


def test_functions_have_qualified_names_lines_and_the_text_of_what_has_no_name(
    tmp_path: Path,
) -> None:
    found = functions(tmp_path, BASE)
    assert list(found) == [
        "pkg/mod.py:helper",
        "pkg/mod.py:work",
        "pkg/mod.py:Thing.method",
        "pkg/mod.py:Thing.method.<locals>.<listcomp>",
        "pkg/mod.py:Thing.method.<locals>.<lambda>",
    ]
    assert found["pkg/mod.py:work"].line == 7
    assert found["pkg/mod.py:Thing.method.<locals>.<lambda>"].text == "lambda: (1, 2)"


def test_calls_and_cost_of_a_call_are_told_apart(tmp_path: Path) -> None:
    found = functions(tmp_path, BASE)
    helper, work = "pkg/mod.py:helper", "pkg/mod.py:work"
    old = anatomy(found, {helper: 1000.0, work: 1000.0}, calls={helper: 10.0, work: 1.0})
    new = anatomy(found, {helper: 2000.0, work: 1500.0}, calls={helper: 20.0, work: 1.0})
    parts = {part.function.key: part for part in attribute(old, new, Categories({}), None).parts}
    assert parts[helper].change is Change.MORE
    assert parts[helper].by_calls == pytest.approx(1000.0)
    assert parts[work].change is Change.SLOWER
    assert parts[work].by_cost == pytest.approx(500.0)


def test_a_helper_that_was_written_into_its_caller_is_not_a_gain(tmp_path: Path) -> None:
    """I23: a row that vanished while the total did not move."""
    old = functions(tmp_path, BASE)
    text = BASE.replace("total += helper(k)", "total += k * k % 7")
    text = text[: text.index("def helper")] + text[text.index("def work") :]
    new = functions(tmp_path, text)
    base = anatomy(old, {"pkg/mod.py:helper": 1000.0, "pkg/mod.py:work": 500.0})
    head = anatomy(new, {"pkg/mod.py:work": 1400.0})
    first = attribute(base, head, Categories({}), None).parts[0]
    assert first.change is Change.INLINED
    assert (first.base, first.head) == (1500.0, 1400.0)
    assert "helper went into it" in first.other


def test_the_same_body_under_another_name_in_another_file_is_moved(tmp_path: Path) -> None:
    old = functions(tmp_path, BASE)
    text = BASE.replace("def helper", "def piece").replace("helper(k)", "piece(k)")
    new = functions(tmp_path, text, "pkg/other.py")
    base = anatomy(old, {"pkg/mod.py:helper": 1000.0})
    head = anatomy(new, {"pkg/other.py:piece": 1000.0})
    (part,) = attribute(base, head, Categories({}), None).parts
    assert part.change is Change.MOVED
    assert part.delta == 0
    assert part.other == "was pkg.mod.helper"


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 1e9), min_size=1),
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 1e9), min_size=1),
)
def test_parts_and_the_unaccounted_add_up_to_the_whole(
    old: dict[str, float], new: dict[str, float]
) -> None:
    def side(costs: dict[str, float]) -> Anatomy:
        made = {k: Function(key=k, module="pkg.m", name=k, body=k) for k in costs}
        return anatomy(made, costs)

    found = attribute(side(old), side(new), Categories({}), None)
    base = sum(part.base for part in found.parts) + found.unaccounted[0]
    head = sum(part.head for part in found.parts) + found.unaccounted[1]
    assert base == pytest.approx(sum(old.values()))
    assert head == pytest.approx(sum(new.values()))
    assert sum(g.delta for g in found.groups) == pytest.approx(head - base, abs=1.0)


def test_by_samples_a_difference_within_the_noise_is_not_resolved() -> None:
    function = Function(key="pkg/m.py:f", module="pkg.m", name="f", body="x")

    def side(share: float, samples: float) -> Anatomy:
        shares = {function.key: Share(share=share, samples=samples)}
        return Anatomy(
            benchmark="b", seconds=1.0, functions={function.key: function}, shares=shares
        )

    few = attribute(side(0.50, 100), side(0.55, 100), Categories({}), None).parts[0]
    many = attribute(side(0.50, 100_000), side(0.55, 100_000), Categories({}), None).parts[0]
    assert not few.resolved
    assert many.resolved
    assert many.change is Change.UNCHANGED or many.delta > 0


def test_a_gate_names_the_likely_function_where_samples_tell_none_apart() -> None:
    """A verdict of +80 % had no reason at all, as the machine was busy while it was sampled."""
    a, b = (Function(key=f"m.py:{n}", module="m", name=n, body=n) for n in "ab")
    found = {function.key: function for function in (a, b)}

    def side(seconds: float, share: float, error: float) -> Anatomy:
        shares = {
            a.key: Share(share=share, samples=50.0, error=error),
            b.key: Share(share=1 - share, samples=50.0, error=error),
        }
        return Anatomy(benchmark="it", seconds=seconds, functions=found, shares=shares)

    change = Interval(estimate=0.8, low=0.7, high=0.9)
    unsure = attribute(side(1.0, 0.5, 0.9), side(1.8, 0.7, 0.9), Categories({}), change)
    sure = attribute(side(1.0, 0.5, 0.01), side(1.8, 0.7, 0.01), Categories({}), change)
    assert [line.split()[:2] for line in why.reasons(unsure)] == [["perhaps", "m.a"]]
    assert why.reasons(sure)[0].startswith("m.a ")


def test_what_got_cheaper_is_never_the_only_reason_of_a_slowdown() -> None:
    """A verdict of +80 % was said to be because of a function that cost half of what it had."""
    a, b = (Function(key=f"m.py:{n}", module="m", name=n, body=n) for n in "ab")
    found = {function.key: function for function in (a, b)}

    def side(seconds: float, share: float) -> Anatomy:
        shares = {
            a.key: Share(share=share, samples=50.0, error=0.9),
            b.key: Share(share=1 - share, samples=50.0, error=0.001),
        }
        return Anatomy(benchmark="it", seconds=seconds, functions=found, shares=shares)

    change = Interval(estimate=0.8, low=0.7, high=0.9)
    told = why.reasons(attribute(side(1.0, 0.6), side(1.8, 0.95), Categories({}), change))
    assert told[0].startswith("perhaps m.a +")
    assert told[1].startswith("m.b -")


def test_logging_is_a_row_and_a_category_of_its_own() -> None:
    """I16, I17: not hidden in 'other framework'."""
    inside = Function(key="logging/__init__.py:info", module="logging", name="info")
    also = Function(key="logging/__init__.py:_log", module="logging", name="_log")
    mine = Function(key="pkg/m.py:f", module="pkg.m", name="f", body="x")
    found = {f.key: f for f in (inside, also, mine)}
    costs = {inside.key: 30.0, also.key: 40.0, mine.key: 30.0}
    told = attribute(anatomy(found, costs), anatomy(found, costs), Categories({}), None)
    assert {group.name: group.base for group in told.groups} == {"logging": 70.0, "other": 30.0}


def test_categories_go_by_module_and_qualified_name_and_the_first_that_fits_wins() -> None:
    """I16, I21: two functions of one name are two."""
    table = Categories({"dsl": [r"^pkg\.dsl\b"], "search": [r":Search\."]})
    here = Function(key="a", module="pkg.dsl.grid", name="Search.run", body="x")
    there = Function(key="b", module="pkg.find", name="Search.run", body="x")
    neither = Function(key="c", module="pkg.find", name="run", body="x")
    assert [table.of(each) for each in (here, there, neither)] == ["dsl", "search", "other"]
    assert table.unmatched(neither)


def test_a_definition_that_was_executed_is_not_a_function_that_ran() -> None:
    """I26: importing a file executes the line of every `def` in it."""
    function = Function(key="pkg/gpu.py:batch", module="pkg.gpu", name="batch", line=3, end=5)
    changed = {"src/pkg/gpu.py": {3, 4, 5}}
    imported = Anatomy(
        benchmark="b",
        seconds=1.0,
        functions={function.key: function},
        ran={"pkg/gpu.py": frozenset({1, 3})},
    )
    assert not ran_any(imported, changed)
    called = replace(imported, ran={"pkg/gpu.py": frozenset({1, 3, 4})})
    assert ran_any(called, changed)
    assert ran_any(imported, {"src/pkg/gpu.py": {1}})  # a constant is computed on import


def test_changed_lines_that_never_ran_are_named() -> None:
    """I38: GPU code that was shipped, benchmarked and written up, and never ran."""
    head = Anatomy(benchmark="b", seconds=1.0, missed={"pkg/gpu.py": frozenset({3, 4, 5, 9})})
    changed = {"src/pkg/gpu.py": {1, 2, 3, 4, 5, 9}, "tests/test_gpu.py": {1}}
    assert never_ran(head, changed) == ["pkg/gpu.py:3-5", "pkg/gpu.py:9"]


def test_a_profile_without_samples_is_an_error_and_no_zero() -> None:
    """I52: a line profiler recorded 0 s. Of several lanes one that has samples is enough."""
    empty = Anatomy(benchmark="b", seconds=1.0, notes=("samples: 0 samples", "lines: no coverage"))
    assert no_profile([empty, empty], Depth()).endswith("where the time goes: samples: 0 samples")
    assert no_profile([empty], Depth(lanes=("samples",)))
    counted = replace(empty, instructions={"pkg/a.py:f": 1.0})
    assert not no_profile([empty, counted], Depth())
    assert not no_profile([empty], Depth(lanes=("calls", "lines"))), "nobody asked for costs"
    assert not no_profile([], Depth())


def test_of_several_workloads_lines_are_told_that_none_ran() -> None:
    one, other = (
        Anatomy(benchmark=id, seconds=1.0, missed={"pkg/gpu.py": frozenset(lines)})
        for id, lines in (("a", {3, 4, 9}), ("b", {4, 9, 12}))
    )
    changed = {"src/pkg/gpu.py": {3, 4, 9}}
    assert not_one_ran([one, other], changed) == ["pkg/gpu.py:4", "pkg/gpu.py:9"]
    assert not_one_ran([Anatomy(benchmark="c", seconds=1.0)], changed) == []


def test_two_profilers_that_disagree_are_both_told() -> None:
    key = "pkg/m.py:tiny"
    function = Function(key=key, module="pkg.m", name="tiny", body="x")
    side = Anatomy(
        benchmark="b",
        seconds=1.0,
        functions={key: function},
        shares={key: Share(share=0.01, samples=5000)},
        splits={key: Split(python=0.9)},
    )
    told = attribute(side, side, Categories({}), None)
    assert told.disagreeing == (f"{key}: 1 % from outside, 90 % by scalene",)


def test_a_count_that_changed_is_other_work() -> None:
    """I04: fewer calls are not a gain until somebody says that they were meant."""
    function = Function(key="pkg/m.py:f", module="pkg.m", name="f", body="x")
    found = {function.key: function}
    old = anatomy(found, {function.key: 1.0}, calls={function.key: 628917.0})
    new = anatomy(found, {function.key: 1.0}, calls={function.key: 534931.0})
    (line,) = attribute(old, new, Categories({}), None).changed_work
    assert line == "pkg/m.py:f: 628917 -> 534931 calls (-14.9 %)"


def profile(path: Path, **changes: object) -> Path:
    line = {"lineno": 3, "n_cpu_percent_python": 90.0, "n_cpu_percent_c": 10.0}
    file = {"percent_cpu_time": 100.0, "lines": [line, {"lineno": 4}]}
    stacks = [[["f"], {"count": 400}]]
    told = {"files": {"/x/pkg/m.py": file}, "stacks": stacks, "gpu": False, **changes}
    path.write_text(json.dumps(told))
    return path


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"files": {}}, "saw nothing"),
        ({"stacks": [[["f"], {"count": 3}]]}, "3 samples are too few"),
        ({"files": {"a.py": {"percent_cpu_time": 40.0, "lines": []}}}, "sum to 40.0 %"),
    ],
)
def test_a_profile_that_cannot_be_believed_is_refused_with_the_reason(
    tmp_path: Path, changes: dict[str, object], reason: str
) -> None:
    """I52: a line profiler recorded 0 s, unnoticed at first."""
    with pytest.raises(scalene.Unhealthy, match=reason):
        scalene.lines(profile(tmp_path / "p.json", **changes))
    assert len(scalene.lines(profile(tmp_path / "p.json"))["/x/pkg/m.py"]) == 1
    assert not scalene.has_gpu(profile(tmp_path / "p.json"))


def test_a_profile_that_is_no_profile_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text("garbage")
    with pytest.raises(scalene.Unhealthy, match="no JSON"):
        scalene.lines(tmp_path / "p.json")
    with pytest.raises(scalene.Unhealthy, match="no profile"):
        scalene.lines(tmp_path / "missing.json")


def test_the_parameter_that_differs_from_the_rest_is_named() -> None:
    """I34: 4 tasks took 639 of 1054 s."""

    def change(low: float, high: float) -> Interval:
        return Interval(estimate=(low + high) / 2, low=low, high=high)

    changes = {f"b({n})": change(-0.01 + n / 1000, 0.01 + n / 1000) for n in range(8)}
    changes["b(odd)"] = change(0.4, 0.5)
    told = why.family(changes)
    assert "1 far from it" in told[0]
    assert "b(odd)" in told[1]
    assert why.family({"b": change(0, 1)}) == []


def test_work_in_child_processes_is_stated() -> None:
    """I46: the profiler saw the parent; 77 % of CPU was in its children."""
    base = Anatomy(benchmark="b", seconds=1.0, sampled_seconds=3.0, elsewhere=0.77)
    head = replace(base, elsewhere=0.80, unseen=0.40)
    first, second, third = why.lane_lines([base, head])
    assert "77 % of CPU seconds were in processes that it started" in first
    assert first.endswith("samples saw 100 % of that")
    assert second.endswith("samples saw 50 % of that")
    assert "no Python" in third
    never = replace(base, sampled_seconds=0.0)
    assert why.lane_lines([never, never])[0].endswith("they were not sampled")
    assert why.lane_lines([Anatomy(benchmark="b", seconds=1.0)] * 2) == []


def test_instructions_of_one_process_do_not_rule_where_others_do_the_work(tmp_path: Path) -> None:
    """I46: a parent's instructions were the whole of what was looked at."""
    found = functions(tmp_path, BASE)
    helper, work = "pkg/mod.py:helper", "pkg/mod.py:work"
    shares = {
        helper: Share(share=0.9, samples=900),
        work: Share(share=0.1, samples=100),
    }
    alone = replace(anatomy(found, {work: 1000.0}), shares=shares)
    told = attribute(alone, alone, Categories({}), None)
    assert told.unit == "instructions"
    spread = replace(alone, elsewhere=0.9)
    told = attribute(spread, spread, Categories({}), None)
    assert told.unit == "s"
    assert {p.function.key: p.base for p in told.parts} == {helper: 0.9, work: 0.1}


def test_a_remainder_that_is_too_large_is_an_error(tmp_path: Path) -> None:
    """I13: "74 % framework overhead" was what the timers had left out."""
    found = functions(tmp_path, BASE)
    shares = {"pkg/mod.py:work": Share(share=0.26, samples=1000)}
    side = Anatomy(benchmark="b", seconds=1.0, functions=found, shares=shares)
    told = attribute(side, side, Categories({}), None)
    assert told.unexplained is not None
    assert told.unexplained[0] == "base"
    assert told.unexplained[1] == pytest.approx(0.74)
    assert any("ERROR    74 % of base is unaccounted for" in line for line in why.lines(told))
    whole = replace(side, shares={"pkg/mod.py:work": Share(share=0.9, samples=1000)})
    told = attribute(whole, whole, Categories({}), None)
    assert told.unexplained is None
    assert not any("ERROR" in line for line in why.lines(told))


def test_a_row_has_the_cost_before_and_after_and_the_most_that_it_can_gain(
    tmp_path: Path,
) -> None:
    """I37, I40: what cost as much before is not why, and 5.8 % are worth 1.06 times."""
    found = functions(tmp_path, BASE)
    helper, work = "pkg/mod.py:helper", "pkg/mod.py:work"
    old = anatomy(found, {helper: 60.0, work: 940.0})
    new = anatomy(found, {helper: 60.0, work: 1940.0})
    rows = why.lines(attribute(old, new, Categories({}), None))
    small = next(line.split() for line in rows if line.startswith("  pkg.mod.helper"))
    assert small[1:5] == ["6.0%", "6.0%", "1.03x", "±0.00%"]
    large = next(line.split() for line in rows if line.startswith("  pkg.mod.work"))
    assert large[1:5] == ["94.0%", "194.0%", "33.33x", "+100.00%"]


def test_two_functions_of_one_name_are_told_with_their_lines(tmp_path: Path) -> None:
    """I21: search by name mixed them up."""
    here = functions(tmp_path, BASE)
    both = here | functions(tmp_path, f"X = 1\n{BASE}", "pkg/other.py")
    costs = {"pkg/mod.py:helper": 60.0, "pkg/other.py:helper": 40.0, "pkg/mod.py:work": 10.0}
    side = anatomy(both, costs)
    lines = why.lines(attribute(side, side, Categories({}), None))
    names = {line.split()[0] for line in lines if line.startswith("  pkg")}
    assert {"pkg.mod.helper:2", "pkg.other.helper:3", "pkg.mod.work"} <= names


def test_counters_are_put_into_functions_lambdas_comprehensions_and_handlers(
    tmp_path: Path,
) -> None:
    """I55: instrumentation proves itself by counters that must move."""
    (tmp_path / "counted_package.py").write_text(
        '"""Doc."""\nfrom __future__ import annotations\n\n\n'
        'def work(n):\n    """Doc of work."""\n    total = sum(x for x in range(n))\n'
        "    key = lambda k: k * 2\n    for k in range(n):\n        key(k)\n"
        "    try:\n        raise ValueError\n    except ValueError:\n        total += 1\n"
        "    return total\n"
    )
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "import unladen_probe_calls as p; p.count_calls_of(['counted_package'])\n"
        "import counted_package as c\n"
        "assert c.__doc__ == 'Doc.' and c.work.__doc__ == 'Doc of work.'\n"
        "assert c.work(5) == 11\n"
        "print({(s[1], s[3]): n for s, n in zip(p.SITES, p.COUNTS)})"
    )
    probe = Path(__file__).parents[3] / "unladen" / "probe"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={"PYTHONPATH": str(probe)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert eval(done.stdout) == {
        ("work", "function"): 1,
        ("work.<locals>.<genexpr>", "comprehension"): 1,
        ("work.<locals>.<lambda>", "lambda"): 5,
        ("work.<locals>", "except"): 1,
    }


def test_ctrl_c_ends_what_both_sides_run() -> None:
    """The one who waits gets the signal; the processes are in sessions of their own."""
    code = (
        "import os, signal, subprocess, sys, threading, time\n"
        "from pathlib import Path\n"
        "from unladen.tools import alone, threads\n"
        "def one(side):\n"
        "    folder = Path(sys.argv[1]) / str(side)\n"
        "    folder.mkdir()\n"
        "    alone.run_below(['sleep', '100'], dict(os.environ), folder, 100)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    threads.on_each_side(one, 2, alone.end_all)\n"
        "except KeyboardInterrupt:\n    print('stopped', len(alone.RUNNING))\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", code, folder]
        done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=True)
    assert done.stdout == "stopped 0\n"


def test_splits_and_memory_are_of_the_same_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten calls in a loop of a second: scalene is off before it, and saw ten allocate 2.6 MB; and
    the loop took ten times as long as without it, whichever of the two is asked."""
    line = {"lineno": 3, "n_cpu_percent_python": 100.0, "n_malloc_mb": 2.6, "n_peak_mb": 1.0}
    raw = {
        "files": {"/suite.py": {"percent_cpu_time": 100.0, "lines": [line]}},
        "stacks": [[[], {"count": 99}]],
        "memory": True,
    }

    @contextmanager
    def ran(*_: object, **__: object) -> Iterator[Room]:
        (tmp_path / scalene.OUT).write_text(json.dumps(raw))
        yield Room(tmp_path, {"calls": 10, "wall": 1.1, "paused": 0.1})

    monkeypatch.setattr(scalene_run, "ran", ran)
    here = installed(tmp_path)
    suite = tmp_path / "suite"
    suite.mkdir()
    at = Look(
        target=Target(installed=here, suite=AsvSuite(suite), benchmark=benchmark(), seconds=0.01),
        specimen=Specimen(here, Places(here, AsvSuite(suite), [])),
        depth=Depth(),
        is_head=True,
        raw=lambda name: tmp_path / "kept" / name,
    )
    shares, allocated = splits.look(at), memory.look(at)
    slower = {**shares["overheads"], **allocated["overheads"]}
    assert slower == pytest.approx({"scalene": 10.0, "scalene for memory": 10.0})
    assert [each.python for each in shares["splits"].values()] == [1.0]
    assert [each.allocated for each in allocated["memory"].values()] == pytest.approx([0.26])
    assert (tmp_path / "kept" / "scalene-memory.json.raw.gz").is_file()


def test_of_a_long_call_another_parameter_is_counted_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = installed(tmp_path)
    specimen = Specimen(here, Places(here, AsvSuite(tmp_path), []), elsewhere={Where.EXACT: here})
    seen: list[Look] = []

    def look(at: Look) -> dict[str, object]:
        seen.append(at)
        return {"instructions": {"pkg/a.py:work": 5.0}, "counted_as": "suite.time_it(5)"}

    runner = SimpleNamespace(seconds=lambda _: 0.0, look=look)
    monkeypatch.setattr(lanes, "import_module", lambda _: runner)
    table = lanes.Table(
        benchmark=benchmark("suite.time_it(100)"),
        suite=AsvSuite(tmp_path),
        specimens=[specimen],
        seconds=[2.3],
        raw=[lambda name: tmp_path / name],
        depth=Depth(),
        tick=lambda _: None,
        smaller=(benchmark("suite.time_it(5)"), [0.1]),
    )
    (lane,) = [each for each in LANES if each.name == "instructions"]
    assert lanes.run_lane(table, lane)
    (at,) = seen
    assert at.smaller is not None
    assert (at.smaller.benchmark.id, at.smaller.seconds) == ("suite.time_it(5)", 0.1)
    (anatomy,) = lanes.finished(table)
    assert (anatomy.benchmark, anatomy.counted_as) == ("suite.time_it(100)", "suite.time_it(5)")
    assert anatomy.notes == ("instructions are of suite.time_it(5): a call of this takes 2.3 s",)


@pytest.mark.parametrize(
    "error", [KeyError("wall"), TypeError("x"), RecursionError(), NoFinding("y")]
)
def test_a_lane_whose_files_are_wrong_has_nothing_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The benchmark can write them."""
    here = installed(tmp_path)

    def look(_: Look) -> dict[str, object]:
        raise error

    runner = SimpleNamespace(seconds=lambda _: 0.0, look=look)
    monkeypatch.setattr(lanes, "import_module", lambda _: runner)
    table = lanes.Table(
        benchmark=benchmark(),
        suite=AsvSuite(tmp_path),
        specimens=[Specimen(here, Places(here, AsvSuite(tmp_path), []))],
        seconds=[0.1],
        raw=[lambda name: tmp_path / name],
        depth=Depth(),
        tick=lambda _: None,
    )
    assert not lanes.run_lane(table, LANES[0])
    (note,) = table.notes
    assert note.startswith(LANES[0].name)


@pytest.mark.parametrize("left", [b"", b"[", b"[]", b"[" * 200_000, b"\xff", b"9" * 5000])
def test_what_a_process_left_is_an_object_or_nothing(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "done").write_bytes(left)
    with pytest.raises(NoFinding):
        alone._left_in(tmp_path / "done")


def test_reasons_come_before_what_takes_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = installed(tmp_path)
    elsewhere: dict[Where, Installed | None] = {Where.EXACT: here, Where.PROFILED: here}
    specimen = Specimen(here, Places(here, AsvSuite(tmp_path), []), elsewhere=elsewhere)
    asked: list[str] = []

    def imported(name: str) -> SimpleNamespace:
        def look(_: Look) -> dict[str, object]:
            asked.append(name.rpartition(".")[2])
            return {}

        return SimpleNamespace(seconds=lambda _: 0.0, look=look)

    monkeypatch.setattr(lanes, "import_module", imported)
    table = lanes.Table(
        benchmark=benchmark("suite.time_it"),
        suite=AsvSuite(tmp_path),
        specimens=[specimen],
        seconds=[0.01],
        raw=[lambda name: tmp_path / name],
        depth=Depth(),
        tick=lambda _: None,
    )
    lanes.run_lanes(table, only_reasons=True)
    assert asked == ["calls", "instructions"]
    lanes.run_lanes(table)
    assert asked == ["calls", "instructions", "lines", "samples", "splits", "memory"]


def test_without_a_count_reasons_need_samples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = installed(tmp_path)
    specimen = Specimen(here, Places(here, AsvSuite(tmp_path), []))
    asked: list[str] = []

    def look(at: Look) -> dict[str, object]:
        asked.append(at.target.benchmark.id)
        return {}

    runner = SimpleNamespace(seconds=lambda _: 0.0, look=look)
    monkeypatch.setattr(lanes, "import_module", lambda _: runner)
    table = lanes.Table(
        benchmark=benchmark("suite.time_it"),
        suite=AsvSuite(tmp_path),
        specimens=[specimen],
        seconds=[0.01],
        raw=[lambda name: tmp_path / name],
        depth=Depth(),
        tick=lambda _: None,
    )
    lanes.run_lanes(table, only_reasons=True)
    assert table.asked == {"calls", "instructions", "samples"}
    assert table.notes == ["instructions: no interpreter for it (unladen doctor)"]

"""What a benchmark is made of over commits: exact steps, their states, and how pages show them."""

import json
import re
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.unit.unladen.values import benchmark, commit
from unladen.history.blame import History
from unladen.history.ledger import Ledger
from unladen.history.part_histories import part_histories
from unladen.judge.categories import Categories
from unladen.judge.counted_alike import counted_alike
from unladen.judge.part_history import lost, steps_of, taken
from unladen.model import Comparison, Interval, Verdict
from unladen.model.accepted import Accepted
from unladen.model.anatomy import Anatomy, Function, Share, Split
from unladen.model.histories import Group
from unladen.model.parts import FunctionCost, PartHistory, PartOf, Taken
from unladen.model.reports import CommitReport
from unladen.model.steps import Standing
from unladen.output.parts import amount, lines, parts_json
from unladen.site.pages.bands import REST, Band, Drawing, drawn, largest
from unladen.site.pages.feed import feed
from unladen.site.pages.html import Page
from unladen.site.pages.parted import function, on_benchmark
from unladen.site.pages.waterfall import falls_of, waterfall
from unladen.store.archive import Archive
from unladen.store.profiles import Profile, Profiles, save
from unladen.store.project import Project

NONE = Categories({})
HOSTILE = 'pkg/a.py:<script>alert("1")</script>'


def side(body: str = "b", calls: float = 1.0, **costs: float) -> Taken:
    functions = {
        f"pkg/a.py:{name}": FunctionCost(cost=cost, calls=calls, body=body)
        for name, cost in costs.items()
    }
    whole = sum(costs.values())
    return Taken(
        unit="instructions",
        wholes={"Instructions": whole, "Calls": calls * len(costs)},
        categories={"dsl": whole},
        functions=functions,
    )


def told(rows: list[Taken]) -> set[tuple[str, int, str]]:
    return {(step.name, step.row, step.standing.value) for step in steps_of(rows)}


def test_a_function_that_counts_two_thousandths_more_is_a_step_of_the_commit_that_did_it() -> None:
    rows = [side(work=1e6, other=1e6), side(work=1e6, other=1e6)]
    rows.append(side("changed", work=1.002e6, other=1e6))
    assert told(rows) == {
        (name, 2, "confirmed") for name in ("pkg/a.py:work", "Instructions", "dsl")
    }
    (own,) = [step for step in steps_of(rows) if step.of is PartOf.FUNCTION]
    assert own.own
    assert own.change == pytest.approx(0.002)


def test_where_no_code_that_runs_has_changed_a_little_is_how_memory_lies() -> None:
    assert told([side(work=1e6), side(work=1.003e6)]) == set()
    assert ("pkg/a.py:work", 1, "confirmed") in told([side(work=1e6), side(work=1.02e6)])


def test_what_was_taken_back_is_fixed_and_what_appears_is_new() -> None:
    rows = [side(work=1e6), side("x", work=2e6), side("y", work=1e6, fresh=5e5)]
    found = told(rows)
    assert ("pkg/a.py:work", 1, Standing.FIXED.value) in found
    assert ("pkg/a.py:work", 2, Standing.CONFIRMED.value) in found
    (fresh,) = [step for step in steps_of(rows) if step.name == "pkg/a.py:fresh"]
    assert (fresh.row, fresh.before, fresh.own) == (2, 0.0, True)
    assert steps_of(rows)[0].row == 2, "the newest first"


def test_a_gain_is_not_fixed_by_a_second_gain() -> None:
    rows = [side(work=3e6), side("x", work=2e6), side("y", work=1e6)]
    assert {each.standing for each in steps_of(rows)} == {Standing.CONFIRMED}


def test_a_functions_page_names_a_commit_that_changed_its_code_and_nothing_else() -> None:
    rows = [side(work=1e6), side("rewritten", work=1e6), side("rewritten", work=1e6)]
    history = PartHistory(
        machine="here",
        benchmark="suite.time_it",
        commits=COMMITS,
        places=[0, 1, 2],
        length=3,
        taken=rows,
    )
    told = Page(name="function", title="work", project="p", up="../")
    shown = function(told, "pkg/a.py:work", [history], {})
    cells = re.findall(r"<td>(changed|first seen|)</td></tr>", shown)
    assert cells == ["changed", "first seen"]


def test_memory_needs_more_than_counts_do() -> None:
    old, new = side(work=1e6), side(work=1e6)
    for peak, found in ((1.02e6, set()), (1.2e6, {("Python's peak", 1, "confirmed")})):
        both = [
            replace(each, wholes={**each.wholes, "Python's peak": value})
            for each, value in ((old, 1e6), (new, peak))
        ]
        assert told(both) == found


def test_samples_make_no_step_and_are_not_compared_with_counts() -> None:
    sampled = replace(side(work=1e6), unit="s")
    assert told([sampled, replace(side("x", work=5e6), unit="s")]) == set()
    assert told([sampled, side(work=5e6)]) == set()


def test_counts_of_other_parameters_are_not_compared() -> None:
    """A call that now takes too long to be counted is counted with smaller parameters."""
    small = replace(side("x", work=1e3), counted_as="suite.time_it(5)")
    assert told([side(work=1e6), small]) == set()
    assert told([small, replace(small, functions=side("y", work=2e3).functions)])
    itself, other = anatomy(1e6), replace(anatomy(1e3), counted_as="suite.time_it(5)")
    base, head = counted_alike(itself, other)
    assert not base.instructions
    assert not head.instructions
    assert "suite.time_it(5)" in head.notes[-1]
    assert counted_alike(other, other) == (other, other)
    assert taken(other, NONE).counted_as == "suite.time_it(5)"


def anatomy(cost: float, benchmark: str = "suite.time_it") -> Anatomy:
    functions = {
        key: Function(key=key, module="pkg.a", name=key.partition(":")[2], body=body)
        for key, body in (("pkg/a.py:work", "w"), (HOSTILE, "h"), ("<native>:memcpy", ""))
    }
    return Anatomy(
        benchmark=benchmark,
        seconds=0.5,
        functions=functions,
        instructions={"pkg/a.py:work": cost, HOSTILE: 5e5, "<native>:memcpy": 1e6},
        calls={"pkg/a.py:work": 3.0},
        shares={"pkg/a.py:work": Share(share=1.0, samples=9, callers={"pkg/a.py:main": 1.0})},
        splits={"pkg/a.py:work": Split(python=0.5, native=0.3, system=0.2)},
        peak=2e6,
    )


def test_of_an_anatomy_the_projects_functions_and_all_sums_are_kept() -> None:
    found = taken(anatomy(1e6), NONE)
    assert set(found.functions) == {"pkg/a.py:work", HOSTILE}
    assert sum(found.categories.values()) == 2.5e6
    assert found.wholes["Instructions"] == 2.5e6
    assert found.wholes["Python"] == pytest.approx(0.25)
    assert found.wholes["Python's peak"] == 2e6
    assert found.callers == {"pkg/a.py:work": ["pkg/a.py:main"]}
    assert not taken(replace(anatomy(1.0), instructions={}), NONE).exact


COMMITS = [replace(commit(name), seconds=1_700_000_000 + k) for k, name in enumerate("abc")]
GROUP = Group("here", "e", COMMITS, [[] for _ in COMMITS])


@pytest.fixture
def project(tmp_path: Path) -> Project:
    config = SimpleNamespace(categories={})
    machine = SimpleNamespace(name="here")
    records = SimpleNamespace(folder=tmp_path / "results" / "records")
    made = cast(
        Project,
        SimpleNamespace(folder=tmp_path, machine=machine, config=config, records=records),
    )
    for each, cost in zip(COMMITS, (1e6, 1e6, 2e6), strict=True):
        save(made, each, anatomy(cost))
    return made


def histories(
    project: Project, folder: Path, *accepted: Accepted
) -> tuple[list[PartHistory], Profiles]:
    profiles = Profiles(folder / "results" / "profiles")
    with closing(Archive(folder / "archive.db")) as archive:
        ledger = cast(Ledger, SimpleNamespace(archive=archive, groups=[GROUP]))
        history = History(project, ledger, accepted, date(2026, 11, 19))
        return part_histories(history, profiles), profiles


ANSWER = Accepted(
    commit="c" * 40,
    benchmark="time_it",
    upto=2.0,
    author="A",
    reason="asked for",
    expires=date(2027, 1, 1),
)


@pytest.mark.parametrize(
    ("answer", "became"),
    [
        (ANSWER, Standing.ACCEPTED),
        (replace(ANSWER, benchmark="^another$"), Standing.CONFIRMED),
        (replace(ANSWER, upto=0.2), Standing.CONFIRMED),
        (replace(ANSWER, expires=date(2026, 1, 1)), Standing.CONFIRMED),
        (replace(ANSWER, commit="a" * 40), Standing.CONFIRMED),
    ],
)
def test_a_part_that_got_dearer_is_accepted_as_a_benchmark_is(
    project: Project, tmp_path: Path, answer: Accepted, became: Standing
) -> None:
    answer = replace(answer, commit=COMMITS[2].hash if answer.commit[0] == "c" else answer.commit)
    (first,), _ = histories(project, tmp_path, answer)
    assert {step.standing for step in first.steps} == {became}


def test_what_costs_more_than_it_once_did_is_told_with_the_best_commit(
    project: Project, tmp_path: Path
) -> None:
    (first,), _ = histories(project, tmp_path)
    instructions = next(best for best in first.best if best.name == "Instructions")
    assert instructions.row == 0
    assert instructions.lost == pytest.approx(0.4)
    told = "\n".join(lines([first], all_=False))
    assert f"against best ever  Instructions 3.5 M, +40.00 %: 2.5 M at {COMMITS[0].short}" in told
    assert parts_json(first)["lost"]
    assert lost([first.taken[-1], first.taken[0]]) == []


def test_the_feed_tells_what_got_dearer_and_is_not_answered_for(
    project: Project, tmp_path: Path
) -> None:
    found, _ = histories(project, tmp_path)
    told = feed("p", [], found)
    assert f"urn:unladen:parts:{COMMITS[2].hash}" in told
    assert "+100.00 % in suite.time_it" in told
    answer = replace(ANSWER, commit=COMMITS[2].hash)
    answered, _ = histories(project, tmp_path, answer)
    assert "urn:unladen:parts" not in feed("p", [], answered)


def test_a_profile_is_read_once_and_again_when_it_is_another(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,), _ = histories(project, tmp_path)
    assert [each.hash for each in first.commits] == [each.hash for each in COMMITS]
    assert {step.row for step in first.steps} == {2}
    read: list[str] = []
    load = Profiles.load

    def noted(self: Profiles, each: Profile) -> Anatomy | None:
        read.append(each.commit)
        return load(self, each)

    monkeypatch.setattr(Profiles, "load", noted)
    (again,), _ = histories(project, tmp_path)
    assert (again, read) == (first, [])
    save(project, COMMITS[0], anatomy(2e6))
    (other,), _ = histories(project, tmp_path)
    assert read == [COMMITS[0].hash[:12]]
    assert {step.row for step in other.steps} == {1, 2}


def test_parts_of_another_environment_are_another_history(project: Project, tmp_path: Path) -> None:
    """What does not say of which it is, is of the first one."""
    for each, cost in zip(COMMITS, (3e6, 3e6, 9e6), strict=True):
        save(project, each, replace(anatomy(cost), environment="py3.13"))
    assert len(list((tmp_path / "results" / "profiles").glob("*/*.json.gz"))) == 6
    both = [
        replace(GROUP, several=True),
        Group("here", "py3.13", COMMITS, GROUP.sources, several=True),
    ]
    profiles = Profiles(tmp_path / "results" / "profiles")
    with closing(Archive(tmp_path / "archive.db")) as archive:
        ledger = cast(Ledger, SimpleNamespace(archive=archive, groups=both))
        first, second = part_histories(History(project, ledger, (), date(2026, 11, 20)), profiles)
    assert [side.wholes["Instructions"] for side in first.taken] == [2.5e6, 2.5e6, 3.5e6]
    assert [side.wholes["Instructions"] for side in second.taken] == [4.5e6, 4.5e6, 10.5e6]
    assert (first.where, second.where) == ("here, e", "here, py3.13")
    assert list(profiles.anatomies("here", COMMITS[0].hash, "py3.13").values()) == [
        replace(anatomy(3e6), environment="py3.13")
    ]
    assert profiles.anatomies("here", COMMITS[0].hash, "e") == {"suite.time_it": anatomy(1e6)}


def test_a_damaged_profile_is_left_out_and_named(project: Project, tmp_path: Path) -> None:
    (path,) = (tmp_path / "results" / "profiles").glob(f"*/{COMMITS[1].hash[:12]}*.gz")
    path.write_bytes(b"no profile")
    (found,), profiles = histories(project, tmp_path)
    assert [each.hash for each in found.commits] == [COMMITS[0].hash, COMMITS[2].hash]
    assert found.places == [0, 2]
    assert [name for name, _ in profiles.left_out] == [str(path)]


def test_pages_draw_parts_and_escape_the_names_of_strangers(
    project: Project, tmp_path: Path
) -> None:
    found, _ = histories(project, tmp_path)
    page = on_benchmark(found, {HOSTILE: "hostile"})
    assert "<script" not in page
    assert "alert(&quot;1&quot;)" in page
    assert 'href="../f/hostile.html"' in page
    for title in ("Instructions by category", "Time by kind", "Memory"):
        assert f"<strong>{title}</strong>" in page
    assert "+100.00 %" in page
    one = function(
        Page(name="function", title="work", project="p", up="../"),
        "pkg/a.py:work",
        found,
        {"suite.time_it": "time_it"},
    )
    assert "Called by" in one
    assert "pkg/a.py:main" in one
    assert 'href="../b/time_it.html"' in one
    assert one.count("first seen") == 1
    assert on_benchmark([replace(found[0], commits=found[0].commits[:1])], {}) == ""


def drawing(bands: list[Band], stacked: bool = True) -> Drawing:
    return Drawing(
        title="t",
        bands=bands,
        commits=COMMITS,
        places=[0, 1, 3],
        length=5,
        shown=str,
        stacked=stacked,
    )


def test_bands_stand_on_each_other_and_lie_where_the_chart_has_their_commits() -> None:
    shown = drawn(drawing([Band("a", [1.0, None, 2.0]), Band("b", [1.0, None, 2.0])]))
    below, above = re.findall(r'class="band s\d" d="([^"]*)"', shown)
    # four fifths of the axis: places 0 and 3 of 0..4, each up to the next that was taken apart
    assert below == "M0.0 112.5H90.0V150.0H0.0ZM450.0 75.0H720.0V150.0H450.0Z"
    assert above == "M0.0 75.0H90.0V112.5H0.0ZM450.0 0.0H720.0V75.0H450.0Z"
    assert shown.count("<rect") == 3
    assert "up to 4.0" in shown


def test_lines_skip_what_is_not_known_and_nothing_is_drawn_of_nothing() -> None:
    shown = drawn(drawing([Band("a", [1.0, None, 2.0])], stacked=False))
    assert 'points="0.0,75.0 540.0,0.0"' in shown
    assert drawn(drawing([Band("a", [None, None, None])])) == ""
    assert drawn(drawing([Band("a", [0.0, 0.0, 0.0])])) == ""


def test_of_many_categories_the_small_ones_are_one() -> None:
    bands = [Band(f"c{k}", [float(k), None]) for k in range(12)]
    found = largest(bands)
    assert [band.name for band in found] == [f"c{k}" for k in range(11, 4, -1)] + [REST]
    assert found[-1].values == [10.0, None]


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (12_345.0, "instructions", "12.35 k"),
        (98_745_024.0, "instructions", "98.75 M"),
        (205.0, "count", "205"),
        (50e6, "bytes", "50.0 MB"),
        (0.0123, "s", "12.3 ms"),
    ],
)
def test_amounts_are_short(value: float, unit: str, shown: str) -> None:
    assert amount(value, unit) == shown


def test_lines_tell_the_newest_and_what_to_do_where_there_is_nothing(
    project: Project, tmp_path: Path
) -> None:
    found, _ = histories(project, tmp_path)
    said = list(lines(found, all_=False))
    assert said[0] == "suite.time_it on here, taken apart at 3 commits"
    assert any("pkg/a.py:work" in each and "+100.00 %" in each for each in said)
    assert "unladen run --missing" in list(lines([], all_=False))[-1]
    assert json.loads(json.dumps(parts_json(found[0])))["steps"][0]["commit"] == COMMITS[2].hash


def phase(name: str, *ratios: float) -> CommitReport:
    """As many benchmarks as ratios, each slower by so much."""
    found = [
        Comparison(
            benchmark=benchmark(f"suite.time_{k}"),
            verdict=Verdict.SLOWER if ratio > 1 else Verdict.FASTER,
            allow=0.01,
            change=Interval(estimate=ratio - 1, low=ratio - 1.01, high=ratio - 0.99),
        )
        for k, ratio in enumerate(ratios)
    ]
    return CommitReport(
        commit=COMMITS[0], since=COMMITS[0], group=GROUP, phase=name, comparisons=found
    )


def test_the_bars_of_phases_add_up_from_the_first_to_the_last() -> None:
    reports = [phase("1", 0.5), phase("2", 1.2, 0.1), phase("3<b>", 0.5)]
    falls = falls_of(reports, "suite.time_0")
    assert [fall.before for fall in falls[1:]] == [fall.after for fall in falls[:-1]]
    assert falls[-1].after == pytest.approx(0.3)
    shown = "".join(waterfall(reports))
    assert "30.0 %" in shown
    assert "3&lt;b&gt;" in shown
    assert re.findall(r'class="(worse|better)"', shown) == ["better", "worse", "better"]
    bars = re.findall(r'class="(?:worse|better)" x="([\d.]+)".*?width="([\d.]+)"', shown)
    ends = [(float(x), float(x) + float(width)) for x, width in bars]
    assert ends == [(120.0, 240.0), (120.0, 144.0), (72.0, 144.0)]
    assert waterfall(reports[:1]) == []

"""Whose doing a step is: a commit's, a neighbour's, or the machine's."""

import random
from dataclasses import replace

import numpy as np
import pytest

from tests.unit.unladen.test_standing import TODAY, known, of, subject
from unladen.history.elsewhere import NOTHING_RAN, OUT_OF_REACH, Answerable
from unladen.judge.ambient import Ambient, Moved, ambient_of, module_of, precedents
from unladen.judge.candidates import within_epoch
from unladen.judge.standing import Evidence, standing_of
from unladen.judge.steps import steps
from unladen.judge.suite_reach import spared
from unladen.model.steps import TOGETHER, Levels, Standing, StandingStep, Step

MODULES = {f"m{n}": 30 for n in range(20)}
ROWS = 100


def everywhere(row: int, count: int, order: random.Random) -> list[Moved]:
    """Series drawn blindly from the suite, in both directions."""
    names = [name for name, size in MODULES.items() for _ in range(size)]
    drawn = order.sample(names, count)
    return [Moved(row, module, order.choice((-0.05, 0.05))) for module in drawn]


def runs(*idle: int) -> list[bool]:
    return [row not in idle for row in range(ROWS)]


def test_series_all_over_the_suite_that_move_at_once_are_one_event_of_the_machine() -> None:
    order = random.Random(1)
    found = ambient_of(everywhere(50, 100, order), MODULES, runs())
    assert set(found.rows) == {50}
    assert found.rows[50].startswith("100 of 600 series in ")
    assert TOGETHER in found.rows[50]


def test_one_module_that_moves_is_a_commits_doing_however_many_series_it_has() -> None:
    moved = [Moved(50, "m1", 0.05)] * 30 + [Moved(50, "m2", 0.05)] * 30
    assert not ambient_of(moved, MODULES, runs()).rows


def test_a_function_that_all_use_slows_all_of_them_one_way() -> None:
    order = random.Random(1)
    slower = [Moved(50, each.module, 0.05) for each in everywhere(50, 100, order)]
    assert not ambient_of(slower, MODULES, runs()).rows
    assert set(ambient_of(slower, MODULES, runs(50)).rows) == {50}, "nothing was changed there"


def test_what_noisy_series_see_of_it_a_commit_later_belongs_to_it() -> None:
    order = random.Random(1)
    moved = everywhere(50, 100, order) + everywhere(52, 20, order) + everywhere(60, 20, order)
    found = ambient_of(moved, MODULES, runs())
    assert set(found.rows) == {50, 52}
    assert found.rows[52].startswith("beside ")


def test_a_module_that_moves_far_more_than_the_suite_did_is_a_commits_doing_beside_it() -> None:
    order = random.Random(1)
    moved = everywhere(50, 40, order)
    most = [Moved(50, "m7", 0.1)] * 28
    found = ambient_of(moved + most, MODULES, runs())
    assert found.why(most[0]) == ""
    assert TOGETHER in found.why(Moved(50, "m7", -0.05))
    assert TOGETHER in found.why(Moved(50, "m8", 0.05))


def test_steps_that_are_as_frequent_where_nothing_changes_are_doubted_and_large_ones_are_not() -> (
    None
):
    idle = range(0, ROWS, 2)
    small = [Moved(row, f"m{row % 20}", 0.01) for row in range(ROWS)]
    large = [Moved(row, f"m{row % 20}", 0.5) for row in range(1, ROWS, 2)]
    found = ambient_of(small + large, MODULES, runs(*idle))
    assert "100 %" not in found.why(Moved(51, "m3", 0.01))
    assert "99 % of such steps" in found.why(Moved(51, "m3", 0.01))
    assert found.why(Moved(51, "m3", 0.5)) == ""


def test_a_step_in_a_series_that_steps_to_and_fro_is_doubted_sooner_than_its_first() -> None:
    """Of the same size and company: only what else the series did tells them apart."""
    idle = range(0, ROWS, 2)
    restless = [Moved(row, f"m{row % 20}", 0.05, precedents=5) for row in range(ROWS)]
    calm = [Moved(row, f"m{row % 20}", 0.05) for row in range(1, ROWS, 2)]
    found = ambient_of(restless + calm, MODULES, runs(*idle))
    assert found.why(Moved(51, "m3", 0.05, precedents=4))
    assert found.why(Moved(51, "m3", 0.05)) == ""
    small, large = step(5, 5, 5, change=0.01), step(9, 9, 9, change=-0.3)
    steps = [small, large, step(20, 20, 20, change=0.14)]
    assert [precedents(each, steps) for each in steps] == [2, 0, 1]


def test_without_commits_that_change_nothing_no_kind_is_doubted() -> None:
    small = [Moved(row, f"m{row % 20}", 0.01) for row in range(ROWS)]
    assert ambient_of(small, MODULES, runs()).kinds == {}
    assert ambient_of([], MODULES, runs()).why(Moved(3, "m1", 0.1)) == ""


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("io.csv.ReadCSV.time_skip", "io.csv"),
        ("rolling.Methods.time_it(1, 'x.Y')", "rolling"),
        ("suite.time_it", "suite"),
        ("Suite.time_it", "Suite"),
    ],
)
def test_a_benchmark_lies_in_a_module(name: str, module: str) -> None:
    assert module_of(name.partition("(")[0]) == module


def answerable(*idle: int, ambient: Ambient | None = None) -> Answerable:
    return Answerable(np.array(runs(*idle)), ambient or Ambient())


def step(index: int, earliest: int, latest: int, change: float = 0.1) -> Step:
    return Step(
        index=index,
        before=1.0,
        after=1.0 + change,
        score=9.0,
        since=index - 1,
        earliest=earliest,
        latest=latest,
    )


def test_a_step_at_a_commit_that_changes_nothing_goes_to_the_neighbour_that_fits() -> None:
    known = answerable(50, 51)
    placed, why = known.whose(step(50, 49, 51), "m1")
    assert (placed.since, placed.index, why) == (48, 49, "")


def test_of_several_neighbours_that_fit_it_is_the_range() -> None:
    placed = answerable(50).placed(step(50, 48, 52), "m1")
    assert (placed.since, placed.index) == (47, 52)


def test_where_no_neighbour_fits_it_is_nobodys() -> None:
    known = answerable(50)
    placed, why = known.whose(step(50, 50, 50), "m1")
    assert (placed.index, why) == (50, NOTHING_RAN)


def test_a_commit_that_changes_other_benchmarks_only_is_not_to_blame() -> None:
    known = replace(answerable(), spared={50: frozenset({"m1"})})
    placed, why = known.whose(step(50, 50, 50), "m1")
    assert (placed.index, why) == (50, OUT_OF_REACH)
    assert known.whose(step(50, 50, 50), "m2")[1] == ""
    placed, why = known.whose(step(50, 49, 51), "m1")
    assert (placed.since, placed.index, why) == (48, 51, ""), "its neighbours may have done it"
    assert known.can(replace(step(50, 50, 50), since=48), "m1")


SUITE = {
    "__init__.py": b"",
    "common.py": b"DATA = 1",
    "a.py": b"from .common import DATA",
    "b.py": b"import pandas",
    "io/__init__.py": b"",
    "io/csv.py": b"from ..a import x",
    "io/sql.py": b"import os",
}


@pytest.mark.parametrize(
    ("changed", "modules"),
    [
        (["b.py"], {"common", "a", "io", "io.csv", "io.sql"}),
        (["common.py"], {"b", "io", "io.sql"}),
        (["io/__init__.py"], {"common", "a", "b"}),
        (["__init__.py"], set()),
        (["b.py", "data.json"], set()),
        (["gone.py"], set()),
    ],
)
def test_which_benchmarks_a_changed_file_of_the_suite_cannot_reach(
    changed: list[str], modules: set[str]
) -> None:
    assert spared(SUITE, changed) - {"__init__"} == modules


@pytest.mark.parametrize(
    ("how", "reached"),
    [
        (b"import importlib\nfor k in __path__: importlib.import_module(k)", True),
        (b"exec(open(__file__).read())", True),
        (b"a =", True),
        (b"x = __import__('b')", False),
        (b"import importlib\nimportlib.import_module('pandas.util')", False),
    ],
)
def test_where_a_suite_imports_by_a_text_its_words_count_or_everything_is_reached(
    how: bytes, reached: bool
) -> None:
    """pandas' suite imports by text what its older versions called otherwise."""
    found = spared({**SUITE, "io/sql.py": how}, ["b.py"])
    assert (found == frozenset()) is reached
    assert ("io.sql" in found) is (b"pandas" in how)


def test_what_the_whole_suite_did_stays_where_it_was_seen() -> None:
    order = random.Random(1)
    known = answerable(50, ambient=ambient_of(everywhere(50, 100, order), MODULES, runs(50)))
    placed, why = known.whose(step(50, 47, 53), "m1")
    assert placed.index == 50
    assert TOGETHER in why


def test_a_step_that_may_be_in_several_places_is_where_others_of_its_module_moved() -> None:
    moved = [Moved(52, "m1", 0.1)] * 5 + [Moved(49, "m2", 0.1)] * 9 + [Moved(51, "m1", -0.1)] * 9
    known = answerable(ambient=ambient_of(moved, MODULES, runs()))
    assert known.placed(step(50, 48, 53), "m1").index == 52
    assert known.placed(step(50, 48, 51), "m1").index == 50
    assert known.placed(step(50, 48, 53, change=-0.1), "m1").index == 51


def test_points_say_how_sure_a_place_is() -> None:
    order = np.random.default_rng(1)
    sharp = np.concatenate((np.full(40, 1.0), np.full(40, 2.0)))
    (one,) = steps(list(sharp + order.normal(0, 0.01, 80)))
    assert (one.earliest, one.index, one.latest) == (40, 40, 40)
    (other,) = steps(list(sharp + order.normal(0, 0.4, 80)))
    assert other.earliest <= 40 <= other.latest
    assert other.latest > other.earliest


def test_what_was_measured_side_by_side_goes_before_what_the_suite_did_together() -> None:
    slower = Step(index=2, before=1.0, after=1.1, score=9.0, since=1)
    evidence = known(of(0.1))
    sure = Evidence(again=evidence.again, accepted=(), today=TODAY, elsewhere="why")
    assert standing_of(subject(), slower, [], sure)[0] is Standing.CONFIRMED
    unsure = Evidence(again=None, accepted=(), today=TODAY, elsewhere="why")
    assert standing_of(subject(), slower, [1.0], unsure) == (Standing.AMBIENT, "why")


def test_the_best_level_is_of_the_time_since_the_machine_was_moved() -> None:
    levels = Levels(now=3.0, noise=0.1, lowest=1.0, highest=3.0)

    def told(after: float, standing: Standing) -> StandingStep:
        one = Step(index=1, before=0.0, after=after, score=9.0)
        return StandingStep(step=one, standing=standing)

    history = [told(1.0, Standing.NEW), told(2.5, Standing.AMBIENT), told(3.0, Standing.NEW)]
    assert within_epoch(levels, history).lowest == 2.5
    assert within_epoch(levels, history[:1]).lowest == 1.0

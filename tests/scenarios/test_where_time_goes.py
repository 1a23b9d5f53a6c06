"""Costs that nobody saw, names that hide functions, and what a part can gain at most.

All rows read the same two explanations, which take longest: so they are one module.
"""

import subprocess

import pytest

from tests.scenarios.rows import Sabotage, Told, control, scenario
from tests.scenarios.where_program import counted, explained, hidden, plain, rows

Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def accident(tmp_path_factory: pytest.TempPathFactory) -> Done:
    return explained(tmp_path_factory, hidden)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Done:
    return explained(tmp_path_factory, plain)


@counted
@scenario(
    "I14",
    '"2 seconds of unknown overhead" were 32 calls that no timer was around; the suspected loop '
    "cost nothing",
    Sabotage(
        "unladen/judge/attribute.py",
        "by_calls = (new - old) * (sum(each) / len(each)) if each else 0.0",
        "by_calls = 0.0",
    ),
)
def test_i14_what_no_timer_was_around_is_a_row_with_its_calls(accident: Done, told: Told) -> None:
    assert accident.returncode == 0, accident.stderr
    found = rows(accident)
    first = next(iter(found))
    assert first == "victim.framework.refresh"
    assert "called more often: 1 -> 32 (from run, which changed)" in found[first][-1]
    assert found["victim.framework.collect"][3] == "±0.00%"
    told(
        accident,
        "  function ",
        "victim.framework.refresh",
        "victim.framework.collect",
        "unaccounted",
        "changed calls",
        "victim/framework.py:refresh",
    )


@counted
@control("I14")
def test_i14_control_where_nothing_is_called_more_often_no_call_is_told(without: Done) -> None:
    assert without.returncode == 0, without.stderr
    assert "victim.program.rotate" in rows(without)
    assert "more often" not in without.stdout
    assert "changed calls" not in without.stdout


@counted
@scenario(
    "I17",
    "logging took 70 to 83 % of the time for six weeks, and stood in no report",
    Sabotage("unladen/judge/categories.py", 'if top == "logging":', 'if top == "":'),
)
def test_i17_logging_is_a_row_and_a_category_of_its_own(accident: Done, told: Told) -> None:
    share = rows(accident)["logging"][0]
    assert float(share.rstrip("%")) > 50
    categories = accident.stdout[accident.stdout.index("  category ") :].splitlines()
    lines = [line.split()[:2] for line in categories]
    assert ["logging", share] in lines, "logging is no category of its own"
    told(accident, "  function ", "  logging ", "unaccounted", "  category ", "  logging ")


@counted
@control("I17")
def test_i17_control_where_nothing_is_logged_no_row_speaks_of_it(without: Done) -> None:
    assert "victim.program.square" in rows(without)
    assert "logging" not in without.stdout


@counted
@scenario(
    "I37",
    '"+5.07 s of overhead" was blamed on a part that had cost 5.27 s before',
    Sabotage(
        "unladen/output/part_table.py",
        'f"  {name:<{NAME}} {base} {head} {at_most:>7} {change}"',
        "f\"  {name:<{NAME}} {'':>6} {head} {at_most:>7} {change}\"",
    ),
)
def test_i37_each_part_stands_there_with_what_it_cost_before(accident: Done, told: Told) -> None:
    figures = rows(accident)["victim.framework.collect"]
    assert [figure.endswith("%") for figure in figures[:2]] == [True, True], "before and after"
    base, head, _, change, *_ = figures
    assert float(base.rstrip("%")) == pytest.approx(float(head.rstrip("%")), abs=0.11)
    assert float(base.rstrip("%")) > 1
    assert change == "±0.00%"
    told(accident, "  function ", "victim.framework.refresh", "victim.framework.collect")


@counted
@control("I37")
def test_i37_control_the_part_that_does_cost_more_is_told_so(without: Done) -> None:
    base, head, _, change, what = rows(without)["victim.program.rotate"]
    assert float(head.rstrip("%")) > 1.2 * float(base.rstrip("%"))
    assert change.startswith("+")
    assert what.startswith("costs more per call")


@counted
@scenario(
    "I40",
    "a part of 5.8 % was optimised for weeks",
    Sabotage(
        "unladen/output/part_table.py",
        "times = gain(cost, attribution)",
        "times = NO_LIMIT",
    ),
)
def test_i40_what_a_part_gains_at_most_stands_beside_it(accident: Done, told: Told) -> None:
    found = rows(accident)
    assert found["victim.dsl.rotate"][2].endswith("x"), "no bound of what a part can gain"
    assert 1.01 < float(found["victim.dsl.rotate"][2].rstrip("x")) < 1.1
    assert float(found["logging"][2].rstrip("x")) > 1.8
    told(accident, "  function ", "  logging ", "victim.dsl.rotate", "at most: so many times")


@counted
@control("I40")
def test_i40_control_of_a_part_that_is_much_the_bound_is_high(without: Done) -> None:
    found = rows(without)
    assert float(found["victim.program.rotate"][2].rstrip("x")) > 1.5
    assert float(found["victim.program.transform"][2].rstrip("x")) > 1.3


@counted
@scenario(
    "I16",
    "categories by fragments of names hid logging and the wrapper in Other framework",
    Sabotage(
        "unladen/judge/categories.py",
        "return bool(function.body) and self.of(function) == OTHER",
        "return False",
    ),
)
def test_i16_categories_go_by_qualified_name_and_other_is_listed(
    accident: Done, told: Told
) -> None:
    assert accident.returncode == 0, accident.stderr
    categories = accident.stdout[accident.stdout.index("  category ") :].splitlines()
    names = {line[2:28].strip() for line in categories[1 : categories.index("")]}
    assert {"dsl", "framework", "logging", "standard library", "other"} <= names
    lines = accident.stdout.splitlines()
    assert "  other    no category fits: 1" in lines, "what is other is not said"
    first = lines.index("  other    no category fits: 1") + 1
    assert lines[first] == "    victim/wrap.py:checked.<locals>.inner"
    told(
        accident,
        "  category ",
        "  logging ",
        "  other ",
        "no category fits",
        "victim/wrap.py:checked.<locals>.inner",
    )


@counted
@control("I16")
def test_i16_control_where_all_is_in_a_category_nothing_is_other(without: Done) -> None:
    assert without.returncode == 0, without.stderr
    assert "  program  " in without.stdout
    assert "other" not in without.stdout.partition("  category ")[2]


@counted
@scenario(
    "I20",
    "reports kept the first five rows, and of the two functions of interest they said N/A",
    Sabotage(
        "unladen/output/part_table.py",
        "shown = attribution.parts if all_ else attribution.parts[:ROWS]",
        "shown = attribution.parts[:5]",
    ),
)
def test_i20_every_function_is_there_also_what_appeared_vanished_and_moved(
    accident: Done, told: Told
) -> None:
    found = rows(accident)
    assert len(found) > 20
    assert found["victim.dsl.flip"][0] == "0.0%"
    assert "moved (was victim.dsl.trim)" in found["victim.scoring.trim"][-1]
    assert "vanished" in found["victim.scoring.drop"][-1]
    assert "appeared" in found["victim.scoring.weigh"][-1]
    for name in ("weigh", "drop", "trim"):
        assert f"victim.scoring.{name}" in accident.stdout
    told(
        accident,
        "  function ",
        "victim.scoring.weigh",
        "victim.scoring.drop",
        "victim.scoring.trim",
        "victim.dsl.flip",
        "unaccounted",
    )


@counted
@control("I20")
def test_i20_control_where_no_function_came_or_went_none_is_said_to(without: Done) -> None:
    assert "victim.program.square" in rows(without)
    for word in ("appeared", "vanished", "moved", "more (--all)"):
        assert word not in without.stdout


@counted
@scenario(
    "I21",
    "a search by name mixed two functions up",
    Sabotage(
        "unladen/profiling/source.py",
        'return f"{file}:{qualified}" + (f"#{again}" if again > 1 else "")',
        "return f\"{file}:{qualified.rpartition('.')[2]}\"",
    ),
)
def test_i21_functions_of_one_name_are_kept_apart_with_their_lines(
    accident: Done, told: Told
) -> None:
    steps = {name for name in rows(accident) if ".step" in name}
    assert steps == {"victim.dsl.step:5", "victim.dsl.Grid.step:10", "victim.framework.step:15"}
    told(accident, "  function ", *[f"  {name} " for name in rows(accident) if name in steps])


@counted
@control("I21")
def test_i21_control_a_name_that_is_one_function_s_needs_no_line(without: Done) -> None:
    names = rows(without)
    assert "victim.program.square" in names
    assert not any(name.rpartition(":")[2].isdigit() for name in names)


@counted
@scenario(
    "I22",
    "`f`, `<lambda>` and `<genexpr>` were mysteries",
    Sabotage(
        "unladen/profiling/source.py",
        'text=_text(source, node) if nameless else "",',
        'text="",',
    ),
)
def test_i22_what_has_no_name_is_told_by_its_line_and_text(accident: Done, told: Told) -> None:
    names = " ".join(rows(accident))
    assert "search:18 lambda k: k * 7 % 11" in names
    assert "search:19 (k * k for k in kept)" in names
    assert "victim.search.make.<locals>.f" in names
    found = [name for name in rows(accident) if "search:" in name or name.endswith(".f")]
    told(accident, "  function ", *[f"  {name} " for name in found])


@counted
@control("I22")
def test_i22_control_what_has_a_name_is_told_by_it(without: Done) -> None:
    names = rows(without)
    assert "victim.program.transform" in names
    assert not any("lambda" in name or "<" in name.replace("<native>", "") for name in names)


@counted
@control("I46")
def test_i46_control_of_one_process_no_other_is_spoken_of(without: Done) -> None:
    done = without
    assert done.returncode == 0, done.stderr
    assert "started" not in done.stdout
    assert "  instructions  " in done.stdout


@counted
@control("I15")
def test_i15_control_where_no_function_calls_another_its_own_time_is_all(without: Done) -> None:
    found = rows(without)
    whole = [float(figures[0].rstrip("%")) for figures in found.values()]
    assert sum(whole) == pytest.approx(100, abs=0.06 * len(whole))
    assert float(found["victim.program.rotate"][0].rstrip("%")) > 30

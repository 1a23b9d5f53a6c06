"""Names that hide functions: fragments, the top five, two of one name, and no name at all."""

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

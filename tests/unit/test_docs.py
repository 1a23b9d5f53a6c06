"""The documentation is true: its examples run, its pictures are current, its tests exist.

`python -m tests.unit.test_docs` draws the pictures anew.
"""

import doctest
import re
from pathlib import Path

import pytest

from arc_solver import library
from arc_solver.draw import grids_svg, task_svg
from arc_solver.dsl import PRIMITIVES
from arc_solver.dsl.containers import colorfilter
from arc_solver.dsl.painting import paint
from arc_solver.dsl.segments import objects
from arc_solver.tasks import load
from arc_solver.values import Grid

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"


def drawn() -> dict[str, str]:
    task = load("arcagi", "training")["67385a82"]
    grid = task.train[1].input
    output = task.train[1].output
    assert output is not None
    empty = Grid(((0,) * len(grid[0]),) * len(grid))
    green = colorfilter(objects(grid, True, False, False), 3)
    all_green = paint(empty, frozenset(cell for thing in green for cell in thing))
    large = paint(empty, frozenset(cell for thing in green if len(thing) > 2 for cell in thing))
    steps = [("I", grid), ("x2: green", all_green), ("x5: large", large), ("O", output)]
    return {
        "67385a82.svg": task_svg(task),
        "steps.svg": grids_svg([steps], title="What the lines of a program make of a grid"),
    }


def test_the_examples_in_the_documentation_do_what_they_show() -> None:
    result = doctest.testfile(str(DOCS / "solver.md"), module_relative=False, verbose=False)
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.parametrize("name", ["67385a82.svg", "steps.svg"])
def test_the_pictures_show_what_the_code_draws(name: str) -> None:
    assert (PICTURES / name).read_text() == drawn()[name]


def test_the_number_of_stored_programs_is_told_right() -> None:
    assert f"{len(library.texts())} of the 400" in (DOCS / "solver.md").read_text()


def test_every_test_that_the_incidents_name_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (DOCS / "incidents.md").read_text())
    assert len(named) >= 12
    for path, test in named:
        assert f"def {test}(" in (ROOT / path).read_text(), f"{path}::{test}"


def test_the_figures_of_the_readme_stand_in_the_documentation_with_their_commands() -> None:
    readme = (ROOT / "README.md").read_text()
    rows = re.findall(r"(?m)^\| (.+) \| (.+) \| (`python -m .+`|the same) \|$", readme)
    assert len(rows) >= 8
    pages = " ".join(
        (DOCS / f"{name}.md").read_text() for name in ("statistics", "unladen", "site")
    )
    told = set(re.findall(r"\d[\d,.]*\d|\d", pages))
    for promise, measured, command in rows:
        assert set(re.findall(r"\d[\d,.]*\d|\d", measured)) <= told | {"89", "90"}, promise
        assert command == "the same" or command.strip("`").split(" --")[0] in pages, promise


def test_the_solver_is_introduced_by_what_it_has() -> None:
    readme = (ROOT / "arc_solver" / "README.md").read_text()
    assert f"{len(library.texts())} of the 400" in readme
    assert f"{len(PRIMITIVES)} operations" in readme
    result = doctest.testfile(str(ROOT / "arc_solver" / "README.md"), module_relative=False)
    assert result.attempted == 4
    assert result.failed == 0


@pytest.mark.parametrize(
    "page", [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "THIRD-PARTY.md"], ids=str
)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, text in drawn().items():
        (PICTURES / name).write_text(text)

"""Four changes that were measured as one."""

import re

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

SUITE = """
from victim import steps


class Solve:
    def time_solve(self):
        steps.solve(30_000)
"""
STEPS = """
def solve(n):
    {checked}
    total = 0
    for k in range(n):
        total += k * k % 7
    return total
"""
FASTER = STEPS.replace("for k in range(n)", "for k in range(n // 3)")


def lay(made: Project, faster: bool, checked: bool) -> None:
    text = FASTER if faster else STEPS
    added = "assert sum(range(n)) >= 0" if checked else "pass"
    made.write("victim/steps.py", text.format(checked=added))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """One change helps, one costs, and two do nothing: together they are a success."""
    made = new_project(tmp_path_factory.mktemp("four") / "victim", SUITE)
    lay(made, faster=False, checked=False)
    made.write("victim/names.py", "NAMES = 1\n")
    made.write("victim/words.py", "WORDS = 1\n")
    made.commit("before", "Before")
    made.write("victim/names.py", "NAMES = 2\n")
    made.commit("names", "Intern the names")
    lay(made, faster=True, checked=False)
    made.commit("fewer", "Fewer steps")
    lay(made, faster=True, checked=True)
    made.commit("validate", "Validate")
    made.write("victim/words.py", "WORDS = 2\n")
    made.commit("words", "Reuse the words")
    return made


def alone_of(output: str, commit: str) -> float:
    lines = output.splitlines()
    place = next(k for k, line in enumerate(lines) if line.startswith(commit))
    found = re.search(r"alone ([+-][\d.]+) %", lines[place + 1])
    assert found, lines[place + 1]
    return float(found[1])


@scenario(
    "I57",
    "four changes were measured as one, and nobody knew which helped",
    Sabotage(
        "unladen/verbs/ablate.py",
        "picked, why = tree.picked(first, commit)",
        'picked, why = last, ""',
    ),
)
def test_i57_each_of_four_changes_is_measured_alone_and_left_out(
    project: Project, told: Told
) -> None:
    done = project.unladen("ablate", "before..words", "--pairs", "6", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    names = ("names", "fewer", "validate", "words")
    alone = {name: alone_of(done.stdout, project.git("rev-parse", name)[:8]) for name in names}
    assert (alone["names"], alone["words"]) == (0.0, 0.0)
    assert alone["fewer"] < -40
    assert alone["validate"] > 2
    told(done, *["suite.Solve.time_solve", "alone"] * 4, "together", "measured", "multiplied")


@control("I57")
def test_i57_control_of_one_change_that_nobody_runs_nothing_is_said(project: Project) -> None:
    done = project.unladen("ablate", "before..names", "--pairs", "6", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    assert alone_of(done.stdout, project.git("rev-parse", "names")[:8]) == 0.0
    assert "measured +0.00 %" in done.stdout
    assert "interact" not in done.stdout
    assert "why" not in done.stdout

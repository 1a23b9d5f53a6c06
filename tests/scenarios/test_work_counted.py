"""Gains that were less work: fewer calls."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

WRAPPED = '''
"""A solver, and the language that it is written in."""

CALLS = {calls}


def step(k):
    return {step}


def run():
    return sum(step(k) for k in range(CALLS))
'''
SUITE = """
import victim


class Solve:
    def time_solve(self):
        victim.run()
"""
BEFORE, AFTER = 62_891, 53_493
"""A tenth of the calls that there were."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("counted") / "victim", SUITE)

    def write(name: str, message: str, calls: int = BEFORE, step: str = "k * k * k % 7") -> None:
        made.write("victim/__init__.py", WRAPPED.format(calls=calls, step=step))
        made.commit(name, message)

    write("base", "A solver")
    write("fewer", "Faster by 15 %", calls=AFTER)
    expected = "Expect: calls victim/__init__.py:step -20%..-10%"
    write("said", f"No puzzle is solved twice\n\n{expected}\n", calls=AFTER)
    write("quicker", "A step that costs less", step="k % 7")
    return made


@scenario(
    "I04",
    "calls of the DSL fell by 15 %, and this was read as a gain",
    Sabotage("unladen/judge/less_work.py", "FEWER_CALLS = 0.05", "FEWER_CALLS = 0.5"),
)
def test_i04_a_gain_by_fewer_calls_of_the_same_functions_is_told_as_less_work(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "base", "fewer", "--budget", "240")
    assert done.returncode == 0
    told(done, "FASTER", "62,894 -> 53,496 (-14.94 %", "PASS")
    assert "less work in suite.Solve.time_solve: calls of functions that did not" in done.stdout


@control("I04")
def test_i04_control_calls_that_cost_less_and_fewer_ones_that_were_announced_are_no_flag(
    project: Project,
) -> None:
    for commit in ("quicker", "said"):
        done = project.unladen("gate", "base", commit, "--budget", "240")
        assert done.returncode == 0
        assert "FASTER" in done.stdout
        assert "less work" not in done.stdout

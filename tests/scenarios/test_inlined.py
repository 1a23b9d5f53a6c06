"""A function whose row vanished."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.machine_records import ended
from tests.scenarios.rows import Sabotage, Told, control, scenario

VERDICT = ("-q", "--witness", "never")
VICTIM = '''
"""A loop over candidates, and what is done to each."""


def step(candidate):
    return candidate * candidate % 7


def evaluate():
    total = 0
    for candidate in range({candidates}):
        total += {body}
    return total
'''
SUITE = """
import victim


def time_evaluate():
    victim.evaluate()
"""
CALLED, INLINED = "step(candidate)", "candidate * candidate % 7"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("inlined") / "victim", SUITE)
    changes = {
        "calls": (2_000, CALLED, "Evaluate the candidates"),
        "inlined": (8_000, INLINED, "Inline step (-100 %), and take more candidates"),
        "quicker": (500, INLINED, "Inline step, and take fewer candidates"),
    }
    for name, (candidates, body, message) in changes.items():
        made.write("victim/__init__.py", VICTIM.format(candidates=candidates, body=body))
        made.commit(name, message)
    return made


@scenario(
    "I23",
    "inlining a function made its row vanish (-100 %), while the total did not fall",
    Sabotage("unladen/judge/matching.py", "if inside.get(most, 0.0) >= INSIDE:", "if False:"),
)
def test_i23_a_row_that_vanished_is_told_where_it_went_and_the_whole_decides(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "calls", "inlined", *VERDICT)
    ended(done, 1)
    told(done, "Inline step (-100 %)", "SLOWER", "inlined (step went into it)", "FAIL")
    assert "because victim.step" not in done.stdout


@control("I23")
def test_i23_control_a_whole_that_did_fall_needs_no_word_on_its_rows(project: Project) -> None:
    done = project.unladen("gate", "calls", "quicker", *VERDICT)
    ended(done, 0)
    assert "FASTER" in done.stdout
    assert "inlined (" not in done.stdout

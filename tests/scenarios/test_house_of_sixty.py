"""Every incident has a scenario, a control, a check to take away, and its place in docs."""

import pytest

from tests.scenarios.page import PAGE, page, rows
from tests.scenarios.rows import EXCERPTS, NUMBERS, ROOT


@pytest.mark.parametrize("number", NUMBERS)
def test_each_incident_has_a_scenario_and_a_control(number: str) -> None:
    row = rows()[number]
    assert row.tests, "no scenario"
    assert row.controls, "no control"
    assert row.sabotage is not None
    assert row.sabotage.fits(ROOT), f"{row.sabotage.old!r} once in {row.sabotage.file}"
    assert (EXCERPTS / f"{number}.txt").exists(), "nothing that its user reads is kept"


def test_the_page_of_incidents_says_what_the_scenarios_were_told() -> None:
    assert PAGE.read_text("utf-8") == page(), "python -m tests.scenarios.page"

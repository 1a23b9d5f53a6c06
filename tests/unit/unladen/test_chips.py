"""Each state, verdict and claim has a sign and a word of its own, and each tone a colour."""

import re
from enum import Enum
from pathlib import Path

import pytest

import unladen
from unladen.model import FAILING, Verdict
from unladen.model.claims import Held
from unladen.model.shown import Shown, Tone
from unladen.model.steps import Standing
from unladen.site.pages.html import chip

SHEET = next(Path(unladen.__file__).parent.glob("**/static/site.css")).read_text("utf-8")
SETS: list[type[Shown]] = [Verdict, Standing, Held]
MEMBERS: list[Shown] = [member for each in SETS for member in each]


@pytest.mark.parametrize("tone", [tone for tone in Tone if tone is not Tone.BY_WAY], ids=str)
def test_every_tone_has_a_colour(tone: Tone) -> None:
    (rule,) = re.findall(rf"(?m)^\.tone-{tone.value} \{{ ([^{{}}\n]*) \}}", SHEET)
    assert "background: var(" in rule
    assert "; color: var(" in rule


@pytest.mark.parametrize("member", MEMBERS, ids=str)
def test_a_chip_shows_sign_word_and_tone(member: Shown) -> None:
    made = chip(member, "kind-")
    assert re.fullmatch(
        r'<span class="chip tone-(\w+) kind-[\w-]+" data-sign="(\S)">([\w ]+)</span>', made
    ), made


@pytest.mark.parametrize("members", SETS, ids=lambda each: each.__name__)
def test_no_two_members_share_a_sign_or_a_word(members: type[Shown]) -> None:
    assert len({each.sign for each in members}) == len(members)
    assert len({each.value for each in members}) == len(members)
    for each in members:
        assert isinstance(each, Enum)
        assert members(each.value) is each


@pytest.mark.parametrize(
    ("worse", "fell", "drawn"),
    [
        (True, False, ("bad", "▲")),
        (True, True, ("bad", "▼")),
        (False, True, ("good", "▼")),
        (False, False, ("good", "▲")),
    ],
)
def test_a_step_points_where_the_value_went_and_is_coloured_by_whether_that_is_good(
    worse: bool, fell: bool, drawn: tuple[str, str]
) -> None:
    made = chip(Standing.NEW, "state-", worse, fell)
    assert re.findall(r'tone-(\w+) .*data-sign="(.)"', made) == [drawn]


def test_what_fails_a_gate_is_what_pages_show_as_bad() -> None:
    assert {verdict for verdict in Verdict if verdict.tone is Tone.BAD} == FAILING

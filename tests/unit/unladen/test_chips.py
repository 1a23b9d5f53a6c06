"""Each state, verdict and claim has a sign, a word and a colour in the style sheet."""

import re
from enum import Enum
from pathlib import Path

import pytest

import unladen
from unladen.model import Verdict
from unladen.model.claims import Held
from unladen.model.steps import Standing
from unladen.site.pages.html import chip

SHEET = next(Path(unladen.__file__).parent.glob("**/static/site.css")).read_text("utf-8")
MEMBERS: list[tuple[str, Enum]] = [
    *(("verdict-", member) for member in Verdict),
    *(("state-", member) for member in Standing),
    *(("", member) for member in Held),
]


def kind(prefix: str, member: Enum) -> str:
    """The class by which the style sheet knows it, as pages write it."""
    made = re.search(r'class="chip ([\w-]+)"', chip(str(member.value), prefix))
    assert made is not None, member
    return made[1]


def sign(name: str) -> str | None:
    found = re.search(rf'(?m)^\.{re.escape(name)}::before \{{ content: "(\S+) "; \}}', SHEET)
    return found[1] if found else None


@pytest.mark.parametrize(("prefix", "member"), MEMBERS, ids=str)
def test_every_member_has_a_sign_and_a_colour(prefix: str, member: Enum) -> None:
    name = kind(prefix, member)
    assert sign(name), name
    rules = re.findall(r"(?m)^([^{}\n]+) \{ ([^{}\n]*) \}", SHEET)
    mine = [rule for heads, rule in rules if f".{name}" in re.split(r", ", heads)]
    coloured = [rule for rule in mine if "background: var(" in rule and "; color: var(" in rule]
    assert coloured, name


@pytest.mark.parametrize("prefix", ["verdict-", "state-", ""])
def test_no_two_members_share_a_sign(prefix: str) -> None:
    signs = [sign(kind(each, member)) for each, member in MEMBERS if each == prefix]
    assert len(set(signs)) == len(signs), signs

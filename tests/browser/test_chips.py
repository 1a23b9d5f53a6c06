"""Verdicts, states and claims as a browser draws them: told apart without reading colours."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_every_page import DARK, light
from tests.unit.unladen.test_chips import MEMBERS
from unladen.model.steps import Standing
from unladen.site.pages.html import chip

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWN = """(chips) => chips.map((chip) => {
    const host = document.createElement("p");
    host.innerHTML = chip;
    document.getElementById("main").append(host);
    const style = getComputedStyle(host.firstChild);
    return { chip, sign: getComputedStyle(host.firstChild, "::before").content, ink: style.color,
        ground: style.backgroundColor, border: style.borderTopStyle };
})"""


def hex_of(colour: str) -> str:
    parts = colour.removeprefix("rgb(").removesuffix(")").split(",")
    return "#" + "".join(f"{int(part):02x}" for part in parts)


@pytest.mark.parametrize("look", [{}, DARK], indirect=True, ids=["light", "dark"])
def test_every_chip_has_a_shape_and_a_colour_that_can_be_read(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/index.html")
    usual = page.evaluate("getComputedStyle(document.body).color")
    chips = {chip(member): member.sign for member in MEMBERS}
    for drawn in page.evaluate(DRAWN, list(chips)):
        assert drawn["sign"] == f'"{chips[drawn["chip"]][0]} "', drawn
        assert drawn["border"] == "solid", drawn
        assert drawn["ink"] != usual, drawn
        low, high = sorted(light(hex_of(drawn[name])) for name in ("ink", "ground"))
        assert (high + 0.05) / (low + 0.05) >= 4.5, drawn


def test_an_improvement_is_not_coloured_like_a_step_that_made_it_worse(
    page: "Page", site: Path
) -> None:
    page.goto(f"{site.as_uri()}/index.html")
    ways = [(True, False), (False, True), (False, False), (True, True)]
    chips = [chip(Standing.NEW, "", worse, fell) for worse, fell in ways]
    worse, fell, rose, dropped = page.evaluate(DRAWN, chips)
    assert [each["sign"] for each in (worse, fell, rose, dropped)] == [
        '"▲ "',
        '"▼ "',
        '"▲ "',
        '"▼ "',
    ]
    assert fell["ink"] == rose["ink"] != worse["ink"] == dropped["ink"]

"""The pictures show what stands in the tables, and are small."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.quality import pictures

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 150_000


@pytest.mark.parametrize("name", pictures.drawn())
def test_a_picture_is_drawn_from_the_figures_that_stand_in_the_documentation(name: str) -> None:
    assert (PICTURES / name).read_text("utf-8") == pictures.drawn()[name], pictures.COMMAND


def test_the_tables_are_read_as_they_are_meant() -> None:
    text = pictures.TABLES.read_text("utf-8")
    series = pictures.by_size(text)
    assert {name: len(points) for name, points in series.items()} == {
        "instructions": 7,
        "time, budget 30 s": 7,
    }
    assert all(share.of == 90 for points in series.values() for _, share in points)
    assert len(pictures.by_method(text)) == 8


def test_slower_within_its_allowance_is_not_counted_as_slower() -> None:
    assert pictures.called_slower("90 slower within allowance") == pictures.Share(0, 90)
    assert pictures.called_slower("16 slower, 74 undecided") == pictures.Share(16, 90)


def test_a_share_of_all_is_still_an_interval() -> None:
    low, high = pictures.Share(30, 30).interval
    assert 0.85 < low < 0.9
    assert high == 1.0


def test_what_a_terminal_shows_is_text_whatever_it_says() -> None:
    drawn = pictures.terminal("$ unladen gate <a> & b\nSLOWER  x", "a gate")
    texts = [
        each.text for each in ElementTree.fromstring(drawn).iter() if each.tag.endswith("}text")
    ]
    assert texts == ["$ unladen gate <a> & b", "SLOWER  x"]


def test_pictures_are_small() -> None:
    large = [each.name for each in PICTURES.iterdir() if each.stat().st_size > LARGEST]
    assert large == []

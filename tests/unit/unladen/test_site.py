"""Pages and data of the site: escaping, sorting, scales, names of files."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis.strategies import floats, lists, none, one_of, text

from tests.unit.unladen.values import verdict
from unladen.judge.scale import scale_of
from unladen.model import Interval, Verdict
from unladen.site.pages import data
from unladen.site.pages.html import Cell, Page, foreign, number, page, table, tag
from unladen.site.pages.lists import verdict_rows
from unladen.site.pages.parts import slug_of

HOSTILE = "<script>alert(1)</script>\u202e\u2028\x1b[31m\"'&"
VALUES = lists(one_of(none(), floats(1e-6, 1e3)), min_size=1, max_size=40)


def test_text_of_strangers_is_escaped_wherever_it_stands() -> None:
    made = page(Page(name="overview", title=HOSTILE, project=HOSTILE), tag("p", HOSTILE))
    assert "<script>alert" not in made
    assert "\x1b" not in made
    assert tag("a", "x", href='"><img src=x>') == ('<a href="&quot;&gt;&lt;img src=x&gt;">x</a>')


@given(text())
def test_no_text_can_end_the_tag_it_stands_in(content: str) -> None:
    made = foreign(content)
    assert made.count("<") == 2
    assert made.startswith("<bdi>")
    assert made.endswith("</bdi>")


def test_a_page_forbids_scripts_and_requests_from_elsewhere() -> None:
    made = page(Page(name="overview", title="t", project="p"))
    assert "default-src &#x27;none&#x27;" in made
    assert "unsafe-inline" not in made
    assert "https://" not in made


def test_data_cannot_end_the_script_it_stands_in() -> None:
    told = data.plain({"subject": "</script><!--\u2028"}).decode()
    assert "<" not in told
    assert "\u2028" not in told
    assert json.loads(told) == {"subject": "</script><!--\u2028"}


@given(VALUES)
def test_times_keep_more_digits_than_any_noise_leaves(values: list[float | None]) -> None:
    column = np.array(values, dtype=np.float64)
    scale = scale_of(column, "time")
    told = json.loads(data.whole(column / scale))
    sizes = [value for value in values if value is not None]
    middle = sorted(sizes)[len(sizes) // 2] if sizes else 0.0
    for before, after in zip(values, told, strict=True):
        assert (before is None) == (after is None)
        if before is not None and before >= middle:
            assert after * scale == pytest.approx(before, rel=1e-3)


def test_counted_values_keep_every_digit() -> None:
    column = np.array([1_234_567_891.0, 1_234_567_892.0, math.nan])
    scale = scale_of(column, "track")
    assert scale == 1.0
    assert json.loads(data.whole(column / scale)) == [1_234_567_891, 1_234_567_892, None]


@pytest.mark.parametrize(
    ("kind", "estimate", "classes"),
    [
        (Verdict.SLOWER, 0.05, "num change-up rose"),
        (Verdict.WITHIN, 0.005, "num change-up rose"),
        (Verdict.FASTER, -0.05, "num change-down fell"),
        (Verdict.WORSE, -0.05, "num change-up fell"),
        (Verdict.BETTER, 0.05, "num change-down rose"),
        (Verdict.UNDECIDED, -0.05, "num"),
        (Verdict.SAME, 0.001, "num"),
    ],
    ids=str,
)
def test_the_change_beside_a_verdict_is_coloured_as_the_verdict_says(
    kind: Verdict, estimate: float, classes: str
) -> None:
    """A tracked value that should rise and fell is worse; one that may be nothing is neither."""
    change = Interval(estimate=estimate, low=estimate - 1, high=estimate + 1)
    made = verdict_rows([replace(verdict(kind), change=change)], {}, "")
    assert re.search(rf'<td data-v="{estimate:g}" class="{classes}">', made), made


def test_a_name_stands_above_its_figures() -> None:
    made = table(("name", "value"), [(Cell("a"), number("1", 1.0))])
    assert '<th scope="col">name</th><th scope="col" class="num">value</th>' in made


def test_a_long_list_names_its_fields_once() -> None:
    entries = [{"slug": f"s{n}", "lost": n} for n in range(3)]
    told = data.table(entries)
    assert told == {"fields": ["slug", "lost"], "rows": [["s0", 0], ["s1", 1], ["s2", 2]]}
    assert data.table([]) == {"fields": [], "rows": []}


def test_two_benchmarks_never_share_a_file() -> None:
    taken: set[str] = set()
    names = ["suite.time_x", "suite.Time_x", "suite/time_x", "suite?time_x", ".hidden", "a" * 300]
    slugs = [slug_of(name, taken, f"{number:08x}") for number, name in enumerate(names)]
    assert slugs[0] == "suite.time_x"
    assert len({slug.lower() for slug in slugs}) == len(names)
    assert all("/" not in slug and not slug.startswith(".") for slug in slugs)
    assert max(map(len, slugs)) < 100

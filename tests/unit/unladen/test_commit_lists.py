"""A long history is listed a thousand commits at a time: none missing, none twice."""

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from unladen.model import Commit
from unladen.site.commits import PIECE, _lists
from unladen.site.draft import Draft
from unladen.site.pages.html import Page
from unladen.site.pages.lists import CommitRow
from unladen.site.pages.parts import Signed

DAY = 86_400


def rows(number: int) -> list[CommitRow]:
    """The newest first."""
    return [
        CommitRow(
            commit=Commit(hash=f"{k:040x}", tree="", subject=f"commit {k}", seconds=k * DAY),
            signed=Signed(),
            worse=0,
            better=0,
            recorded=False,
        )
        for k in reversed(range(number))
    ]


def listed(number: int) -> dict[str, str]:
    """Pages by name."""
    written: dict[str, str] = {}

    def page(name: str, title: str, **more: Any) -> Page:
        return Page(name=name, title=title, project="p", up="", made="m", **more)

    pages = SimpleNamespace(put=lambda name, told: written.__setitem__(name, told))
    _lists(cast(Draft, SimpleNamespace(page=page, pages=pages)), rows(number))
    return written


def commits_on(page: str) -> list[str]:
    return re.findall(r"<bdi>(commit \d+)</bdi>", page)


@pytest.mark.parametrize("number", [0, 1, PIECE, 2 * PIECE - 1, 2 * PIECE, 3 * PIECE + 1])
def test_each_commit_of_a_long_history_stands_on_one_list(number: int) -> None:
    pages = listed(number)
    found = [commit for page in pages.values() for commit in commits_on(page)]
    assert found == [f"commit {k}" for k in reversed(range(number))]
    assert all(len(commits_on(page)) < 2 * PIECE for page in pages.values())


def test_a_new_commit_leaves_older_lists_as_they_are() -> None:
    before, after = listed(3 * PIECE + 7), listed(3 * PIECE + 8)
    assert before.keys() == after.keys()
    assert {name for name in before if before[name] != after[name]} == {"commits.html"}


def test_each_older_list_can_be_reached_from_the_newest_and_leads_back() -> None:
    pages = listed(4 * PIECE)
    for name in pages.keys() - {"commits.html"}:
        assert f'href="{name}"' in pages["commits.html"]
        assert 'href="commits.html">the newest' in pages[name]


def test_a_short_history_has_one_list_and_speaks_of_no_other() -> None:
    pages = listed(10)
    assert pages.keys() == {"commits.html"}
    assert "Others" not in pages["commits.html"]

"""The file of accepted regressions: what is written is what is read, and nothing else counts."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import characters, text

from unladen.errors import ConfigError
from unladen.model.accepted import Accepted
from unladen.store.accepted import FILE, add, load

DAY = date(2027, 1, 31)
ANY = text(characters(exclude_categories=["Cs"]), min_size=1, max_size=40)


def entry(**changes: object) -> Accepted:
    fields: dict[str, object] = {
        "commit": "a" * 40,
        "benchmark": "^suite",
        "upto": 0.05,
        "author": "A",
        "reason": "why",
        "expires": DAY,
    }
    return Accepted(**(fields | changes))  # type: ignore[arg-type]


@given(reason=ANY, author=ANY)
def test_whatever_a_person_writes_is_read_again(
    tmp_path_factory: pytest.TempPathFactory, reason: str, author: str
) -> None:
    folder = tmp_path_factory.mktemp("accepted")
    written = [entry(reason=reason, author=author), entry(benchmark="x|y", upto=0.2)]
    for each in written:
        add(folder, each)
    assert load(folder) == written


def test_a_pattern_that_is_none_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no regular expression"):
        add(tmp_path, entry(benchmark="time_p(100"))
    assert not (tmp_path / FILE).exists()


def test_what_a_person_wrote_by_hand_stays(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("# ours\n")
    add(tmp_path, entry())
    assert (tmp_path / FILE).read_text().startswith("# ours\n")


def test_an_entry_counts_for_its_commit_its_benchmarks_its_size_until_its_day() -> None:
    one, commits = entry(commit="a" * 7), ["a" * 40]
    assert one.covers(commits, "suite.time_it", 0.05, DAY)
    assert not one.covers(["b" * 40], "suite.time_it", 0.05, DAY)
    assert not one.covers(commits, "other.time_it", 0.05, DAY)
    assert not one.covers(commits, "suite.time_it", 0.051, DAY)
    assert not one.covers(commits, "suite.time_it", 0.05, date(2027, 2, 1))


def test_a_gate_asks_only_for_entries_between_its_commits() -> None:
    entries = [entry(commit="a" * 40), entry(commit="b" * 40)]
    assert [each.counts(["b" * 40], DAY) for each in entries] == [False, True]
    assert [each.counts(["b" * 40], date(2028, 1, 1)) for each in entries] == [False, False]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[[accepted]]\ncommit = 'abc'\n", "without"),
        ("not toml", "unladen-accepted.toml"),
        ("accepted = 3\n", "unladen-accepted.toml"),
    ],
)
def test_a_file_that_cannot_be_read_is_an_error_with_its_name(
    tmp_path: Path, content: str, told: str
) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(ConfigError, match=told):
        load(tmp_path)

"""Which pairs of profiles the site compares, and what is said where they cannot be."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from unladen.history.reports import attribution_of
from unladen.model.anatomy import Anatomy, Function, Share
from unladen.site.diffs import NEWEST, ProfiledSide, _both_ways, _pairs
from unladen.site.pages.commit import _why
from unladen.store.profiles import Profile, Profiles
from unladen.store.project import Project

PROJECT = cast("Project", SimpleNamespace(config=SimpleNamespace(categories={})))


def side(number: int) -> ProfiledSide:
    name = f"{number:012x}"
    return ProfiledSide(
        profile=Profile(path=Path(f"{name}-suite.json.gz"), machine="here", commit=name),
        benchmark="suite.time_it",
        file=f"p/{name}-suite-here.js",
        place=float(number),
        commit=None,
    )


@pytest.mark.parametrize("count", [1, 2, 5, NEWEST, 100])
def test_pairs_grow_with_profiles_and_not_with_their_square(count: int) -> None:
    family = [side(number) for number in range(count)]
    pairs = _pairs(family, set())
    among = min(count, NEWEST)
    assert len(pairs) == among * (among - 1) // 2 + max(0, count - NEWEST)
    assert all(base.place < head.place for base, head in pairs)
    assert {(n, n + 1) for n in range(count - 1)} <= {(b.place, h.place) for b, h in pairs}
    assert len(set(_both_ways(family, set()))) == 2 * len(pairs)


def test_what_a_commit_page_links_to_is_there() -> None:
    """The commit between has a profile and no record: the page compares with the one before."""
    family = [side(number) for number in range(100)]
    told_of = {(family[3].short, family[5].short), (family[3].short, "f" * 12)}
    assert (family[3], family[5]) in _pairs(family, told_of)


def anatomy(**lanes: object) -> Anatomy:
    known = {key: Function(key=key, module="pkg.m", name=key, body=key) for key in "ab"}
    return Anatomy(benchmark="suite.time_it", seconds=1.0, functions=known, **lanes)  # type: ignore[arg-type]


SAMPLED = anatomy(shares={"a": Share(share=0.5, samples=900.0)})
COUNTED = anatomy(instructions={"a": 5e6, "b": 4e6})
BOTH = anatomy(shares=SAMPLED.shares, instructions=COUNTED.instructions)


@pytest.mark.parametrize("sides", [(SAMPLED, COUNTED), (COUNTED, SAMPLED)])
def test_a_side_without_samples_is_not_a_side_that_took_no_time(
    sides: tuple[Anatomy, Anatomy],
) -> None:
    found = attribution_of(PROJECT, sides, (None, None), {})
    assert found.parts == ()
    assert found.unaccounted == (1.0, 1.0)
    assert any("not divided over functions" in note for note in found.notes)


@pytest.mark.parametrize("sides", [(BOTH, COUNTED), (SAMPLED, BOTH), (COUNTED, COUNTED)])
def test_what_both_sides_have_divides_them(sides: tuple[Anatomy, Anatomy]) -> None:
    found = attribution_of(PROJECT, sides, (None, None), {})
    assert found.parts
    assert not found.notes


def test_profiles_are_found_by_the_name_of_a_machine_that_no_folder_may_have(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "my_box_"
    folder.mkdir()
    (folder / f"{'a' * 12}-suite.json.gz").write_bytes(b"")
    profiles = Profiles(tmp_path)
    assert len(profiles.of("my box/", "a" * 40)) == 1
    assert profiles.of("another", "a" * 40) == []


def test_the_documentation_says_how_many_are_compared() -> None:
    text = (Path(__file__).parents[3] / "docs" / "site.md").read_text("utf-8")
    assert NEWEST == 8
    assert "newest eight among each other" in " ".join(text.split())


def test_a_commit_page_says_why_there_is_no_table() -> None:
    found = attribution_of(PROJECT, (SAMPLED, COUNTED), (None, None), {})
    made = "".join(_why(found, "a" * 12, "b" * 12))
    assert "not divided over functions" in made
    assert "<table" not in made

"""The changelog is what the fragments say, each in the release that it came with."""

from pathlib import Path

import pytest

from tests.quality import changelog


def test_the_changelog_is_made_from_the_fragments_and_not_typed() -> None:
    assert changelog.main(["--check"]) == 0, changelog.COMMAND


def test_a_change_stands_below_its_release_and_new_ones_above(tmp_path: Path) -> None:
    for number, text in enumerate(["first", "second\nline", "third"], 1):
        (tmp_path / f"000{number}-a-change.md").write_text(f"{text}\n")
    (tmp_path / "released.txt").write_text("0.1.0 2026-12-01 1\n0.2.0 2027-01-02 2\n")
    told = changelog.changelog(tmp_path).partition("## ")[2].split("## ")
    assert told == [
        "Not released yet\n\n- third\n\n",
        "0.2.0 (2027-01-02)\n\n- second\n  line\n\n",
        "0.1.0 (2026-12-01)\n\n- first\n",
    ]


def test_a_fragment_without_a_number_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "new-thing.md").write_text("text\n")
    with pytest.raises(SystemExit, match=r"new-thing\.md: is not named like"):
        changelog.changelog(tmp_path)

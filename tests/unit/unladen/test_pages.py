"""Files of a site: what a build may believe of the one before it."""

from pathlib import Path

import pytest

from unladen.site.files import Pages
from unladen.store.archive import Archive


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "archive.sqlite")


def build(folder: Path, archive: Archive, stamp: str, text: str) -> int:
    """How many files it wrote; -1 where it was as before."""
    with Pages(folder, archive) as pages:
        if pages.as_before(stamp) is not None:
            return -1
        for name in "ab":
            pages.put(f"{name}.html", text)
        pages.made_from(stamp, b"told")
    return pages.written


def stopped(folder: Path, archive: Archive) -> None:
    with Pages(folder, archive) as pages:
        assert pages.as_before("two") is None
        pages.put("a.html", "2")
        raise KeyboardInterrupt


def test_a_build_is_as_before_only_if_its_inputs_are_and_every_file_is_there(
    tmp_path: Path, archive: Archive
) -> None:
    site = tmp_path / "site"
    assert build(site, archive, "one", "1") == 2
    assert build(site, archive, "one", "1") == -1
    assert build(site, archive, "two", "1") == 0
    (site / "a.html").unlink()
    assert build(site, archive, "two", "1") == 1
    (site / "left.html").write_text("of an older build")
    assert build(site, archive, "two", "1") == 0
    assert not (site / "left.html").exists()


def test_after_a_build_that_was_stopped_the_one_before_it_is_not_believed(
    tmp_path: Path, archive: Archive
) -> None:
    """Its inputs may be taken back: the pages are then of two builds."""
    site = tmp_path / "site"
    build(site, archive, "one", "1")
    with pytest.raises(KeyboardInterrupt):
        stopped(site, archive)
    assert build(site, archive, "one", "1") == 1
    assert (site / "a.html").read_text() == "1"


def test_after_a_build_that_was_killed_every_page_is_written(
    tmp_path: Path, archive: Archive
) -> None:
    site = tmp_path / "site"
    build(site, archive, "one", "1")
    killed = Pages(site, archive)
    assert killed.as_before("two") is None
    killed.put("a.html", "2")  # and no more: its end is never reached
    assert build(site, archive, "one", "1") == 2
    assert (site / "a.html").read_text() == "1"

"""The site as `unladen publish` makes it from a collection of plain asv results, in a browser."""

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
PAGES = ["index", "grid", "benchmarks", "commits", "diff", "phases", "tasks", "machines"]
PHONE = {"viewport": {"width": 360, "height": 740}}
DARK = {"color_scheme": "dark"}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def run(folder: Path, *words: str) -> None:
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ninety commits, some with hostile subjects; sixty series with steps of known size."""
    folder = tmp_path_factory.mktemp("published") / "big"
    sizes = ["--commits", "90", "--series", "60", "--noise", "synthetic"]
    run(ROOT, "tests.quality.collection", str(folder), *sizes)
    run(folder, "unladen", "publish", "-o", "public", "-q")
    return folder


@pytest.fixture(scope="session")
def public(collection: Path) -> str:
    return (collection / "public").as_uri()


@pytest.fixture(scope="session")
def truth(collection: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((collection / "truth.json").read_text())
    return value


@pytest.mark.parametrize("look", [{}, DARK, PHONE], indirect=True, ids=["wide", "dark", "phone"])
@pytest.mark.parametrize("name", PAGES)
def test_each_page_that_was_published_opens(page: "Page", public: str, name: str) -> None:
    page.goto(f"{public}/{name}.html")
    assert page.locator("h1").is_visible()
    page.wait_for_timeout(100)
    assert page.evaluate(WIDE) <= 0


def test_from_the_overview_one_gets_to_the_commit_that_did_it(
    page: "Page", public: str, truth: dict[str, Any]
) -> None:
    page.goto(f"{public}/index.html")
    planted = {step["commit"][:12] for step in truth["steps"]}
    links = page.locator("article.event h3 a")
    named = [str(link.get_attribute("href"))[2:14] for link in links.all()]
    assert planted & set(named)
    links.first.click()
    assert page.locator("h2", has_text="Steps in history").is_visible()
    page.locator("table td a").first.click()
    page.wait_for_url("**/b/*.html")
    until(page, "document.querySelector('#plot canvas') !== null")


def test_the_chart_shows_all_points_from_both_of_its_files(page: "Page", public: str) -> None:
    """64 commits lie in the file that stays as it is, and 26 in the one that is written anew."""
    page.goto(f"{public}/benchmarks.html")
    page.locator("#index a[href^='b/']").first.click()
    page.wait_for_url("**/b/*.html")
    until(page, "window.unladen?.store.data && document.querySelector('#plot canvas') !== null")
    counted = page.evaluate("unladen.store.data.series.map((s) => s.first + s.values.length)")
    assert set(counted) == {90}
    page.locator("#plot").focus()
    page.keyboard.press("End")
    newest = page.evaluate("unladen.store.meta.commits.at(-1).hash.slice(0, 8)")
    assert newest in page.locator("#readout").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/c/*.html")
    assert newest in page.locator("h1 + p").inner_text()


def test_hostile_subjects_are_listed_as_text(
    page: "Page", public: str, truth: dict[str, Any]
) -> None:
    page.goto(f"{public}/commits.html")
    assert truth["hostile"]
    text = page.locator("table").inner_text()
    assert "<script>" in text
    assert page.locator("table script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_the_list_of_benchmarks_filters_as_one_types(page: "Page", public: str) -> None:
    page.goto(f"{public}/benchmarks.html")
    rows = page.locator("#index tbody tr:visible")
    every = rows.count()
    name = page.locator("#index a[href^='b/']").last.inner_text()
    page.keyboard.press("/")
    page.keyboard.type(name)
    page.wait_for_timeout(200)
    assert 0 < rows.count() < every
    assert name in rows.first.inner_text()


def test_json_beside_the_pages_says_the_same(page: "Page", public: str, collection: Path) -> None:
    page.goto(f"{public}/index.html")
    events = json.loads((collection / "public" / "events.json").read_text())
    commits = {event["commit"][:12] for event in events}
    shown = [str(each.get_attribute("id")) for each in page.locator("article.event").all()]
    assert {name.removeprefix("event-")[:12] for name in shown} <= commits
    assert shown

"""The documentation builds as a site: all links lead somewhere, nothing comes from elsewhere."""

import re
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Quiet

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
LOADED = {"script": "src", "img": "src", "iframe": "src", "link": "href", "source": "srcset"}
NOT_LOADED = {"canonical", "next", "prev", "alternate", "edit"}


class Loads(HTMLParser):
    """What a browser fetches of a page without being asked."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag in LOADED and told.get("rel") not in NOT_LOADED and told.get(LOADED[tag]):
            self.found.append(str(told[LOADED[tag]]))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("docs")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-d", str(place)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return place


def test_every_page_of_the_documentation_is_in_the_site(pages: Path) -> None:
    sources = {path for path in (ROOT / "docs").rglob("*.md") if not path.match("*.in.md")}
    names = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in sources}
    assert {page for page in names if not (pages / page).is_file()} == set()


def test_no_page_loads_anything_from_elsewhere(pages: Path) -> None:
    found = sorted(pages.rglob("*.html"))
    assert len(found) > 20
    for page in found:
        loads = Loads()
        loads.feed(page.read_text("utf-8"))
        assert loads.found, page
        outside = [each for each in loads.found if re.match(r"(https?:)?//", each)]
        assert outside == [], page
    for sheet in pages.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//", sheet.read_text("utf-8")), sheet


def test_a_browser_finds_a_word_and_asks_nobody_else_for_anything(
    pages: Path, page: "Page"
) -> None:
    """Searching needs a server: browsers let no worker of a page from disk read its files."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(pages))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        query = page.locator("input[data-md-component=search-query]")
        found = page.locator(".md-search-result__item a").first
        for _ in range(10):  # what is typed before its worker has the index is not searched for
            query.fill("")
            query.press_sequentially("undecided")
            page.wait_for_timeout(500)
            if found.is_visible():
                break
        found.wait_for(state="visible")
        assert ".html" in str(found.get_attribute("href"))
        server.shutdown()

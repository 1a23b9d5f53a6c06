"""The documentation builds as a site: all links lead somewhere, nothing comes from elsewhere."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

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
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("docs")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-d", str(place)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return place


def test_every_page_of_the_documentation_is_in_the_site(site: Path) -> None:
    sources = {path for path in (ROOT / "docs").rglob("*.md") if not path.match("*.in.md")}
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in sources}
    assert {page for page in pages if not (site / page).is_file()} == set()


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        loads = Loads()
        loads.feed(page.read_text("utf-8"))
        assert loads.found, page
        outside = [each for each in loads.found if re.match(r"(https?:)?//", each)]
        assert outside == [], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//", sheet.read_text("utf-8")), sheet


def test_what_the_pages_say_can_be_searched(site: Path) -> None:
    index = (site / "search" / "search_index.json").read_text("utf-8")
    assert "unladen gate" in index

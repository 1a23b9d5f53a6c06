"""A real Chromium, sites to open in it, and a page that fails on any error or outside request."""

import json
import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.fixture_profiles import with_profiles
from tests.browser.fixture_site import Size, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def lacking(what: str) -> None:
    """Skipped on a desk without a browser; in CI a missing browser is a failure, not a pass."""
    reason = f"{what} is not installed; these tests need a real browser"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacking("playwright")
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        lacking("chromium")
    with sync_playwright() as tool:
        # launch() makes a new, empty user data folder and removes it.
        opened = tool.chromium.launch(executable_path=program, args=ARGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return with_profiles(write(tmp_path_factory.mktemp("site")))


@pytest.fixture(scope="session")
def empty_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose data files hold nothing yet."""
    folder = write(
        tmp_path_factory.mktemp("empty"), Size(commits=1, series=1, benchmarks=1, tasks=5)
    )
    none: dict[str, object] = {"fields": [], "rows": []}
    empty = {"index": none, "profiles": {"profiles": none, "pairs": none}, "tasks": []}
    for name, value in empty.items():
        (folder / f"{name}.js").write_text(f"unladen.{name}({json.dumps(value)});\n", "utf-8")
    return folder


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Tests print nothing."""


@pytest.fixture(scope="session", params=["file", "http"])
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    """The same site, from disk and from a web server."""
    if request.param == "file":
        yield site.as_uri()
        return
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """`@pytest.mark.parametrize("look", [...], indirect=True)` changes colours, width, touch."""
    mine: dict[str, Any] = getattr(request, "param", {})
    return {"viewport": {"width": 1280, "height": 900}, **mine}


@pytest.fixture
def look(request: pytest.FixtureRequest) -> dict[str, Any]:
    return options(request)


@pytest.fixture
def page(
    browser: "Browser", look: dict[str, Any], request: pytest.FixtureRequest
) -> Iterator["Page"]:
    """Fails afterwards if the console had an error, or anything but the site was asked for.

    A test that provokes an error says so: `page.allowed = ["part of the message"]`.
    """
    context = browser.new_context(**look)
    opened = context.new_page()
    bad: list[str] = []
    opened.on("console", lambda said: bad.append(said.text) if said.type == "error" else None)
    opened.on("pageerror", lambda error: bad.append(str(error)))

    def asked(one: "Request") -> None:
        if not one.url.startswith(("file:", "data:", "http://127.0.0.1:")):
            bad.append(f"request outside: {one.url}")

    opened.on("request", asked)
    allowed: list[str] = []
    vars(opened)["allowed"] = allowed
    yield opened
    folder = os.environ.get("UNLADEN_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        name = "".join(c if c.isalnum() or c in "-_" else "_" for c in request.node.name)
        opened.screenshot(path=str(Path(folder) / f"{name}.png"))
    hacked = opened.evaluate("window.hacked")
    context.close()
    assert hacked is None, "text of strangers was executed"
    assert [text for text in bad if not any(part in text for part in allowed)] == []

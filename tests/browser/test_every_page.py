"""What holds for each page of the site, from disk and from a server."""

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.fixture_site import HOSTILE, RIGHT_TO_LEFT, STATIC, identity, scripts

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGES = [
    "index.html",
    "grid.html",
    "benchmarks.html",
    "commits.html",
    "diff.html",
    "tasks.html",
    "b/time_x.html",
    f"c/{identity(1)[:12]}.html",
]
PHONE = {"viewport": {"width": 360, "height": 740}}
DARK = {"color_scheme": "dark"}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_without_an_error_or_a_request_outside(
    page: "Page", address: str, name: str
) -> None:
    page.goto(f"{address}/{name}")
    assert page.locator("h1").is_visible()
    assert page.locator(".message").count() == 0


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["phone"])
@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_a_page_without_scrolling_sideways(
    page: "Page", site: Path, name: str
) -> None:
    page.goto(f"{site.as_uri()}/{name}")
    page.wait_for_timeout(100)
    assert page.evaluate(WIDE) <= 0


def test_a_script_in_a_commit_subject_is_shown_as_text(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/b/time_x.html")
    page.locator("#plot").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert HOSTILE in page.locator("#readout").inner_text()
    assert page.locator("#readout script, #readout img").count() == 0


def test_right_to_left_text_does_not_turn_its_neighbours(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/commits.html")
    cell = page.locator("bdi", has_text=RIGHT_TO_LEFT[:4]).first
    assert cell.evaluate("e => getComputedStyle(e).unicodeBidi") == "isolate"


def test_the_policy_stops_a_script_that_came_in_with_the_text(page: "Page", address: str) -> None:
    vars(page)["allowed"] += ["Content Security Policy", "127.0.0.2", "Failed to load resource"]
    page.goto(f"{address}/index.html")
    page.evaluate(
        """() => { window.stopped = [];
        addEventListener("securitypolicyviolation", (e) => window.stopped.push(e.blockedURI));
        const script = document.createElement("script");
        script.textContent = "window.hacked = 3"; document.body.append(script);
        const image = document.createElement("img"); image.src = "http://127.0.0.2/x.png";
        document.body.append(image); document.body.insertAdjacentHTML(
            "beforeend", "<img src=x onerror='window.hacked = 4'>"); }"""
    )
    page.wait_for_timeout(200)
    assert page.evaluate("window.hacked") is None
    stopped = page.evaluate("window.stopped")
    assert stopped.count("inline") == 2
    assert "http://127.0.0.2/x.png" in stopped


@pytest.mark.parametrize(
    ("name", "file", "host"),
    [
        ("benchmarks.html", "index.js", "#index"),
        ("diff.html", "profiles.js", "#bars"),
        ("tasks.html", "tasks.js", "#tasks"),
        ("b/time_x.html", "b/time_x.js", "#chart"),
        ("b/time_x.html", "meta.js", "#chart"),
        ("tasks.html", "meta.js", "#tasks"),
    ],
)
def test_a_missing_data_file_is_named(
    page: "Page", site: Path, name: str, file: str, host: str
) -> None:
    vars(page)["allowed"].append("ERR_FAILED")
    page.route(f"**/site*/{file}", lambda route: route.abort())
    page.goto(f"{site.as_uri()}/{name}")
    assert "did not load" in page.locator(f"{host} .message").inner_text()


@pytest.mark.parametrize(
    "name", ["grid.html", "benchmarks.html", "diff.html", "tasks.html", "b/time_x.html"]
)
def test_an_empty_site_says_so_and_shows_no_blank_page(
    page: "Page", empty_site: Path, name: str
) -> None:
    page.goto(f"{empty_site.as_uri()}/{name}")
    if name != "b/time_x.html":
        assert page.locator(".message").inner_text()
    else:
        assert page.locator("#plot canvas").is_visible()


def test_the_colours_chosen_stay_on_the_next_page(page: "Page", address: str) -> None:
    page.goto(f"{address}/index.html")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Dark colours").click()
    page.goto(f"{address}/commits.html")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before


def test_a_browser_that_forbids_storage_still_shows_the_page(page: "Page", site: Path) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    )
    page.goto(f"{site.as_uri()}/benchmarks.html")
    page.get_by_role("button", name="Dark colours").click()
    assert page.locator("#benchmarks tbody tr").count() > 10


def test_a_slash_goes_to_the_first_filter(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/commits.html")
    page.keyboard.press("/")
    page.keyboard.type("slower AGAIN")
    assert page.locator("tbody tr:visible").count() == 1
    assert page.locator(".count").inner_text() == "1 of 24 rows"


def test_paper_is_white_and_has_no_menu(page: "Page", site: Path) -> None:
    page.emulate_media(media="print", color_scheme="dark")
    page.goto(f"{site.as_uri()}/b/time_x.html")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("header").is_visible()
    assert page.locator("#plot canvas").is_visible()


def test_vendored_files_are_those_named_in_the_list() -> None:
    folder = STATIC / "vendor"
    listed = dict(
        re.findall(r"^\| (\S+) \|.*\| ([0-9a-f]{64}) \|$", (folder / "README.md").read_text(), re.M)
    )
    sums = {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in folder.iterdir()}
    del sums["README.md"]
    assert listed == sums


def test_our_scripts_are_small_and_write_no_markup() -> None:
    files = sorted(STATIC.glob("*.js"))
    assert files
    for file in files:
        text = file.read_text("utf-8")
        assert len(text.splitlines()) <= 300, file.name
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "http:",
            "https:",
        ):
            assert word not in text, (file.name, word)


@pytest.mark.parametrize("kind", ["overview", "benchmarks", "benchmark", "diff", "tasks", "commit"])
def test_a_page_loads_less_than_60_kb_of_our_own_scripts(kind: str) -> None:
    names = [
        n for n in re.findall(r"static/([\w./-]+\.js)", scripts(kind, "", [])) if "vendor" not in n
    ]
    assert sum((STATIC / name).stat().st_size for name in names) < 60_000


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1, 2], ids=["light", "dark by system", "dark by button"])
def test_text_stands_out_from_every_ground_it_is_written_on(theme: int) -> None:
    sheet = (STATIC / "site.css").read_text("utf-8")
    blocks = [block for block in re.findall(r"\{([^{}]*)\}", sheet) if "--ground:" in block]
    values = dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6})", blocks[theme]))
    pairs = [
        (f"--{ink}", f"--{on}") for ink in ("text", "quiet", "link") for on in ("ground", "raised")
    ]
    pairs += [
        (f"--{ink}", "--ground")
        for ink in ("worse", "better", "warn", *(f"s{n}" for n in range(8)))
    ]
    pairs += [(f"--{ink}", f"--{ink}-ground") for ink in ("worse", "better", "warn")]
    pairs += [("--link", "--info-ground"), ("--band-text", "--band"), ("--text", "--mark")]
    for ink, ground in pairs:
        low, high = sorted((light(values[ink]), light(values[ground])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground)

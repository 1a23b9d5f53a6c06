"""Why a benchmark changed, on a published site: the commit page and the diff page say the same."""

import gzip
import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.waiting import until
from tests.e2e.projects import Project, new_project
from tests.unit.unladen.values import record, timed
from unladen.model import Commit
from unladen.model.anatomy import Anatomy, Function, Share
from unladen.profiling.source import functions_of
from unladen.store.records import Records

if TYPE_CHECKING:
    from playwright.sync_api import Page

BENCHMARK = "suite.time_it"
BASE = """
def helper(k):
    return k * k % 7


def work(n):
    total = 0
    for k in range(n):
        total += helper(k)
    return total


def elsewhere(n):
    return [k + 1 for k in range(n)][0]


def gone(n):
    return {n: {n}}
"""
INLINED = """
def work(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def fresh(n):
    return (n, n, n)
"""
MOVED = """
def elsewhere(n):
    return [k + 1 for k in range(n)][0]
"""
COSTS = {
    "helper": 1000.0,
    "work": 500.0,
    "elsewhere": 700.0,
    "gone": 60.0,
    "fresh": 90.0,
}


def functions(folder: Path) -> dict[str, Function]:
    """Of both modules, as unladen reads them."""
    return {
        each.key: each
        for path in sorted((folder / "victim").glob("[!_]*.py"))
        for each in functions_of(path, f"victim/{path.name}")
    }


def anatomy(folder: Path, *, seconds: float, counted: bool) -> Anatomy:
    known = {key: function for key, function in functions(folder).items() if function.name in COSTS}
    costs = {key: COSTS[function.name] * seconds / 0.04 for key, function in known.items()}
    whole = sum(costs.values())
    shares = {key: Share(share=cost / whole, samples=2000.0) for key, cost in costs.items()}
    return Anatomy(
        benchmark=BENCHMARK,
        seconds=seconds,
        functions=known,
        shares=shares,
        stacks={key: share.share for key, share in shares.items()},
        calls=dict.fromkeys(known, 3.0),
        instructions=costs if counted else {},
    )


def saved(project: Project, name: str, seconds: float, counted: bool) -> Commit:
    """A record and a profile of the commit that is checked out."""
    hash_, tree = (project.git("rev-parse", f"{name}{what}") for what in ("", "^{tree}"))
    when = int(project.git("log", "-1", "--format=%ct", hash_))
    folder = project.folder / "results" / "profiles" / "here"
    folder.mkdir(parents=True, exist_ok=True)
    made = anatomy(project.folder, seconds=seconds, counted=counted)
    text = json.dumps({"schema": 1, **asdict(made)}, default=sorted)
    (folder / f"{hash_[:12]}-{BENCHMARK}.json.gz").write_bytes(gzip.compress(text.encode()))
    return Commit(hash=hash_, tree=tree, subject=name, seconds=when)


@pytest.fixture(scope="module", params=[True, False], ids=["instructions", "samples"])
def published(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str, str]:
    """Two commits, with a helper that was written into its caller and a function that moved."""
    project = new_project(tmp_path_factory.mktemp("attributed") / "victim")
    project.write("victim/dsl.py", BASE)
    project.commit("base")
    commits = [saved(project, "base", 0.04, request.param)]
    project.write("victim/dsl.py", INLINED)
    project.write("victim/other.py", MOVED)
    project.commit("head")
    commits.append(saved(project, "head", 0.036, request.param))
    records = Records(project.folder / "results" / "records")
    for commit, measurement in zip(
        commits, timed([0.9 + n / 1000 for n in range(20)]), strict=True
    ):
        records.save(replace(record(measurement), commit=commit))
    done = project.unladen("publish", "-o", "public", "-q")
    assert done.returncode == 0, done.stdout + done.stderr
    base, head = (commit.hash[:12] for commit in commits)
    return project.folder / "public", base, head


WORDS = {
    "victim/dsl.py:work": "inlined (helper went into it)",
    "victim/other.py:elsewhere": "moved (was victim.dsl.elsewhere)",
    "victim/dsl.py:gone": "vanished",
    "victim/dsl.py:fresh": "appeared",
}


def of_commit_page(page: "Page") -> dict[str, dict[str, str]]:
    """Rows of the last table, by function."""
    found = {}
    table = page.locator("h3:has-text('Why') ~ .scroll table").last
    for row in table.locator("tbody tr").all():
        cells = row.locator("td")
        found[cells.nth(0).inner_text()] = {
            "base": str(cells.nth(2).get_attribute("data-v")),
            "head": str(cells.nth(3).get_attribute("data-v")),
            "change": cells.nth(6).inner_text(),
        }
    return found


def test_commit_page_and_diff_page_say_the_same_words_and_figures(
    page: "Page", published: tuple[Path, str, str]
) -> None:
    public, base, head = published
    page.goto(f"{public.as_uri()}/c/{head}.html")
    told = of_commit_page(page)
    assert {key: told[key]["change"] for key in WORDS} == WORDS
    page.get_by_role("link", name="flame graph").click()
    page.wait_for_url(f"**/diff.html#base={base}&head={head}&bench={BENCHMARK}")
    page.locator("#functions tbody tr").first.wait_for()
    assert page.locator(".message").count() == 0
    rows = page.locator("#functions tbody tr").all_inner_texts()
    for key, words in WORDS.items():
        (row,) = [row for row in rows if key in row]
        assert words in row
    known = page.evaluate("Object.values(unladen.store.attribution)[0].parts")
    figures = {
        each["key"]: {name: f"{each[name]:.6g}" for name in ("base", "head")} for each in known
    }
    assert figures == {key: {n: told[key][n] for n in ("base", "head")} for key in told}
    assert len(rows) == len(told)


def test_both_pages_write_figures_alike(page: "Page", published: tuple[Path, str, str]) -> None:
    public, base, head = published
    page.goto(f"{public.as_uri()}/diff.html#base={base}&head={head}")
    page.locator("#functions tbody tr").first.wait_for()
    cells = page.locator("#functions tbody tr", has_text="victim/dsl.py:work").locator("td")
    shown = [cells.nth(0).inner_text(), cells.nth(1).inner_text()]
    page.goto(f"{public.as_uri()}/c/{head}.html")
    row = page.locator("tr", has_text="victim/dsl.py:work").last.locator("td")
    assert shown == [row.nth(2).inner_text(), row.nth(3).inner_text()]


def test_the_interval_of_the_whole_is_that_of_the_verdict(
    page: "Page", published: tuple[Path, str, str]
) -> None:
    public, base, head = published
    page.goto(f"{public.as_uri()}/c/{head}.html")
    text = page.locator("table", has_text=BENCHMARK).first.inner_text()
    found = re.search(r"(-\d+\.\d\d) … (-\d+\.\d\d) %", text)
    assert found is not None, text
    page.goto(f"{public.as_uri()}/diff.html#base={base}&head={head}")
    page.locator("#functions tbody tr").first.wait_for()
    low, high = (each.replace("-", "−") for each in found.groups())
    assert f"({low} % … {high} %)" in page.locator("#total").inner_text()


def test_base_and_head_swapped_are_a_question_of_their_own(
    page: "Page", published: tuple[Path, str, str]
) -> None:
    public, base, head = published
    page.goto(f"{public.as_uri()}/diff.html#base={base}&head={head}")
    page.locator("#functions tbody tr").first.wait_for()
    page.get_by_role("button", name="Swap").click()
    until(page, f"location.hash.startsWith('#base={head}&head={base}')")
    until(page, f"Object.keys(unladen.store.attribution).join().includes('{head}-{base}')")
    moved = page.locator("#functions tr", has_text="moved (was victim.other.elsewhere)")
    moved.wait_for()
    rows = page.locator("#functions tbody tr").all_inner_texts()
    assert "appeared" in next(row for row in rows if "victim/dsl.py:gone" in row)
    assert page.locator(".message").count() == 0


WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("look", [{}, {"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_benchmark_shows_what_it_is_made_of_and_each_function_has_its_history(
    page: "Page", published: tuple[Path, str, str]
) -> None:
    public, base, head = published
    page.goto(f"{public.as_uri()}/b/{BENCHMARK}.html")
    counted = page.get_by_text("Instructions by category").count() == 1
    assert counted or page.get_by_text("Time by category").count() == 1
    bands = page.locator("figure.parts").first.locator("svg .band")
    assert bands.count() == 1
    assert len(page.locator("figure.parts").first.locator("rect").all()) == 2, "a commit each"
    assert page.evaluate(WIDE) <= 0
    page.get_by_text("The dearest functions").click()
    page.get_by_role("link", name="victim/dsl.py:work").first.click()
    page.wait_for_url("**/f/*.html")
    assert page.locator("h1").inner_text() == "victim/dsl.py:work"
    row = page.locator("tbody tr", has_text=head[:8]).last
    assert "changed" in row.inner_text(), "its code"
    assert page.evaluate(WIDE) <= 0
    page.get_by_role("link", name=BENCHMARK).first.click()
    page.wait_for_url(f"**/b/{BENCHMARK}.html")
    steps = page.get_by_text("changes of counted parts")
    assert steps.count() == int(counted), "what is sampled makes no step"
    assert base[:8] in page.locator("figure.parts .ends").first.inner_text()


def test_the_bands_of_parts_show_the_commits_that_the_chart_shows(
    page: "Page", published: tuple[Path, str, str]
) -> None:
    public, base, _ = published
    page.goto(f"{public.as_uri()}/b/{BENCHMARK}.html")
    until(page, "document.querySelector('#plot canvas, #chart canvas') !== null")
    bands = page.locator("svg.bands").first
    whole = bands.get_attribute("viewBox")
    frame = page.locator("#chart .u-over").bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + frame["width"] * 0.5, frame["y"] + 50)
    page.mouse.down()
    page.mouse.move(frame["x"] + frame["width"] * 0.9, frame["y"] + 50, steps=5)
    page.mouse.up()
    until(page, "location.hash.includes('zoom=')")
    until(page, f"document.querySelector('svg.bands').getAttribute('viewBox') !== '{whole}'")
    assert not page.locator("figure.parts .ends").first.is_visible(), "they name other commits"
    page.get_by_role("button", name="Show all commits").click()
    until(page, "!location.hash.includes('zoom=')")
    until(
        page,
        "document.querySelector('svg.bands').viewBox.baseVal.width === 720",
    )
    assert base[:8] in page.locator("figure.parts .ends").first.inner_text()


def test_a_second_build_makes_no_pair_again(published: tuple[Path, str, str]) -> None:
    public, _, _ = published
    made = {path: path.stat().st_mtime_ns for path in public.glob("d/*.js")}
    assert len(made) == 2
    done = Project(public.parent).unladen("publish", "-o", "public", "-q")
    assert ", 0 written" in done.stdout, done.stdout + done.stderr
    assert {path: path.stat().st_mtime_ns for path in public.glob("d/*.js")} == made


def parts_of(public: Path, base: str, head: str) -> list[dict[str, Any]]:
    text = next(public.glob(f"d/{base}-{head}-*.js")).read_text("utf-8")
    table = json.loads(text[text.index("(") + 1 : text.rindex(")")])["parts"]
    return [dict(zip(table["fields"], row, strict=True)) for row in table["rows"]]


def test_a_part_has_seconds_and_instructions_of_all_that_stands_in_its_row(
    published: tuple[Path, str, str], request: pytest.FixtureRequest
) -> None:
    """The row of a caller holds what its helper cost, too, by both measures."""
    public, base, head = published
    counted = "instructions" in request.node.callspec.id
    (work,) = [p for p in parts_of(public, base, head) if p["change"] == "inlined"]
    assert work["base_seconds"] == pytest.approx(0.04 * 1500 / 2260)
    assert work["base_instructions"] == (1500.0 if counted else None)
    assert work["base"] == work["base_instructions" if counted else "base_seconds"]

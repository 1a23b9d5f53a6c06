"""What a reader can do on the pages of benchmarks and tasks."""

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.fixture_site import HOSTILE, identity
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def chart(page: "Page", site: Path) -> "Page":
    page.goto(f"{site.as_uri()}/b/time_x.html")
    page.locator("#plot canvas").wait_for()
    page.locator("#plot").focus()
    return page


def readout(page: "Page") -> str:
    return page.locator("#readout").inner_text()


def point(page: "Page") -> tuple[float, float]:
    """The middle of the marked point, on the screen."""
    box = page.locator(".dot").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_arrow_keys_walk_through_the_commits(chart: "Page") -> None:
    chart.keyboard.press("Home")
    assert identity(0)[:8] in readout(chart)
    for _ in range(6):
        chart.keyboard.press("ArrowRight")
    # The sixth commit was not measured: it is passed over.
    assert identity(7)[:8] in readout(chart)
    chart.keyboard.press("End")
    assert identity(23)[:8] in readout(chart)
    assert "to the point before" in readout(chart)


def test_up_and_down_change_the_series(chart: "Page") -> None:
    chart.keyboard.press("End")
    first = chart.locator(".serieslist .active").inner_text()
    chart.keyboard.press("ArrowDown")
    assert chart.locator(".serieslist .active").inner_text() != first
    chart.keyboard.press("ArrowUp")
    assert chart.locator(".serieslist .active").inner_text() == first


def test_enter_opens_the_commit_under_the_cursor(chart: "Page") -> None:
    chart.keyboard.press("Home")
    chart.keyboard.press("Enter")
    chart.wait_for_url(f"**/c/{identity(0)[:12]}.html")


def test_hovering_tells_commit_value_interval_and_change(chart: "Page") -> None:
    chart.locator(".u-over").hover(position={"x": 400, "y": 60})
    text = readout(chart)
    assert "ms ±" in text
    assert "to the point before" in text


def test_a_click_on_a_point_opens_its_commit(chart: "Page") -> None:
    chart.keyboard.press("End")
    chart.mouse.click(*point(chart))
    chart.wait_for_url(f"**/c/{identity(23)[:12]}.html")


def test_a_drag_zooms_and_its_address_shows_the_same_to_others(chart: "Page") -> None:
    chart.keyboard.press("Home")
    for _ in range(10):
        chart.keyboard.press("ArrowRight")
    x, y = point(chart)
    chart.mouse.move(x - 300, y)
    chart.mouse.down()
    chart.mouse.move(x, y, steps=5)
    chart.mouse.up()
    chart.wait_for_timeout(400)
    assert "time_x.html" in chart.url  # a drag opens no commit
    until(chart, "location.hash.includes('zoom=')")
    address = chart.url
    chart.goto("about:blank")
    chart.goto(address)
    chart.locator("#plot").focus()
    chart.wait_for_timeout(500)
    assert chart.url == address
    chart.keyboard.press("Escape")
    until(chart, "!location.hash.includes('zoom=')")


def test_a_double_click_shows_all_and_opens_nothing(chart: "Page") -> None:
    chart.keyboard.press("Home")
    chart.keyboard.press("+")
    until(chart, "location.hash.includes('zoom=')")
    chart.mouse.dblclick(*point(chart))
    until(chart, "!location.hash.includes('zoom=')")
    chart.wait_for_timeout(400)
    assert "time_x.html" in chart.url


def test_the_wheel_zooms_a_chosen_chart_and_scrolls_the_page_otherwise(chart: "Page") -> None:
    chart.locator(".u-over").hover(position={"x": 300, "y": 100})
    chart.mouse.wheel(0, -300)
    until(chart, "location.hash.includes('zoom=')")
    chart.keyboard.press("Escape")
    until(chart, "!location.hash.includes('zoom=')")
    chart.locator("#plot").evaluate("e => e.blur()")
    chart.mouse.wheel(0, 200)
    until(chart, "scrollY > 0")
    assert "zoom=" not in chart.url


def test_back_undoes_what_was_chosen(chart: "Page") -> None:
    chart.get_by_role("button", name="Only 10, 'a'").click()
    assert chart.locator(".serieslist input:checked").count() == 1
    chart.go_back()
    until(chart, "document.querySelectorAll('.serieslist input:checked').length === 3")
    chart.go_forward()
    until(chart, "document.querySelectorAll('.serieslist input:checked').length === 1")


@pytest.mark.parametrize("name", ["From zero", "Logarithmic", "Relative to first", "By date"])
def test_each_way_to_draw_is_a_button_that_stays_in_the_address(chart: "Page", name: str) -> None:
    chart.get_by_role("button", name=name).click()
    assert chart.get_by_role("button", name=name).get_attribute("aria-pressed") == "true"
    chart.reload()
    assert chart.get_by_role("button", name=name).get_attribute("aria-pressed") == "true"
    assert chart.locator("#plot canvas").is_visible()


@pytest.mark.parametrize(("value", "linear"), [(0, True), (-3, True), (1, False)])
def test_a_value_without_a_logarithm_makes_the_chart_linear_and_is_shown(
    page: "Page", site: Path, value: int, linear: bool
) -> None:
    name = f"b/low{value}"
    text = (site / "b/time_x.js").read_text("utf-8")
    (site / f"{name}.js").write_text(
        re.sub(r'"values": \[\d+', f'"values": [{value}', text), "utf-8"
    )
    html = (site / "b/time_x.html").read_text("utf-8")
    (site / f"{name}.html").write_text(html.replace("b/time_x.js", f"{name}.js"), "utf-8")
    page.goto(f"{site.as_uri()}/{name}.html")
    assert page.get_by_text("without a logarithm").count() == 0
    if linear:  # else it is logarithmic by itself
        page.get_by_role("button", name="Logarithmic").click()
    assert page.get_by_text("without a logarithm").count() == linear
    assert page.get_by_role("button", name="Logarithmic").get_attribute("aria-pressed") == "true"
    page.locator("#plot").focus()
    page.keyboard.press("Home")
    assert identity(0)[:8] in readout(page)
    assert page.locator(".dot").is_visible()


def test_a_benchmark_without_a_value_says_so_and_bears_every_key(
    page: "Page", empty_site: Path
) -> None:
    folder = empty_site / "b"
    text = (folder / "time_x.js").read_text("utf-8")
    (folder / "void.js").write_text(re.sub(r'"values": \[.*?\]', '"values": [null]', text), "utf-8")
    html = (folder / "time_x.html").read_text("utf-8").replace("b/time_x.js", "b/void.js")
    (folder / "void.html").write_text(html, "utf-8")
    page.goto(f"{empty_site.as_uri()}/b/void.html")
    page.locator("#plot").focus()
    for pressed in ("End", "ArrowLeft", "ArrowDown", "+", "-", "Escape", "Enter"):
        page.keyboard.press(pressed)
    assert "No commit has a value" in page.locator("#plot").inner_text()


def test_another_machine_has_its_own_series(chart: "Page") -> None:
    chart.locator("#chart select").select_option("1")
    assert "10, 'a'" not in chart.locator("#readout").inner_text()
    assert not chart.locator(".serieslist").is_visible()
    assert "group=1" in chart.url


def test_the_figures_of_the_chart_can_be_read_as_a_table(chart: "Page") -> None:
    assert chart.locator("details table").count() == 0
    chart.locator("summary").click()
    chart.locator("details tbody tr").first.wait_for()
    assert chart.locator("details tbody tr").count() == 23
    assert HOSTILE in chart.locator("details table").inner_text()


def test_the_list_of_benchmarks_sorts_values_and_puts_the_unmeasured_last(
    page: "Page", site: Path
) -> None:
    page.goto(f"{site.as_uri()}/benchmarks.html")
    page.get_by_role("button", name="Now").click()
    assert (
        page.locator("#benchmarks tbody tr").first.locator("td").nth(1).inner_text() == "1.300 ms"
    )
    page.get_by_role("button", name="Now").click()
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("Now")
    assert "299.0 MB" in page.locator("#benchmarks tbody tr").first.inner_text()
    # by event: to scroll to it would draw more rows, and it moves away
    page.get_by_role("button", name="Show all").dispatch_event("click")
    assert "peakmem_2 " in page.locator("#benchmarks tbody tr").last.inner_text()


def test_the_grid_shows_every_benchmark_by_module_and_is_filtered_and_ordered(
    page: "Page", site: Path
) -> None:
    page.goto(f"{site.as_uri()}/grid.html")
    every = page.locator(".tile").count()
    assert f"{every} of {every} benchmarks" in page.locator("#grid").inner_text()
    assert page.locator("section.module").count() > 10
    assert page.locator(".tile polyline").count() > every / 2
    page.get_by_label("order").select_option("lost")
    until(page, "location.hash.includes('order=lost')")
    worst = page.evaluate("Math.max(...unladen.store.index.map((row) => row.lost))")
    assert f"+{100 * worst:.2f} %" in page.locator(".tile").first.inner_text()
    page.get_by_role("searchbox").fill("suite_5.")
    until(page, f"document.querySelectorAll('.tile').length < {every}")
    page.reload()
    assert 0 < page.locator(".tile").count() < every
    target = page.locator(".tile").last.get_attribute("href")
    assert target is not None
    assert target.startswith("b/slug_")


def test_a_chart_of_values_twenty_times_apart_is_logarithmic_by_itself(
    page: "Page", site: Path, tmp_path: Path
) -> None:
    page.goto((site / "b/time_x.html").as_uri())
    log = page.get_by_role("button", name="Logarithmic")
    assert log.get_attribute("aria-pressed") == "false"
    wide = tmp_path / "wide"
    shutil.copytree(site, wide)
    data = wide / "b" / "time_x.js"
    text = data.read_text("utf-8")
    changed = re.sub(r'("values":\s?\[)\d+', r"\g<1>3", text, count=1)
    assert changed != text
    data.write_text(changed, "utf-8")
    page.goto((wide / "b/time_x.html").as_uri())
    assert log.get_attribute("aria-pressed") == "true"
    assert "log" not in page.evaluate("location.hash")
    log.click()
    assert log.get_attribute("aria-pressed") == "false"
    page.reload()
    assert log.get_attribute("aria-pressed") == "false"


def test_a_filter_of_the_overview_stays_in_the_address(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/index.html")
    page.get_by_label("direction").select_option("slower")
    assert page.locator("article:visible").count() == 3
    until(page, "location.hash.includes('direction=slower')")
    page.reload()
    assert page.locator("article:visible").count() == 3


@pytest.mark.parametrize(
    ("after", "rises", "better"),
    [(0.8, False, True), (1.2, False, False), (0.8, True, False), (1.2, True, True)],
)
def test_a_mark_points_where_the_value_went_and_is_coloured_by_whether_that_is_good(
    page: "Page", site: Path, after: float, rises: bool, better: bool
) -> None:
    sign, colour = "▼" if after < 1 else "▲", "--better" if better else "--worse"
    tone = "tone-good" if better else "tone-bad"
    page.goto(f"{site.as_uri()}/b/time_x.html")
    step = f"{{before: 1, after: {after}, state: 'new'}}"
    told = page.evaluate(f"unladen.chart.mark({step}, {json.dumps(rises)})")
    assert told == {"sign": sign, "colour": colour}
    chip = f"unladen.chip('new', {after} - 1, {json.dumps(rises)})"
    drawn = page.evaluate(f"(({{className, dataset}}) => [className, dataset.sign])({chip})")
    assert drawn == [f"chip {tone} state-new", sign]


COUNTED = """() => {
    const canvas = document.querySelector("#plot canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const count = (name) => {
        const hex = unladen.colour(name);
        const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
        let found = 0;
        for (let at = 0; at < data.length; at += 4) {
            found += data[at] === r && data[at + 1] === g && data[at + 2] === b;
        }
        return found;
    };
    return { worse: count("--worse"), better: count("--better") };
}"""


@pytest.mark.parametrize(("factor", "good"), [(1.2, False), (0.8, True)], ids=["slower", "faster"])
def test_the_chart_paints_an_improvement_as_one(
    page: "Page", site: Path, factor: float, good: bool
) -> None:
    """The dashed line of the best level is taken away: it has the colour of what is better."""
    text = (site / "b/time_x.js").read_text("utf-8")
    value = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    first = value["series"][0]
    (step,) = first["steps"]
    first["steps"] = [{**step, "state": "new", "after": factor * step["before"]}]
    first["best"] = None
    first["values"][step["row"] :] = [
        value and value * factor / 1.2 for value in first["values"][step["row"] :]
    ]
    value["series"] = [first]
    name = f"b/marked{factor}"
    (site / f"{name}.js").write_text(f"unladen.data({json.dumps(value)});", "utf-8")
    html = (site / "b/time_x.html").read_text("utf-8")
    (site / f"{name}.html").write_text(html.replace("b/time_x.js", f"{name}.js"), "utf-8")
    page.goto(f"{site.as_uri()}/{name}.html")
    until(page, "document.querySelector('#plot canvas') !== null")
    page.wait_for_timeout(100)
    found = page.evaluate(COUNTED)
    assert (found["better"] > 0, found["worse"] > 0) == (good, not good), found


def test_lost_answers_are_told_by_key_and_listed(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/tasks.html")
    page.get_by_label("Filter tasks").fill("task_001")
    page.locator("#heat").focus()
    page.keyboard.press("Home")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert "task_001: lost at" in page.locator("#heatline").inner_text()
    assert "task_001, task_020" in page.locator("main table").inner_text()


def test_the_map_of_one_machine_names_the_commits_that_were_measured_there(
    page: "Page", site: Path
) -> None:
    """The laptop has every second commit: its fourth is the seventh of all."""
    page.goto(f"{site.as_uri()}/tasks.html#t=1")
    assert identity(6)[:8] in page.locator("main table").inner_text()
    page.locator("#heat").focus()
    page.keyboard.press("End")
    assert identity(6)[:8] in page.locator("#heatline").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/c/{identity(6)[:12]}.html")


def test_arrow_keys_bear_a_filter_that_leaves_nothing(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/tasks.html")
    page.get_by_label("Filter tasks").fill("nothing is called so")
    page.locator("#heat").focus()
    page.keyboard.press("ArrowRight")
    assert "Point at a cell" in page.locator("#heatline").inner_text()


@pytest.mark.parametrize(
    "look",
    [{"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}],
    indirect=True,
    ids=["phone"],
)
def test_a_first_tap_tells_and_a_second_opens(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/b/time_x.html")
    box = page.locator(".u-over").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 100, box["y"] + 150)
    page.wait_for_timeout(400)
    assert "time_x.html" in page.url
    assert "ms" in readout(page)
    page.touchscreen.tap(*point(page))
    page.wait_for_url("**/c/*.html")

"""What a reader can ask of two commits: pairs, totals, the icicle and the table of functions."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.fixture_site import HOSTILE, SUITE, identity
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_difference_says_total_resources_and_what_was_not_measured(
    page: "Page", address: str
) -> None:
    page.goto(f"{address}/diff.html")
    page.locator("#icicle svg").wait_for()
    assert "12.30 ms → 14.50 ms +17.89 %" in page.locator("#total").inner_text()
    assert page.locator("#bars").get_by_text("not measured").count() == 4
    page.get_by_role("button", name="Swap").click()
    until(page, "document.querySelector('#total').innerText.startsWith('14.50')")
    assert f"base={identity(9)[:12]}" in page.url


def test_all_functions_of_both_commits_are_listed(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#functions tbody tr").first.wait_for()
    rows = page.locator("#functions tbody tr").all_inner_texts()
    assert len(rows) == 5
    assert "appeared" in next(row for row in rows if "fresh" in row)
    assert "vanished" in next(row for row in rows if HOSTILE in row)
    page.get_by_role("button", name="By category").click()
    assert page.locator("#functions tbody tr").count() == 2


def test_vanished_paths_are_seen_in_the_base(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#icicle .frame").first.wait_for()
    before = page.locator("#icicle .frame").count()
    page.get_by_role("button", name="Show base").click()
    page.locator(".frame[name*='script']").wait_for()
    assert page.locator(".frame[name*='fresh']").count() == 0
    assert page.locator("#icicle .frame").count() == before


def test_keys_walk_and_zoom_the_icicle(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#icicle .frame").first.wait_for()
    page.locator("#icicle").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert "pkg/c.py:solve: base 3.69 ms → head 7.25 ms" in page.locator("#icicleline").inner_text()
    page.keyboard.press("ArrowRight")
    assert "pkg/b.py:parse" in page.locator("#icicleline").inner_text()
    page.keyboard.press("Enter")
    until(page, "document.querySelector('.frame[data-here] rect').width.baseVal.value > 1000")


def test_without_stacks_the_icicle_is_by_category_and_says_so(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html#bench=suite.flat")
    page.locator("#icicle .frame").first.wait_for()
    assert "No call stacks" in page.locator("#iciclehelp").inner_text()
    assert page.locator(".frame[name*='values']").count() == 1


def test_one_profile_without_stacks_makes_both_sides_flat(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    sides = "base: {seconds: 1, stacks: [{stack: 'f', share: 1}]}, head: {seconds: 1, stacks: null}"
    tree = f"unladen.tree.tree({{{sides}, attribution: {{unit: 's', parts: []}}}})"
    assert page.evaluate(f"{tree}.stacked") is False


def test_a_commit_without_a_profile_is_not_silently_another(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html#base={identity(1)[:12]}&bench={SUITE}")
    page.locator("#total .message").wait_for()
    told = page.locator("#total .message").inner_text()
    assert "has no profile" in told
    assert f"unladen explain {identity(1)[:12]} {identity(9)[:12]}" in told


def test_a_pair_that_was_not_compared_is_said_to_be_so(page: "Page", site: Path) -> None:
    """Both have a profile, but nobody attributed the difference: the nearest pair is shown."""
    base, head = identity(2)[:12], identity(9)[:12]
    page.goto(f"{site.as_uri()}/diff.html#base={base}&head={head}&bench={SUITE}")
    page.locator("#total .message").wait_for()
    told = page.locator("#total .message").inner_text()
    assert f"{base} → {head} was not compared" in told
    assert f"unladen explain {base} {head}" in told
    assert f"the nearest that exists: {identity(3)[:12]} → {head}" in told
    page.locator("#functions tbody tr").first.wait_for()


def test_only_bases_that_were_compared_with_the_head_are_offered(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#functions tbody tr").first.wait_for()
    offered = page.locator("select[name=base] option")
    assert [each.get_attribute("value") for each in offered.all()] == [identity(3)[:12]]
    page.locator("select[name=head]").select_option(identity(3)[:12])
    until(page, f"location.hash.includes('head={identity(3)[:12]}')")
    assert [each.get_attribute("value") for each in offered.all()] == [
        identity(2)[:12],
        identity(9)[:12],
    ]
    assert page.locator(".message").count() == 0


def test_the_table_says_what_was_moved_and_what_was_inlined(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#functions tbody tr").first.wait_for()
    rows = page.locator("#functions tbody tr").all_inner_texts()
    assert "moved (was pkg.old.inner)" in next(row for row in rows if "c.py:inner" in row)
    assert "inlined (parse_one went into it)" in next(row for row in rows if "b.py:parse" in row)


def test_a_change_that_may_be_none_is_neither_red_nor_green(page: "Page", site: Path) -> None:
    page.goto(f"{site.as_uri()}/diff.html")
    page.locator("#functions tbody tr").first.wait_for()
    page.evaluate(
        """() => {
            const [one] = Object.values(unladen.store.attribution);
            const [first, second] = one.parts;
            const parts = [{ ...first, base: 1, head: 2, low: -1, high: 3 },
                { ...second, base: 1, head: 2, low: 0.5, high: 1.5 }];
            unladen.functionsTable(document.getElementById("functionsbox"), { ...one, parts });
        }"""
    )
    cells = page.locator("#functions tbody tr td:nth-child(4) span")
    assert [each.get_attribute("class") for each in cells.all()] == ["quiet", "change-up rose"]

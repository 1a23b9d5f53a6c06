"""How fast the pages of a published site are in a real browser: first paint, frames while zooming.

    python -m tests.quality.collection /tmp/long --commits 2000 --series 50 --benchmarks 1
    (cd /tmp/long && unladen publish -o public)
    python -m tests.quality.pages /tmp/long/public

Needs Debian's chromium and Playwright. Opened from disk. The gap between frames is by the clock
between callbacks, so that a stall is seen; a display of 60 frames a second has 16.7 ms.
"""

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.conftest import ARGS
from tests.browser.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
WATCH = """() => {
  window.gaps = [];
  let before = performance.now();
  const frame = () => {
    const now = performance.now();
    window.gaps.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
STEPS = 30


def largest(folder: Path, pattern: str) -> Path:
    return max(folder.glob(pattern), key=lambda path: path.stat().st_size)


def opened(browser: "Browser", path: Path) -> "Page":
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(path.as_uri())
    until(page, f"{PAINT} !== undefined")
    return page


def paint(browser: "Browser", path: Path) -> float:
    """Milliseconds, of a page in a context of its own."""
    page = opened(browser, path)
    found = float(page.evaluate(PAINT))
    page.context.close()
    return found


def moving(page: "Page", move: str) -> tuple[float, float]:
    """The usual and the worst gap between frames, in milliseconds."""
    box = page.locator("#plot").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(WATCH)
    for step in range(STEPS):
        if move == "wheel":
            page.mouse.wheel(0, -120 if step % 10 < 7 else 400)
        elif move == "hover":
            page.mouse.move(x - 300 + 20 * step, y)
        else:
            page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(20)
    gaps = sorted(float(gap) for gap in page.evaluate("window.gaps"))
    return gaps[len(gaps) // 2], gaps[-1]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("site", type=Path)
    folder = parser.parse_args(words).site.resolve()
    program = shutil.which("chromium")
    if program is None or not (folder / "meta.js").is_file():
        print("needs chromium and a site that unladen publish made", file=sys.stderr)
        return 2
    from playwright.sync_api import sync_playwright

    benchmark = largest(folder, "b/*.js").with_suffix(".html")
    pages = [*sorted(folder.glob("*.html")), benchmark, largest(folder, "c/*.html")]
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=program, args=ARGS)
        print("first contentful paint from disk")
        for path in pages:
            name = path.relative_to(folder).as_posix()[:60]
            print(f"  {name:<62}{paint(browser, path):6.0f} ms")
        page = opened(browser, benchmark)
        until(page, "document.querySelector('#plot canvas') !== null")
        shape = page.evaluate(
            "unladen.store.data.series.map((one) => one.values.length)"
            ".reduce((all, one) => [all[0] + 1, Math.max(all[1], one)], [0, 0])"
        )
        print(f"{shape[0]} series of up to {shape[1]} points: gap between frames, usual and worst")
        page.locator("#plot").click(position={"x": 400, "y": 40})
        page.locator("#plot").focus()
        for move in ("wheel", "hover", "keys"):
            usual, worst = moving(page, move)
            print(f"  {move:<62}{usual:6.1f} ms {worst:6.1f} ms")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

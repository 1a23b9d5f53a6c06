"""Tables of docs/statistics.md, and what a gate printed -> the pictures of the documentation.

    python -m tests.quality.pictures            writes docs/pictures/*.svg
    python -m tests.quality.pictures --site     and site.png, by Chromium, of the committed results

No figure is typed here: what is drawn stands in a table, beside the command that measured it.
"""

import argparse
import math
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
TABLES = DOCS / "statistics.md"
SHOWN = "pipeline.TimeEvaluate.time_tasks"
TRANSCRIPT = DOCS / "transcript.md"
FIRST, LAST = 14, 4
"""Lines of it that are shown; all of them stand there."""
COMMAND = "python -m tests.quality.pictures"

WIDTH, HEIGHT = 720, 330
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 44, 54
INK, QUIET, PAPER = "#1f2328", "#59636e", "#ffffff"
COLOURS = ("#0969da", "#bc4c00", "#1a7f37")
SANS = "font-family='system-ui, sans-serif'"


@dataclass(frozen=True)
class Share:
    """So many of so many, with the interval that so few allow (Wilson, 95 %)."""

    count: int
    of: int

    @property
    def estimate(self) -> float:
        return self.count / self.of

    @property
    def interval(self) -> tuple[float, float]:
        z = 1.96
        middle = (self.count + z * z / 2) / (self.of + z * z)
        spread = self.estimate * (1 - self.estimate) * self.of + z * z / 4
        half = z * math.sqrt(spread) / (self.of + z * z)
        return max(0.0, middle - half), min(1.0, middle + half)


def rows_of(text: str, first: str) -> list[list[str]]:
    """Of the table of Markdown whose head begins with this cell."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {first} |"):
            break
    else:
        raise SystemExit(f"{TABLES}: no table begins with {first!r}")
    cells = [line.strip("|").split("|") for line in takewhile_table(lines)]
    return [[cell.strip() for cell in row] for row in cells if not set("".join(row)) <= set("-: ")]


def takewhile_table(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        if not line.startswith("|"):
            return
        yield line


def called_slower(cell: str) -> Share:
    """A cell like `16 slower, 74 undecided`; slower within its allowance is not slower."""
    counts = {what.strip(): int(number) for number, what in re.findall(r"(\d+) ([a-z ]+)", cell)}
    return Share(counts.get("slower", 0), sum(counts.values()))


def by_size(text: str) -> dict[str, list[tuple[float, Share]]]:
    """Stage -> how large a slowdown was, and how often it was called one."""
    found: dict[str, list[tuple[float, Share]]] = {"instructions": [], "time, budget 30 s": []}
    for size, _, counted, timed in rows_of(text, "made slower by"):
        percent = re.fullmatch(r"([\d.]+) %", size)
        if percent or size.startswith("reached"):
            at = float(percent[1]) if percent else 0.0
            for name, cell in zip(found, (counted, timed), strict=True):
                found[name].append((at, called_slower(cell)))
    return found


def by_method(text: str) -> list[tuple[str, str, Share]]:
    """Method, what head does, and how often that was called slower."""
    found = []
    for method, head, slower, *_ in rows_of(text, "method"):
        count, of = map(int, slower.split(" of "))
        found.append((method, head, Share(count, of)))
    return found


def svg(title: str, parts: Sequence[str], width: int = WIDTH, height: int = HEIGHT) -> str:
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img'"
        f" aria-label='{escape(title, quote=True)}'>"
    )
    paper = f"<rect width='{width}' height='{height}' fill='{PAPER}'/>"
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *parts, "</svg>\n"])


def words(x: float, y: float, text: str, anchor: str = "start", colour: str = INK) -> str:
    size = 13 if colour == INK else 11
    at = f"x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}' font-size='{size}'"
    return f"<text {at} {SANS}>{escape(text)}</text>"


def line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' {style}/>"


def height_of(share: float) -> float:
    return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def across(size: float, largest: float) -> float:
    """By its square root: small slowdowns are what is hard to find."""
    return LEFT + 14 + math.sqrt(size / largest) * (WIDTH - LEFT - RIGHT - 30)


def frame(title: str) -> list[str]:
    parts = [words(LEFT, 24, title)]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = height_of(share)
        parts.append(line(LEFT, y, WIDTH - RIGHT, y, "stroke='#d1d9e0'"))
        parts.append(words(LEFT - 8, y + 4, f"{100 * share:.0f} %", "end", QUIET))
    return parts


def power_curve(text: str) -> str:
    series = by_size(text)
    largest = max(size for points in series.values() for size, _ in points)
    title = "Called slower, by how much slower it was made (allowance 1 %, 90 verdicts a point)"
    parts = frame(title)
    allowed = across(1.0, largest)
    parts.append(
        line(allowed, TOP, allowed, HEIGHT - BOTTOM, "stroke='#59636e' stroke-dasharray='3 4'")
    )
    parts.append(words(allowed, TOP - 4, "allowance", "middle", QUIET))
    for number, (name, points) in enumerate(series.items()):
        parts += curve(points, largest, COLOURS[number], 6 * number - 3)
        at = LEFT + 150 + 230 * number
        parts.append(
            line(
                at - 30,
                HEIGHT - 10,
                at - 8,
                HEIGHT - 10,
                f"stroke='{COLOURS[number]}' stroke-width='3'",
            )
        )
        parts.append(words(at, HEIGHT - 6, name))
    for size in sorted({size for points in series.values() for size, _ in points}):
        told = f"{size:g} %" if size else "as before"
        parts.append(words(across(size, largest), HEIGHT - BOTTOM + 18, told, "middle", QUIET))
    return svg(title, parts)


def curve(
    points: Sequence[tuple[float, Share]], largest: float, colour: str, aside: float
) -> list[str]:
    """A little aside of each other, so that both can be seen where they say the same."""
    places = [(across(size, largest) + aside, height_of(share.estimate)) for size, share in points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts = [f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>"]
    for (x, y), (_, share) in zip(places, points, strict=True):
        low, high = map(height_of, share.interval)
        parts.append(line(x, low, x, high, f"stroke='{colour}'"))
        parts.append(f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4' fill='{colour}'/>")
    return parts


def method_bars(text: str) -> str:
    """Two bars a method: what is to be found, and what is not to be."""
    all_ = by_method(text)
    names = list(dict.fromkeys(method for method, _, _ in all_))
    kinds = list(dict.fromkeys(head for _, head, _ in all_))
    title = "Called slower: 1.4 % more work, and the same work (one benchmark of 40 ms)"
    parts = frame(title)
    wide = (WIDTH - LEFT - RIGHT) / len(names)
    for method, head, share in all_:
        middle = LEFT + wide * (names.index(method) + 0.5) + (kinds.index(head) - 0.5) * 60
        colour = COLOURS[kinds.index(head)]
        top = height_of(share.estimate)
        size = f"x='{middle - 18:.1f}' y='{top:.1f}' width='36' height='{height_of(0) - top:.1f}'"
        parts.append(f"<rect {size} fill='{colour}' fill-opacity='0.75'/>")
        low, high = map(height_of, share.interval)
        parts.append(line(middle, low, middle, high, f"stroke='{INK}'"))
        parts.append(
            words(middle, height_of(0) + 16, f"{share.count} of {share.of}", "middle", QUIET)
        )
    for number, method in enumerate(names):
        name = method.replace(" as shipped", "").replace("both versions ", "").rstrip(",")
        parts.append(words(LEFT + wide * (number + 0.5), height_of(0) + 33, name, "middle"))
    for number, head in enumerate(kinds):
        at = LEFT + 150 + 230 * number
        size = f"x='{at - 18}' y='{HEIGHT - 15}' width='12' height='10'"
        parts.append(f"<rect {size} fill='{COLOURS[number]}'/>")
        parts.append(words(at, HEIGHT - 6, f"head does {head}"))
    return svg(title, parts)


TONES = {"SLOWER": "#ff8e8e", "FAIL": "#ff8e8e", "PASS": "#7ee2a0", "FASTER": "#7ee2a0"}


def terminal(text: str, title: str) -> str:
    """What was printed, as a picture of it: the text is the text."""
    lines = text.rstrip("\n").splitlines()
    width = 24 + math.ceil(8.05 * max(map(len, lines)))
    parts = [f"<rect width='{width}' height='{30 + 18 * len(lines)}' rx='6' fill='#15191f'/>"]
    for number, each in enumerate(lines):
        word = each.split(" ", 1)[0]
        colour = TONES.get(word, "#9fb4ff" if word == "$" else "#e6edf3")
        at = f"x='12' y='{28 + 18 * number}' fill='{colour}' xml:space='preserve'"
        face = "font-family='ui-monospace, DejaVu Sans Mono, monospace' font-size='13.2'"
        parts.append(f"<text {at} {face}>{escape(each)}</text>")
    return svg(title, parts, width, 30 + 18 * len(lines))


def abridged(page: str) -> str:
    """Of what was printed, in the first block of the page, its beginning and its end."""
    lines = page.partition("```text\n")[2].partition("```")[0].strip("\n").splitlines()
    return "\n".join([*lines[:FIRST], "   …", *lines[-LAST:]])


def drawn() -> Mapping[str, str]:
    text = TABLES.read_text("utf-8")
    said = abridged(TRANSCRIPT.read_text("utf-8"))
    return {
        "power.svg": power_curve(text),
        "methods.svg": method_bars(text),
        "gate.svg": terminal(said, "unladen gate in a terminal"),
    }


def site_shot(target: Path) -> None:
    """A benchmark over the phases, of the committed results, as Chromium shows it."""
    import subprocess
    import sys

    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as play:
        words_ = [sys.executable, "-m", "unladen", "publish", "-q", "-o", place]
        subprocess.run(words_, cwd=ROOT, check=True)
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1180, "height": 690})
        page.goto(f"file://{place}/b/{SHOWN}.html")
        page.wait_for_timeout(1000)
        page.screenshot(path=str(target))
        browser.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--site", action="store_true")
    asked = parser.parse_args()
    for name, text in drawn().items():
        (PICTURES / name).write_text(text, "utf-8")
        print(f"docs/pictures/{name}: {len(text) / 1e3:.1f} kB")
    if asked.site:
        target = PICTURES / "site.png"
        site_shot(target)
        print(f"docs/pictures/{target.name}: {target.stat().st_size / 1e3:.1f} kB")


if __name__ == "__main__":
    main()

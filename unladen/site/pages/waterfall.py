"""reports of phases -> a bar for each, from where a benchmark was to where it got: they add up."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from unladen.model import Comparison
from unladen.model.reports import CommitReport
from unladen.site.pages.html import Cell, Html, foreign, number, table, tag
from unladen.site.pages.parts import commit_link, compared, interval

WIDTH, HEIGHT = 240.0, 16.0
LEAST = 2
"""Phases that were measured: of one there is no way down."""
HEADS = ("phase", "commit", "change", "interval", "now", "from the first to the last")


@dataclass(frozen=True, slots=True)
class Fall:
    """One phase: shares of what the first one took."""

    report: CommitReport
    comparison: Comparison
    before: float
    after: float


def falls_of(reports: Sequence[CommitReport], benchmark: str) -> list[Fall]:
    """In the order of the phases; each begins where the one before it ended."""
    found: list[Fall] = []
    level = 1.0
    for report in reports:
        for each in report.comparisons:
            if each.benchmark.id == benchmark and each.change is not None:
                after = level * (1 + each.change.estimate)
                found.append(Fall(report, each, level, after))
                level = after
    return found


def waterfall(reports: Sequence[CommitReport]) -> list[Html]:
    """Of the benchmark that most phases were measured by."""
    counts = Counter(
        each.benchmark.id
        for report in reports
        for each in report.comparisons
        if each.change is not None
    )
    if not counts or counts.most_common(1)[0][1] < LEAST:
        return []
    benchmark = min(counts, key=lambda id: (-counts[id], id))
    falls = falls_of(reports, benchmark)
    most = max(max(fall.before, fall.after) for fall in falls)
    rows = [_row(fall, most) for fall in falls]
    last = falls[-1].after
    return [
        tag("h2", "From phase to phase"),
        tag(
            "p",
            foreign(benchmark),
            f" takes {100 * last:.1f} % of what it took before the first of them: what pairs of "
            "each commit and the one before it said, multiplied, also where it may be nothing.",
        ),
        table(HEADS, rows, class_="waterfall", data_label="phases one by one"),
    ]


def _row(fall: Fall, most: float) -> Sequence[Cell]:
    return (
        Cell(foreign(fall.report.phase), fall.report.phase),
        Cell(commit_link(fall.report.commit, ""), fall.report.commit.seconds),
        compared(fall.comparison),
        Cell(interval(fall.comparison.change), None, "num"),
        number(f"{100 * fall.after:.1f} %", fall.after),
        Cell(_bar(fall, most)),
    )


def _bar(fall: Fall, most: float) -> Html:
    """What is left is pale; what this phase took or added is not."""
    low, high = sorted((fall.before, fall.after))
    scale = WIDTH / most
    kind = "worse" if fall.after > fall.before else "better"
    rest = tag("rect", class_="rest", x="0", y="3", height="10", width=f"{low * scale:.1f}")
    part = tag(
        "rect",
        class_=kind,
        x=f"{low * scale:.1f}",
        y="0",
        height=f"{HEIGHT:.0f}",
        width=f"{max(0.8, (high - low) * scale):.1f}",
    )
    box = f"0 0 {WIDTH:.0f} {HEIGHT:.0f}"
    return tag("svg", rest, part, class_="fall", viewBox=box, aria_hidden="true")

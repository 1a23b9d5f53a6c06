"""a picture of a series -> a line of a few millimetres in a page, with a mark at a step."""

from collections.abc import Sequence

from unladen.output.heights import TOP, heights
from unladen.site.pages.html import Cell, Html, tag

WIDTH, HEIGHT = 120, 26
EDGE = 3


def spark(points: Sequence[float], at: float | None = None) -> Cell:
    """`at`: where the step is, as a share of the history."""
    found = heights(points)
    last = max(1, len(found) - 1)
    places = [
        (EDGE + (WIDTH - 2 * EDGE) * number / last, _y(height))
        for number, height in enumerate(found)
        if height is not None
    ]
    if len(places) < 2:
        return Cell("")
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
    mark: Html | None = None
    if at is not None:
        x = f"{EDGE + (WIDTH - 2 * EDGE) * min(1.0, max(0.0, at)):.0f}"
        mark = tag("line", x1=x, x2=x, y1="0", y2=str(HEIGHT))
    drawn = tag("polyline", points=line)
    box = f"0 0 {WIDTH} {HEIGHT}"
    return Cell(tag("svg", mark, drawn, class_="spark", viewBox=box, aria_hidden="true"))


def _y(height: int) -> float:
    return EDGE + (HEIGHT - 2 * EDGE) * (1 - height / TOP)

"""values of parts over commits -> a drawing: bands that add up, or lines; with its figures below.

Drawn here, not by a script: it is read in print, without JavaScript, and by who hears a page.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from unladen.model.commits import Commit
from unladen.site.pages.html import Cell, Html, foreign, number, table, tag
from unladen.site.pages.parts import commit_link

WIDTH, HEIGHT = 720.0, 150.0
COLOURS = 8
MOST_LINKS = 150
"""More commits than that have no room to be pointed at."""
FIGURES = 12
REST = "all else"


@dataclass(frozen=True, slots=True)
class Band:
    """One part: a value at each commit, None where it was not measured."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Bands above each other, or lines from the same ground."""

    title: str
    bands: Sequence[Band]
    commits: Sequence[Commit]
    places: Sequence[int]
    """Of the commits among all that were measured, and"""
    length: int
    """how many those are: the axis of the chart above."""
    shown: Callable[[float], str]
    """A value as readers see it."""
    stacked: bool = True
    machine: str = ""
    environment: str = ""
    """If there are several: a chart of another one's commits says nothing of these."""


def largest(bands: Sequence[Band], most: int = COLOURS) -> list[Band]:
    """The largest ones by their names, the rest as one."""
    ranked = sorted(bands, key=lambda band: -sum(value or 0.0 for value in band.values))
    if len(ranked) <= most:
        return ranked
    rest = ranked[most - 1 :]
    summed = [
        None if all(each is None for each in row) else sum(each or 0.0 for each in row)
        for row in zip(*(band.values for band in rest), strict=True)
    ]
    return [*ranked[: most - 1], Band(REST, summed)]


def drawn(drawing: Drawing) -> Html:
    tops = _tops(drawing)
    known = [value for band in tops for value in band if value is not None]
    most = max(known, default=0.0)
    if not known or most <= 0 or len(drawing.commits) < 2:
        return Html("")
    shapes = [
        tag(
            "path" if drawing.stacked else "polyline",
            class_=f"{'band' if drawing.stacked else 'line'} s{place % COLOURS}",
            **_shape(drawing, tops, place, most),
        )
        for place in range(len(drawing.bands))
    ]
    picture = tag(
        "svg",
        *shapes,
        *_links(drawing),
        class_="bands",
        data_machine=drawing.machine,
        data_environment=drawing.environment,
        data_commits=str(drawing.length),
        viewBox=f"0 0 {WIDTH:.0f} {HEIGHT:.0f}",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"{drawing.title} over {len(drawing.commits)} commits",
    )
    first, last = drawing.commits[0], drawing.commits[-1]
    ends = (tag("span", commit_link(first, "../")), tag("span", commit_link(last, "../")))
    return tag(
        "figure",
        tag("figcaption", tag("strong", drawing.title), f" up to {drawing.shown(most)}"),
        picture,
        tag("p", *ends, class_="ends"),
        _legend(drawing),
        _figures(drawing),
        class_="parts",
    )


def _tops(drawing: Drawing) -> list[list[float | None]]:
    """Of each band its upper edge."""
    if not drawing.stacked:
        return [list(band.values) for band in drawing.bands]
    height: list[float | None] = [
        None if all(band.values[row] is None for band in drawing.bands) else 0.0
        for row in range(len(drawing.commits))
    ]
    tops = []
    for band in drawing.bands:
        pairs = zip(height, band.values, strict=True)
        height = [None if at is None else at + (value or 0.0) for at, value in pairs]
        tops.append(height)
    return tops


def _shape(
    drawing: Drawing, tops: Sequence[Sequence[float | None]], place: int, most: float
) -> dict[str, str]:
    """A band is as high as it was at a commit until the next one that was taken apart."""
    top = tops[place]
    if not drawing.stacked:
        rows = [(row, value) for row, value in enumerate(top) if value is not None]
        points = " ".join(
            f"{_x(drawing, drawing.places[r]):.1f},{_y(v, most):.1f}" for r, v in rows
        )
        return {"points": points}
    ground = tops[place - 1] if place else [None if each is None else 0.0 for each in top]
    boxes = []
    for row, (upper, lower) in enumerate(zip(top, ground, strict=True)):
        if upper is not None and lower is not None and upper > lower:
            left, right = _ends(drawing, row)
            high, low = _y(upper, most), _y(lower, most)
            boxes.append(f"M{left:.1f} {high:.1f}H{right:.1f}V{low:.1f}H{left:.1f}Z")
    return {"d": "".join(boxes)}


def _x(drawing: Drawing, place: float) -> float:
    """As the chart has it: the first commit at the left edge, the last one at the right."""
    return min(WIDTH, max(0.0, WIDTH * place / max(1, drawing.length - 1)))


def _ends(drawing: Drawing, row: int) -> tuple[float, float]:
    places = [*drawing.places, drawing.length]
    return _x(drawing, places[row] - 0.5), _x(drawing, places[row + 1] - 0.5)


def _y(value: float, most: float) -> float:
    return HEIGHT * (1 - value / most)


def _links(drawing: Drawing) -> list[Html]:
    """Each commit may be pointed at, and opened."""
    if len(drawing.commits) > MOST_LINKS:
        return []
    found = []
    for row, commit in enumerate(drawing.commits):
        parts = [
            f"{band.name}: {drawing.shown(value)}"
            for band in drawing.bands
            if (value := band.values[row]) is not None
        ]
        said = tag("title", "\n".join([f"{commit.short} {commit.subject}", *parts]))
        box = tag(
            "rect",
            said,
            class_="hit",
            x=f"{_ends(drawing, row)[0]:.1f}",
            y="0",
            width=f"{max(1.0, _ends(drawing, row)[1] - _ends(drawing, row)[0]):.1f}",
            height=f"{HEIGHT:.0f}",
        )
        found.append(tag("a", box, href=f"../c/{commit.hash[:12]}.html", tabindex="-1"))
    return found


def _legend(drawing: Drawing) -> Html:
    each = [
        tag("li", tag("span", class_=f"patch s{place % COLOURS}"), foreign(band.name))
        for place, band in enumerate(drawing.bands)
    ]
    return tag("ul", *each, class_="bandlegend")


def _figures(drawing: Drawing) -> Html:
    """The last commits, the newest first."""
    rows = []
    for row in reversed(range(max(0, len(drawing.commits) - FIGURES), len(drawing.commits))):
        cells = [Cell(commit_link(drawing.commits[row], "../"), row)]
        for band in drawing.bands:
            value = band.values[row]
            cells.append(Cell("–") if value is None else number(drawing.shown(value), value))
        rows.append(cells)
    heads = ("commit", *(band.name for band in drawing.bands))
    label = f"{drawing.title}, figures"
    return tag(
        "details", tag("summary", "figures"), table(heads, rows, class_="wide", data_label=label)
    )

"""text of strangers x our own tags -> HTML: whatever is not Html is escaped, without exception."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from unladen.model.shown import Shown

# The hash is that of the one style sheet that d3-flame-graph inserts.
CSP = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: "
    "'sha256-PjPkXjWPssRCMzB6p5SnF25xrwIH7ThbVHWlE+SG1DE='; img-src 'self' data: file:; "
    "base-uri 'none'; form-action 'none'"
)
TABLES = ("site.js", "words.js", "address.js", "marks.js", "theme.js", "table.js")
FLAMES = ("vendor/d3.min.js", "vendor/d3-flamegraph.umd.min.js")
CHARTS = ("loading.js", "chosen.js", "readout.js", "layers.js", "chart.js", "hand.js", "series.js")
PAIRS = ("loading.js", "pairs.js", "tree.js", "icicle.js", "functions.js")
SCRIPTS = {
    "overview": (*TABLES, "overview.js"),
    "benchmarks": (*TABLES, "longtable.js", "spark.js", "benchmarks.js"),
    "grid": (*TABLES, "spark.js", "grid.js"),
    "benchmark": (
        "vendor/uPlot.iife.min.js",
        *TABLES,
        *CHARTS,
        "bands.js",
        "benchmark.js",
    ),
    "diff": (*FLAMES, *TABLES, "longtable.js", *PAIRS, "diff.js"),
    "tasks": (*TABLES, "longtable.js", "heat.js", "tasks.js"),
}
"""What a page loads, in this order: each script uses those before it."""
STYLES = {"benchmark": ("static/vendor/uPlot.min.css",)}
PLACES = (
    ("overview", "Overview", "index.html"),
    ("grid", "Grid", "grid.html"),
    ("benchmarks", "Benchmarks", "benchmarks.html"),
    ("commits", "Commits", "commits.html"),
    ("diff", "Diff", "diff.html"),
    ("phases", "Phases", "phases.html"),
    ("tasks", "Tasks", "tasks.html"),
    ("machines", "Machines", "machines.html"),
)
VOID = frozenset({"br", "input", "link", "meta"})
PLAIN = re.compile(r"[\w .,:;%+/()\[\]#-]*")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Html(str):
    """Made by `tag`, and so safe to put into a page."""

    __slots__ = ()


Child = "str | Html | None"


def text(content: str) -> Html:
    if PLAIN.fullmatch(content):
        return Html(content)
    return Html(escape(CONTROL.sub("\ufffd", content), quote=True))


def tag(name: str, /, *children: str | None, **attributes: str | None) -> Html:
    """`class_` and `data_v` are written as class and data-v."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in VOID:
        return Html(f"<{name}{told}>")
    inner = "".join(
        each if isinstance(each, Html) else text(each) for each in children if each is not None
    )
    return Html(f"<{name}{told}>{inner}</{name}>")


def joined(parts: Iterable[Html], between: str = "") -> Html:
    return Html(between.join(parts))


def foreign(content: str) -> Html:
    """Text of strangers may be written from right to left; it must not turn what follows it."""
    return tag("bdi", content)


def link(target: str, *children: str) -> Html:
    return tag("a", *children, href=target)


def chip(shown: Shown, kind: str = "", worse: bool = True, fell: bool = False) -> Html:
    """A verdict, state or claim: its word and sign, and a class for the colour of its tone."""
    name = f"{kind}{shown.value.replace(' ', '-')}"
    tone = f"tone-{shown.tone_for(worse).value}"
    return tag("span", shown.value, class_=f"chip {tone} {name}", data_sign=shown.sign_for(fell))


@dataclass(frozen=True, slots=True)
class Cell:
    """What is shown, and what it is sorted by."""

    shown: str
    value: float | str | None = None
    kind: str = ""


def table(heads: Sequence[str], rows: Iterable[Sequence[Cell]], **attributes: str) -> Html:
    listed = list(rows)
    kinds = [_head_kind(cell) for cell in listed[0]] if listed else [None] * len(heads)
    named = zip(heads, kinds, strict=True)
    head = tag("tr", *(tag("th", name, scope="col", class_=kind) for name, kind in named))
    body = Html("".join([f"<tr>{''.join(map(_cell, row))}</tr>" for row in listed]))
    return tag("table", tag("thead", head), tag("tbody", body), **attributes)


def _head_kind(cell: Cell) -> str | None:
    """A name stands above its figures, on the right as they do."""
    return "num" if "num" in cell.kind.split() else None


def _cell(cell: Cell) -> str:
    """As `tag` would write it; pages have tens of thousands."""
    value = "" if cell.value is None else f' data-v="{text(str(cell.value))}"'
    kind = f' class="{text(cell.kind)}"' if cell.kind else ""
    shown = cell.shown if isinstance(cell.shown, Html) else text(cell.shown)
    return f"<td{value}{kind}>{shown}</td>"


def number(shown: str, value: float) -> Cell:
    return Cell(shown, f"{value:.6g}", "num")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Where a page stands and what it loads; its data come after the scripts of its kind."""

    name: str
    title: str
    project: str
    up: str = ""
    data: Sequence[str] = ()
    made: str = ""


def page(told: Page, *content: str) -> str:
    up = told.up
    sheets = [*STYLES.get(told.name, ()), "static/site.css"]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", **{"http-equiv": "Content-Security-Policy"}, content=CSP),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", f"{told.title} · {told.project}"),
        *(tag("link", rel="stylesheet", href=up + sheet) for sheet in sheets),
        tag("link", rel="icon", href="data:,"),
        tag("link", rel="alternate", type="application/atom+xml", href=f"{up}feed.xml"),
    )
    links = [
        tag("li", tag("a", word, href=up + file, aria_current=_current(key, told.name)))
        for key, word, file in PLACES
    ]
    project = tag("span", foreign(told.project), class_="project")
    body = tag(
        "body",
        tag("a", "Skip to the content", class_="skip", href="#main"),
        tag("header", tag("nav", project, tag("ul", *links), aria_label="Pages")),
        tag("main", *content, id="main"),
        tag("footer", told.made),
        *(tag("script", src=up + source, defer="") for source in _scripts(told)),
        data_page=told.name,
        data_up=up,
    )
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}\n"


def _current(key: str, name: str) -> str | None:
    return "page" if key == name else None


def _scripts(told: Page) -> list[str]:
    names = SCRIPTS.get(told.name, TABLES)
    return [f"static/{name}" for name in names] + list(told.data)

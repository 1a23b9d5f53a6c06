"""Sizes -> a folder of pages and data files, by the contract of `unladen publish`."""

import html
import json
import math
import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.model.steps import Standing
from unladen.site.pages.data import looks
from unladen.site.pages.html import SCRIPTS, TABLES, chip

STATIC = Path(__file__).parents[2] / "unladen" / "site" / "static"
HOSTILE = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>"
RIGHT_TO_LEFT = "שלום \u202eevil"
PAGES = ["Overview", "Grid", "Benchmarks", "Commits", "Diff", "Phases", "Tasks", "Machines"]
LONG = "virtualenv-py3.11-arckit1.0.1-setuptools80.9.0-wheel0.45.1-PYTHONHASHSEED0"
SUITE = "suite.Class.time_x"


@dataclass(frozen=True)
class Size:
    """How large a site; the defaults are for tests, publish's promise is 50 x 2,000."""

    commits: int = 24
    series: int = 3
    benchmarks: int = 300
    tasks: int = 40


def policy() -> str:
    """The content security policy that site.js names; pages must carry the same."""
    for line in (STATIC / "site.js").read_text("utf-8").splitlines():
        if line.startswith("// STATIC_CSP: "):
            return line.removeprefix("// STATIC_CSP: ")
    raise AssertionError("site.js names no STATIC_CSP")


def scripts(kind: str, up: str, data: Sequence[str]) -> str:
    names = [f"static/{name}" for name in SCRIPTS.get(kind, TABLES)] + ["meta.js", *data]
    return "\n".join(f'<script defer src="{up}{name}"></script>' for name in names)


def page(kind: str, main: str, up: str = "", data: Sequence[str] = ()) -> str:
    """A whole page round the given main part."""
    links = "".join(
        f'<li><a href="{up}{"index" if name == "Overview" else name.lower()}.html"'
        f"{' aria-current=page' if kind == name.lower() else ''}>{name}</a></li>"
        for name in PAGES
    )
    sheet = f'<link rel="stylesheet" href="{up}static/vendor/uPlot.min.css">'
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{html.escape(policy())}">
<title>{kind} · fixture</title>
{sheet if kind == "benchmark" else ""}
<link rel="stylesheet" href="{up}static/site.css">
<link rel="alternate" type="application/atom+xml" href="{up}feed.xml">
<link rel="icon" href="data:,">
</head><body data-page="{kind}" data-up="{up}">
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Pages"><span class="project">fixture</span><ul>{links}</ul></nav></header>
<main id="main">{main}</main>
<footer><p>Written by unladen.</p></footer>
{scripts(kind, up, data)}
</body></html>"""


def call(name: str, value: object) -> str:
    return f"unladen.{name}({json.dumps(value)});\n"


def table(entries: Sequence[dict[str, object]]) -> dict[str, object]:
    """Names once, then rows: as publish writes long lists."""
    fields = list(entries[0]) if entries else []
    return {"fields": fields, "rows": [list(entry.values()) for entry in entries]}


def identity(number: int) -> str:
    return f"{number * 2654435761 % 2**32:08x}" * 5


def subject(number: int) -> str:
    names = {1: HOSTILE, 2: RIGHT_TO_LEFT, 3: "long" * 60, 4: "🐌 slower again 🚀"}
    return names.get(number, f"Commit number {number} does one thing")


def meta(size: Size) -> dict[str, object]:
    phases = ["one", "two: values", "three"]
    commits: list[dict[str, object]] = [
        {
            "hash": identity(i),
            "seconds": 1_700_000_000 + i * 40_000,
            "subject": subject(i),
            "author": "A. Author",
            "phase": phases[3 * i // size.commits],
        }
        for i in range(size.commits)
    ]
    return {
        "schema": 2,
        "states": looks(Standing),
        "project": "fixture",
        "commit_url": None,
        "commits": table(commits),
        "groups": [
            {"machine": "quiet-box", "environment": LONG, "rows": list(range(size.commits))},
            {"machine": "laptop", "environment": "py3.12", "rows": list(range(0, size.commits, 2))},
        ],
    }


def one_series(number: int, group: int, rows: int) -> dict[str, object]:
    """A noisy level with one step two thirds of the way, and a hole for a commit not measured."""
    draw = random.Random(number + 100 * group)
    level, step = 1.1e-3 * (1 + number % 7), rows * 2 // 3
    values: list[int | None] = [
        round((level * (1.2 if row >= step else 1) * draw.gauss(1, 0.01)) / 1e-9)
        for row in range(rows)
    ]
    if rows > 5:
        values[5] = None
    label = HOSTILE if number == 2 else f"{10 * number}, 'a'"
    at = {"row": step, "before": level, "after": 1.2 * level, "low": 0.15, "high": 0.25}
    states = ["new", "confirmed", "candidate", "accepted", "fixed", "went away"]
    return {
        "id": f"{SUITE}({label})",
        "label": label,
        "group": group,
        "first": 0,
        "scale": 1e-9,
        "values": values,
        "half_widths": None if number == 1 else [None if v is None else 12 for v in values],
        "steps": [{**at, "state": states[number % 6], "why": HOSTILE if number == 2 else ""}],
        "level": 1.2 * level,
        "best": level,
        "noise": 0.01,
    }


def benchmark(size: Size) -> dict[str, object]:
    series = [one_series(n, 0, size.commits) for n in range(size.series)]
    series.append(one_series(1, 1, len(range(0, size.commits, 2))))
    return {"name": SUITE, "kind": "time", "unit": "s", "rises": False, "series": series}


def index(size: Size) -> dict[str, object]:
    """The third has no step and no level, the fourth a hostile name."""
    first: dict[str, object] = {"slug": "time_x", "name": SUITE, "kind": "time", "series": 4}
    first |= {"points": 70, "lost": 0.2, "change": 0.2, "commit": 16, "state": "new"}
    first |= {"level": 1.3e-3, "unit": "s", "noise": 0.01, "rises": False}
    rows = [{**first, "picture": [50, 40, None, 99, 0]}]
    for number in range(1, size.benchmarks):
        lost = math.sin(number) / 3
        known = number != 2
        row: dict[str, object] = {
            "slug": f"slug_{number}",
            "name": HOSTILE if number == 3 else f"suite_{number % 17}.Things.peakmem_{number}",
            "kind": "peakmemory",
            "series": 1,
            "points": 20,
            "lost": lost,
            "change": lost if known else None,
            "commit": number % size.commits if known else None,
            "state": "accepted" if known else "",
            "level": 1e6 * number if known else None,
            "unit": "bytes",
            "noise": 0.02 if known else None,
            "rises": False,
            "picture": [round(49 + 40 * math.sin(k)) for k in range(number % 40)],
        }
        rows.append(row)
    return table(rows)


def tasks(size: Size) -> list[dict[str, object]]:
    """Two lost in the sixth commit, regained in the ninth; the fifth is not run at first."""
    rows = min(size.commits, 60)
    text = [["."] * size.tasks for _ in range(rows)]
    for row, mark in [(6, "-"), (9, "+"), (12, "x")]:
        if row < rows:
            text[row][1] = text[row][size.tasks // 2] = mark
    text[0][4] = " "
    items = [HOSTILE if n == 3 else f"task_{n:03d}" for n in range(size.tasks)]
    states = ["".join(row) for row in text]
    entry = {"benchmark": "solve.track_answers", "group": 0, "rows": list(range(rows))}
    few = {"benchmark": "solve.track_few", "group": 1, "rows": [0, 1, 2, 3], "items": ["only"]}
    return [{**entry, "items": items, "states": states}, {**few, "states": [".", ".", ".", "-"]}]


def steps_table(number: int) -> str:
    way, change = ("change-up", "+20.00 %") if number % 2 else ("change-down fell", "−8.00 %")
    states = (Standing.NEW, Standing.ACCEPTED, Standing.FIXED, Standing.CANDIDATE)
    state = chip(states[number % 4], "state-", worse=bool(number % 2))
    name = html.escape(HOSTILE if number == 3 else f"suite.time_{number}")
    return f"""<table class="sort"><thead><tr><th>Benchmark</th><th class="num">Change</th>
<th>State</th></tr></thead><tbody><tr>
<td><a class="name" href="b/time_x.html"><bdi>{name}</bdi></a></td>
<td class="num" data-v="{number}"><span class="{way}">{change}</span></td>
<td>{state}</td></tr></tbody></table>"""


def event(number: int) -> str:
    short, said = identity(number)[:12], html.escape(subject(number))
    return f"""<article class="event" id="event-{short}"><h3><a class="hash" href="c/{short}.html">
{short[:8]}</a> <bdi class="subject">{said}</bdi></h3>{steps_table(number)}</article>"""


def commits_table(size: Size) -> str:
    rows = "".join(
        f'<tr><td><a class="hash" href="c/{identity(i)[:12]}.html">{identity(i)[:8]}</a></td>'
        f'<td><bdi class="subject">{html.escape(subject(i))}</bdi></td>'
        f'<td class="num" data-v="{i}">{i} of {size.commits}</td></tr>'
        for i in range(size.commits)
    )
    return f"""<h1>Commits</h1><table class="sort filter" data-label="Filter commits"><thead><tr>
<th>Commit</th><th>Subject</th><th class="num">Place</th></tr></thead>
<tbody>{rows}</tbody></table>"""


DIFF = """<h1>Two commits compared</h1><form id="pick"></form><div id="bars"></div>
<div id="flame"></div><table id="functions"></table>"""
CHART = f"""<h1><bdi>{SUITE}</bdi></h1><div id="chart" class="chart"></div><div id="series"></div>
<h2>Steps</h2>{steps_table(1)}"""


def write(folder: Path, size: Size | None = None) -> Path:
    """The whole site but for profiles; the folder is new."""
    chosen = size or Size()
    shutil.copytree(STATIC, folder / "static")
    for name in ("b", "c"):
        (folder / name).mkdir()
    recent = range(min(6, chosen.commits))
    texts = {
        "index.html": page("overview", "<h1>Overview</h1>" + "".join(map(event, recent))),
        "grid.html": page("grid", '<h1>Grid</h1><div id="grid"></div>', "", ["index.js"]),
        "benchmarks.html": page(
            "benchmarks", '<h1>Benchmarks</h1><div id="index"></div>', "", ["index.js"]
        ),
        "commits.html": page("commits", commits_table(chosen)),
        "diff.html": page("diff", DIFF, "", ["profiles.js"]),
        "tasks.html": page("tasks", '<h1>Tasks</h1><div id="tasks"></div>', "", ["tasks.js"]),
        "b/time_x.html": page("benchmark", CHART, "../", ["b/time_x.js"]),
        "meta.js": call("meta", meta(chosen)),
        "index.js": call("index", index(chosen)),
        "tasks.js": call("tasks", tasks(chosen)),
        "b/time_x.js": call("data", benchmark(chosen)),
        "feed.xml": "<feed/>",
    }
    for commit in range(chosen.commits):
        text = f"<h1>Commit {identity(commit)[:12]}</h1>{steps_table(commit)}"
        texts[f"c/{identity(commit)[:12]}.html"] = page("commit", text, "../")
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder

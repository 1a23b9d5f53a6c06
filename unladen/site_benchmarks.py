"""series by benchmark -> its page and its data, a line of the list of all."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import Any

from unladen import __version__
from unladen.draft import SHAPE, Draft, latest, stamp_of
from unladen.history import Series
from unladen.publish.over_time import Now, now
from unladen.publish.site import data, lists
from unladen.publish.site.html import Cell, Html, table, tag
from unladen.publish.site.parts import STEP_HEADS, slug_of, step_row

CHART = ("vendor/uPlot.iife.min.js", "chart.js", "benchmark.js")


def write_benchmarks(draft: Draft) -> None:
    taken: set[str] = set()
    total = len({column.name for group in draft.groups for column in group.columns})
    for name, family in draft.history.families():
        digest = hashlib.sha256(name.encode()).hexdigest()
        slug = draft.slugs[name] = slug_of(name, taken, digest)
        draft.world.progress.tick(f"publishing {len(draft.slugs)}/{total} {name}")
        draft.pages.put(f"b/{slug}.js", data.script("data", data.family(name, family)))
        steps = [(series, told) for series in family for told in series.steps]
        stamp = f"{SHAPE} {__version__} {name} {stamp_of(steps)} {latest(draft.commits[:1])}"
        draft.pages.from_inputs(
            f"b/{slug}.html", stamp, partial(_benchmark, draft, name, slug, steps)
        )
        standing = [now(series) for series in family]
        draft.standing += standing
        draft.benchmarks.append(_listed(draft, slug, name, family, standing))


def _benchmark(draft: Draft, name: str, slug: str, steps: Sequence[tuple[Series, Any]]) -> str:
    newest = sorted(steps, key=lambda pair: -pair[1].step.index)
    rows = []
    for series, told in newest:
        of = series.group.commits[told.step.index]
        link = tag("a", of.short, href=f"../c/{of.hash[:12]}.html")
        when = Cell(link, told.step.index)
        rows.append((when, *step_row(series, told, slug, "../")))
    shown: Html = tag("p", "None: it has stayed where it was.")
    if rows:
        heads = ("commit", *STEP_HEADS)
        shown = table(heads, rows, class_="sort filter steps", data_label="steps")
    told = draft.page(
        "benchmark",
        name,
        up="../",
        scripts=(*CHART, "table.js"),
        styles=("static/vendor/uPlot.min.css",),
        data=("meta.js", f"b/{slug}.js"),
    )
    return lists.benchmark(told, name, shown)


def _listed(
    draft: Draft, slug: str, name: str, family: Sequence[Series], standing: Sequence[Now]
) -> list[Any]:
    """A row of the list of all benchmarks."""
    last = max(
        ((draft.places[s.group.commits[t.step.index].hash], t) for s in family for t in s.steps),
        key=lambda pair: pair[0],
        default=(None, None),
    )
    place, told = last
    noises = [each.noise for each in standing if each.noise is not None]
    return [
        slug,
        name,
        family[0].column.kind,
        len(family),
        sum(each.points for each in standing),
        round(max(each.lost for each in standing), 5),
        round(told.change, 5) if told is not None and abs(told.change) < 1e9 else None,
        place,
        told.standing.value if told is not None else "",
        standing[0].level if standing[0].level == standing[0].level else None,
        family[0].column.unit,
        round(max(noises), 5) if noises else None,
    ]

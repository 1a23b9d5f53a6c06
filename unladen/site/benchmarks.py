"""series by benchmark -> its page, its data, and a line of the list of all.

A benchmark's values up to the last checkpoint lie in a file of its own that stays as it is; what is
new since then lies in a small one, so that a commit does not write all values again.
"""

import hashlib
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from unladen import __version__
from unladen.judge.picture import together
from unladen.model.histories import Series, SeriesLevel
from unladen.model.steps import StandingStep
from unladen.output.heights import heights
from unladen.site.draft import SHAPE, Draft, stamp_of
from unladen.site.functions import functions_of
from unladen.site.functions import shown as functions_shown
from unladen.site.pages import data, lists, parted
from unladen.site.pages.html import Cell, Html, foreign, joined, table, tag
from unladen.site.pages.parts import STEP_HEADS, slug_of, step_row
from unladen.site.parted import Parts
from unladen.store.imports.records import IMPORTED

FEW = 256
"""Benchmarks that have a file each for what is new; with more of them it is that many files."""
ROWS = 60
DOUBT = (
    "{}: measured by another tool. Of one process, or a mean, the interval is what such a value is"
    " taken to be good for; no verdict is made of it."
)


def write_benchmarks(draft: Draft, made_of: Parts) -> None:
    stamps = _stamps(draft)
    taken: set[str] = set()
    for name in stamps:
        digest = hashlib.sha256(name.encode()).hexdigest()
        draft.slugs[name] = slug_of(name, taken, digest)

    def wanted(name: str) -> bool:
        return draft.pages.stale(f"b/{draft.slugs[name]}.js", stamps[name])

    ran = functions_of(draft.project, draft.groups)
    parts: dict[str, dict[str, Sequence[Series]]] = {}
    for done, (name, family) in enumerate(draft.history.families(wanted), 1):
        draft.project.progress.tick(f"publishing {done}/{len(stamps)} {name}")
        slug = draft.slugs[name]
        draft.pages.from_inputs(f"b/{slug}.js", stamps[name], partial(_base, name, slug, family))
        parts.setdefault(_part(draft, slug), {})[slug] = [_ended(series) for series in family]
        _page(draft, slug, _Shown(name, family, ran.get(name, ()), made_of))
        standing = [series.summary for series in family]
        for series in family:
            draft.pictures[series.subject.place, series.subject.benchmark] = series.picture
        draft.standing += standing
        draft.benchmarks.append(_listed(draft, slug, name, family, standing))
    for part, families in parts.items():
        draft.pages.put(f"t/{part}.js", data.script("more", data.ends(families)))


def _stamps(draft: Draft) -> dict[str, str]:
    """What the file of a benchmark is made from: its columns, and where their values were read."""
    told: dict[str, list[str]] = {}
    for place, group in enumerate(draft.groups):
        at = draft.history.checkpoint(group)
        prefix = f"{place} {group.prefix(at)}"
        for column in group.columns:
            told.setdefault(column.name, []).append(f"{prefix} {column}")
    shape = f"{SHAPE} {__version__}"
    return {name: f"{shape} {' '.join(words)}" for name, words in sorted(told.items())}


def _base(name: str, slug: str, family: Sequence[Series]) -> bytes:
    return data.script("data", data.family(name, slug, family))


def _ended(series: Series) -> Series:
    """Let go of all values but the last: they are written."""
    return replace(series, values=None, half_widths=None)


def _part(draft: Draft, slug: str) -> str:
    if len(draft.slugs) <= FEW:
        return slug
    return f"{zlib.crc32(slug.encode()) % FEW:02x}"


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a benchmark's page tells beside its chart."""

    name: str
    family: Sequence[Series]
    ran: Sequence[str]
    made_of: Parts

    @property
    def imported(self) -> list[str]:
        """Environments that other tools measured in."""
        names = {series.subject.environment for series in self.family}
        return sorted(name for name in names if name.startswith(f"{IMPORTED} "))

    @property
    def steps(self) -> list[tuple[Series, StandingStep]]:
        return [(series, told) for series in self.family for told in series.steps]


def _page(draft: Draft, slug: str, shown: _Shown) -> None:
    name, steps = shown.name, [(series.subject, told) for series, told in shown.steps]
    stamp = f"{SHAPE} {__version__} {name} {stamp_of(steps)} {shown.made_of.stamp(name)} "
    ran = hashlib.sha256(" ".join(shown.ran).encode()).hexdigest()
    stamp += f"{shown.imported} {_part(draft, slug)} {ran}"
    light = replace(shown, family=[_ended(series) for series in shown.family])
    draft.pages.from_inputs(f"b/{slug}.html", stamp, partial(_benchmark, draft, slug, light))


def _benchmark(draft: Draft, slug: str, what: _Shown) -> str:
    name = what.name
    newest = sorted(what.steps, key=lambda pair: -pair[1].step.index)
    rows = []
    for series, told in newest[:ROWS]:
        _, of = series.subject.commits(told.step)
        link = tag("a", of.short, href=f"../c/{of.hash[:12]}.html")
        when = Cell(link, told.step.index)
        rows.append((when, *step_row(series.subject, told, slug, "../")))
    shown: Html = tag("p", "None: it has stayed where it was.")
    if rows:
        heads = ("commit", *STEP_HEADS)
        shown = table(heads, rows, class_="sort filter steps", data_label="steps")
        if len(newest) > ROWS:
            more = f"The last {ROWS} of {len(newest)}; events.json has all."
            shown = joined([shown, tag("p", more)])
    if what.imported:
        doubt = foreign(DOUBT.format(", ".join(what.imported)))
        shown = joined([tag("p", doubt), shown])
    page = draft.page(
        "benchmark",
        name,
        up="../",
        data=("meta.js", f"b/{slug}.js", f"t/{_part(draft, slug)}.js"),
    )
    parts = parted.on_benchmark(what.made_of.of.get(name, ()), what.made_of.slugs)
    return lists.benchmark(page, name, joined([shown, functions_shown(what.ran)]), parts)


def _listed(
    draft: Draft, slug: str, name: str, family: Sequence[Series], standing: Sequence[SeriesLevel]
) -> dict[str, Any]:
    """A row of the list of all benchmarks."""
    subject = family[0].subject
    found = [(s.subject.commits(t.step)[1], t) for s in family for t in s.steps]
    places = [(draft.places[commit.hash], told) for commit, told in found]
    place, last = max(places, key=lambda pair: pair[0], default=(None, None))
    noises = [each.noise for each in standing if each.noise is not None]
    level, group = standing[0].level, subject.place
    return {
        "slug": slug,
        "name": name,
        "kind": subject.column.kind,
        "series": len(family),
        "points": sum(each.points for each in standing),
        "lost": round(max(each.lost for each in standing), 5),
        "change": round(last.change, 5) if last is not None and abs(last.change) < 1e9 else None,
        "commit": place,
        "state": last.standing.value if last is not None else "",
        "level": level if level == level else None,
        "unit": subject.column.unit,
        "noise": round(max(noises), 5) if noises else None,
        "rises": subject.rises,
        "picture": heights(together([s.picture for s in family if s.subject.place == group])),
    }

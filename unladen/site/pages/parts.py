"""steps, events, commits -> the rows and headings that several pages share."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from unladen.model import Commit, Comparison, Interval, Kind
from unladen.model.histories import Event, Subject
from unladen.model.shown import Tone
from unladen.model.steps import NOBODYS, StandingStep
from unladen.output.history import amount, next_step, suspects
from unladen.output.words import percent
from unladen.site.pages.html import Cell, Html, chip, foreign, joined, link, number, tag

TRIFLE = 5e-5
WORSE = frozenset({Tone.BAD, Tone.ANSWERED})
"""An answer for a slowdown does not make it none."""
STEP_HEADS = ("benchmark", "change", "interval", "before", "after", "state", "why")


class Signed(NamedTuple):
    """What a commit says beside its subject."""

    author: str = ""
    phase: str = ""


def day(seconds: int) -> str:
    return datetime.fromtimestamp(max(0, min(seconds, 1 << 36)), UTC).date().isoformat()


def commit_link(commit: Commit, up: str) -> Html:
    return link(f"{up}c/{commit.hash[:12]}.html", tag("code", commit.short))


def heading(commit: Commit, author: str, up: str) -> Html:
    when = tag("time", day(commit.seconds), datetime=day(commit.seconds))
    return joined([commit_link(commit, up), foreign(commit.subject), foreign(author), when], " ")


def span(low: float, high: float) -> str:
    if not (math.isfinite(low) and math.isfinite(high)):
        return ""
    return f"{100 * low:+.2f} … {100 * high:+.2f} %"


def interval(found: Interval | None) -> str:
    return "" if found is None else span(found.low, found.high)


def changed(change: float, worse: bool) -> Cell:
    """An arrow points where the value went, a colour says whether that is good: as marks.js."""
    if abs(change) < TRIFLE:
        return Cell(percent(change), round(change, 6), "num")
    kind = "change-up" if worse else "change-down"
    way = "fell" if change < 0 else "rose"
    return Cell(percent(change), round(change, 6), f"num {kind} {way}")


def compared(comparison: Comparison) -> Cell:
    """Coloured as the verdict says: a value that should rise may have got worse by falling, and
    what is undecided may be no change at all."""
    found = comparison.change
    if found is None:
        return Cell("", 0.0)
    tone = comparison.verdict.tone
    if tone in WORSE | {Tone.GOOD}:
        return changed(found.estimate, tone in WORSE)
    return number(percent(found.estimate), found.estimate)


def step_row(series: Subject, told: StandingStep, slug: str, up: str) -> Sequence[Cell]:
    kind: Kind = series.kind
    step = told.step
    mark = f"#group={series.place}" if series.where else ""
    name = link(f"{up}b/{slug}.html{mark}", foreign(series.benchmark))
    if series.where:
        name = joined([name, tag("small", foreign(f" {series.where}"))])
    worse, fell = series.worse(step.change), step.change < 0
    return (
        Cell(name, series.benchmark),
        changed(step.change, worse),
        Cell(span(told.low, told.high), None, "num"),
        number(amount(step.before, kind), step.before),
        number(amount(step.after, kind), step.after),
        Cell(chip(told.standing, "state-", worse, fell), told.standing.value),
        Cell(foreign(told.why) if told.why else ""),
    )


def environment(event: Event) -> Html | None:
    if not event.environment:
        return None
    told = tag("strong", "The environment changed with it: ")
    return tag("p", told, foreign(", ".join(event.environment)), class_="environment")


def between(event: Event) -> Html | None:
    """Which of several commits it may be."""
    first, *rest = suspects(event) or [""]
    if not first:
        return None
    names = [tag("li", foreign(each.strip())) for each in rest]
    return tag("div", tag("p", first), tag("ul", *names) if names else None, class_="suspects")


def what_next(event: Event) -> Html:
    return tag("p", "next: ", tag("code", f"unladen {next_step(event).removeprefix('unladen ')}"))


def worst_first(event: Event) -> list[tuple[Subject, StandingStep]]:
    """Settled before what went away; then what got worse most."""

    def key(pair: tuple[Subject, StandingStep]) -> tuple[bool, float]:
        series, told = pair
        size = abs(told.change) if math.isfinite(told.change) else 1e9
        rank = size if series.worse(told.change) else 1 / (1 + size) - 2
        return told.standing in NOBODYS, -rank

    return sorted(event.steps, key=key)


def is_nobodys(event: Event) -> bool:
    return all(told.standing in NOBODYS for _, told in event.steps)


def slug_of(name: str, taken: set[str], digest: str) -> str:
    """A file name that a reader can guess, and that no other name has on any file system."""
    plain = re.sub(r"[^A-Za-z0-9_.-]", "_", name).strip(".")[:80]
    if plain != name or plain.lower() in taken:
        plain = f"{plain}-{digest[:8]}"
    taken.add(plain.lower())
    return plain

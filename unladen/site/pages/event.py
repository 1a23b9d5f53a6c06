"""an event -> its entry on the overview, or a row in a list of many; and how much it weighs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unladen.model.histories import Event, Subject
from unladen.model.reports import CommitReport
from unladen.model.steps import NOBODYS, Standing, StandingStep
from unladen.output.words import percent
from unladen.site.pages.html import Cell, Html, chip, foreign, joined, link, number, table, tag
from unladen.site.pages.parts import (
    STEP_HEADS,
    Signed,
    between,
    commit_link,
    day,
    environment,
    heading,
    step_row,
    what_next,
    worst_first,
)
from unladen.site.pages.spark import spark

SHOWN = 5
SETTLED = frozenset({Standing.NEW, Standing.CONFIRMED})
OPEN = SETTLED | {Standing.CANDIDATE}
LARGEST = math.log(20.0)
"""Beyond that a benchmark does not say more of an event."""
SURE = 12.0
"""Standard errors of a step that needs no confirmation to be believed."""
HEADS = (STEP_HEADS[0], "history", *STEP_HEADS[1:])
ROW_HEADS = ("commit", "day", "subject", "author", "worse", "better", "largest", "states")


@dataclass(frozen=True, slots=True)
class OverviewFacts:
    """What the page looks up: files of benchmarks, who wrote a commit, the last reports, and
    pictures by group and series."""

    slugs: Mapping[str, str]
    people: Mapping[str, Signed]
    reports: Sequence[CommitReport]
    pictures: Mapping[tuple[int, str], Sequence[float]]


def weight(event: Event, states: frozenset[Standing]) -> float:
    """Size times how many benchmarks times how sure, of what it made worse."""
    return sum(
        min(LARGEST, math.log1p(abs(told.change))) * _sure(told)
        for series, told in event.steps
        if told.standing in states and series.worse(told.change)
    )


def _sure(told: StandingStep) -> float:
    if told.standing is Standing.CONFIRMED:
        return 1.0
    return min(1.0, max(0.1, told.step.score / SURE))


def entry(event: Event, known: OverviewFacts) -> Html:
    author = known.people.get(event.commit.hash, Signed()).author
    ranked = worst_first(event)
    more = len(ranked) - SHOWN
    page = f"c/{event.commit.hash[:12]}.html"
    states = sorted({told.standing.value for _, told in event.steps})
    worse = any(series.worse(told.change) for series, told in event.steps)
    return tag(
        "article",
        tag("h3", heading(event.commit, author, "")),
        environment(event),
        between(event),
        table(HEADS, [_row(*each, known) for each in ranked[:SHOWN]], class_="steps pictured"),
        tag("p", link(page, f"and {more} more at this commit")) if more > 0 else None,
        what_next(event),
        class_="event",
        id=f"event-{event.commit.hash[:12]}-{event.since.hash[:8]}",
        data_states=" ".join(state.replace(" ", "-") for state in states),
        data_direction="slower" if worse else "faster",
    )


def _row(series: Subject, told: StandingStep, known: OverviewFacts) -> Sequence[Cell]:
    name, *rest = step_row(series, told, known.slugs[series.column.name], "")
    points = known.pictures.get((series.place, series.benchmark), ())
    return (name, spark(points, told.step.index / max(1, len(series.group.commits))), *rest)


def row(event: Event, known: OverviewFacts) -> Sequence[Cell]:
    """One line of it."""
    steps = [(s, t) for s, t in event.steps if t.standing not in NOBODYS]
    worse = [(s, t) for s, t in steps if s.worse(t.change)]
    largest = max(worse or steps, key=lambda each: abs(each[1].change))[1].change
    chips = {
        t.standing: chip(t.standing, "state-", s.worse(t.change), t.change < 0)
        for s, t in sorted(steps, key=lambda each: each[0].worse(each[1].change))
    }
    author = known.people.get(event.commit.hash, Signed()).author
    better = len(steps) - len(worse)
    kind = "change-up" if worse else "change-down"
    way = "fell" if largest < 0 else "rose"
    return (
        Cell(commit_link(event.commit, ""), event.commit.hash),
        Cell(day(event.commit.seconds), event.commit.seconds),
        Cell(foreign(event.commit.subject), event.commit.subject),
        Cell(foreign(author), author),
        number(str(len(worse)) if worse else "", len(worse)),
        number(str(better) if better else "", better),
        Cell(percent(largest), round(min(1e9, largest), 6), f"num {kind} {way}"),
        Cell(joined([chips[each] for each in Standing if each in chips], " ")),
    )

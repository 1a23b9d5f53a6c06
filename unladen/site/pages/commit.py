"""a commit's steps and reports -> its page: was it good, why, and which answers did it cost."""

from collections.abc import Mapping, Sequence
from typing import Any

from unladen.model import Commit
from unladen.model.attribution import Attribution
from unladen.model.histories import Event
from unladen.model.reports import CommitReport
from unladen.output.words import percent, seconds
from unladen.site.pages.flags import flagged
from unladen.site.pages.html import Cell, Html, Page, chip, foreign, link, number, page, table, tag
from unladen.site.pages.lists import verdict_rows
from unladen.site.pages.parts import (
    STEP_HEADS,
    between,
    changed,
    commit_link,
    day,
    environment,
    span,
    step_row,
    what_next,
    worst_first,
)

ITEMS = 200
STEPS = 100
PARTS = 60


def commit(
    told: Page,
    of: tuple[Commit, str],
    known: tuple[Sequence[Event], Sequence[CommitReport]],
    slugs: Mapping[str, str],
) -> str:
    """A commit and its author; its events and its reports."""
    (one, author), (events, reports) = of, known
    by = joined_words(author, day(one.seconds))
    content = [
        tag("h1", foreign(one.subject)),
        tag("p", tag("code", one.hash), " ", foreign(by)),
    ]
    if events:
        content.append(tag("h2", "Steps in history"))
    for event in events:
        content += _event(event, slugs)
    for report in reports:
        content += _report(report, slugs)
    if not events and not reports:
        content.append(tag("p", "Measured; no benchmark has a step here."))
    return page(told, *content)


def joined_words(*words: str) -> str:
    return ", ".join(word for word in words if word)


def _event(event: Event, slugs: Mapping[str, str]) -> list[Html]:
    ranked = worst_first(event)
    rows = [step_row(s, each, slugs[s.column.name], "../") for s, each in ranked[:STEPS]]
    more = f"The worst {STEPS} of {len(ranked)}; events.json has all."
    before = tag("p", "Measured before it: ", commit_link(event.since, "../"))
    return [
        environment(event) or Html(""),
        before,
        between(event) or Html(""),
        table(STEP_HEADS, rows, class_="sort filter", data_label="steps"),
        tag("p", more) if len(ranked) > STEPS else Html(""),
        what_next(event),
    ]


def _report(report: CommitReport, slugs: Mapping[str, str]) -> list[Html]:
    group = report.group
    place = foreign(f"{group.machine} · {group.environment}")
    if report.since is None:
        told = [tag("h2", "Measured first on ", place)]
        return [*told, *_failures(report)]
    base, head = report.since.hash[:12], report.commit.hash[:12]
    return [
        tag("h2", "Against ", commit_link(report.since, "../"), " on ", place),
        *flagged(report.flags, slugs),
        *_claims(report),
        verdict_rows(report.comparisons, slugs, "../"),
        *_answers(report),
        *_failures(report),
        *(part for each in report.reasons for part in _why(each, base, head)),
    ]


def _claims(report: CommitReport) -> list[Html]:
    if not report.claims and not report.bad_claim:
        return []
    rows = [
        (
            Cell(tag("code", foreign(each.claim.text)), each.claim.text),
            Cell(chip(each.held), each.held.value),
            Cell(foreign(each.why)),
        )
        for each in report.claims
    ]
    told = [tag("h3", "Claims", foreign(f" of phase {report.phase}") if report.phase else "")]
    if report.bad_claim:
        told.append(tag("p", "A claim cannot be read: ", foreign(report.bad_claim)))
    return [*told, table(("claim", "verdict", "measured"), rows)] if rows else told


def _answers(report: CommitReport) -> list[Html]:
    told = []
    for benchmark, found in report.answers.items():
        told.append(tag("h3", "Answers of ", foreign(benchmark)))
        for what, items in found.items():
            if items:
                more = f" and {len(items) - ITEMS} more" if len(items) > ITEMS else ""
                listed = foreign(" ".join(items[:ITEMS]))
                told.append(tag("p", tag("strong", f"{what} ({len(items)}): "), listed, more))
    return told


def _failures(report: CommitReport) -> list[Html]:
    if not report.failures:
        return []
    rows = [
        (Cell(foreign(id), id), Cell(outcome, outcome), Cell(foreign(detail)))
        for id, outcome, detail in report.failures
    ]
    return [tag("h3", "Did not run"), table(("benchmark", "how", "detail"), rows)]


def _why(found: Attribution, base: str, head: str) -> list[Html]:
    """The parts of one benchmark's change, and a way to the diff of both profiles."""
    target = f"../diff.html#base={base}&head={head}&bench={_fragment(found.benchmark)}"
    rows = []
    ranked = sorted(found.parts, key=lambda part: -abs(part.delta))
    for part in ranked[:PARTS]:
        share = part.delta / found.base if found.base else 0.0
        rows.append(
            (
                Cell(tag("code", foreign(part.function.key)), part.function.key),
                Cell(foreign(part.category), part.category),
                number(_amount(part.base, found.unit), part.base),
                number(_amount(part.head, found.unit), part.head),
                _share(part, share),
                Cell(_interval(part, found.base), None, "num"),
                Cell(foreign(_how(part)), part.change.value),
            )
        )
    heads = ("function", "category", "before", "after", "of the whole", "interval", "how")
    more = len(found.parts) - len(rows)
    return [
        tag("h3", "Why: ", foreign(found.benchmark)),
        tag("p", link(target, "flame graph and table of all functions")),
        table(heads, rows, class_="sort filter", data_label="functions")
        if rows
        else tag("p", foreign("; ".join(found.notes))),
        tag("p", f"and {more} smaller parts") if more > 0 else Html(""),
        *_listed("Changed lines that never ran", found.never_ran),
        *_listed("New functions that were never called", found.never_called),
    ]


def _interval(part: Any, whole: float) -> str:
    return span(part.low / whole, part.high / whole) if whole else ""


def _share(part: Any, share: float) -> Cell:
    """What may be no change at all is neither red nor green."""
    return changed(share, share > 0) if part.resolved else number(percent(share), share)


def _how(part: Any) -> str:
    """As the table of the diff page says it: what happened, and where it was or went."""
    return f"{part.change.value} ({part.other})" if part.other else str(part.change.value)


def _amount(value: float, unit: str) -> str:
    """As `cost` in words.js: two pages tell of one number."""
    return seconds(value).replace("us", "µs") if unit == "s" else f"{value:,.0f}"


def _fragment(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def _listed(title: str, items: Sequence[str]) -> list[Html]:
    if not items:
        return []
    return [tag("p", tag("strong", f"{title}: "), foreign(", ".join(items[:ITEMS])))]

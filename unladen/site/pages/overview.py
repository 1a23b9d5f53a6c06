"""events and levels -> index.html: what got worse by a commit, and what that is worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unladen.model import FAILING
from unladen.model.histories import Event, SeriesLevel, Subject
from unladen.model.reports import CommitReport
from unladen.model.steps import TOGETHER, StandingStep
from unladen.output.history import amount
from unladen.site.pages.event import OPEN, ROW_HEADS, SETTLED, OverviewFacts, entry, row, weight
from unladen.site.pages.flags import lately
from unladen.site.pages.html import Cell, Html, Page, chip, foreign, link, number, page, table, tag
from unladen.site.pages.parts import changed, commit_link, compared, interval, is_nobodys
from unladen.site.pages.spark import spark

LATELY = 60
TOP = 12
"""Entries with their benchmarks; of others a line each."""
LOST = 20
FAR = 0.02
WORSE = (
    "What got worse by a commit's doing and is still so: the heaviest first, by size, by how many \
benchmarks, and by how sure it is."
)
MAYBE = "One to three points so far, or a few more: too few to be sure of."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is behind the page."""

    benchmarks: int
    series: int
    commits: int
    machines: int
    elsewhere: int = 0
    left_out: int = 0


def overview(
    told: Page,
    sizes: Sizes,
    events: Sequence[Event],
    standing: Sequence[SeriesLevel],
    known: OverviewFacts,
) -> str:
    real = [event for event in events if not is_nobodys(event)]
    settled = [event for event in real if weight(event, SETTLED)]
    maybe = [event for event in real if event not in settled and weight(event, OPEN)]
    settled.sort(key=lambda event: -weight(event, SETTLED))
    maybe.sort(key=lambda event: -weight(event, OPEN))
    shown = {*map(id, settled), *map(id, maybe)}
    rest = [event for event in real if id(event) not in shown]
    verdicts = _verdicts(known.reports, known.slugs)
    nothing = not settled and not verdicts
    content = [
        tag("h1", foreign(told.project)),
        _sizes(sizes),
        tag("h2", "Got worse"),
        tag("p", "Nothing that is still so." if nothing else WORSE),
        *_ranked(settled, known),
        *verdicts,
        *lately([(r.commit, flag) for r in known.reports for flag in r.flags], known.slugs),
        *([tag("h2", "May be beginning"), tag("p", MAYBE)] if maybe else []),
        *_ranked(maybe, known),
        *_lost(standing, known),
        tag("h2", "All other steps, the newest first"),
        tag("p", "None yet: unladen run HEAD~5..HEAD") if not real else Html(""),
        _rows(rest[:LATELY], known),
        _more(len(rest) - LATELY, len(events) - len(real)),
        *_together(events),
    ]
    return page(told, *content)


def _ranked(events: Sequence[Event], known: OverviewFacts) -> list[Html]:
    """The first of them whole."""
    found = [entry(event, known) for event in events[:TOP]]
    if len(events) > TOP:
        found.append(tag("h3", f"And {len(events) - TOP} more"))
        found.append(_rows(events[TOP:], known))
    return found


def _rows(events: Sequence[Event], known: OverviewFacts) -> Html:
    if not events:
        return Html("")
    return table(ROW_HEADS, [row(event, known) for event in events], class_="sort events")


def _together(events: Sequence[Event]) -> list[Html]:
    """When the machine or the environment moved series all over the suite: one entry each."""
    found: dict[str, list[tuple[Event, Subject, StandingStep]]] = {}
    for event in events:
        for subject, told in event.steps:
            if TOGETHER in told.why and not told.why.startswith("beside"):
                found.setdefault(told.why, []).append((event, subject, told))
    rows = []
    for why, steps in found.items():
        event = max((each for each, _, _ in steps), key=lambda each: len(each.steps))
        worse = sum(subject.worse(told.change) for _, subject, told in steps)
        rows.append(
            (
                Cell(commit_link(event.commit, ""), event.commit.seconds),
                Cell(foreign(why)),
                number(str(worse), worse),
                number(str(len(steps) - worse), len(steps) - worse),
                Cell(foreign(", ".join(event.environment)[:300])),
            )
        )
    if not rows:
        return []
    heads = ("commit", "what moved", "worse", "better", "what else changed")
    what = "No commit is answerable for these: series of unrelated modules moved at once."
    shown = table(heads, rows[:LATELY], class_="sort together")
    return [tag("h2", "The machine's or the environment's doing"), tag("p", what), shown]


def _sizes(sizes: Sizes) -> Html:
    told = (
        f"{sizes.benchmarks} benchmarks, {sizes.series} series, {sizes.commits} commits, "
        f"{sizes.machines} machine{'s' if sizes.machines != 1 else ''}."
    )
    if sizes.elsewhere:
        told += f" {sizes.elsewhere} commits with results are on other branches."
    if sizes.left_out:
        told += f" {sizes.left_out} files could not be read: see "
        return tag("p", told, link("machines.html", "Machines"), ".")
    return tag("p", told)


def _verdicts(reports: Sequence[CommitReport], slugs: Mapping[str, str]) -> list[Html]:
    """What pairs measured side by side say of the last commits that have records: a history needs
    eight points before it knows a step, a pair of commits does not."""
    rows = []
    for report in reports:
        for each in report.comparisons:
            if each.verdict not in FAILING:
                continue
            slug = slugs.get(each.benchmark.name)
            name = foreign(each.benchmark.id)
            rows.append(
                (
                    Cell(commit_link(report.commit, ""), report.commit.seconds),
                    Cell(link(f"b/{slug}.html", name) if slug else name, each.benchmark.id),
                    Cell(chip(each.verdict, "verdict-"), each.verdict.value),
                    compared(each),
                    Cell(interval(each.change), None, "num"),
                    Cell(foreign(each.reason)),
                )
            )
    if not rows:
        return []
    heads = ("commit", "benchmark", "verdict", "change", "interval", "why")
    told = "Measured side by side with the commit before, the last commits that have records."
    return [tag("h2", "Verdicts"), tag("p", told), table(heads, rows, class_="sort")]


def _lost(standing: Sequence[SeriesLevel], known: OverviewFacts) -> list[Html]:
    """Far from the best level that it ever had, and nobody noticed."""
    far = sorted((each for each in standing if each.lost > FAR), key=lambda each: -each.lost)
    if not far:
        return []
    rows = [
        (
            Cell(link(f"b/{known.slugs[each.name]}.html", foreign(each.benchmark)), each.benchmark),
            spark(known.pictures.get((each.group, each.benchmark), ())),
            changed(each.lost, True),
            number(amount(each.level, each.kind), each.level),
            number(amount(each.best, each.kind), each.best),
        )
        for each in far[:LOST]
    ]
    heads = ("benchmark", "history", "lost", "now", "best ever")
    more = f" The worst {LOST} of {len(far)}; " if len(far) > LOST else " "
    return [
        tag("h2", "Against the best level ever"),
        tag("p", "What the last level of each has lost.", more, link("benchmarks.html", "all")),
        table(heads, rows, class_="sort"),
    ]


def _more(older: int, nobodys: int) -> Html:
    told = f"{older} older ones" if older > 0 else ""
    if nobodys:
        told += f"{', ' if told else ''}{nobodys} commits whose steps went away or are ambient"
    if not told:
        return Html("")
    return tag("p", told, ": ", link("events.json", "events.json"), " has them.")

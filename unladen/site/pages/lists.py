"""benchmarks, commits, machines, phases -> the pages that list them."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from unladen.model import Commit, Comparison
from unladen.model.claims import Held, phase_key
from unladen.model.histories import Group, ResultFacts, SeriesLevel
from unladen.model.reports import CommitReport
from unladen.site.pages.html import Cell, Html, Page, chip, foreign, link, number, page, table, tag
from unladen.site.pages.parts import Signed, commit_link, compared, day, interval
from unladen.site.pages.waterfall import waterfall


def benchmarks(told: Page) -> str:
    return page(
        told,
        tag("h1", "Benchmarks"),
        tag("div", tag("noscript", "This list needs JavaScript; index.json has it."), id="index"),
    )


def grid(told: Page) -> str:
    return page(
        told,
        tag("h1", "All benchmarks at a look"),
        tag("p", "Each with its whole history; where it has several series, their mean."),
        tag("div", tag("noscript", "This needs JavaScript; index.json has it."), id="grid"),
    )


def benchmark(told: Page, name: str, steps: Html, parts: Html) -> str:
    return page(
        told,
        tag("h1", foreign(name)),
        tag("div", tag("noscript", "The chart needs JavaScript."), id="chart", class_="chart"),
        tag("div", id="series"),
        parts,
        tag("h2", "Steps"),
        steps,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitRow:
    """A commit, and how many steps it made."""

    commit: Commit
    signed: Signed
    worse: int
    better: int
    recorded: bool


def commits(told: Page, rows: Sequence[CommitRow], others: Mapping[str, str]) -> str:
    """The newest first; of a long history some, with links to the lists of others."""
    heads = ("commit", "day", "subject", "author", "phase", "worse", "better", "verdicts")
    cells = [
        (
            Cell(commit_link(row.commit, ""), row.commit.hash),
            Cell(day(row.commit.seconds), row.commit.seconds),
            Cell(foreign(row.commit.subject), row.commit.subject),
            Cell(foreign(row.signed.author), row.signed.author),
            Cell(foreign(row.signed.phase), row.signed.phase),
            number(str(row.worse) if row.worse else "", row.worse),
            number(str(row.better) if row.better else "", row.better),
            Cell("yes" if row.recorded else "", int(row.recorded)),
        )
        for row in rows
    ]
    listed = table(heads, cells, class_="sort filter", data_label="commits")
    links = (tag("li", link(target, words)) for target, words in others.items())
    more = tag("nav", "Others: ", tag("ul", *links), aria_label="Other commits", class_="pieces")
    return page(told, tag("h1", "Commits"), more if others else Html(""), listed)


def diff(told: Page, any_: bool) -> str:
    empty = tag("p", "No profile is saved yet: ", tag("code", "unladen explain HEAD~1 HEAD"))
    return page(
        told,
        tag("h1", "What differs"),
        Html("") if any_ else empty,
        tag("form", id="pick"),
        tag("div", id="bars"),
        tag("div", id="flame"),
        tag("table", id="functions"),
    )


def tasks(told: Page, any_: bool) -> str:
    empty = tag(
        "p",
        "No benchmark says what its answers are: a class may define ",
        tag("code", "answers(self, *params)"),
    )
    return page(told, tag("h1", "Answers by item"), tag("div", id="tasks") if any_ else empty)


def phases(told: Page, reports: Sequence[CommitReport]) -> str:
    heads = ("phase", "commit", "subject", "claim", "verdict", "measured")
    rows = []
    for report in reports:
        first = (
            Cell(foreign(report.phase), report.phase),
            Cell(commit_link(report.commit, ""), report.commit.seconds),
            Cell(foreign(report.commit.subject)),
        )
        if report.bad_claim:
            rows.append(
                (*first, Cell(foreign(report.bad_claim)), Cell(chip(Held.UNPROVEN)), Cell(""))
            )
        for each in report.claims:
            claim = Cell(tag("code", foreign(each.claim.text)), each.claim.text)
            held = Cell(chip(each.held), each.held.value)
            rows.append((*first, claim, held, Cell(foreign(each.why))))
        if not report.claims and not report.bad_claim:
            rows.append((*first, Cell("none"), Cell(""), Cell("")))
    if not rows:
        trailers = (tag("code", "Phase:"), " and ", tag("code", "Expect:"))
        word = tag(
            "p", "No commit claims anything: trailers ", *trailers, " in its last paragraph."
        )
        return page(told, tag("h1", "Phases"), word)
    return page(
        told,
        tag("h1", "Did each phase keep its promise?"),
        *_claimed_twice(reports),
        *waterfall(reports),
        tag("h2", "Claims"),
        table(heads, rows, class_="sort filter"),
    )


def _claimed_twice(reports: Sequence[CommitReport]) -> list[Html]:
    """Whoever reads a phase's name has to know which commit is meant."""
    commits: dict[str, dict[str, Commit]] = {}
    for each in reports:
        if each.phase:
            commits.setdefault(phase_key(each.phase), {})[each.commit.hash] = each.commit
    told = []
    for phase, claiming in commits.items():
        if len(claiming) > 1:
            links = [part for c in claiming.values() for part in (" ", commit_link(c, ""))]
            what = f"{len(claiming)} commits claim phase {phase}:"
            told.append(tag("p", tag("strong", foreign(what)), *links))
    return told


def machines(
    told: Page,
    groups: Sequence[Group],
    facts: Mapping[int, ResultFacts],
    standing: Sequence[SeriesLevel],
    left_out: Sequence[tuple[str, str]],
) -> str:
    content = [tag("h1", "Machines and noise")]
    for place, group in enumerate(groups):
        noises = [each.noise for each in standing if each.group == place and each.noise is not None]
        content += _machine(group, facts.get(group.sources[-1][0].facts, ResultFacts()), noises)
    content += _noisy(standing, groups)
    if left_out:
        rows = [(Cell(foreign(path), path), Cell(foreign(why))) for path, why in left_out]
        content += [tag("h2", "Left out"), table(("file", "why"), rows)]
    return page(told, *content)


def _machine(group: Group, facts: ResultFacts, noises: Sequence[float]) -> list[Html]:
    told = [f"{name} {value}" for name, value in facts.machine.items()]
    told += [f"Python {facts.python}", facts.compiler]
    words = [
        tag("h2", foreign(group.machine), " · ", foreign(group.environment)),
        tag("p", foreign(", ".join(each for each in told if each.strip()))),
    ]
    if noises:
        usual, poor = statistics.median(noises), sorted(noises)[int(0.9 * (len(noises) - 1))]
        words.append(
            tag(
                "p",
                f"{len(group.commits)} commits. From one commit to the next the usual benchmark "
                f"varies by {100 * usual:.2f} % (one in ten by more than {100 * poor:.2f} %), so a "
                f"step of {100 * 1.5 * usual:.2f} % can be seen in its history, and one of "
                f"{100 * 6 * usual:.2f} % at its first point. What is smaller, pairs measured side "
                "by side can tell: unladen doctor --measure.",
            )
        )
    if facts.packages:
        listed = ", ".join(f"{name} {value}" for name, value in sorted(facts.packages.items()))
        words.append(tag("details", tag("summary", "packages"), tag("p", foreign(listed))))
    return words


def _noisy(standing: Sequence[SeriesLevel], groups: Sequence[Group]) -> list[Html]:
    known = [each for each in standing if each.noise is not None]
    ranked = sorted(known, key=lambda each: -(each.noise or 0.0))[:40]
    if not ranked:
        return []
    rows = [
        (
            Cell(foreign(each.benchmark), each.benchmark),
            number(f"{100 * (each.noise or 0):.2f} %", each.noise or 0.0),
            number(f"{150 * (each.noise or 0):.2f} %", each.noise or 0.0),
            number(str(each.points), each.points),
            Cell(foreign(groups[each.group].machine)),
        )
        for each in ranked
    ]
    heads = ("benchmark", "noise", "smallest step seen", "points", "machine")
    return [
        tag("h2", "The noisiest"),
        tag("p", "Standard deviation (robust) of the points since the last step."),
        table(heads, rows, class_="sort filter", data_label="noisy benchmarks"),
    ]


def verdict_rows(comparisons: Sequence[Comparison], slugs: Mapping[str, str], up: str) -> Html:
    heads = ("benchmark", "verdict", "change", "interval", "because")
    rows = []
    for each in comparisons:
        slug = slugs.get(each.benchmark.name)
        name = foreign(each.benchmark.id)
        shown = link(f"{up}b/{slug}.html", name) if slug else name
        rows.append(
            (
                Cell(shown, each.benchmark.id),
                Cell(chip(each.verdict, "verdict-"), each.verdict.value),
                compared(each),
                Cell(interval(each.change), None, "num"),
                Cell(foreign(each.reason or "; ".join(each.because))),
            )
        )
    return table(heads, rows, class_="sort filter", data_label="verdicts")

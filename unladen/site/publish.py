"""a project's results -> its regression site: one series in memory at a time, only what is new."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Self

import orjson

from unladen.errors import ConfigError
from unladen.history.blame import opened
from unladen.history.parted import last_reports
from unladen.history.reports import Reporter
from unladen.model.histories import Event
from unladen.model.reports import CommitReport
from unladen.model.steps import Standing
from unladen.output.history import event_json, summary
from unladen.site.answer_map import answer_map
from unladen.site.asv_link import linked
from unladen.site.benchmarks import write_benchmarks
from unladen.site.commits import write_commits
from unladen.site.diffs import write_diffs
from unladen.site.draft import Draft
from unladen.site.files import Pages
from unladen.site.pages import data, lists
from unladen.site.pages.event import OverviewFacts
from unladen.site.pages.feed import feed
from unladen.site.pages.overview import Sizes, overview
from unladen.site.pages.parts import Signed
from unladen.site.parted import Parts, parts_of, write_functions
from unladen.site.unchanged import stamp_of_all
from unladen.store.profiles import profiles_of
from unladen.store.project import Project

META_SCHEMA = 2
# 2  commits and benchmarks name their fields: a column more had shifted what scripts read
# 1  first version

FORGE = re.compile(r"(?:https://|git@|ssh://git@)([\w.-]+)[:/]([\w./-]+?)(?:\.git)?/?")


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a build, and again of the next one if nothing is new."""

    sizes: Sizes
    summary: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: bytes) -> Self:
        told = orjson.loads(text)
        left_out = tuple((path, why) for path, why in told["left_out"])
        return cls(Sizes(**told["sizes"]), tuple(told["summary"]), left_out)


@dataclass(frozen=True, slots=True)
class Published:
    folder: Path
    files: int
    bytes: int
    written: int
    told: Told


def publish(project: Project, folder: Path, cached: bool) -> Published:
    if folder.resolve().is_relative_to(project.asv.html):
        what = f"{folder} is inside of {project.asv.html}, which asv publish empties"
        raise ConfigError(what, "unladen publish -o DIR, or site = ... in [tool.unladen]")
    profiles = profiles_of(project)
    with (
        opened(project, cached=cached) as history,
        Pages(folder.resolve(), history.ledger.archive) as pages,
    ):
        stamp = stamp_of_all(project, history, profiles)
        before = pages.as_before(stamp)
        if before is not None:
            told = Told.read(before)
        else:
            name = str(project.asv.conf.project or project.folder.name)
            told = _made(Draft(project, history, pages, profiles, name))
            pages.made_from(stamp, orjson.dumps(told))
    linked(project.asv.html, folder.resolve())
    return Published(folder, pages.files, pages.size, pages.written, told)


def _made(draft: Draft) -> Told:
    history, pages = draft.history, draft.pages
    ledger = history.ledger
    with as_file(files("unladen.site") / "static") as static:
        pages.copy(Path(static), "static")
    _meta(draft)
    parts = parts_of(draft)
    write_benchmarks(draft, parts)
    write_functions(draft, parts)
    events = history.ranked()
    write_commits(draft, events)
    write_diffs(draft)
    _tasks(draft)
    sizes = Sizes(
        benchmarks=len(draft.slugs),
        series=len(draft.standing),
        commits=len(draft.commits),
        machines=len({group.machine for group in draft.groups}),
        elsewhere=ledger.elsewhere,
        left_out=len(ledger.left_out) + len(draft.profiles.left_out),
    )
    reports = last_reports(draft.project, draft.profiles, draft.groups)
    _overviews(draft, sizes, events, reports, parts)
    left_out = (*ledger.left_out, *draft.profiles.left_out)
    return Told(sizes, tuple(summary(events, reports, draft.standing)), left_out)


def _meta(draft: Draft) -> None:
    """Commits once, in the order of history, and which of them each group has."""
    order = draft.groups[0].order if draft.groups else {}
    known = {commit.hash: commit for group in draft.groups for commit in group.commits}
    draft.commits = sorted(known.values(), key=lambda c: (order.get(c.hash, -1), c.seconds, c.hash))
    draft.places = {commit.hash: place for place, commit in enumerate(draft.commits)}
    said = draft.project.git.authors_and_phases(known)
    draft.people = {hash_: Signed(author, phase) for hash_, (author, phase) in said.items()}
    phases = _phases_of(draft)
    told = {
        "schema": META_SCHEMA,
        "project": draft.name,
        "states": data.looks(Standing),
        "commit_url": _forge(draft.project.git.remote()),
        "commits": data.table(
            [
                {
                    "hash": each.hash,
                    "seconds": each.seconds,
                    "subject": each.subject,
                    "author": draft.signed(each).author,
                    "phase": phase,
                }
                for each, phase in zip(draft.commits, phases, strict=True)
            ]
        ),
        "groups": [
            {
                "machine": group.machine,
                "environment": group.environment,
                "rows": [draft.places[commit.hash] for commit in group.commits],
            }
            for group in draft.groups
        ],
    }
    draft.both("meta", told)


def _phases_of(draft: Draft) -> list[str]:
    """A phase lasts until a commit begins the next."""
    found, phase = [], ""
    for commit in draft.commits:
        phase = draft.signed(commit).phase or phase
        found.append(phase)
    return found


def _forge(remote: str) -> str | None:
    """Only what is plainly a forge's address; anything else is no link."""
    found = FORGE.fullmatch(remote)
    return f"https://{found[1]}/{found[2]}/commit/{{}}" if found else None


def _tasks(draft: Draft) -> None:
    found = answer_map(draft.project, draft.groups)
    draft.both("tasks", found)
    told = draft.page("tasks", "Answers", data=("meta.js", "tasks.js"))
    draft.pages.put("tasks.html", lists.tasks(told, bool(found)))


def _overviews(
    draft: Draft,
    sizes: Sizes,
    events: Sequence[Event],
    reports: Sequence[CommitReport],
    parts: Parts,
) -> None:
    pages = draft.pages
    draft.both("index", data.table(draft.benchmarks))
    pages.put("events.json", data.plain([event_json(event) for event in events]))
    every = [history for found in parts.of.values() for history in found]
    pages.put("feed.xml", feed(draft.name, events, every))
    told = draft.page("overview", "What changed lately", data=("meta.js",))
    known = OverviewFacts(draft.slugs, draft.people, reports, draft.pictures)
    pages.put("index.html", overview(told, sizes, events, draft.standing, known))
    told = draft.page("benchmarks", "Benchmarks", data=("meta.js", "index.js"))
    pages.put("benchmarks.html", lists.benchmarks(told))
    told = draft.page("grid", "All benchmarks", data=("meta.js", "index.js"))
    pages.put("grid.html", lists.grid(told))
    told = draft.page("machines", "Machines and noise", data=("meta.js",))
    facts = draft.history.ledger.facts
    left_out = [*draft.history.ledger.left_out, *draft.profiles.left_out]
    pages.put(
        "machines.html",
        lists.machines(told, draft.groups, facts, draft.standing, left_out),
    )
    pages.put("phases.html", _phases(draft))


def _phases(draft: Draft) -> str:
    """Claims of every commit that makes one, with what became of them."""
    reporter = Reporter(draft.project, draft.profiles)
    reports = []
    claiming = draft.project.git.claiming(draft.places)
    for group in draft.groups:
        for row, commit in enumerate(group.commits):
            if commit.hash not in claiming:
                continue
            told_of = reporter.report(group, row)
            if told_of is None:
                phase = draft.signed(commit).phase
                why = "no record of it: unladen run"
                told_of = CommitReport(
                    commit=commit, since=None, group=group, phase=phase, bad_claim=why
                )
            reports.append(told_of)
    told = draft.page("phases", "Phases", data=("meta.js",))
    return lists.phases(told, reports)

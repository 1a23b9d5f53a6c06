"""commits -> a page each, and the list of them."""

from collections.abc import Sequence

from unladen import __version__
from unladen.history.reports import Reporter
from unladen.model import Commit
from unladen.model.histories import RECORD, Event, Group
from unladen.model.steps import NOBODYS
from unladen.site.draft import SHAPE, Draft, stamp_of
from unladen.site.pages import commit as commit_page
from unladen.site.pages import lists
from unladen.site.pages.parts import day

NEWEST = "commits.html"
PIECE = 1000
"""Commits of a list: more are no page that anybody reads, and 20 MB."""


def write_commits(draft: Draft, events: Sequence[Event]) -> None:
    by_commit: dict[str, list[Event]] = {}
    for event in events:
        by_commit.setdefault(event.commit.hash, []).append(event)
    reporter = Reporter(draft.project, draft.profiles)
    rows = []
    for commit in reversed(draft.commits):
        here = by_commit.get(commit.hash, [])
        steps = [(s, t) for event in here for s, t in event.steps if t.standing not in NOBODYS]
        worse = sum(s.worse(t.change) for s, t in steps)
        signed = draft.signed(commit)
        row = lists.CommitRow(
            commit=commit,
            signed=signed,
            worse=worse,
            better=len(steps) - worse,
            recorded=_commit(draft, reporter, here, commit),
        )
        rows.append(row)
    _lists(draft, rows)


def _lists(draft: Draft, rows: Sequence[lists.CommitRow]) -> None:
    """The newest in a list of their own; older ones by the thousand, counted from the first one, so
    that a new commit leaves them as they are."""
    older = max(0, len(rows) // PIECE - 1)
    parts = {NEWEST: rows[: len(rows) - older * PIECE]}
    for number in range(older, 0, -1):
        end = len(rows) - (number - 1) * PIECE
        parts[f"commits-{number}.html"] = rows[end - PIECE : end]
    names = list(parts)
    for place, name in enumerate(names):
        near = names[1:] if name == NEWEST else [NEWEST, *names[max(1, place - 1) : place + 2]]
        others = {each: _days(parts[each]) for each in near if each not in (name, NEWEST)}
        if name != NEWEST:
            others = {NEWEST: "the newest", **others}
        told = draft.page("commits", "Commits", data=("meta.js",))
        draft.pages.put(name, lists.commits(told, parts[name], others))


def _days(rows: Sequence[lists.CommitRow]) -> str:
    return f"{day(rows[-1].commit.seconds)} to {day(rows[0].commit.seconds)}"


def _commit(draft: Draft, reporter: Reporter, events: Sequence[Event], commit: Commit) -> bool:
    """Its page, made again only if its records, profiles or steps changed."""
    author = draft.signed(commit).author
    rows = [(group, row) for group in draft.groups if (row := _row_of(group, commit)) is not None]
    recorded = any(s.rank == RECORD for group, row in rows for s in group.sources[row])
    told = " ".join(stamp_of(event.steps) + str(event.environment) for event in events)
    stamp = f"{SHAPE} {__version__} {commit} {author} {told} {len(draft.slugs)}"
    if recorded:
        stamp += f" {_recorded_stamp(draft, rows)}"
    path = f"c/{commit.hash[:12]}.html"

    def make() -> str:
        reports = [s for group, row in rows if (s := reporter.report(group, row)) is not None]
        page = draft.page("commit", commit.subject[:80], up="../", data=("meta.js",))
        return commit_page.commit(page, (commit, author), (events, reports), draft.slugs)

    draft.pages.from_inputs(path, stamp, make)
    return recorded


def _row_of(group: Group, commit: Commit) -> int | None:
    return group.places.get(commit.hash)


def _recorded_stamp(draft: Draft, rows: Sequence[tuple[Group, int]]) -> str:
    told = []
    for group, row in rows:
        for sources in group.sources[max(0, row - 3) : row + 1]:
            told += [source.stamp for source in sources]
        for near in (row - 1, row):
            if near >= 0:
                found = draft.profiles.of(group.machine, group.commits[near].hash)
                told += [profile.stamp for profile in found]
    return " ".join(told) + repr(draft.project.config)

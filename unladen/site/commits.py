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


def write_commits(draft: Draft, events: Sequence[Event]) -> None:
    by_commit: dict[str, list[Event]] = {}
    for event in events:
        by_commit.setdefault(event.commit.hash, []).append(event)
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
            recorded=_commit(draft, commit, here, signed.author),
        )
        rows.append(row)
    told = draft.page("commits", "Commits", data=("meta.js",))
    draft.pages.put("commits.html", lists.commits(told, rows))


def _commit(draft: Draft, commit: Commit, events: Sequence[Event], author: str) -> bool:
    """Its page, made again only if its records, profiles or steps changed."""
    rows = [(group, row) for group in draft.groups if (row := _row_of(group, commit)) is not None]
    recorded = any(s.rank == RECORD for group, row in rows for s in group.sources[row])
    told = " ".join(stamp_of(event.steps) + str(event.environment) for event in events)
    stamp = f"{SHAPE} {__version__} {commit} {author} {told} {len(draft.slugs)}"
    if recorded:
        stamp += f" {_recorded_stamp(draft, rows)}"
    path = f"c/{commit.hash[:12]}.html"

    def make() -> str:
        reporter = Reporter(draft.project, draft.profiles)
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

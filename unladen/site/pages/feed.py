"""events -> an Atom feed: what a reader subscribes to instead of looking at the site."""

from collections.abc import Sequence
from datetime import UTC, datetime

from unladen.model import Commit
from unladen.model.histories import Event
from unladen.model.parts import PartHistory, PartOf
from unladen.model.steps import Standing
from unladen.output.words import percent
from unladen.site.pages.html import tag, text
from unladen.site.pages.parts import is_nobodys, worst_first

ENTRIES = 50
LINES = 10
NEVER = 0
NEWS = 0.01


def feed(project: str, events: Sequence[Event], parts: Sequence[PartHistory] = ()) -> str:
    told = [event for event in events if not is_nobodys(event)][:ENTRIES]
    entries = [(event.commit.seconds, _entry(event)) for event in told]
    entries += [(commit.seconds, _of_parts(commit, lines)) for commit, lines in _news(parts)]
    entries = sorted(entries, key=lambda each: -each[0])[:ENTRIES]
    latest = max((when for when, _ in entries), default=NEVER)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">'
        f"{tag('title', f'{project}: steps in performance')}"
        f"{tag('id', f'urn:unladen:{_plain(project)}')}"
        f"{tag('updated', _when(latest))}"
        f'<link rel="alternate" href="index.html"/>{"".join(one for _, one in entries)}</feed>\n'
    )


def _news(histories: Sequence[PartHistory]) -> list[tuple[Commit, list[str]]]:
    """What is counted and got dearer by a hundredth of the whole, and still is; by commit."""
    found: dict[str, tuple[Commit, list[tuple[float, str]]]] = {}
    for history in histories:
        for step in history.steps:
            whole = sum(history.taken[step.row].categories.values())
            size = step.delta / whole if step.of is not PartOf.WHOLE and whole else step.change
            if size < NEWS or step.standing is not Standing.CONFIRMED:
                continue
            commit = history.commits[step.row]
            change = percent(step.change) if step.before else "new"
            line = f"{step.of.value} {step.name} {change} in {history.benchmark}"
            found.setdefault(commit.hash, (commit, []))[1].append((size, line))
    return [
        (commit, [line for _, line in sorted(lines, key=lambda each: (-each[0], each[1]))])
        for commit, lines in found.values()
    ]


def _of_parts(commit: Commit, lines: Sequence[str]) -> str:
    shown = [*lines[:LINES], *([f"and {len(lines) - LINES} more"] if len(lines) > LINES else [])]
    return _told(commit, f"urn:unladen:parts:{commit.hash}", shown)


def _told(commit: Commit, id: str, lines: Sequence[str]) -> str:
    title = f"{lines[0]} at {commit.short}: {commit.subject}"
    return (
        f"<entry>{tag('title', title)}"
        f"{tag('id', id)}"
        f"{tag('updated', _when(commit.seconds))}"
        f"<author>{tag('name', 'unladen')}</author>"
        f'<link rel="alternate" href="c/{text(commit.hash[:12])}.html"/>'
        f"{tag('content', chr(10).join(lines), type='text')}</entry>"
    )


def _entry(event: Event) -> str:
    commit = event.commit
    ranked = worst_first(event)
    lines = [
        f"{percent(told.change)} {series.benchmark} ({told.standing.value})"
        for series, told in ranked[:LINES]
    ]
    if len(ranked) > LINES:
        lines.append(f"and {len(ranked) - LINES} more")
    if event.environment:
        lines.insert(0, f"the environment changed with it: {', '.join(event.environment)}")
    return _told(commit, f"urn:unladen:{commit.hash}:{event.since.hash}", lines)


def _when(seconds: int) -> str:
    return datetime.fromtimestamp(max(0, min(seconds, 1 << 36)), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in name)

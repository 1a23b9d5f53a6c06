"""events -> an Atom feed: what a reader subscribes to instead of looking at the site."""

from collections.abc import Sequence
from datetime import UTC, datetime

from unladen.model.histories import Event
from unladen.output.words import percent
from unladen.site.pages.html import tag, text
from unladen.site.pages.parts import is_nobodys, worst_first

ENTRIES = 50
LINES = 10
NEVER = 0


def feed(project: str, events: Sequence[Event]) -> str:
    told = [event for event in events if not is_nobodys(event)][:ENTRIES]
    latest = max((event.commit.seconds for event in told), default=NEVER)
    entries = "".join(_entry(event) for event in told)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<feed xmlns="http://www.w3.org/2005/Atom">'
        f"{tag('title', f'{project}: steps in performance')}"
        f"{tag('id', f'urn:unladen:{_plain(project)}')}"
        f"{tag('updated', _when(latest))}"
        f'<link rel="alternate" href="index.html"/>{entries}</feed>\n'
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
    title = f"{lines[0]} at {commit.short}: {commit.subject}"
    return (
        f"<entry>{tag('title', title)}"
        f"{tag('id', f'urn:unladen:{commit.hash}:{event.since.hash}')}"
        f"{tag('updated', _when(commit.seconds))}"
        f"<author>{tag('name', 'unladen')}</author>"
        f'<link rel="alternate" href="c/{text(commit.hash[:12])}.html"/>'
        f"{tag('content', chr(10).join(lines), type='text')}</entry>"
    )


def _when(seconds: int) -> str:
    return datetime.fromtimestamp(max(0, min(seconds, 1 << 36)), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in name)

"""AnswerChanges -> lines: which commit lost which answers, beside the steps of times."""

from collections.abc import Iterable, Sequence
from typing import Any

from unladen.model.reports import AnswerChange
from unladen.output.words import one_line

MOST = 20
ITEMS = 6


def lines(changes: Sequence[AnswerChange]) -> Iterable[str]:
    """Newest first."""
    if changes:
        yield "answers that are not what they were at the commit before:"
    for each in changes[:MOST]:
        where = f"  ({one_line(each.where, 50)})" if each.where else ""
        counts = f"{each.before} -> {each.after} answers"
        yield f"{each.commit.short}  {one_line(each.commit.subject, 56)}"
        yield f"  {one_line(each.benchmark, 42):<42}  {counts}{where}"
        for what in ("lost", "changed", "gained"):
            yield from _items(what, each.items.get(what, ()))
        yield f"  next  unladen gate {each.since.short} {each.commit.short}"
    if len(changes) > MOST:
        yield f"and {len(changes) - MOST} older ones (--json has them)"


def _items(what: str, items: Sequence[str]) -> Iterable[str]:
    if items:
        more = f" and {len(items) - ITEMS} more" if len(items) > ITEMS else ""
        yield f"    {len(items)} {what}: {one_line(' '.join(items[:ITEMS]), 60)}{more}"


def as_json(each: AnswerChange) -> dict[str, Any]:
    return {
        "commit": each.commit.hash,
        "since": each.since.hash,
        "where": each.where,
        "benchmark": each.benchmark,
        "before": each.before,
        "after": each.after,
        **{what: list(items) for what, items in each.items.items()},
    }

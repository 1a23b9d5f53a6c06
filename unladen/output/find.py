"""Search -> lines and JSON: the commit that did it, or those among which it is."""

from dataclasses import asdict
from typing import Any

from unladen.model.searches import Search
from unladen.output.words import change_of, one_line

SCHEMA = 1


def lines(search: Search) -> list[str]:
    return _found(search) if search.differs else _no_step(search)


def _no_step(search: Search) -> list[str]:
    """Nothing to look for: said so, in place of a list of suspects."""
    good, bad = search.good.short, search.bad.short
    return [
        f"NO STEP  {one_line(search.benchmark, 50)} {change_of(search.whole)}".rstrip(),
        f"  {good} and {bad} do not differ by more than the noise",
        "  next  unladen history says between which commits to look",
    ]


def _found(search: Search) -> list[str]:
    told = [f"{one_line(search.benchmark, 60)}  {change_of(search.whole)}"]
    told += [f"  asked {one_line(each, 72)}" for each in search.answers]
    if search.found:
        told.append(f"FOUND  (every answer right: {100 * search.confidence:.0f} %)")
    else:
        told.append(f"one of {len(search.suspects)}, which cannot be told apart:")
    told += [f"  {c.short}  {one_line(c.subject, 66)}" for c in search.suspects[:12]]
    if search.found:
        (commit,) = search.suspects
        told.append(f"  next  unladen explain {commit.short}^ {commit.short}")
    return told


def as_json(search: Search) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "benchmark": search.benchmark,
        "good": search.good.hash,
        "bad": search.bad.hash,
        "differs": search.differs,
        "change": asdict(search.whole) if search.whole else None,
        "found": search.found,
        "suspects": [commit.hash for commit in search.suspects],
        "confidence": search.confidence,
        "answers": list(search.answers),
    }

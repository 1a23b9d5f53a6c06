"""what an import took in -> lines, and JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from unladen.output.terminal import tail
from unladen.output.words import one_line

SHOWN = 12
"""Files that are told one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedTold:
    """Of one file."""

    file: str
    tool: str = ""
    results: int = 0
    new: int = 0
    commits: int = 0
    elsewhere: int = 0
    """Of these commits, that this repository does not have."""
    machines: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    refused: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def import_lines(told: Sequence[ImportedTold], dry_run: bool) -> Iterator[str]:
    for each in told[:SHOWN]:
        yield from _file_lines(each)
    if len(told) > SHOWN:
        yield f"and {len(told) - SHOWN} more files"
    new, known = sum(e.new for e in told), sum(e.results - e.new for e in told)
    if not new and not known:
        return
    verb = "would be added" if dry_run else "added"
    yield f"{new} results {verb}, {known} were here already"
    lacks = dict.fromkeys(lack for each in told for lack in each.lacks)
    yield f"  note  such files do not tell {', '.join(lacks)}"
    yield "  note  kept apart from what unladen measures; compare decides nothing by one process"
    yield f"  next  {_next(told, dry_run)}"


def _next(told: Sequence[ImportedTold], dry_run: bool) -> str:
    if dry_run:
        return "the same command without --dry-run"
    several = sum(each.commits for each in told) > 1
    return "unladen history" if several else "unladen show"


def _file_lines(each: ImportedTold) -> Iterator[str]:
    name = tail(each.file, 70)
    if each.refused:
        yield f"{name}: not imported"
        yield f"  why   {one_line(each.refused, 200)}"
        return
    again = "" if each.new == each.results else f", {each.results - each.new} known"
    commits = f"{each.commits} commit{'s' if each.commits != 1 else ''}"
    told = f"{each.results} results of {commits}{again}"
    yield f"{name}: {told}, by {one_line(each.tool, 40)}"
    where = ", ".join(one_line(m, 40) for m in each.machines[:3])
    kept = ", ".join(one_line(e, 60) for e in each.environments[:3])
    if where:
        yield f"  on    {where}, as {kept}"
    if each.elsewhere:
        yield f"  note  {each.elsewhere} of these commits are not in this repository"
    for what in each.left_out:
        yield f"  note  left out: {one_line(what, 100)}"

"""Flags -> tables: what is worth a look in a commit, whatever its times say."""

from collections.abc import Mapping, Sequence

from unladen.model.commits import Commit
from unladen.model.flags import Flag
from unladen.output.flags import told
from unladen.output.words import percent
from unladen.site.pages.html import Cell, Html, foreign, link, number, table, tag
from unladen.site.pages.parts import commit_link

LATELY = 30
HEADS = ("flag", "benchmark", "what", "share")
WHY = (
    "Parts that got worse where the time of the whole may not show it: counted, not timed, "
    "wherever that is possible. A flag is a question to the author, not a verdict."
)


def flagged(flags: Sequence[Flag], slugs: Mapping[str, str]) -> list[Html]:
    """Of one commit."""
    if not flags:
        return []
    rows = [_cells(flag, slugs, "../") for flag in flags]
    shown = table(HEADS, rows, class_="sort filter", data_label="flags")
    return [tag("h3", "Worth a look"), tag("p", WHY), shown]


def lately(found: Sequence[tuple[Commit, Flag]], slugs: Mapping[str, str]) -> list[Html]:
    """Of the last commits that were taken apart, the newest first."""
    if not found:
        return []
    rows = [
        (Cell(commit_link(commit, ""), commit.seconds), *_cells(flag, slugs, ""))
        for commit, flag in found[:LATELY]
    ]
    shown = table(("commit", *HEADS), rows, class_="sort", data_label="flags")
    return [tag("h2", "Worth a look"), tag("p", WHY), shown]


def _cells(flag: Flag, slugs: Mapping[str, str], up: str) -> tuple[Cell, ...]:
    slug = slugs.get(flag.benchmark.partition("(")[0])
    name = foreign(flag.benchmark)
    return (
        Cell(tag("strong", flag.kind.value), flag.kind.value),
        Cell(link(f"{up}b/{slug}.html", name) if slug else name, flag.benchmark),
        Cell(foreign(told(flag))),
        number(percent(flag.share), flag.share),
    )

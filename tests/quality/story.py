"""docs/story.in.md x what was measured -> docs/story.md: no figure of a phase is typed by hand.

    python -m tests.quality.story            writes docs/story.md
    python -m tests.quality.story --check    exit 1 if it is not what the records say

The records are those of `.ci/story`, below results/records/two-cores.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unladen.config import load
from unladen.history.ledger import gathered
from unladen.history.reports import Reporter
from unladen.model import Comparison
from unladen.model.claims import HeldClaim
from unladen.model.reports import CommitReport
from unladen.output.words import seconds
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.tools.terminal import Progress

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "story.in.md"
TARGET = ROOT / "docs" / "story.md"
MACHINE = "two-cores"
EVALUATE = "pipeline.TimeEvaluate.time_tasks(100)"
PLACE = re.compile(r"<!-- (?P<what>summary|phase|file) ?(?P<name>[\w./-]*) -->")


def stories() -> dict[str, CommitReport]:
    """By phase, in the order of history."""
    project = Project(ROOT, replace(load(ROOT), machine=MACHINE), Progress(quiet=True))
    ledger = gathered(project, MACHINE, cached=False)
    found = {}
    for group in ledger.groups:
        reporter = Reporter(project, profiles_of(project))
        for row in range(len(group.commits)):
            story = reporter.report(group, row)
            if story is not None and story.phase and story.since is not None:
                found[story.phase] = story
    return found


def evaluate_of(story: CommitReport) -> Comparison | None:
    return next((c for c in story.comparisons if c.benchmark.id == EVALUATE), None)


def phase(story: CommitReport | None) -> str:
    if story is None:
        return "Not measured."
    told = [f"Commit {story.commit.short}: *{_plain(story.commit.subject)}*", ""]
    found = evaluate_of(story)
    if found is not None and found.change is not None and found.base and found.head:
        told += [
            f"Evaluating 100 tasks: {seconds(found.base)} -> {seconds(found.head)}, "
            f"{_span(found)} ({found.pairs} pairs).",
            "",
        ]
    told += ["| claimed | measured | |", "|---|---|---|"]
    told += [_claim(each) for each in story.claims]
    return "\n".join(told)


def _claim(each: HeldClaim) -> str:
    return f"| `{_plain(each.claim.text)}` | {_plain(each.why)} | **{each.held.value}** |"


def _span(found: Comparison) -> str:
    change = found.change
    assert change is not None
    low, high = 100 * change.low, 100 * change.high
    return f"{100 * change.estimate:+.1f} % [{low:+.1f}, {high:+.1f}]"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def summary(found: Mapping[str, CommitReport]) -> str:
    told = ["| phase | commit | evaluate, 100 tasks | change | claims |", "|---|---|---|---|---|"]
    left = 1.0
    for name, story in found.items():
        comparison = evaluate_of(story)
        claims = ", ".join(each.held.value for each in story.claims)
        after, change = "", ""
        if comparison is not None and comparison.change is not None and comparison.head:
            left *= 1 + comparison.change.estimate
            after, change = seconds(comparison.head), _span(comparison)
        told.append(f"| {name} | {story.commit.short} | {after} | {change} | {claims} |")
    told += ["", f"The changes, multiplied: **{1 / left:.1f} times less**."]
    return "\n".join(told)


def made(source: str, found: Mapping[str, CommitReport]) -> str:
    def told(place: re.Match[str]) -> str:
        if place["what"] == "summary":
            return summary(found)
        if place["what"] == "phase":
            return phase(found.get(place["name"]))
        content = (ROOT / place["name"]).read_text("utf-8")
        return f"```text\n{content.rstrip()}\n```"

    return PLACE.sub(told, source)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args(words)
    text = made(SOURCE.read_text("utf-8"), stories())
    if arguments.check:
        return 0 if TARGET.read_text("utf-8") == text else 1
    TARGET.write_text(text, "utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(text.splitlines())} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())

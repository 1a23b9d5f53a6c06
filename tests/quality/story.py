"""docs/story.in.md x what was measured -> docs/story.md: no figure of a phase is typed by hand.

    python -m tests.quality.story            writes docs/story.md
    python -m tests.quality.story --check    exit 1 if it is not what the records say

The records are those of `.ci/story`, below results/records/two-cores.
"""

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from unladen.history.ledger import gathered
from unladen.history.reports import Reporter
from unladen.judge.compare import timed
from unladen.judge.counts import counted
from unladen.model import Comparison, Interval
from unladen.model.claims import HeldClaim
from unladen.model.reports import CommitReport
from unladen.output.words import seconds
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.tools.settings import load
from unladen.tools.terminal import Progress

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "story.in.md"
TARGET = ROOT / "docs" / "story.md"
MACHINE = "two-cores"
EVALUATE = "pipeline.TimeEvaluate.time_tasks(100)"
PLACE = re.compile(r"<!-- (?P<what>summary|phase|file) ?(?P<name>[\w./-]*) -->")


@dataclass(frozen=True)
class Evaluating:
    """A hundred tasks at a commit, beside the one before it."""

    time: Comparison
    instructions: Interval | None


@dataclass(frozen=True)
class Told:
    """What is known of one phase."""

    report: CommitReport
    evaluating: Evaluating | None


def stories() -> dict[str, Told]:
    """By phase, in the order of history."""
    project = Project(ROOT, replace(load(ROOT), machine=MACHINE), Progress(quiet=True))
    ledger = gathered(project, MACHINE, cached=False)
    found = {}
    for group in ledger.groups:
        reporter = Reporter(project, profiles_of(project))
        for row in range(len(group.commits)):
            story = reporter.report(group, row)
            if story is not None and story.phase and story.since is not None:
                found[story.phase] = Told(story, evaluating(project, story))
    return found


def evaluating(project: Project, story: CommitReport) -> Evaluating | None:
    assert story.since is not None
    records = [project.records.get(each, MACHINE) for each in (story.since, story.commit)]
    old, new = (record.measurements.get(EVALUATE) for record in records)
    if old is None or new is None:
        return None
    return Evaluating(timed(old, new, project.config.rules(EVALUATE, 1)), counted(old, new))


def phase(told_of: Told | None) -> str:
    if told_of is None:
        return "Not measured."
    story, found = told_of.report, told_of.evaluating
    told = [f"Commit {story.commit.short}: *{_plain(story.commit.subject)}*", ""]
    if found is not None and found.time.change and found.time.base and found.time.head:
        told += [
            f"Evaluating 100 tasks: {seconds(found.time.base)} -> {seconds(found.time.head)}, "
            f"{_span(found.time.change)} ({found.time.pairs} pairs); by instructions "
            f"{_counted(found)}.",
            "",
        ]
    told += ["| claimed | measured | |", "|---|---|---|"]
    told += [_claim(each) for each in story.claims]
    return "\n".join(told)


def _claim(each: HeldClaim) -> str:
    return f"| `{_plain(each.claim.text)}` | {_plain(each.why)} | **{each.held.value}** |"


def _counted(found: Evaluating) -> str:
    return _span(found.instructions) if found.instructions else "not counted"


def _span(change: Interval) -> str:
    low, high = 100 * change.low, 100 * change.high
    return f"{100 * change.estimate:+.1f} % [{low:+.1f}, {high:+.1f}]"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def summary(found: Mapping[str, Told]) -> str:
    heads = ("phase", "commit", "100 tasks", "by time", "by instructions", "claims")
    told = [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|"]
    left, less = 1.0, 1.0
    for name, one in found.items():
        claims = ", ".join(each.held.value for each in one.report.claims)
        after, change, count = "", "", ""
        if one.evaluating and one.evaluating.time.change and one.evaluating.time.head:
            left *= 1 + one.evaluating.time.change.estimate
            after = seconds(one.evaluating.time.head)
            change, count = _span(one.evaluating.time.change), _counted(one.evaluating)
        if one.evaluating and one.evaluating.instructions:
            less *= 1 + one.evaluating.instructions.estimate
        told.append(
            f"| {name} | {one.report.commit.short} | {after} | {change} | {count} | {claims} |"
        )
    told += ["", f"The changes, multiplied: **{1 / left:.1f} times less** time, {1 / less:.1f}"]
    return "\n".join(told) + " times fewer instructions."


def made(source: str, found: Mapping[str, Told]) -> str:
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

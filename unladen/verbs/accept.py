"""a commit that made something slower -> an entry that somebody answers for."""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta
from typing import Any

from unladen.errors import ConfigError, UnladenError
from unladen.history.blame import opened
from unladen.model import Commit
from unladen.model.accepted import Accepted
from unladen.model.histories import Event
from unladen.output import history as told
from unladen.output.words import one_line, percent
from unladen.store import accepted
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen accept HEAD -b time_solve --upto 5% --reason 'answers are checked now'
  unladen accept HEAD -b time_ --upto 20% --reason why --expires 2027-03-01
  unladen accept                    what is accepted"""
DAYS = 90


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("commit", nargs="?", help="the commit that made it slower")
    usual.selection(verb)
    verb.add_argument("--upto", type=usual.share, metavar="P", help="the largest change, as 5%%")
    verb.add_argument("--reason", metavar="TEXT", help="why this is worth it")
    verb.add_argument("--author", metavar="NAME", help="who answers for it (as git knows you)")
    verb.add_argument(
        "--expires",
        type=usual.day,
        default=date.today() + timedelta(days=DAYS),
        metavar="DAY",
        help="the last day that it counts, as 2027-03-01 (in 90 days)",
    )


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    if not arguments.commit:
        entries = accepted.load(project.folder)
        lines = [json.dumps(_json(entries))] if arguments.json else _listed(entries)
        return Result(lines)
    _check(arguments)
    commit = project.git.commit(arguments.commit)
    entries = _entries(arguments, project, commit)
    for entry in entries:
        accepted.add(project.folder, entry)
    events, why_not = _covered(project, entries)
    if arguments.json:
        steps = [told.event_json(event) for event in events]
        value = {"accepted": _json(entries), "covers": steps, "why": why_not}
        return Result([json.dumps(value)], warnings=project.records.warnings)
    lines = [
        f"accepted {commit.short} {one_line(commit.subject, 50)}, until {entries[-1].expires}",
        *([why_not] if why_not else told.covered(events)),
        f"  next  git add {accepted.FILE} && git commit: it counts for gate, history and publish",
    ]
    return Result(lines, warnings=project.records.warnings)


def _check(arguments: argparse.Namespace) -> None:
    for name in ("bench", "reason", "upto"):
        if not getattr(arguments, name):
            raise ConfigError(f"unladen accept needs --{name}", "unladen accept --help")
    if arguments.expires < datetime.now(UTC).date():
        raise ConfigError(f"{arguments.expires} is past", "--expires with a day to come")


def _entries(arguments: argparse.Namespace, project: Project, commit: Commit) -> list[Accepted]:
    """One for each pattern."""
    author = arguments.author or project.git.user()
    return [
        Accepted(
            commit=commit.hash,
            benchmark=pattern,
            upto=arguments.upto,
            author=author,
            reason=arguments.reason,
            expires=arguments.expires,
        )
        for pattern in arguments.bench
    ]


def _json(entries: Sequence[Accepted]) -> list[dict[str, Any]]:
    return [asdict(each) | {"expires": str(each.expires)} for each in entries]


def _listed(entries: Sequence[Accepted]) -> Iterator[str]:
    for each in entries:
        yield f"{each.commit[:8]}  {one_line(each.benchmark, 40)}  up to {percent(each.upto)}"
        yield f"  {one_line(each.answer, 100)}"
    if not entries:
        yield f"nothing is accepted ({accepted.FILE})"


def _covered(project: Project, entries: Sequence[Accepted]) -> tuple[list[Event], str]:
    """The steps that these alone answer for, by what is measured so far; or why none are known."""
    try:
        with opened(project, [each.benchmark for each in entries]) as history:
            history.accepted = entries
            list(history.series())
            return history.ranked(), ""
    except UnladenError as error:  # it is accepted all the same
        return [], f"covers no steps that are known: {one_line(error.what, 100)}"

"""results of many commits -> the steps of each benchmark, and who made them.

With --confirm the newest steps are first measured again, both commits side by side: what pairs of
processes find goes into records, where history finds it.
"""

import argparse
import json
import re
from collections.abc import Generator, Iterator, Sequence
from collections.abc import Set as AbstractSet

from unladen.errors import Exit, UnladenError
from unladen.history.blame import History, opened
from unladen.history.part_histories import part_histories
from unladen.history.parted import last_reports
from unladen.judge.selection import selected
from unladen.measure.cascade import judged
from unladen.model.histories import Event
from unladen.model.options import Options
from unladen.model.steps import Standing
from unladen.output import flags as flags_told
from unladen.output import history as told
from unladen.output import parts as parts_told
from unladen.output.parts import parts_json
from unladen.output.words import one_line, percent, span
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen history
  unladen history -b time_solve --all
  unladen history --parts -b time_solve
  unladen history --confirm"""
MOST_EVENTS = 3
MOST_BENCHMARKS = 3
MOST_FLAGS = 8
SECONDS = 90.0
OPEN = frozenset({Standing.CANDIDATE, Standing.NEW})
ASKED = frozenset({Standing.AMBIENT})
"""Looked at again only of benchmarks that are asked for by name."""
States = AbstractSet[Standing]


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--all", action="store_true", help="also benchmarks without a step")
    verb.add_argument("--all-machines", action="store_true", help="not only this machine")
    verb.add_argument(
        "--confirm",
        action="store_true",
        help="first measure the newest steps again, both commits side by side",
    )
    verb.add_argument(
        "--parts",
        action="store_true",
        help="what benchmarks are made of, at the commits that were taken apart: categories,"
        " functions, calls, memory",
    )
    usual.place(verb)
    usual.selection(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    machine = arguments.machine or project.machine.name
    lines = _lines(arguments, project, None if arguments.all_machines else machine)
    return Result(lines, warnings=project.records.warnings)


def _lines(
    arguments: argparse.Namespace, project: Project, machine: str | None
) -> Generator[str, None, Exit]:
    if arguments.confirm:
        with opened(project, arguments.bench, machine) as history:
            list(history.series())
            events = history.ranked()
        states = OPEN | ASKED if arguments.bench else OPEN
        for line in confirmed(project, events, states):
            if not arguments.json:
                yield line
    with opened(project, arguments.bench, machine) as history:
        if arguments.parts:
            yield from _parts(history, arguments)
        elif arguments.json:
            yield _json(history)
        else:
            yield from _text(history, machine, arguments.all)
    return Exit.PASS


def _json(history: History) -> str:
    series = [told.series_json(each) for each in history.series(whole=True)]
    events = [told.event_json(event) for event in history.ranked()]
    return json.dumps({"schema": 2, "series": series, "events": events})


def _parts(history: History, arguments: argparse.Namespace) -> Iterator[str]:
    profiles = profiles_of(history.project)
    every = part_histories(history, profiles)
    known = {each.benchmark: each for each in every}
    asked = selected(known, history.patterns) if known else {}
    found = [each for each in every if each.benchmark in asked]
    if arguments.json:
        yield json.dumps({"schema": 1, "parts": [parts_json(each) for each in found]})
    else:
        yield from parts_told.lines(found, arguments.all)
        yield from told.left_out(profiles.left_out)


def _text(history: History, machine: str | None, all_: bool) -> Iterator[str]:
    levels = [each.summary for each in history.series()]
    yield from told.lines(levels, history.ranked(), all_)
    profiles = profiles_of(history.project)
    reports = last_reports(history.project, profiles, history.ledger.groups)
    flags = [(report.commit, flag) for report in reports for flag in report.flags]
    for commit, flag in flags[:MOST_FLAGS]:
        yield from flags_told.lines([flag], commit.short)
    yield from told.left_out(history.ledger.left_out)
    if history.ledger.elsewhere:
        branch = history.project.branch()
        yield f"{history.ledger.elsewhere} commits with results are not on {branch}"
    if not levels and machine is not None and history.others():
        others = ", ".join(one_line(each, 40) for each in history.others())
        yield f"  next  unladen history --all-machines: {others} have results"
    elif not levels:
        yield "  next  unladen run HEAD~5..HEAD, or asv run: there is nothing to follow yet"


def confirmed(project: Project, events: Sequence[Event], states: States) -> Iterator[str]:
    """Steps that nobody has looked at again, the newest first."""
    waiting = [event for event in events if _ids(project, event, states)]
    for event in waiting[:MOST_EVENTS]:
        yield from _confirmed(project, event, states)
    if len(waiting) > MOST_EVENTS:
        yield f"{len(waiting) - MOST_EVENTS} older ones are left: the same command goes on"
    if not waiting:
        yield "no step waits to be confirmed"


def _confirmed(project: Project, event: Event, states: States) -> Iterator[str]:
    base, head, ids = event.since, event.commit, _ids(project, event, states)
    yield f"measuring {base.short} and {head.short} side by side: {len(ids)} benchmarks"
    patterns = [f"^{re.escape(id)}$" for id in ids]
    options = Options(patterns=patterns, budget=SECONDS * len(ids), witness="auto")
    try:
        with project.measuring():
            _, _, decision = judged(project, base.hash, head.hash, options)
    except UnladenError as error:
        yield f"  cannot be measured: {one_line(error.what, 100)}"
        return
    if decision.identical_code:
        yield "  both are built to the same code: it was not the commit"
    for each in decision.comparisons:
        if each.change is not None:
            size = f"{percent(each.change.estimate)} {span(each.change)}"
            yield f"  {each.verdict.value}: {one_line(each.benchmark.id, 50)} {size}"


def _ids(project: Project, event: Event, states: States) -> list[str]:
    """Of this machine, the largest first."""
    open_steps = [
        (abs(each.change), subject.benchmark)
        for subject, each in event.steps
        if each.standing in states and subject.group.machine == project.machine.name
    ]
    return [id for _, id in sorted(open_steps, reverse=True)[:MOST_BENCHMARKS]]

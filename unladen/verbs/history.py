"""results of many commits -> the steps of each benchmark, and who made them.

With --confirm the newest steps are first measured again, both commits side by side: what pairs of
processes find goes into records, where history finds it.
"""

import argparse
import json
from collections.abc import Generator, Iterator

from unladen.errors import ConfigError, Exit
from unladen.history.answered import answer_changes
from unladen.history.blame import History, opened
from unladen.history.part_histories import part_histories
from unladen.history.parted import last_reports
from unladen.judge.selection import selected
from unladen.output import answers as answers_told
from unladen.output import flags as flags_told
from unladen.output import history as told
from unladen.output import parts as parts_told
from unladen.output.parts import parts_json
from unladen.output.words import one_line
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.confirming import confirmed
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen history
  unladen history -b time_solve --all
  unladen history --parts -b time_solve
  unladen history --confirm
  unladen history --confirm --on tcp://scheduler:8786"""
MOST_FLAGS = 8


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
    usual.fleet(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    if arguments.on and not arguments.confirm:
        raise ConfigError("--on is for what is measured: --confirm", "unladen history")
    machine = arguments.machine or project.machine.name
    lines = _lines(arguments, project, None if arguments.all_machines else machine)
    return Result(lines, warnings=project.records.warnings)


def _lines(
    arguments: argparse.Namespace, project: Project, machine: str | None
) -> Generator[str, None, Exit]:
    if arguments.confirm:
        with opened(project, arguments.bench, None if arguments.on else machine) as history:
            list(history.series())
            events = history.ranked()
        for line in confirmed(project, arguments, events):
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
    answers = [answers_told.as_json(each) for each in answer_changes(history)]
    return json.dumps({"schema": 2, "series": series, "events": events, "answers": answers})


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
    yield from answers_told.lines(answer_changes(history))
    profiles = profiles_of(history.project)
    reports = last_reports(history.project, profiles, history.ledger.groups)
    flags = [(report.commit, flag) for report in reports for flag in report.flags]
    for commit, flag in flags[:MOST_FLAGS]:
        yield from flags_told.lines([flag], commit.short)
    yield from told.failed(reports)
    yield from told.left_out(history.ledger.left_out)
    if history.ledger.elsewhere:
        branch = history.project.branch()
        yield f"{history.ledger.elsewhere} commits with results are not on {branch}"
    if not levels and machine is not None and history.others():
        others = ", ".join(one_line(each, 40) for each in history.others())
        yield f"  next  unladen history --all-machines: {others} have results"
    elif not levels:
        yield "  next  unladen run HEAD~5..HEAD, or asv run: there is nothing to follow yet"

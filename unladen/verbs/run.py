"""A..B -> records: each commit measured side by side with the one before it, and taken apart."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from unladen.errors import Exit, UnknownRevision
from unladen.model import Commit
from unladen.model.options import Options
from unladen.model.units import Finished
from unladen.output import flags as flags_told
from unladen.output import terminal
from unladen.output.backfill import as_json as backfill_json
from unladen.output.backfill import lines as backfill_lines
from unladen.output.words import base_json, base_lines, one_line
from unladen.store.project import Project
from unladen.verbs import sent
from unladen.verbs import words as usual
from unladen.verbs.backfilling import backfilled
from unladen.verbs.measuring import (
    Found,
    Pair,
    RunTold,
    failed_before,
    failed_of,
    measured_in_turn,
    neighbours,
)
from unladen.verbs.opening import open_project, options_of, ranged
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen run HEAD
  unladen run v1.0..HEAD -b solve
  unladen run v1.0..HEAD --ends                 the two ends of it, and nothing between
  unladen run v1.0..HEAD --missing --budget 8h  what nobody measured yet: ends first, then
                                                halves where something moved

A commit that does not build or cannot be imported is recorded as failed, and the others are
measured. unladen then names it and ends with exit code 4."""


FURTHEST = 20
"""Commits before a range that are asked whether they can be measured."""
FINE = frozenset({Exit.PASS, Exit.SLOWER, Exit.UNDECIDED})


def words(verb: argparse.ArgumentParser) -> None:
    help_ = "A..B (first parents, from where B left A), or one commit"
    verb.add_argument("range", help=help_)
    usual.exact_base(verb)
    usual.measuring(verb)
    usual.fleet(verb)
    verb.add_argument(
        "--no-profile", action="store_true", help="times only: no commit is taken apart"
    )
    which = verb.add_mutually_exclusive_group()
    which.add_argument(
        "--missing",
        action="store_true",
        help="only what is missing: commits that run other code than the one before them and"
        " that nobody measured, ends first, then halves where something moved; then"
        " measured ones that nobody took apart. --budget is for all of it",
    )
    which.add_argument(
        "--ends", action="store_true", help="only the two ends of the range, side by side"
    )


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    if arguments.missing:
        found = backfilled(project, arguments)
    elif arguments.on:
        found = measured_by_others(project, arguments)
    else:
        found = measured(project, arguments, options_of(arguments))
    lines = _json(found) if arguments.json else _text(project, found)
    failing = {flag.kind for _, flag in found.flags} & set(project.config.fail_on)
    exit = Exit.SLOWER if failing else Exit.TOOL if found.failed else Exit.PASS
    return Result(lines, exit, project.records.warnings)


def _opened(project: Project, arguments: argparse.Namespace) -> Found:
    commits, asked = ranged(project, arguments)
    if arguments.ends and len(commits) > 2:
        commits = [commits[0], commits[-1]]
    found = Found(commits, asked, failed=failed_before(project, arguments, commits))
    if why := found.failed.pop(commits[0], ""):
        found.left_out[commits[0]] = why
        found.commits = [*_before(project, arguments, commits[0]), *commits[1:]]
    return found


def _before(project: Project, arguments: argparse.Namespace, commit: Commit) -> Sequence[Commit]:
    """The last commit before this one that can be measured: what a range begins with is what its
    next commit is measured beside."""
    for number in range(1, FURTHEST):
        try:
            earlier = project.git.commit(f"{commit.hash}~{number}")
        except UnknownRevision:
            break
        if not failed_before(project, arguments, (earlier, commit)).get(earlier):
            return [earlier]
    return []


def measured(project: Project, arguments: argparse.Namespace, options: Options) -> Found:
    with project.measuring():
        found = _opened(project, arguments)
        commits = [each for each in found.commits if each not in found.failed]
        measured_in_turn(project, commits, options, found, not arguments.no_profile)
        return found


def measured_by_others(project: Project, arguments: argparse.Namespace) -> Found:
    """Each pair of commits on one machine; what it measured comes home as it would be here."""
    found = _opened(project, arguments)
    fleet = sent.fleet_of(project, arguments, found.commits)
    broken, done = set(found.failed), set[Pair]()
    while pairs := _pairs_without(found.commits, broken) - done:
        done |= pairs
        units = {}
        ends = () if arguments.ends else ("--ends",)  # what lies between them has failed
        for commits in sorted(pairs, key=lambda pair: found.commits.index(pair[0])):
            instead = {arguments.range: "..".join(commit.hash for commit in commits)}
            units[commits] = sent.unit_of(arguments, commits, instead, "--json", *ends)
        asked = {unit.label: commits for commits, unit in units.items()}
        for finished in fleet.brought_home(list(units.values()), fresh=arguments.fresh):
            broken |= _came_home(found, asked[finished.unit.label], finished)
    return found


def _pairs_without(commits: Sequence[Commit], broken: AbstractSet[Commit]) -> AbstractSet[Pair]:
    """Neighbours, when those that cannot be measured are left out."""
    whole = [each for each in commits if each not in broken]
    return {tuple(pair) for pair in neighbours(whole)} if whole else set()


def _came_home(found: Found, commits: Pair, finished: Finished) -> AbstractSet[Commit]:
    """Returns those of a pair that could not be measured: its other one has a new neighbour."""
    failed = failed_of(found, commits, finished)
    found.failed |= failed
    if finished.failed or (finished.exit not in FINE and not failed):
        found.failed[commits[-1]] = finished.failed or sent.last_words(finished)
    elif not failed:
        told = RunTold.read(finished.output)
        found.flags += [(commits[-1], flag) for flag in told.flags]
        found.profiles += told.profiles
        found.notes |= dict.fromkeys((*told.wrong, *told.notes))
    return {*failed, *found.partly}


def _json(found: Found) -> Iterator[str]:
    told: Mapping[str, object] = {
        "measured": [commit.hash for commit in found.commits],
        "asked_base": base_json(found.asked_base),
        "profiles": found.profiles,
        "flags": [
            {"commit": commit.hash, **flags_told.as_json(flag)} for commit, flag in found.flags
        ],
        "wrong_answers": [
            {"commit": commit.hash, "benchmark": each.benchmark.id, "why": each.reason}
            for commit, each in found.wrong
        ],
        "notes": list(found.notes),
        "partly": [commit.hash for commit in found.commits if commit in found.partly],
        "failed": {commit.hash: why for commit, why in found.failed.items()},
        "left_out": {commit.hash: why for commit, why in found.left_out.items()},
    }
    if found.backfill is not None:
        told = {**told, "backfill": backfill_json(found.backfill)}
    yield json.dumps(told)


def _text(project: Project, found: Found) -> Iterator[str]:
    commits = found.commits
    where = project.name_of(project.records.folder)
    yield from base_lines(commits[0], found.asked_base)
    if found.backfill is not None:
        yield from backfill_lines(found.backfill)
        yield f"records: {where}"
    else:
        yield f"measured {len(commits) - len(found.failed)} commits; records: {where}"
    if found.profiles:
        yield f"took {found.profiles} benchmarks of commits apart: results/profiles"
    for commit, comparison in found.wrong:
        yield f"{commit.short}  {one_line(commit.subject, 70)}"
        yield from terminal.comparison_lines(comparison, str(project.folder))
    for commit in commits:
        yield from flags_told.lines([f for c, f in found.flags if c == commit], commit.short)
    for commit, why in found.failed.items():
        yield f"NOT MEASURED  {commit.short}  {one_line(commit.subject, 50)}"
        yield f"  why   {one_line(why, 300)}"
        yield f"  next  unladen run {commit.short}   (tries it again)"
    for commit, why in found.left_out.items():
        yield f"LEFT OUT  {commit.short} failed before: {one_line(why, 200)}"
        yield f"  next  unladen run {commit.short}   (tries it again)"
    for note in found.notes:
        yield f"  note  {note}"
    if found.backfill is not None:
        yield "  next  unladen history"
        return
    whole = [each.short for each in commits if each not in found.failed]
    if len(whole) > 1:
        yield f"  next  unladen compare {whole[-2]} {whole[-1]}"
    last = f"show {whole[-1]}" if whole else "show --failures"
    yield f"  next  unladen {'publish' if found.profiles else last}"

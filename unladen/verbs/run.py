"""A..B -> records: each commit measured side by side with the one before it, and taken apart."""

import argparse
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

from unladen.config import ProfileConfig
from unladen.errors import Exit, ToolError, UnladenError
from unladen.history.parted import flags_of_commits
from unladen.measure.session import Session, Sides, caches, measure
from unladen.measure.stop import Another, pairs_for
from unladen.model import Commit
from unladen.model.flags import Flag
from unladen.model.options import Options
from unladen.output import flags as flags_told
from unladen.output.words import one_line
from unladen.profiling.dissect import Dissection
from unladen.profiling.every import Due, depth_of, due, profiled
from unladen.store.fields import decoded, json_of
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.verbs import sent
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen run HEAD
  unladen run v1.0..HEAD -b solve
  unladen run v1.0..HEAD --missing      take apart what was measured without it"""


FINE = frozenset({Exit.PASS, Exit.SLOWER, Exit.UNDECIDED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is done with each commit: measured, unless only what is missing is taken apart."""

    profile: bool = True
    missing: bool = False


@dataclass(slots=True)
class Found:
    """What a run has to tell, in the order of the commits."""

    commits: Sequence[Commit]
    flags: list[tuple[Commit, Flag]] = field(default_factory=list)
    profiles: int = 0
    notes: dict[str, None] = field(default_factory=dict)
    failed: dict[Commit, str] = field(default_factory=dict)
    """Of a fleet: which commits nobody measured, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTold:
    """What another machine says of a pair, as it tells it in JSON."""

    profiles: int = 0
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> Self:
        told = json_of(text.encode())
        flags = [{k: v for k, v in each.items() if k != "commit"} for each in told["flags"]]
        return decoded(cls, {"profiles": told["profiles"], "flags": flags, "notes": told["notes"]})


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("range", help="A..B (first parents), or one commit")
    usual.measuring(verb)
    usual.fleet(verb)
    parts = verb.add_mutually_exclusive_group()
    parts.add_argument(
        "--no-profile", action="store_true", help="times only: no commit is taken apart"
    )
    parts.add_argument(
        "--missing",
        action="store_true",
        help="measure nothing: take apart the measured commits that were not yet",
    )


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    asked = Asked(profile=not arguments.no_profile, missing=arguments.missing)
    if arguments.on:
        found = measured_by_others(project, arguments)
    else:
        found = measured(project, arguments.range, options_of(arguments), asked)
    lines = _json(found) if arguments.json else _text(project, found)
    failing = {flag.kind for _, flag in found.flags} & set(project.config.fail_on)
    exit = Exit.SLOWER if failing else Exit.TOOL if found.failed else Exit.PASS
    return Result(lines, exit, project.records.warnings)


def measured(project: Project, spec: str, options: Options, asked: Asked) -> Found:
    stop = Another(0 if asked.missing else pairs_for("run", options.pairs))
    with project.measuring():
        found = Found(project.git.range(spec))
        pairs = _pairs(found.commits)
        for number, commits in enumerate(pairs, 1):
            names = " and ".join(commit.short for commit in commits)
            project.progress.step(f"measuring  {names} ({number} of {len(pairs)})")
            if asked.missing and _complete(project, commits):
                continue
            session = Session.opened(project, list(commits), options)
            sides = measure(session, stop)
            if session.unsaved:
                what = f"what was measured of {names} is not saved: {session.unsaved}"
                raise ToolError(what, "make room; the same command goes on")
            if not any(one.runs for one in sides[-1].values()):
                note = f"{session.sides[-1].commit.short} has no times yet: unladen run {spec}"
                found.notes[note] = None
            if asked.profile:
                _taken_apart(session, sides, found)
        return found


def measured_by_others(project: Project, arguments: argparse.Namespace) -> Found:
    """Each pair of commits on one machine; what it measured comes home as it would be here."""
    found = Found(project.git.range(arguments.range))
    pairs = _pairs(found.commits)
    units = []
    for commits in pairs:
        spec = "..".join(commit.hash for commit in commits)
        instead = {arguments.range: spec}
        units.append(sent.unit_of(project, arguments, commits, instead, "--json"))
    heads = {unit.label: commits[-1] for unit, commits in zip(units, pairs, strict=True)}
    fleet = sent.fleet_of(project, arguments, found.commits)
    for finished in fleet.brought_home(units, fresh=arguments.fresh):
        head = heads[finished.unit.label]
        if finished.failed or finished.exit not in FINE:
            found.failed[head] = finished.failed or sent.last_words(finished)
            continue
        told = RunTold.read(finished.output)
        found.flags += [(head, flag) for flag in told.flags]
        found.profiles += told.profiles
        found.notes |= dict.fromkeys(told.notes)
    return found


def _pairs(commits: Sequence[Commit]) -> list[Sequence[Commit]]:
    return [*itertools.pairwise(commits)] or [commits]


def _complete(project: Project, commits: Sequence[Commit]) -> bool:
    """Whether all of them were taken apart before; of a named environment that is asked later."""
    profiles = profiles_of(project)
    return project.config.environment is None and all(
        profiles.of(project.machine.name, commit.hash) for commit in commits
    )


def _taken_apart(session: Session, sides: Sides, found: Found) -> None:
    """Times stand, and are saved, whatever happens to the profilers."""
    project = session.project
    asked = project.config.profile
    of = Dissection(
        project=project,
        sides=session.sides,
        measured=sides,
        caches=lambda _, __: None,
        depth=depth_of(asked),
        notes=session.notes,
    )
    tasks = due(of, profiles_of(project), asked, session.options.fresh)
    try:
        with ExitStack() as stack:
            if any(sides[-1][task.benchmark].benchmark.setup_cache for task in tasks):
                of.caches = stack.enter_context(caches(session))
            if tasks:
                project.progress.step(_beforehand(tasks, asked))
            for _ in profiled(of, tasks, asked):
                found.profiles += 1
    except UnladenError as error:
        session.notes.append(f"not taken apart: {error}"[:200])
    found.notes |= dict.fromkeys(session.notes)
    if len(sides) == 2:
        old, new = (side.commit for side in session.sides)
        environment = session.sides[-1].environment
        flags = flags_of_commits(project, environment, (old, new), (sides[0], sides[1]))
        found.flags += [(new, flag) for flag in flags]


def _beforehand(tasks: Sequence[Due], asked: ProfileConfig) -> str:
    most = sum(len(task.sides) for task in tasks) * asked.seconds
    names = ", ".join(task.benchmark for task in tasks)
    return f"profiling  {names[:70]}; {most:.0f} s at most (--no-profile: none)"


def _json(found: Found) -> Iterator[str]:
    told: Mapping[str, object] = {
        "measured": [commit.hash for commit in found.commits],
        "profiles": found.profiles,
        "flags": [
            {"commit": commit.hash, **flags_told.as_json(flag)} for commit, flag in found.flags
        ],
        "notes": list(found.notes),
        "failed": {commit.hash: why for commit, why in found.failed.items()},
    }
    yield json.dumps(told)


def _text(project: Project, found: Found) -> Iterator[str]:
    commits = found.commits
    where = project.name_of(project.records.folder)
    yield f"measured {len(commits) - len(found.failed)} commits; records: {where}"
    if found.profiles:
        yield f"took {found.profiles} benchmarks of commits apart: results/profiles"
    for commit in commits:
        yield from flags_told.lines([f for c, f in found.flags if c == commit], commit.short)
    for commit, why in found.failed.items():
        yield f"NOT MEASURED  {commit.short}  {one_line(commit.subject, 50)}"
        yield f"  why   {one_line(why, 300)}"
    for note in found.notes:
        yield f"  note  {note}"
    if len(commits) > 1:
        yield f"  next  unladen compare {commits[-2].short} {commits[-1].short}"
    yield f"  next  unladen {'publish' if found.profiles else f'show {commits[-1].short}'}"

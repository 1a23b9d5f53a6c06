"""A..B -> records: each commit measured side by side with the one before it, and taken apart."""

import argparse
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from unladen.config import ProfileConfig
from unladen.errors import Exit, ToolError, UnladenError
from unladen.history.parted import flags_of_commits
from unladen.measure.session import Session, Sides, caches, measure
from unladen.measure.stop import Another, pairs_for
from unladen.model import Commit
from unladen.model.flags import Flag
from unladen.model.options import Options
from unladen.output import flags as flags_told
from unladen.profiling.dissect import Dissection
from unladen.profiling.every import Due, depth_of, due, profiled
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen run HEAD
  unladen run v1.0..HEAD -b solve
  unladen run v1.0..HEAD --missing      take apart what was measured without it"""


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


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("range", help="A..B (first parents), or one commit")
    usual.measuring(verb)
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
    found = measured(project, arguments.range, options_of(arguments), asked)
    lines = _json(found) if arguments.json else _text(project, found)
    failing = {flag.kind for _, flag in found.flags} & set(project.config.fail_on)
    exit = Exit.SLOWER if failing else Exit.PASS
    return Result(lines, exit, project.records.warnings)


def measured(project: Project, spec: str, options: Options, asked: Asked) -> Found:
    stop = Another(0 if asked.missing else pairs_for("run", options.pairs))
    with project.measuring():
        found = Found(project.git.range(spec))
        pairs: list[Sequence[Commit]] = [*itertools.pairwise(found.commits)]
        pairs = pairs or [found.commits]
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
    }
    yield json.dumps(told)


def _text(project: Project, found: Found) -> Iterator[str]:
    commits = found.commits
    yield f"measured {len(commits)} commits; records: {project.name_of(project.records.folder)}"
    if found.profiles:
        yield f"took {found.profiles} benchmarks of commits apart: results/profiles"
    for commit in commits:
        yield from flags_told.lines([f for c, f in found.flags if c == commit], commit.short)
    for note in found.notes:
        yield f"  note  {note}"
    if len(commits) > 1:
        yield f"  next  unladen compare {commits[-2].short} {commits[-1].short}"
    yield f"  next  unladen {'publish' if found.profiles else f'show {commits[-1].short}'}"

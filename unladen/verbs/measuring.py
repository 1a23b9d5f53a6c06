"""commits -> records, pair by pair: measured side by side, and taken apart. What `run` does."""

import argparse
import itertools
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Self

from unladen.config import ProfileConfig
from unladen.errors import BuildFailed, NoSuite, NotLoaded, ToolError, UnladenError
from unladen.history.parted import flags_of_commits
from unladen.judge.compare import compare
from unladen.measure.keeping import keep_failed
from unladen.measure.session import Session, Sides, caches, measure
from unladen.measure.stop import Another, Enough, pairs_for
from unladen.model import Commit, Comparison, Verdict
from unladen.model.commits import AskedBase
from unladen.model.flags import Flag
from unladen.model.options import Options
from unladen.model.stretches import BackfillTold
from unladen.model.units import Finished
from unladen.profiling.dissect import Dissection
from unladen.profiling.every import Due, depth_of, due, profiled
from unladen.store.costs import Cost, Costs
from unladen.store.fields import decoded, json_of
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.tools.files import check_room
from unladen.tools.foreign import reading

Pair = Sequence[Commit]
"""Neighbours, or one commit that has none."""


@dataclass(slots=True)
class Found:
    """What a run has to tell, in the order of the commits."""

    commits: Sequence[Commit]
    asked_base: AskedBase | None = None
    """The first commit of a range, as the user named it."""
    flags: list[tuple[Commit, Flag]] = field(default_factory=list)
    profiles: int = 0
    notes: dict[str, None] = field(default_factory=dict)
    failed: dict[Commit, str] = field(default_factory=dict)
    """Which commits nobody measured, and why."""
    partly: set[Commit] = field(default_factory=set)
    """At which a module of the suite cannot be imported: the next commit has another neighbour."""
    left_out: dict[Commit, str] = field(default_factory=dict)
    """Which were not tried, because they failed before."""
    wrong: list[tuple[Commit, Comparison]] = field(default_factory=list)
    """Whose answers are not those of the commit before."""
    backfill: BackfillTold | None = None
    """Of what was missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunTold:
    """What another machine says of a pair, as it tells it in JSON."""

    profiles: int = 0
    flags: tuple[Flag, ...] = ()
    notes: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    """Commits that could not be measured, by hash, and why; and"""
    partly: tuple[str, ...] = ()
    """those that could in part."""
    wrong: tuple[str, ...] = ()
    """A line for each benchmark whose answers are not those of the commit before."""

    @classmethod
    def read(cls, text: str) -> Self:
        with reading("what another machine answered", "unladen run there, by hand, shows more"):
            return cls._read(json_of(text.encode()))

    @classmethod
    def _read(cls, told: Any) -> Self:
        flags = [{k: v for k, v in each.items() if k != "commit"} for each in told["flags"]]
        wrong = [
            f"wrong answers at {each['commit'][:8]}: {each['benchmark']}: {each['why']}"
            for each in told.get("wrong_answers", ())
        ]
        rest = {name: told[name] for name in ("profiles", "notes")}
        newer = {"failed": told.get("failed", {}), "partly": told.get("partly", ())}
        return decoded(cls, {**rest, **newer, "flags": flags, "wrong": wrong})


def failed_of(found: Found, commits: Pair, finished: Finished) -> dict[Commit, str]:
    """Commits of a unit that another machine could not measure, as it tells in JSON; of those that
    it could measure in part it is noted."""
    try:
        told = RunTold.read(finished.output)
    except UnladenError:
        return {}
    found.partly |= {each for each in commits if each.hash in told.partly}
    return {each: told.failed[each.hash] for each in commits if each.hash in told.failed}


def neighbours(commits: Sequence[Commit]) -> list[Pair]:
    return [*itertools.pairwise(commits)] or [commits]


def measured_in_turn(
    project: Project, commits: Sequence[Commit], options: Options, found: Found, profile: bool
) -> None:
    """Each commit beside the last one before it that can be measured; or, where there is no other
    one, alone."""
    base, alone = None, True
    for number, commit in enumerate(commits, 1):
        if base is None:
            base, alone = commit, True
            continue
        where = f"({number - 1} of {len(commits) - 1})"
        project.progress.step(f"measuring  {base.short} and {commit.short} {where}")
        failed = measured_pair(project, (base, commit), options, found, profile)
        if base in failed:
            base, alone = None if commit in failed else commit, True
        elif base in found.partly and commit not in failed:
            base, alone = commit, True
        elif commit not in failed and commit not in found.partly:
            base, alone = commit, False
    if base is not None and alone:
        project.progress.step(f"measuring  {base.short}")
        measured_pair(project, (base,), options, found, profile)


def measured_pair(
    project: Project, commits: Pair, options: Options, found: Found, profile: bool
) -> Mapping[Commit, str]:
    """One at a time: who calls holds the project. Returns those of them that cannot be measured,
    and why: it is recorded, and ends nothing else."""
    began, session = time.monotonic(), None
    pairs = pairs_for("run", options.pairs)
    stop = Enough(pairs) if len(commits) > 1 else Another(pairs)
    try:
        session = Session.opened(project, list(commits), options)
        sides = measure(session, stop)
        failed: Mapping[Commit, str] = session.broken
    except (BuildFailed, NoSuite, NotLoaded) as error:
        failed = _failed(project, commits, error, session.broken if session else {})
    found.failed |= failed
    if failed or session is None:
        return failed
    found.partly |= session.partly
    if session.unsaved:
        names = " and ".join(commit.short for commit in commits)
        what = f"what was measured of {names} is not saved: {session.unsaved}"
        raise ToolError(what, "make room; the same command goes on")
    if len(sides) == 2:
        found.wrong += _wrong(project, session.sides[-1].commit, sides)
    if not any(one.runs or one.values for one in sides[-1].values()):
        commit = session.sides[-1].commit.short
        found.notes[f"{commit} has no times yet: unladen run {commit}"] = None
    if profile:
        _taken_apart(session, sides, found)
    cost = Cost(
        machine=project.machine.name,
        patterns=tuple(options.patterns),
        pairs=pairs,
        profiled=profile,
        seconds=time.monotonic() - began,
    )
    Costs(project.work).add(cost)
    return failed


def _failed(
    project: Project,
    commits: Pair,
    error: ToolError | NoSuite,
    broken: Mapping[Commit, str],
) -> dict[Commit, str]:
    """Recorded. `broken` are those at which nothing can be imported, each for its reason. A disk
    that is full fails a build, too, and is no failure of the commit."""
    check_room(project.work)
    if isinstance(error, BuildFailed):
        mine, suite = [each for each in commits if each.short == error.commit], ""
    else:
        sides = error.sides if isinstance(error, NotLoaded) else range(len(commits))
        mine, suite = [commits[side] for side in sides], project.suite_digest()
    told = {commit: broken.get(commit, error.what) for commit in mine}
    for commit, why in told.items():
        keep_failed(project, commit, why, suite)
    return told


def failed_before(
    project: Project, arguments: argparse.Namespace, commits: Sequence[Commit]
) -> dict[Commit, str]:
    """Commits of a range that could not be measured the last time, on this machine or on any of a
    fleet. One that is asked for by itself is tried again, and so is what a unit of a fleet asks
    for: who sent it has looked."""
    if arguments.fresh or len(commits) < 2 or arguments.on == "":
        return {}
    machine, suite = None if arguments.on else project.machine.name, project.suite_digest()
    told = {each: project.records.failure(each.hash, suite, machine) for each in commits}
    return {each: why for each, why in told.items() if why}


def _wrong(project: Project, head: Commit, sides: Sides) -> list[tuple[Commit, Comparison]]:
    old, new = sides
    rules = project.config.rules
    each = (compare(old[id], new[id], rules(id, len(new))) for id in new)
    return [(head, one) for one in each if one.verdict is Verdict.WRONG]


def taken_apart(project: Project, commits: Pair, options: Options, found: Found) -> None:
    """Nothing is measured."""
    if _complete(project, commits):
        return
    session = Session.opened(project, list(commits), options)
    _taken_apart(session, measure(session, Another(0)), found)


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

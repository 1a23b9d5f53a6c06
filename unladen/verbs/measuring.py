"""commits -> records, pair by pair: measured side by side, and taken apart. What `run` does."""

import itertools
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Self

from unladen.config import ProfileConfig
from unladen.errors import ToolError, UnladenError
from unladen.history.parted import flags_of_commits
from unladen.judge.compare import compare
from unladen.measure.session import Session, Sides, caches, measure
from unladen.measure.stop import Another, pairs_for
from unladen.model import Commit, Comparison, Verdict
from unladen.model.commits import AskedBase
from unladen.model.flags import Flag
from unladen.model.options import Options
from unladen.model.stretches import BackfillTold
from unladen.profiling.dissect import Dissection
from unladen.profiling.every import Due, depth_of, due, profiled
from unladen.store.costs import Cost, Costs
from unladen.store.fields import decoded, json_of
from unladen.store.profiles import profiles_of
from unladen.store.project import Project
from unladen.tools.foreign import reading

Pair = Sequence[Commit]
"""Neighbours, or one commit that has none."""


@dataclass(slots=True)
class Found:
    """What a run has to tell, in the order of the commits."""

    commits: Sequence[Commit]
    asked_base: AskedBase | None = None
    """Of a range, the commit that it was asked for from."""
    flags: list[tuple[Commit, Flag]] = field(default_factory=list)
    profiles: int = 0
    notes: dict[str, None] = field(default_factory=dict)
    failed: dict[Commit, str] = field(default_factory=dict)
    """Which commits nobody measured, and why."""
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
        rest = {"profiles": told["profiles"], "notes": told["notes"]}
        return decoded(cls, {**rest, "flags": flags, "wrong": wrong})


def neighbours(commits: Sequence[Commit]) -> list[Pair]:
    return [*itertools.pairwise(commits)] or [commits]


def measured_pair(
    project: Project, commits: Pair, options: Options, found: Found, profile: bool
) -> None:
    """One at a time: who calls holds the project."""
    began = time.monotonic()
    pairs = pairs_for("run", options.pairs)
    stop = Another(pairs)
    session = Session.opened(project, list(commits), options)
    sides = measure(session, stop)
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

"""the words of a verb -> Units for the workers of a cluster (docs/decisions/0015).

A worker is asked what this machine was asked, but for where it is done. The last of two words that
say the same counts, so what is added at the end goes before what was typed.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unladen.errors import ConfigError, Exit, ToolError
from unladen.fleet.crew import Fleet, FleetPlace
from unladen.model import Commit
from unladen.model.commits import AskedBase, ComparedCommits
from unladen.model.units import Finished, Unit
from unladen.store.project import Project
from unladen.verbs.result import Result

ADDED = ("--on", "", "-q", "--ignore-dirty")


def fleet_of(project: Project, arguments: argparse.Namespace, commits: Sequence[Commit]) -> Fleet:
    if arguments.machine:
        what = "--machine is the name of one machine, and those of a fleet have their own"
        raise ConfigError(what, "UNLADEN_MACHINE=NAME where the worker is started")
    dirty = getattr(arguments, "ignore_dirty", True)  # what builds takes commits only
    project.commits(commits[0].hash, commits[-1].hash, dirty)  # or it says why not
    where = FleetPlace(cluster=arguments.on, kinds=arguments.kind)
    return Fleet(project, where, commits)


def unit_of(
    arguments: argparse.Namespace,
    commits: Sequence[Commit],
    instead: Mapping[str, str],
    *more: str,
) -> Unit:
    """`instead` of some words others, where a unit is a part of what was asked."""
    words = [instead.get(word, word) for word in _without(arguments.given)]
    return unit_with(arguments, commits, (*words, *more))


def unit_with(
    arguments: argparse.Namespace, commits: Sequence[Commit], words: Sequence[str]
) -> Unit:
    return Unit(
        words=(*words, *ADDED),
        label=" and ".join(commit.short for commit in commits),
        commits=tuple(commit.hash for commit in commits),
        needs=tuple(build_of(arguments, commit) for commit in commits),
    )


def build_of(arguments: argparse.Namespace, commit: Commit) -> Unit:
    """For the environments that are asked for; on whichever machine."""
    where = ("-E", arguments.environment) if arguments.environment else ()
    words = ("build", commit.hash, *where, "--json", "--on", "", "-q")
    return Unit(words=words, label=f"build of {commit.short}", builds=True)


def _without(given: Sequence[str]) -> Iterator[str]:
    """Where it is done is no part of what is done: another cluster goes on with the same units."""
    rest = iter(given)
    for word in rest:
        if word in ("--on", "--kind"):
            next(rest, None)
        elif not word.startswith(("--on=", "--kind=")) and word not in ("-q", "--quiet"):
            yield word


def sent(
    project: Project,
    arguments: argparse.Namespace,
    commits: Sequence[Commit],
    instead: Mapping[str, str] | None = None,
) -> Result:
    """All of it by one machine: what it told is told here, when it comes home."""
    fleet = fleet_of(project, arguments, commits)
    unit = replace(unit_of(arguments, commits, instead or {}), needs=())
    (finished,) = fleet.brought_home([unit])
    if finished.failed:
        raise ToolError(f"{unit.label}: {finished.failed}", "the same command tries again")
    if finished.exit not in {each.value for each in Exit} or not finished.output:
        raise ToolError(f"{unit.label}: {last_words(finished)}", "the same without --on")
    lines = finished.output.rstrip("\n").split("\n")
    return Result(_told(lines), Exit(finished.exit), project.records.warnings)


def sent_pair(project: Project, arguments: argparse.Namespace, commits: ComparedCommits) -> Result:
    """The other machine is told the commit that was named: it finds where head left it as this one
    does, and reports the same."""
    base, head = arguments.base, arguments.head
    named = project.git.commit(base)
    every = list(dict.fromkeys((named, commits.base, commits.head)))
    return sent(project, arguments, every, {base: named.hash, head: commits.head.hash})


def sent_range(
    project: Project,
    arguments: argparse.Namespace,
    commits: Sequence[Commit],
    asked: AskedBase,
    instead: Mapping[str, str],
) -> Result:
    """All commits of a range, and the one that it was asked for from."""
    named = project.git.commit(asked.hash)
    return sent(project, arguments, list(dict.fromkeys((named, *commits))), instead)


def last_words(finished: Finished) -> str:
    """Of a call that failed: what it said at the end, where the reason is."""
    lines = [line.strip() for line in finished.said.splitlines() if line.strip()]
    told = " / ".join(lines[-4:])
    return f"exit {finished.exit} on {finished.machine or 'a worker'}: …{told[-260:]}"


def _told(lines: Sequence[str]) -> Iterator[str]:
    yield from lines

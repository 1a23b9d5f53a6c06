"""A..B -> the wheel of each commit, built and kept; nothing is measured."""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from unladen.errors import Exit, UnladenError
from unladen.model import Commit
from unladen.output.words import base_lines, one_line
from unladen.store.project import Project
from unladen.verbs import sent
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, ranged
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen build main
  unladen build v1.0..HEAD
  unladen build v1.0..HEAD --on tcp://scheduler:8786"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A commit's wheel in one environment; or why there is none."""

    commit: str
    environment: str = ""
    wheel: str = ""
    """Its path."""
    megabytes: float = 0.0
    seconds: float = 0.0
    failed: str = ""


def words(verb: argparse.ArgumentParser) -> None:
    help_ = "A..B (first parents, from where B left A), or one commit"
    verb.add_argument("range", help=help_)
    usual.exact_base(verb)
    usual.place(verb)
    usual.fleet(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    commits, asked = ranged(project, arguments)
    if arguments.on:
        every = list(built_by_others(project, arguments, commits))
    else:
        every = list(built_here(project, commits))
    base = base_lines(commits[0], asked)
    lines = _json(every) if arguments.json else [*base, *_text(commits, every)]
    exit = Exit.TOOL if any(each.failed for each in every) else Exit.PASS
    return Result(lines, exit, project.records.warnings)


def built_here(project: Project, commits: Sequence[Commit]) -> Iterator[Built]:
    """A commit that cannot be built keeps no other one from it."""
    with project.measuring():
        for commit in commits:
            for each in project.in_each_environment():
                yield _built(each, commit)
    project.progress.clear()


def _built(project: Project, commit: Commit) -> Built:
    began = time.monotonic()
    try:
        environment, wheel = project.built(commit)
    except UnladenError as error:
        return Built(commit=commit.hash, failed=str(error)[:1000])
    if wheel is None:
        why = "its build leaves no wheel, or several: it is built where it is measured"
        return Built(commit=commit.hash, environment=environment, failed=why)
    return Built(
        commit=commit.hash,
        environment=environment,
        wheel=project.name_of(wheel.path),
        megabytes=wheel.path.stat().st_size / 1e6,
        seconds=time.monotonic() - began,
    )


def built_by_others(
    project: Project, arguments: argparse.Namespace, commits: Sequence[Commit]
) -> Iterator[Built]:
    """Each by whichever machine is free; wheels come home."""
    fleet = sent.fleet_of(project, arguments, commits)
    units = {commit.hash: sent.build_of(arguments, commit) for commit in commits}
    hashes = {unit.label: hash_ for hash_, unit in units.items()}
    for finished in fleet.brought_home(list(units.values())):
        hash_ = hashes[finished.unit.label]
        project.brought.keep(finished.wheels)
        failed = finished.failed or ("" if finished.wheels else sent.last_words(finished))
        if failed:
            yield Built(commit=hash_, failed=failed)
        for each in finished.wheels:
            yield Built(
                commit=hash_,
                environment=each.environment,
                wheel=each.name,
                megabytes=len(each.content) / 1e6,
                seconds=finished.seconds,
            )


def _json(every: Sequence[Built]) -> Iterator[str]:
    yield json.dumps({"built": [asdict(each) for each in every]})


def _text(commits: Sequence[Commit], every: Sequence[Built]) -> Iterator[str]:
    known = {commit.hash: commit for commit in commits}
    order = {commit.hash: place for place, commit in enumerate(commits)}
    for each in sorted(every, key=lambda one: order[one.commit]):
        commit = known[each.commit]
        if each.failed:
            yield f"NOT BUILT  {commit.short}  {one_line(commit.subject, 50)}"
            yield f"  why   {one_line(each.failed, 300)}"
        else:
            told = f"{amount_of(each.megabytes)}, {each.seconds:.1f} s"
            yield f"built {commit.short}  {one_line(commit.subject, 40)}  {told}"
    if len(commits) > 1:
        yield f"  next  unladen run {commits[0].short}..{commits[-1].short}"


def amount_of(megabytes: float) -> str:
    return f"{megabytes:.1f} MB" if megabytes >= 1 else f"{1000 * megabytes:.1f} kB"

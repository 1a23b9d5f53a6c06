"""A..B -> records: each commit measured side by side with the one before it."""

import argparse
import itertools
import json
from collections.abc import Iterator, Sequence

from unladen.measure.session import Session, measure
from unladen.measure.stop import Another, pairs_for
from unladen.model import Commit
from unladen.model.options import Options
from unladen.store.project import Project
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen run HEAD
  unladen run v1.0..HEAD -b solve"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("range", help="A..B (first parents), or one commit")
    usual.measuring(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    commits = measured(project, arguments.range, options_of(arguments))
    lines = _json(commits) if arguments.json else _text(project, commits)
    return Result(lines, warnings=project.records.warnings)


def measured(project: Project, spec: str, options: Options) -> list[Commit]:
    stop = Another(pairs_for("run", options.pairs))
    with project.measuring():
        commits = project.git.range(spec)
        if len(commits) == 1:
            measure(Session.opened(project, commits, options), stop)
        for older, newer in itertools.pairwise(commits):
            project.progress.step(f"measuring  {older.short} and {newer.short}")
            measure(Session.opened(project, [older, newer], options), stop)
        return commits


def _json(commits: Sequence[Commit]) -> Iterator[str]:
    yield json.dumps({"measured": [commit.hash for commit in commits]})


def _text(project: Project, commits: Sequence[Commit]) -> Iterator[str]:
    yield f"measured {len(commits)} commits; records: {project.records.folder}"
    if len(commits) > 1:
        yield f"  next  unladen compare {commits[-2].short} {commits[-1].short}"
    yield f"  next  unladen show {commits[-1].short}"

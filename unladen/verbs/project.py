"""costs at the sizes that were measured -> an estimate of others, by a law that must hold first."""

import argparse
import json
from collections.abc import Iterator, Sequence

from unladen.errors import Exit
from unladen.history.sizes import Family, costs, families, newest_record
from unladen.judge.scaling import NoLaw, at, law_of
from unladen.model import Commit
from unladen.model.projections import Projection, SizedCost
from unladen.output import project as told
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen project time_solve --to 400
  unladen project 'time_call\\(objects' --to 60 --to 120 --budget 8h
  unladen project time_solve --to 400 --commit v1.0 --json"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("bench", help="REGEX: a benchmark with a parameter of at least four numbers")
    verb.add_argument(
        "--to",
        type=_size,
        action="append",
        required=True,
        metavar="N",
        help="the size to tell; may be given again",
    )
    verb.add_argument(
        "--over", type=int, metavar="K", help="its K-th parameter (the last one of numbers)"
    )
    verb.add_argument("--commit", metavar="REV", help="of this commit (the newest recorded one)")
    verb.add_argument(
        "--budget",
        type=usual.duration,
        metavar="8h",
        help="tell how many calls it holds (s, m, h, d)",
    )
    verb.add_argument("--machine", metavar="NAME", help="the name this machine is known by")


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    patterns = [arguments.bench]
    if arguments.commit:
        commit = project.git.commit(arguments.commit)
        record = project.records.get(commit, project.machine.name)
    else:
        commit, record = newest_record(project, patterns)
    sized = families(project, record, patterns, arguments.over)
    found = [_projected(commit, *each, arguments.to) for each in costs(sized)]
    lines = _json(found) if arguments.json else told.lines(found, arguments.budget)
    code = Exit.PASS if any(each.law for each in found) else Exit.UNDECIDED
    return Result(lines, code, project.records.warnings)


def _projected(
    commit: Commit, family: Family, points: Sequence[SizedCost], sizes: Sequence[float]
) -> Projection:
    name, over = family
    try:
        law = law_of(points)
    except NoLaw as error:
        return Projection(
            benchmark=name, over=over, commit=commit, points=points, refused=str(error)
        )
    asked = tuple(at(law, size) for size in sizes)
    return Projection(benchmark=name, over=over, commit=commit, points=points, law=law, at=asked)


def _json(found: Sequence[Projection]) -> Iterator[str]:
    yield json.dumps({"schema": 1, "projections": [told.as_json(each) for each in found]})


def _size(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e12:
        raise argparse.ArgumentTypeError(f"{text} is no size")
    return number

"""this machine -> what it offers for measuring, and how small a change it can show.

With --measure HEAD is measured against itself, built twice: everything that may differ between two
commits differs, except the code.
"""

import argparse
import json
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

from unladen.errors import Exit
from unladen.judge.compare import clock_for, effects_of, paired_runs
from unladen.judge.power import PLANTED, power
from unladen.judge.sequential import LOOKS
from unladen.measure.offers import examined
from unladen.measure.session import Session, measure
from unladen.measure.stop import Another, pairs_for
from unladen.model.options import Options
from unladen.model.searches import Power
from unladen.output import doctor as told
from unladen.store.project import Project
from unladen.tools import files
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project, options_of
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen doctor
  unladen doctor --measure -b time_solve"""
MEASURE = "  next  unladen doctor --measure   A/A runs: false alarms and power, measured"


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--measure",
        action="store_true",
        help="A/A runs of HEAD: false alarms and the power curve of each benchmark",
    )
    usual.measuring(verb)


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    lines = _json(arguments, project) if arguments.json else _text(arguments, project)
    return Result(lines, warnings=project.records.warnings)


def _json(arguments: argparse.Namespace, project: Project) -> Iterator[str]:
    findings = list(examined(project))
    curves = curves_of(project, options_of(arguments)) if arguments.measure else []
    yield json.dumps(told.as_json(findings, curves))


def _text(arguments: argparse.Namespace, project: Project) -> Generator[str, None, Exit]:
    """What is there at once; what takes minutes afterwards."""
    for finding in examined(project):
        yield from told.finding_lines(finding)
    if arguments.measure:
        curves = curves_of(project, options_of(arguments))
        yield from told.power_lines(curves, project.config.allow, PLANTED)
        yield f"stored       {_power_file(project)}"
    else:
        yield MEASURE
    return Exit.PASS


def curves_of(project: Project, options: Options) -> list[Power]:
    """By resampling the pairs that were measured now; kept beside the records.

    Both sides are one commit with one record: what that had before would be paired with itself, and
    look like a machine without noise.
    """
    with project.measuring():
        head = project.git.commit("HEAD")
        session = Session.opened(project, [head, head], options)
        old, new = measure(session, Another(pairs_for("doctor", options.pairs)))
    curves = []
    for id in old:
        pairs = [pair for pair in paired_runs(old[id], new[id]) if session.took(pair[0])]
        if len(pairs) >= LOOKS[0]:
            clock = clock_for([b for b, _ in pairs], [h for _, h in pairs])
            curves.append(power(id, effects_of(pairs, clock), project.config.allow))
    _store(project, curves)
    return curves


def _power_file(project: Project) -> Path:
    return project.records.folder / "power.json"


def _store(project: Project, curves: Sequence[Power]) -> None:
    content = json.dumps([told.power_json(curve) for curve in curves], indent=1)
    files.replace(_power_file(project), content + "\n")

"""records -> what is in them."""

import argparse
import json
from collections.abc import Iterator, Sequence

from unladen.model import Measurement, Outcome, Record
from unladen.output import terminal
from unladen.output.words import one_line
from unladen.store.records import record_to_json
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

EXAMPLES = """\
  unladen show
  unladen show HEAD
  unladen show --benchmarks
  unladen show --failures"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("commit", nargs="?", help="one commit's record")
    usual.place(verb)
    verb.add_argument("--benchmarks", action="store_true", help="all that have been measured")
    verb.add_argument("--failures", action="store_true", help="what did not run, and why")


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    if arguments.commit:
        commit = project.git.commit(arguments.commit)
        record = project.records.get(commit, project.machine.name, project.config.environment)
        records = [record]
    else:
        records = project.records.all()
    return Result(_lines(arguments, records), warnings=project.records.warnings)


def _lines(arguments: argparse.Namespace, records: Sequence[Record]) -> Iterator[str]:
    if arguments.json:
        yield json.dumps([record_to_json(record) for record in records])
    elif arguments.benchmarks:
        yield from sorted({one_line(m.benchmark.id, 100) for _, m in _measurements(records)})
    elif arguments.failures:
        yield from _failures(records)
    elif arguments.commit:
        yield from terminal.record_lines(records[0])
    else:
        yield from terminal.records_lines(records)


def _measurements(records: Sequence[Record]) -> Iterator[tuple[str, Measurement]]:
    for record in records:
        for measurement in record.measurements.values():
            yield record.commit.short, measurement


def _failures(records: Sequence[Record]) -> Iterator[str]:
    for short, m in _measurements(records):
        if m.outcome not in (Outcome.OK, Outcome.SKIPPED):
            name = one_line(m.benchmark.id, 50)
            yield f"{short} {name}: {m.outcome.value}: {one_line(m.detail, 120)}"

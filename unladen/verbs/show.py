"""records -> what is in them."""

import argparse
import glob
import json
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from unladen.errors import ConfigError
from unladen.judge.leaks import left_behind
from unladen.model import Measurement, Outcome, Record
from unladen.output import terminal
from unladen.output.words import one_line
from unladen.store.profiles import MAX_BYTES, place_of
from unladen.store.project import Project
from unladen.store.records import record_to_json
from unladen.tools import files
from unladen.tools.foreign import bounded_bytes, bounded_gzip, reading
from unladen.verbs import words as usual
from unladen.verbs.opening import open_project
from unladen.verbs.result import Result

RAW = ".json.raw.gz"
EXAMPLES = """\
  unladen show
  unladen show HEAD
  unladen show --benchmarks
  unladen show --failures
  unladen show HEAD --scalene suite.time_solve     its raw profile, for scalene's own viewer"""


def words(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("commit", nargs="?", help="one commit's record")
    usual.place(verb)
    verb.add_argument("--benchmarks", action="store_true", help="all that have been measured")
    verb.add_argument("--failures", action="store_true", help="what did not run, and why")
    verb.add_argument(
        "--scalene",
        metavar="BENCHMARK",
        help="write the raw profiles of this commit and benchmark, for `scalene view`",
    )


def run(arguments: argparse.Namespace) -> Result:
    project = open_project(arguments)
    if arguments.scalene:
        return Result(_raw(project, arguments.commit or "HEAD", arguments.scalene))
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
        each = records[0].measurements.items()
        yield from terminal.record_lines(
            records[0], {id: list(left_behind(one).values()) for id, one in each}
        )
    else:
        yield from terminal.records_lines(records)


def _raw(project: Project, revision: str, benchmark: str) -> Iterator[str]:
    """As scalene wrote them, but for what it has twice."""
    commit = project.git.commit(revision)
    place = place_of(project, commit, benchmark)
    found = sorted(place.parent.glob(f"{glob.escape(place.name)}-*{RAW}"))
    if not found:
        what = f"no profile by scalene of {one_line(benchmark, 80)} at {commit.short}"
        raise ConfigError(what, f"unladen run {commit.short} -b {shlex.quote(benchmark)}")
    for path in found:
        written = Path(f"{path.name.removesuffix(RAW)}.json")
        with reading(str(path), f"unladen run {commit.short} -b {shlex.quote(benchmark)}"):
            content = bounded_gzip(bounded_bytes(path, MAX_BYTES), MAX_BYTES)
        files.replace_bytes(written, content)
        yield f"{written}  (scalene view {shlex.quote(str(written))})"


def _measurements(records: Sequence[Record]) -> Iterator[tuple[str, Measurement]]:
    for record in records:
        for measurement in record.measurements.values():
            yield record.commit.short, measurement


def _failures(records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        if record.failed:
            yield f"{record.commit.short} every benchmark: {one_line(record.failed, 200)}"
    for short, m in _measurements([each for each in records if not each.failed]):
        if m.outcome not in (Outcome.OK, Outcome.SKIPPED):
            name = one_line(m.benchmark.id, 50)
            yield f"{short} {name}: {m.outcome.value}: {one_line(m.detail, 120)}"

"""records of unladen's -> ResultFiles: a value for each benchmark, over its processes."""

import math
import statistics
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from unladen.judge.compare import clock_for, seconds
from unladen.model import Clock, Measurement, Record
from unladen.model.histories import ResultFacts, ResultFile
from unladen.store.archive import Archive
from unladen.store.asv_rows import Unreadable
from unladen.store.project import Project


def files(project: Project) -> Iterator[Path]:
    yield from sorted(project.records.folder.glob("*/*.json"))


def rows(
    project: Project, archive: Archive, paths: Sequence[Path]
) -> Iterator[tuple[Path, "partial[ResultFile]"]]:
    for path in paths:
        yield path, partial(_from_record, project, archive, path)


def _from_record(project: Project, archive: Archive, path: Path) -> ResultFile:
    record = project.records.read(path)
    if record is None:
        said = [text for text in project.records.warnings if str(path) in text]
        raise Unreadable(" ".join(said[-1:]).replace("\n", ";"))
    columns, values, half_widths = [], [], []
    for id, measurement in record.measurements.items():
        value, width = value_of(measurement, project.config.by_cpu_time(id))
        benchmark = measurement.benchmark
        label = id.removeprefix(benchmark.name)
        if label[:1] == "(" and label[-1:] == ")":
            label = label[1:-1]
        told = (benchmark.name, label, benchmark.kind.value, benchmark.unit)
        columns.append(archive.column(id, benchmark.version, told))
        values.append(value)
        half_widths.append(width)
    return ResultFile(
        machine=record.machine.name,
        environment=record.environment.name,
        commit=record.commit.hash,
        seconds=record.commit.seconds,
        columns=columns,
        values=values,
        half_widths=half_widths,
        facts=_facts(record),
    )


def value_of(measurement: Measurement, cpu_time: bool) -> tuple[float | None, float | None]:
    """One value for a commit, and half its interval as a share of it: over processes."""
    if measurement.runs:
        clock = Clock.CPU if cpu_time else clock_for(measurement.runs)
        medians = [statistics.median(seconds(run, clock)) for run in measurement.runs]
        middle = statistics.median(medians)
        doubt = measurement.doubt or None
        if len(medians) < 3 or not middle:
            return middle, doubt
        error = 2 * _deviation(medians) / math.sqrt(len(medians))
        return middle, max(doubt or 0.0, min(1.0, error / abs(middle)))
    if measurement.values and math.isfinite(measurement.values[0]):
        return measurement.values[0], measurement.doubt or None
    return None, None


def _deviation(values: Sequence[float]) -> float:
    """statistics.stdev, which adds fractions, took half of the time of reading a record."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((each - mean) ** 2 for each in values) / (len(values) - 1))


def _facts(record: Record) -> ResultFacts:
    machine = record.machine
    return ResultFacts(
        python=record.environment.python,
        packages=dict(record.environment.packages),
        compiler=record.environment.compiler,
        machine={"cpu": machine.cpu, "num_cpu": str(machine.cores), "os": machine.system},
    )

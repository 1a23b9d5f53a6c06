"""Measurements -> asv's own result files, so that asv publish, show and compare work on them.

asv writes a file where it is to lie: here it writes elsewhere, and what it wrote is moved whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from unladen.model import Kind, Machine, Measurement, Outcome
from unladen.tools import files
from unladen.tools.asv import AsvProject, Installed, quiet
from unladen.tools.foreign import UNREADABLE, reason_of
from unladen.tools.scratch import scratch


def write(
    project: AsvProject,
    sides: Sequence[Installed],
    measured: Sequence[Mapping[str, Measurement]],
    raw: Mapping[str, Mapping[str, Any]],
    machine: Machine,
) -> list[str]:
    """One file a side below results_dir, merged with what asv has there of the same commit; said is
    which of those could not be read, and were set aside."""
    told: list[str] = []
    _save_benchmarks(project, raw, told)
    for side, measurements in zip(sides, measured, strict=True):
        with quiet():
            _write_side(project, side, measurements, machine, told)
    return told


@contextmanager
def _whole(results: Path) -> Iterator[Path]:
    with scratch("asv-") as made:
        yield made
        for path in sorted(made.rglob("*.json")):
            files.replace_bytes(results / path.relative_to(made), path.read_bytes())


def _write_side(
    project: AsvProject,
    side: Installed,
    measurements: Mapping[str, Measurement],
    machine: Machine,
    told: list[str],
) -> None:
    from asv import util
    from asv.results import Results

    params = {
        "machine": machine.name,
        "os": machine.system,
        "cpu": machine.cpu,
        "num_cpu": str(machine.cores),
        "ram": str(machine.memory_mb << 10),
        "arch": machine.system.split()[-1],
    }
    _save_machine(project, params)
    full = params | {"python": side.python_version} | dict(side.requirements)
    results = Results(
        full,
        dict(side.requirements),
        side.commit.hash,
        side.commit.seconds * 1000,
        side.python_version,
        side.environment,
        dict(side.settings),
    )
    try:
        results.load_data(str(project.results))
    except (util.UserError, *UNREADABLE) as error:
        path = Path(project.results / results._filename)
        told.append(files.set_aside(path, reason_of(error)))
    for name, group in _by_name(measurements).items():
        _add(results, name, group)
    with _whole(project.results) as made:
        results.save(str(made))


def _save_machine(project: AsvProject, params: Mapping[str, str]) -> None:
    from asv import util

    path = project.results / params["machine"] / "machine.json"
    if not path.exists():
        with _whole(path.parent) as made:
            util.write_json(str(made / path.name), dict(params), 1)


def _save_benchmarks(
    project: AsvProject, raw: Mapping[str, Mapping[str, Any]], told: list[str]
) -> None:
    """benchmarks.json, without which asv shows and publishes nothing."""
    from asv import util

    path = project.results / "benchmarks.json"
    known: dict[str, Any] = {}
    if path.exists():
        with quiet():
            try:
                known = dict(util.load_json(str(path), 2))
            except (util.UserError, *UNREADABLE) as error:
                told.append(files.set_aside(path, reason_of(error)))
                known = {}
    with _whole(path.parent) as made:
        both = known | {name: dict(each) for name, each in raw.items()}
        util.write_json(str(made / path.name), both, 2)


def _by_name(measurements: Mapping[str, Measurement]) -> dict[str, list[Measurement]]:
    grouped: dict[str, list[Measurement]] = {}
    for measurement in measurements.values():
        grouped.setdefault(measurement.benchmark.name, []).append(measurement)
    return grouped


def _add(results: Any, name: str, group: Sequence[Measurement]) -> None:
    from asv.runner import BenchmarkResult

    if not any(m.runs or m.values for m in group):
        return
    whole = all(m.benchmark.param_index in (None, n) for n, m in enumerate(group))
    if not whole:
        return  # a selection of parameters: asv's files have no place for part of a table
    timed = group[0].benchmark.kind is Kind.TIME
    told = BenchmarkResult(
        result=[_value(m) for m in group],
        samples=[_samples(m) if timed else None for m in group],
        number=[1 if timed and m.runs else None for m in group],
        errcode=0,
        stderr="",
        profile=None,
    )
    benchmark = {
        "name": name,
        "version": group[0].benchmark.version,
        "params": [list(p) for p in group[0].benchmark.params],
    }
    results.add_result(benchmark, told, record_samples=True)


def _value(measurement: Measurement) -> float | None:
    if measurement.outcome is Outcome.SKIPPED:
        return float("nan")
    samples = _samples(measurement)
    if samples:
        return sorted(samples)[len(samples) // 2]
    return measurement.values[0] if measurement.values else None


def _samples(measurement: Measurement) -> list[float] | None:
    """The median wall time of each process: what asv's statistics should have been over."""
    found = [sorted(run.wall)[len(run.wall) // 2] for run in measurement.runs]
    return found or None

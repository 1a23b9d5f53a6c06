"""Measurements -> asv's own result files, so that asv publish, show and compare work on them."""

from collections.abc import Mapping, Sequence
from typing import Any

from unladen.model import Kind, Machine, Measurement, Outcome
from unladen.tools.asv import AsvProject, Installed, quiet


def write(
    project: AsvProject,
    sides: Sequence[Installed],
    measured: Sequence[Mapping[str, Measurement]],
    raw: Mapping[str, Mapping[str, Any]],
    machine: Machine,
) -> None:
    """One file a side below results_dir, merged with what asv has there of the same commit."""
    _save_benchmarks(project, raw)
    for side, measurements in zip(sides, measured, strict=True):
        with quiet():
            _write_side(project, side, measurements, machine)


def _write_side(
    project: AsvProject,
    side: Installed,
    measurements: Mapping[str, Measurement],
    machine: Machine,
) -> None:
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
    folder = str(project.results)
    results.load_data(folder)
    for name, group in _by_name(measurements).items():
        _add(results, name, group)
    results.save(folder)


def _save_machine(project: AsvProject, params: Mapping[str, str]) -> None:
    from asv import util

    path = project.results / params["machine"] / "machine.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        util.write_json(str(path), dict(params), 1)


def _save_benchmarks(project: AsvProject, raw: Mapping[str, Mapping[str, Any]]) -> None:
    """benchmarks.json, without which asv shows and publishes nothing."""
    from asv import util

    path = project.results / "benchmarks.json"
    known: dict[str, Any] = {}
    if path.exists():
        with quiet():
            try:
                known = util.load_json(str(path), 2)
            except util.UserError:
                known = {}
    path.parent.mkdir(parents=True, exist_ok=True)
    util.write_json(str(path), known | {name: dict(told) for name, told in raw.items()}, 2)


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

"""JSON of pyperf: a benchmark or a suite -> an ImportedFile. Each run is a process of its own.

Values are seconds of one loop, as pyperf keeps them; warm-ups and runs that only calibrate are left
out.
"""

from dataclasses import dataclass, field
from typing import Any

from unladen.model import Machine
from unladen.store.fields import decoded
from unladen.store.imports.results import (
    ENOUGH,
    MOST_RESULTS,
    ONE_PROCESS,
    ImportedBatch,
    ImportedCommit,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    text,
    when,
    whole,
)

Metadata = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PyperfRun:
    values: list[float] = field(default_factory=list)
    metadata: Metadata = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PyperfBenchmark:
    runs: list[PyperfRun]
    metadata: Metadata = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PyperfSuite:
    benchmarks: list[PyperfBenchmark]
    version: str
    metadata: Metadata = field(default_factory=dict)


def is_it(content: Any) -> bool:
    if not isinstance(content, dict) or not isinstance(content.get("version"), str):
        return False
    each = content.get("benchmarks")
    return (
        isinstance(each, list)
        and bool(each)
        and all(isinstance(one, dict) and "runs" in one for one in each)
    )


def read(content: Any) -> ImportedFile:
    told = decoded(PyperfSuite, content)
    if sum(len(each.runs) for each in told.benchmarks) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} runs")
    every = [(each, _all_metadata(told, each)) for each in told.benchmarks]
    results = [_result(each, metadata) for each, metadata in every]
    shared = every[0][1]
    batch = ImportedBatch(
        results=tuple(each for each in results if each is not None),
        commit=_commit(shared),
        machine=_machine(shared),
        python=text(shared.get("python_version"), 40).partition(" ")[0],
        label=text(shared.get("python_implementation"), 20),
        started=float(when(text(shared.get("date"), 40))),
    )
    odd = sum(each is None for each in results)
    return ImportedFile(
        tool=f"pyperf {text(shared.get('perf_version') or '', 20)}".strip(),
        batches=(batch,),
        left_out=(f"{odd} benchmarks without values",) if odd else (),
        lacks=("the build", "CPU time", "which code ran"),
    )


def _all_metadata(suite: PyperfSuite, benchmark: PyperfBenchmark) -> Metadata:
    """What holds for all stands above what holds for some."""
    first = benchmark.runs[0].metadata if benchmark.runs else {}
    return {**first, **suite.metadata, **benchmark.metadata}


def _result(benchmark: PyperfBenchmark, metadata: Metadata) -> ImportedResult | None:
    name = text(metadata.get("name") or "benchmark")
    runs = [tuple(run.values) for run in benchmark.runs if run.values]
    if not runs or not all(finite(*run) for run in runs):
        return None
    unit = text(metadata.get("unit") or "second", 20)
    doubt = 0.0 if len(runs) >= ENOUGH else ONE_PROCESS
    if unit != "second":
        value = sorted(each for run in runs for each in run)
        return ImportedResult(
            name=name, value=value[len(value) // 2], unit=f"{unit}s", doubt=doubt or ONE_PROCESS
        )
    return ImportedResult(name=name, processes=tuple(runs), doubt=doubt)


def _commit(metadata: Metadata) -> ImportedCommit | None:
    """pyperformance writes which commit of Python it measured."""
    hash_ = text(metadata.get("commit_id"), 64)
    stamp = when(text(metadata.get("commit_date"), 40))
    return ImportedCommit(hash=hash_, seconds=stamp) if hash_ else None


def _machine(metadata: Metadata) -> Machine:
    return Machine(
        name=text(metadata.get("hostname"), 80),
        cpu=text(metadata.get("cpu_model_name"), 120),
        cores=whole(metadata.get("cpu_count")),
        system=text(metadata.get("platform"), 120),
        memory_mb=0,
    )

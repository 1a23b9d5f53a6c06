"""JSON of pytest-benchmark, as `--benchmark-json` and its storage have it -> an ImportedFile.

One process measured it all. A file of the storage has no samples, unless it was asked to save them.
"""

from dataclasses import dataclass, field
from typing import Any

from unladen.model import Machine
from unladen.store.fields import decoded
from unladen.store.imports.results import (
    MOST_RESULTS,
    NO_SAMPLES,
    ONE_PROCESS,
    ImportedBatch,
    ImportedCommit,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    text,
    thinned,
    told_samples,
    when,
    whole,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PytestBenchmarkStats:
    mean: float
    rounds: int
    stddev: float = 0.0
    median: float | None = None
    iterations: int = 1
    data: list[float] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PytestBenchmarkRow:
    stats: PytestBenchmarkStats
    fullname: str = ""
    name: str = ""
    group: str | None = None
    extra_info: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class PytestBenchmarkFile:
    benchmarks: list[PytestBenchmarkRow]
    machine_info: dict[str, Any]
    commit_info: dict[str, Any]
    version: str
    datetime: str = ""


def is_it(content: Any) -> bool:
    return isinstance(content, dict) and {"benchmarks", "machine_info", "commit_info"} <= set(
        content
    )


def read(content: Any) -> ImportedFile:
    told = decoded(PytestBenchmarkFile, content)
    if len(told.benchmarks) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} benchmarks")
    results = [_result(row) for row in told.benchmarks]
    batch = ImportedBatch(
        results=tuple(each for each in results if each is not None),
        commit=_commit(told.commit_info),
        machine=_machine(told.machine_info),
        python=text(told.machine_info.get("python_version"), 40),
        started=float(when(told.datetime)),
    )
    odd = sum(each is None for each in results)
    return ImportedFile(
        tool=f"pytest-benchmark {text(told.version, 40)}",
        batches=(batch,),
        left_out=(f"{odd} benchmarks without a time",) if odd else (),
        lacks=("the build", "the hash seed", "CPU time", "a second process"),
    )


def _result(row: PytestBenchmarkRow) -> ImportedResult | None:
    stats = row.stats
    data = tuple(stats.data or ())
    middle = stats.mean if stats.median is None else stats.median
    if not finite(middle, *data) or stats.rounds < 1:
        return None
    name = text(row.fullname or row.name)
    if not name:
        return None
    extra = tuple(
        f"{text(key, 40)}: {text(value, 80)}" for key, value in list(row.extra_info.items())[:10]
    )
    if data:
        notes = (*told_samples(data, "rounds"), *extra)
        return ImportedResult(
            name=name,
            processes=(thinned(data),),
            doubt=ONE_PROCESS,
            group=text(row.group, 80),
            notes=notes,
        )
    spread = f"{100 * stats.stddev / stats.mean:.1f} %" if stats.mean > 0 else "none"
    said = f"the median of {stats.rounds} rounds of {stats.iterations}, spread {spread}; no samples"
    return ImportedResult(
        name=name,
        processes=((middle,),),
        doubt=NO_SAMPLES,
        group=text(row.group, 80),
        notes=(said, *extra),
    )


def _commit(info: dict[str, Any]) -> ImportedCommit | None:
    """`unknown` where there was no repository."""
    hash_ = text(info.get("id"), 64)
    if not hash_ or hash_ == "unknown":
        return None
    return ImportedCommit(
        hash=hash_, seconds=when(text(info.get("time"), 40)), dirty=info.get("dirty") is True
    )


def _machine(info: dict[str, Any]) -> Machine:
    cpu = info.get("cpu")
    known = cpu if isinstance(cpu, dict) else {}
    return Machine(
        name=text(info.get("node"), 80),
        cpu=text(known.get("brand_raw") or known.get("brand") or info.get("processor"), 120),
        cores=whole(known.get("count")),
        system=text(
            f"{info.get('system', '')} {info.get('release', '')} {info.get('machine', '')}", 120
        ),
        memory_mb=0,
    )

"""asv's own result files, of any project -> Records: one process a side, and said to be so.

What asv keeps is a median and sometimes its samples, all of one process. That is enough to show and
to follow over many commits, and too little to tell a change of a few per cent from noise.
"""

import itertools
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from unladen.model import (
    Benchmark,
    Commit,
    Environment,
    Kind,
    Machine,
    Measurement,
    Outcome,
    Record,
    Run,
)
from unladen.store.asv_rows import MAX_BYTES, PREFIXES, AsvBenchmark, benchmarks
from unladen.tools.asv import quiet
from unladen.tools.foreign import UNREADABLE, bounded_bytes

SESSION = "asv"
NOTE = "from asv's result file: one process, no CPU time"

LAST_MILLISECOND = 1000 << 36


def read(folder: Path, commit: Commit, machine: str) -> Iterator[Record]:
    """Each environment's record of a commit; a file that cannot be read is left to asv."""
    from asv import util
    from asv.results import Results

    known = benchmarks(folder)
    for path in sorted((folder / machine).glob(f"{commit.hash[:8]}-*.json")):
        with quiet():
            try:
                bounded_bytes(path, MAX_BYTES)
                found = Results.load(str(path), machine_name=machine)
                record = _record(found, commit, known)
            except (util.UserError, *UNREADABLE, MemoryError, OSError):
                continue
        if found.commit_hash == commit.hash:
            yield record


def updated(path: Path, folder: Path) -> Record:
    """Of a copy that may be rewritten: any version of the format that asv itself brings up to date;
    ValueError where it does not."""
    from asv import util
    from asv.results import Results

    with quiet():
        try:
            Results.update(str(path))
            found = Results.load(str(path))
        except (util.UserError, KeyError, OSError, AssertionError) as error:
            raise ValueError(str(error)) from error
    when = _second(found.date)
    commit = Commit(hash=str(found.commit_hash), tree="", subject="", seconds=when)
    return _record(found, commit, benchmarks(folder))


def _record(found: Any, commit: Commit, known: Mapping[str, AsvBenchmark]) -> Record:
    measurements = {}
    for name in found.get_all_result_keys():
        for measurement in _measurements(found, name, known.get(name, AsvBenchmark())):
            measurements[measurement.benchmark.id] = measurement
    told = found.params
    return Record(
        commit=commit,
        machine=Machine(
            name=str(told.get("machine", "")),
            cpu=str(told.get("cpu", "")),
            cores=_whole(told.get("num_cpu")),
            system=str(told.get("os", "")),
            memory_mb=_whole(told.get("ram")) >> 10,
        ),
        environment=Environment(name=str(found.env_name), python=str(told.get("python", ""))),
        wheel="",
        suite="",
        started=0.0,
        load=0.0,
        measurements=measurements,
    )


def _whole(value: object) -> int:
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 18 else 0


def _second(milliseconds: object) -> int:
    """Of a file that anybody may have written: 0 where it is no time."""
    if not isinstance(milliseconds, (int, float)) or not 0 <= milliseconds < LAST_MILLISECOND:
        return 0
    return int(milliseconds) // 1000


def _measurements(found: Any, name: str, told: AsvBenchmark) -> Iterator[Measurement]:
    params = found.get_result_params(name) or []
    values = found.get_result_value(name, params) or []
    samples = found.get_result_samples(name, params) or []
    choices = list(itertools.product(*params)) if params else [()]
    kind = _kind(told.type or _type_by_name(name))
    for index, value in enumerate(values[: len(choices)]):
        label = f"({', '.join(map(str, choices[index]))})" if params else ""
        benchmark = Benchmark(
            id=f"{name}{label}"[:300],
            name=name,
            param_index=index if params else None,
            kind=kind,
            unit=told.unit,
            version=str(found.benchmark_version.get(name)),
            timeout=60.0,
            file="",
            line=0,
        )
        taken = samples[index] if index < len(samples) and samples[index] else None
        yield _measurement(benchmark, value, taken)


def _type_by_name(name: str) -> str:
    """As asv itself tells it; benchmarks.json may be missing."""
    return PREFIXES.get(name.rpartition(".")[2].partition("_")[0], "track")


def _kind(name: str) -> Kind:
    try:
        return Kind(name)
    except ValueError:
        return Kind.TRACK


def _measurement(benchmark: Benchmark, value: Any, samples: Any) -> Measurement:
    if value is None:
        return Measurement(benchmark=benchmark, outcome=Outcome.EXCEPTION, detail="asv says so")
    if isinstance(value, float) and math.isnan(value):
        return Measurement(benchmark=benchmark, outcome=Outcome.SKIPPED)
    if benchmark.kind is not Kind.TIME:
        one = Measurement(benchmark=benchmark, outcome=Outcome.OK, values=(float(value),))
        return one
    wall = tuple(float(each) for each in (samples or [value]))
    run = Run(session=SESSION, pair=0, hash_seed=0, number=1, wall=wall, cpu=(0.0,) * len(wall))
    return Measurement(benchmark=benchmark, outcome=Outcome.OK, runs=(run,), notes=(NOTE,))

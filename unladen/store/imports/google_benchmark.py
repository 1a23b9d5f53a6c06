"""JSON of Google Benchmark -> an ImportedFile: repetitions of one process, or what is left of them.

Real time in seconds of one iteration, CPU time beside it. Items and bytes in a second are series of
their own, of which more is better. Fits of complexity (BigO, RMS) are left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from unladen.model import Machine
from unladen.model.histories import RISES
from unladen.store.fields import decoded
from unladen.store.imports.results import (
    MOST_RESULTS,
    NO_SAMPLES,
    ONE_PROCESS,
    SECONDS,
    ImportedBatch,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    text,
    when,
    whole,
)

RATES = (("items_per_second", "items/s"), ("bytes_per_second", "bytes/s"))
PREFERRED = ("median", "mean")
AGGREGATES = ("_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS")
"""At the end of names, before a row said what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleBenchmarkRow:
    name: str
    run_name: str = ""
    run_type: str = ""
    aggregate_name: str = ""
    real_time: float | None = None
    cpu_time: float | None = None
    time_unit: str = "ns"
    items_per_second: float | None = None
    bytes_per_second: float | None = None
    repetitions: int = 1
    error_occurred: bool = False
    error_message: str = ""
    label: str = ""
    skipped: str | bool = ""
    skip_message: str = ""

    @property
    def aggregate(self) -> str:
        ending = next((end for end in AGGREGATES if self.name.endswith(end)), "")
        if self.run_type == "aggregate":
            return self.aggregate_name or ending.lstrip("_") or "?"
        return "" if self.run_type else ending.lstrip("_")

    @property
    def of(self) -> str:
        plain = self.name.removesuffix(f"_{self.aggregate}") if self.aggregate else self.name
        return text(self.run_name or plain)

    @property
    def seconds(self) -> tuple[float, float] | None:
        """Real and CPU time of an iteration."""
        size = SECONDS.get(self.time_unit)
        if size is None or self.real_time is None:
            return None
        both = self.real_time * size, (self.cpu_time or 0.0) * size
        return both if finite(*both) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleBenchmarkFile:
    context: dict[str, Any]
    benchmarks: list[GoogleBenchmarkRow]


def is_it(content: Any) -> bool:
    if not isinstance(content, dict) or not isinstance(content.get("context"), dict):
        return False
    rows = content.get("benchmarks")
    return isinstance(rows, list) and all(isinstance(row, dict) and "name" in row for row in rows)


def read(content: Any) -> ImportedFile:
    told = decoded(GoogleBenchmarkFile, content)
    if len(told.benchmarks) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} rows")
    rows: dict[str, list[GoogleBenchmarkRow]] = {}
    for row in told.benchmarks:
        rows.setdefault(row.of, []).append(row)
    debug = str(told.context.get("library_build_type", "")) == "debug"
    notes = ("the benchmark library was built for debugging",) if debug else ()
    results = [each for name, every in rows.items() for each in _results(name, every, notes)]
    fits = sum(row.aggregate in ("BigO", "RMS") for row in told.benchmarks)
    batch = ImportedBatch(
        results=tuple(results),
        machine=_machine(told.context),
        label=text(told.context.get("executable"), 200).rpartition("/")[2],
        started=float(when(text(told.context.get("date"), 40))),
    )
    return ImportedFile(
        tool=f"Google Benchmark {text(told.context.get('library_version'), 20)}".strip(),
        batches=(batch,),
        left_out=(f"{fits} fits of complexity",) if fits else (),
        lacks=("the commit", "the build", "which code ran", "a second process"),
    )


def _results(
    name: str, rows: Iterable[GoogleBenchmarkRow], notes: tuple[str, ...]
) -> Iterator[ImportedResult]:
    every = list(rows)
    for row in every:
        if row.error_occurred or row.skipped:
            said = text(row.error_message or row.skip_message or "it says that it failed")
            yield ImportedResult(name=name, failed=said)
            return
    samples = [row for row in every if not row.aggregate]
    known = [both for row in samples if (both := row.seconds) is not None]
    if known:
        yield ImportedResult(
            name=name,
            processes=(tuple(real for real, _ in known),),
            cpu=(tuple(cpu for _, cpu in known),),
            doubt=ONE_PROCESS if len(known) > 1 else NO_SAMPLES,
            notes=notes if len(known) > 1 else (*notes, "one repetition; no samples"),
        )
        yield from _rates(name, samples, ONE_PROCESS if len(known) > 1 else NO_SAMPLES)
        return
    for wanted in PREFERRED:
        left = next((each for each in every if each.aggregate == wanted), None)
        if left is not None and (both := left.seconds) is not None:
            yield ImportedResult(
                name=name,
                processes=((both[0],),),
                cpu=((both[1],),),
                doubt=NO_SAMPLES,
                notes=(*notes, f"the {wanted} of {left.repetitions} repetitions; no samples"),
            )
            yield from _rates(name, [left], NO_SAMPLES)
            return


def _rates(name: str, rows: list[GoogleBenchmarkRow], doubt: float) -> Iterator[ImportedResult]:
    for key, unit in RATES:
        values = sorted(v for row in rows if (v := getattr(row, key)) is not None and finite(v))
        if values:
            full = f"{name}, {unit}{RISES}"
            yield ImportedResult(name=full, value=values[len(values) // 2], unit=unit, doubt=doubt)


def _machine(context: dict[str, Any]) -> Machine:
    speed = context.get("mhz_per_cpu")
    return Machine(
        name=text(context.get("host_name"), 80),
        cpu=f"{speed} MHz" if isinstance(speed, int | float) else "",
        cores=whole(context.get("num_cpus")),
        system="",
        memory_mb=0,
    )

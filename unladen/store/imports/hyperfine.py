"""JSON of hyperfine -> an ImportedFile. Each time is that of a process, start and all."""

from dataclasses import dataclass, field
from typing import Any

from unladen.store.fields import decoded
from unladen.store.imports.results import (
    ENOUGH,
    MOST_RESULTS,
    MOST_SAMPLES,
    NO_SAMPLES,
    ONE_PROCESS,
    ImportedBatch,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    text,
    thinned,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HyperfineRow:
    command: str
    mean: float
    median: float | None = None
    times: list[float] | None = None
    exit_codes: list[int | None] = field(default_factory=list)
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class HyperfineFile:
    results: list[HyperfineRow]


def is_it(content: Any) -> bool:
    rows = content.get("results") if isinstance(content, dict) else None
    return (
        isinstance(rows, list)
        and bool(rows)
        and all(isinstance(row, dict) and {"command", "mean"} <= set(row) for row in rows)
    )


def read(content: Any) -> ImportedFile:
    told = decoded(HyperfineFile, content)
    if len(told.results) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} results")
    results = [_result(row) for row in told.results]
    odd = sum(each is None for each in results)
    return ImportedFile(
        tool="hyperfine",
        batches=(ImportedBatch(results=tuple(each for each in results if each is not None)),),
        left_out=(f"{odd} commands without times",) if odd else (),
        lacks=("the commit", "the machine", "the build", "CPU time of each process"),
    )


def _result(row: HyperfineRow) -> ImportedResult | None:
    times = tuple(row.times or ())
    middle = row.mean if row.median is None else row.median
    name = text(row.command)
    if not name or not finite(middle, *times):
        return None
    shown = ", ".join(f"{text(k, 40)}={text(v, 60)}" for k, v in sorted(row.parameters.items()))
    if shown and not all(text(value, 60) in name for value in row.parameters.values()):
        name = text(f"{name} ({shown})")
    failed = [code for code in row.exit_codes if code != 0]
    notes = (f"{len(failed)} of its processes failed",) if failed else ()
    if not times:
        said = (*notes, "a median; no samples")
        return ImportedResult(name=name, processes=((middle,),), doubt=NO_SAMPLES, notes=said)
    if len(times) > MOST_SAMPLES:
        notes = (*notes, f"{MOST_SAMPLES} of {len(times)} processes are kept, evenly over all")
    return ImportedResult(
        name=name,
        processes=tuple((seconds,) for seconds in thinned(times)),
        doubt=0.0 if len(times) >= ENOUGH else ONE_PROCESS,
        notes=notes,
    )

"""Counts of instructions as JSON, as from a simulated processor -> an ImportedFile.

CodSpeed itself shows its counts and exports none; what its plugin for pytest writes of walltime is
read, too. Counts are rows with a name and `instructions`, or a mapping of names to them.
"""

from dataclasses import dataclass
from typing import Any

from unladen.store.fields import decoded
from unladen.store.imports.results import (
    COUNTED,
    MOST_RESULTS,
    NO_SAMPLES,
    ImportedBatch,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    text,
)

KEYS = ("instructions", "instruction_count", "ir", "Ir")


@dataclass(frozen=True, slots=True, kw_only=True)
class WalltimeStats:
    """Of pytest-codspeed, in nanoseconds."""

    mean_ns: float
    median_ns: float | None = None
    rounds: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedRow:
    name: str = ""
    uri: str = ""
    instructions: float | None = None
    instruction_count: float | None = None
    ir: float | None = None
    Ir: float | None = None
    stats: WalltimeStats | None = None

    @property
    def count(self) -> float | None:
        return next((v for key in KEYS if (v := getattr(self, key)) is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedFile:
    benchmarks: list[CountedRow]
    creator: dict[str, Any] | None = None


def is_it(content: Any) -> bool:
    """A mapping of names to numbers may be anything: it is one of counts if the user says so."""
    rows = content.get("benchmarks") if isinstance(content, dict) else content
    return (
        isinstance(rows, list)
        and bool(rows)
        and all(isinstance(row, dict) and ({*KEYS} & set(row) or _is_walltime(row)) for row in rows)
    )


def _is_walltime(row: dict[str, Any]) -> bool:
    stats = row.get("stats")
    return isinstance(stats, dict) and "mean_ns" in stats


def _rows(content: Any) -> Any:
    if isinstance(content, dict) and "benchmarks" in content:
        return content["benchmarks"]
    if (
        isinstance(content, dict)
        and content
        and all(
            isinstance(each, int | float) and not isinstance(each, bool)
            for each in content.values()
        )
    ):
        return [{"name": name, "instructions": each} for name, each in content.items()]
    return content


def read(content: Any) -> ImportedFile:
    creator = content.get("creator") if isinstance(content, dict) else None
    whole = {"benchmarks": _rows(content)}
    told = decoded(CountedFile, whole)
    if len(told.benchmarks) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} rows")
    results = [_result(row) for row in told.benchmarks]
    odd = sum(each is None for each in results)
    made_by = creator if isinstance(creator, dict) else {}
    named = text(f"{made_by.get('name', '')} {made_by.get('version', '')}", 60)
    return ImportedFile(
        tool=named or "counts of instructions",
        batches=(ImportedBatch(results=tuple(each for each in results if each is not None)),),
        left_out=(f"{odd} rows without a name and a number",) if odd else (),
        lacks=("the commit", "the machine", "the build", "what was simulated"),
    )


def _result(row: CountedRow) -> ImportedResult | None:
    name = text(row.uri or row.name)
    if not name:
        return None
    if row.stats is not None:
        middle = row.stats.mean_ns if row.stats.median_ns is None else row.stats.median_ns
        said = f"of {row.stats.rounds} rounds; no samples"
        if not finite(middle):
            return None
        return ImportedResult(
            name=name, processes=((middle * 1e-9,),), doubt=NO_SAMPLES, notes=(said,)
        )
    count = row.count
    if count is None or not finite(count):
        return None
    return ImportedResult(name=name, value=count, unit="instructions", doubt=COUNTED)

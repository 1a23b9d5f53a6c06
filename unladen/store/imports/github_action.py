"""data.js or data.json of github-action-benchmark -> an ImportedFile: many commits in one.

A value and a range for each benchmark, from whatever machine the runner was. Calls in a second are
turned into seconds of a call, other rates are kept as what they are: more of them is better.
"""

from dataclasses import dataclass
from typing import Any

from unladen.model.histories import RISES
from unladen.store.fields import decoded
from unladen.store.imports.results import (
    MOST_RESULTS,
    NO_SAMPLES,
    ImportedBatch,
    ImportedCommit,
    ImportedFile,
    ImportedResult,
    NotThisFormat,
    finite,
    per_second,
    seconds_in,
    text,
    when,
)

PREFIX = b"window.BENCHMARK_DATA"
RISING = frozenset({"customBiggerIsBetter", "benchmarkjs"})
USUAL_SUITE = "Benchmark"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionBench:
    name: str
    value: float | str
    unit: str = ""
    range: str | float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEntry:
    commit: dict[str, Any]
    benches: list[ActionBench]
    date: float = 0
    tool: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionFile:
    entries: dict[str, list[ActionEntry]]


def without_script(content: bytes) -> bytes:
    """`data.js` is JSON that is given a name."""
    stripped = content.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not stripped.startswith(PREFIX):
        return content
    return stripped.partition(b"=")[2].strip().rstrip(b";")


def is_it(content: Any) -> bool:
    return isinstance(content, dict) and isinstance(content.get("entries"), dict)


def read(content: Any) -> ImportedFile:
    told = decoded(ActionFile, content)
    if sum(len(e.benches) for each in told.entries.values() for e in each) > MOST_RESULTS:
        raise NotThisFormat(f"it has more than {MOST_RESULTS} results")
    batches, nameless = [], 0
    for suite, entries in told.entries.items():
        prefix = "" if suite == USUAL_SUITE else f"{text(suite, 80)}: "
        for entry in entries:
            commit = _commit(entry)
            nameless += commit is None
            if commit is not None:
                batches.append(_batch(entry, commit, prefix))
    return ImportedFile(
        tool="github-action-benchmark",
        batches=tuple(batches),
        left_out=(f"{nameless} entries without a commit",) if nameless else (),
        lacks=("samples", "the machine", "the Python", "the build"),
    )


def _batch(entry: ActionEntry, commit: ImportedCommit, prefix: str) -> ImportedBatch:
    results = [_result(bench, entry.tool, prefix) for bench in entry.benches]
    return ImportedBatch(
        results=tuple(each for each in results if each is not None),
        commit=commit,
        label=text(entry.tool, 40),
        started=entry.date / 1000 if finite(entry.date) else 0.0,
    )


def _commit(entry: ActionEntry) -> ImportedCommit | None:
    hash_ = text(entry.commit.get("id"), 64)
    if not hash_:
        return None
    subject = str(entry.commit.get("message") or "").strip().splitlines()[:1]
    stamp = when(text(entry.commit.get("timestamp"), 40)) or int(
        entry.date / 1000 if finite(entry.date) else 0
    )
    return ImportedCommit(hash=hash_, subject=text(" ".join(subject), 200), seconds=stamp)


def _result(bench: ActionBench, tool: str, prefix: str) -> ImportedResult | None:
    """Some tools write numbers as text."""
    try:
        value = float(bench.value)
    except ValueError:
        return None
    name, unit = f"{prefix}{text(bench.name)}", text(bench.unit, 40)
    if not finite(value) or not text(bench.name):
        return None
    notes = (f"one value{_range(bench)}; no samples",)
    size, rate = seconds_in(unit), per_second(unit)
    if size is not None:
        seconds = value * size
    elif rate is not None and value > 0:
        seconds = 1.0 / (value * rate)
        notes = (f"from {value:.6g} {unit}; no samples",)
    else:
        full = f"{name}{RISES}" if tool in RISING else name
        return ImportedResult(
            name=full, value=value, unit=unit or "unit", doubt=NO_SAMPLES, notes=notes
        )
    return ImportedResult(name=name, processes=((seconds,),), doubt=NO_SAMPLES, notes=notes)


def _range(bench: ActionBench) -> str:
    return f", range {text(bench.range, 40)}" if bench.range not in (None, "") else ""

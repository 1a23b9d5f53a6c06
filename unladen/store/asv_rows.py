"""asv's result files -> ResultFile, read straight: no asv, one at a time, as many as there are.

The format is asv's version 2 (`result_columns`, and for each benchmark a list of them); other
versions are left to `asv update`, and named.
"""

import hashlib
import itertools
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from unladen.model.histories import ResultFacts, ResultFile
from unladen.store.archive import Archive
from unladen.tools.foreign import UNREADABLE, bounded_bytes, reason_of

Floats = NDArray[np.float64]

MAX_BYTES = 1 << 28
MAX_COMBINATIONS = 1_000_000
LONGEST = 300
HASH = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
LATEST = 1 << 36
PREFIXES = {"time": "time", "timeraw": "time", "mem": "memory", "peakmem": "peakmemory"}
COLUMNS = ("version", "params", "result", "stats_ci_99_a", "stats_ci_99_b")
KINDS = frozenset({"time", "peakmemory", "memory", "track"})


class Unreadable(Exception):
    """Why a file is left out."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A file as read: its values in a row, and as JSON what they are values of."""

    row: ResultFile
    shape: bytes
    """Name, version and parameters of each benchmark: the same bytes in nearly all files."""


def read(path: Path) -> Raw:
    told = load(path)
    if told.get("version") != 2:
        raise Unreadable(f"version {told.get('version')!r} of asv's format: asv update")
    try:
        return _raw(told)
    except (*UNREADABLE, MemoryError) as error:
        raise Unreadable(f"not as asv writes it: {reason_of(error)}") from error


def _raw(told: Mapping[str, Any]) -> Raw:
    names = told["result_columns"]
    at = {name: place for place, name in enumerate(names)}
    never = len(names)
    places = [at.get(name, never) for name in COLUMNS]
    nothing = [None] * never
    shape: list[tuple[str, str, Any]] = []
    values: list[float | None] = []
    lows: list[float | None] = []
    highs: list[float | None] = []
    for name, cells in told["results"].items():
        whole = [*cells, *nothing[len(cells) :], None]  # asv cuts off trailing nulls
        version, params, result, low, high = [whole[place] for place in places]
        count = math.prod(map(len, params)) if params else 1
        if count > MAX_COMBINATIONS:
            raise ValueError(f"{name[:80]} has more than {MAX_COMBINATIONS} parameters")
        shape.append((name, str(version), params or []))
        for numbers, column in ((result, values), (low, lows), (high, highs)):
            if isinstance(numbers, list) and len(numbers) == count:
                column += numbers
            else:
                column += _numbers(numbers, count)
    found = _floats(values)
    commit, seconds = str(told["commit_hash"]), int(told["date"]) // 1000
    if not HASH.fullmatch(commit):
        raise ValueError(f"{commit[:60]!r} is no hash of a commit")
    if not 0 <= seconds < LATEST:
        raise ValueError(f"{str(told['date'])[:40]} is no date")
    row = ResultFile(
        machine=str(told["params"].get("machine", "")),
        environment=str(told["env_name"]),
        commit=commit,
        seconds=seconds,
        values=found,
        half_widths=_half_widths(found, _floats(lows), _floats(highs)),
        facts=_facts(told),
    )
    return Raw(row, orjson.dumps(shape))


@dataclass(frozen=True, slots=True, kw_only=True)
class AsvBenchmark:
    """What benchmarks.json says of one that results do not say."""

    type: str = ""
    unit: str = ""
    version: str = ""


class Shapes:
    """Knows the columns of each shape that it has seen: there are few of them."""

    def __init__(self, archive: Archive, benchmarks: Mapping[str, AsvBenchmark]) -> None:
        self._archive = archive
        self._benchmarks = benchmarks
        self._known: dict[bytes, list[int]] = {}

    def row(self, raw: Raw) -> ResultFile:
        if raw.shape not in self._known:
            self._known[raw.shape] = [
                id
                for name, version, params in orjson.loads(raw.shape)
                for id in self._ids(name, version, params)
            ]
        return replace(raw.row, columns=self._known[raw.shape])

    def _ids(self, name: str, version: str, params: Sequence[Sequence[Any]]) -> list[int]:
        kind, unit = self.kind_of(name)
        ids = []
        for choice in itertools.product(*params):
            label = ", ".join(map(str, choice))
            series = f"{name}({label})"[:LONGEST] if params else name[:LONGEST]
            told = (name[:LONGEST], label[:LONGEST], kind, unit)
            ids.append(self._archive.column(series, version, told))
        return ids

    def describe(self) -> None:
        """Kinds and units that benchmarks.json tells, when it is another than before."""
        stamp = hashlib.sha256(repr(self._benchmarks).encode("utf-8", "replace")).hexdigest()
        if self._archive.kept("benchmarks.json", stamp) is None:
            for name, told in self._benchmarks.items():
                self._archive.describe(name, told.version, *self.kind_of(name))
            self._archive.keep("benchmarks.json", stamp, b"")

    def kind_of(self, name: str) -> tuple[str, str]:
        told = self._benchmarks.get(name)
        if told is not None and told.type in KINDS:
            return told.type, told.unit
        prefix = name.rpartition(".")[2].partition("_")[0]
        kind = PREFIXES.get(prefix, "track")
        return kind, {"time": "seconds", "track": "unit"}.get(kind, "bytes")


def load(path: Path) -> dict[str, Any]:
    """orjson is several times faster, and refuses the NaN that asv writes for what is skipped."""
    try:
        content = bounded_bytes(path, MAX_BYTES)
        told = json.loads(content) if _numberless(content) else orjson.loads(content)
    except (*UNREADABLE, MemoryError) as error:
        raise Unreadable(f"no JSON: {reason_of(error)}") from error
    if not isinstance(told, dict):
        raise Unreadable("not as asv writes it")
    return told


def _numberless(content: bytes) -> bool:
    return b"NaN" in content or b"Infinity" in content


def benchmarks(folder: Path) -> dict[str, AsvBenchmark]:
    """What benchmarks.json tells of each; nothing where it cannot be read."""
    try:
        told = load(folder / "benchmarks.json")
    except (OSError, Unreadable):
        return {}
    return {
        name: AsvBenchmark(
            type=str(each.get("type", ""))[:40],
            unit=str(each.get("unit", ""))[:40],
            version=str(each.get("version")),
        )
        for name, each in told.items()
        if isinstance(each, dict)
    }


def _numbers(values: Any, count: int) -> list[float | None]:
    if values is None:
        return [None] * count
    found = values[:count] if isinstance(values, list) else [values]
    return found + [None] * (count - len(found))


def _floats(values: Sequence[float | None]) -> Floats:
    """Whatever is no number of ours is nan."""
    try:
        found = np.array(values, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        found = np.array([_float(value) for value in values])
    found[~np.isfinite(found)] = math.nan
    return found


def _float(value: Any) -> float:
    try:
        return float(value)
    except (ValueError, TypeError, OverflowError):
        return math.nan


def _half_widths(values: Floats, low: Floats, high: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        half = (high - low) / 2 / np.abs(values)
        return np.where(half >= 0, np.minimum(half, 1.0), math.nan)


def _facts(told: Mapping[str, Any]) -> ResultFacts:
    params, packages = told["params"], told.get("requirements") or {}
    kept = ("arch", "cpu", "num_cpu", "os", "ram")
    return ResultFacts(
        python=str(told.get("python", ""))[:40],
        packages={str(k)[:80]: str(v)[:80] for k, v in packages.items()},
        machine={name: str(params[name])[:120] for name in kept if name in params},
    )

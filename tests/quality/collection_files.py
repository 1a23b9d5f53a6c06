"""Values of one commit -> the text of asv's result file, version 2, as asv 0.6.6 writes it."""

import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.quality.collection_git import date
from tests.quality.collection_plan import Asked, Benchmark

Row = NDArray[np.float64]
MACHINE = {
    "arch": "x86_64",
    "cpu": "AMD EPYC 7763 64-Core Processor",
    "machine": "runner",
    "num_cpu": "4",
    "os": "Linux 6.8.0",
    "ram": "16373792",
}
STATISTICS = ("ci_99_a", "ci_99_b", "q_25", "q_75", "number", "repeat")
COLUMNS = [
    *("result", "params", "version", "started_at", "duration"),
    *(f"stats_{each}" for each in STATISTICS),
    *("samples", "profile"),
]
LONGEST = 100.0
"""Seconds that a benchmark may take."""
POWERS = np.array([float(f"1e{power}") for power in range(23)])
TABLES = {
    "asv.conf.json": {
        "version": 1,
        "project": "project",
        "project_url": "https://example.org/project",
        "show_commit_url": "https://example.org/project/commit/",
        "repo": ".",
        "branches": ["main"],
        "environment_type": "virtualenv",
        "benchmark_dir": "benchmarks",
        "results_dir": "results",
        "env_dir": ".asv/env",
        "html_dir": "asv-site",
    }
}


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """What is the same in all files of a collection: arrays have one number a series."""

    benchmarks: Sequence[Benchmark]
    levels: Row
    skipped: NDArray[np.bool_]
    """Combinations whose `setup` raises NotImplementedError: NaN in the file, not null."""
    spread: Row
    number: list[int]
    repeat: list[int]
    failing: dict[str, range]
    """Benchmark -> commits at which it ended with an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one file belongs."""

    hash: str
    number: int
    environment: int
    seed: int

    @property
    def file_name(self) -> str:
        return f"{self.hash[:8]}-{self.env_name}.json"

    @property
    def python(self) -> str:
        return f"3.{10 + self.environment % 4}"

    @property
    def requirements(self) -> dict[str, str]:
        return {"numpy": f"2.{self.environment // 4}"}

    @property
    def env_name(self) -> str:
        return f"virtualenv-py{self.python}-numpy{self.requirements['numpy']}-PYTHONHASHSEED0"


def shape(asked: Asked, benchmarks: Sequence[Benchmark], levels: Row) -> Shape:
    """`levels` are of all environments, one after the other."""
    order = random.Random(f"{asked.seed} shape")
    mine = levels.copy().reshape(asked.environments, asked.columns)
    skipped = np.zeros(asked.columns, np.bool_)
    failing = {}
    for number, each in enumerate(benchmarks):
        columns = slice(each.first, each.first + each.width)
        if each.kind != "time":
            low, high = (1e7, 1e9) if each.unit == "bytes" else (10, 10_000)
            mine[:, columns] = [order.uniform(low, high) for _ in range(each.width)]
        else:  # a published history may be of bytes
            mine[:, columns] = np.where(mine[:, columns] > LONGEST, 1.0, mine[:, columns])
        skipped[list(each.skipped)] = True
        if number % 90 == 8 and asked.commits > 40:
            start = order.randrange(asked.commits * 9 // 10)
            failing[each.name] = range(start, start + asked.commits // 20)
    first = mine[0]
    return Shape(
        benchmarks=benchmarks,
        levels=mine.reshape(-1),
        skipped=skipped,
        spread=np.array([order.uniform(0.002, 0.03) for _ in range(asked.columns)]),
        number=[max(1, min(100_000, int(0.01 / each))) for each in first.tolist()],
        repeat=[1 if column % 97 == 1 else order.randint(3, 10) for column in range(asked.columns)],
        failing=failing,
    )


def result_file(shape: Shape, place: Place, values: Row) -> str:
    """`values` are in the benchmarks' units; NaN where nothing was measured."""
    durations = {"<build>": 41.5, "<setup_cache frame:7>": 1.25}
    return json.dumps(
        {
            "commit_hash": place.hash,
            "env_name": place.env_name,
            "date": date(place.number),
            "params": MACHINE | {"python": place.python} | place.requirements,
            "python": place.python,
            "requirements": place.requirements,
            "env_vars": {"PYTHONHASHSEED": "0"},
            "result_columns": COLUMNS,
            "results": dict(_rows(shape, place, values)),
            "durations": durations,
            "version": 2,
        }
    )


def _rows(shape: Shape, place: Place, values: Row) -> Iterator[tuple[str, list[object]]]:
    told, statistics = _columns(shape, place, values)
    started = date(place.number) + 4 * 3_600_000
    for index, each in enumerate(shape.benchmarks):
        mine = slice(each.first, each.first + each.width)
        result: list[float | None] | None = told[mine]
        if place.number in shape.failing.get(each.name, ()) or not any(
            value is not None for value in told[mine]
        ):
            result = None
        elif each.unit == "bytes":
            result = [
                value if value is None or value != value else int(value) for value in told[mine]
            ]
        row: list[object] = [result, [list(axis) for axis in each.params], each.version]
        row += [started + 1500 * index, round(0.4 + 0.31 * each.width, 4)]
        if each.kind == "time" and result is not None:
            some = [column[mine] for column in statistics]
            if any(value is not None for value in some[0]):
                row += some
        yield each.name, row


def _columns(
    shape: Shape, place: Place, values: Row
) -> tuple[list[float | None], list[list[float | None]]]:
    """The results, and the six statistics; beside a missing result these are null."""
    order = np.random.default_rng([place.seed, 2, place.number, place.environment])
    half = values * shape.spread * order.uniform(0.3, 1.5, len(values))
    once = np.array(shape.repeat) == 1
    half[once] = 0
    sides = [values - 3 * half, values + 3 * half, values - half, values + 0.8 * half]
    sides = [five_digits(each) for each in sides]
    sides[0][once], sides[1][once] = -math.inf, math.inf
    told: list[float | None] = values.tolist()
    statistics: list[list[float | None]] = [each.tolist() for each in sides]
    statistics += [list(shape.number), list(shape.repeat)]
    for missing in np.flatnonzero(np.isnan(values)).tolist():
        told[missing] = None
        for column in statistics:
            column[missing] = None
    for skipped in np.flatnonzero(shape.skipped).tolist():
        told[skipped] = math.nan
        for column in statistics:
            column[skipped] = None
    return told, statistics


def five_digits(values: Row) -> Row:
    """As asv cuts its statistics. Powers of ten above one are exact, those below are not: 1e-5
    times a number prints as 1008499999.9999999 what asv writes as 1008500000.0.
    """
    known = np.where(np.isfinite(values), values, 1.0)
    powers = np.clip(4 - np.floor(np.log10(known)), -22, 22).astype(np.int64)
    up, down = POWERS[np.maximum(powers, 0)], POWERS[np.maximum(-powers, 0)]
    cut: Row = np.round(values * up / down) * down / up
    return cut

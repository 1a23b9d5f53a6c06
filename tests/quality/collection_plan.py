"""Numbers asked for -> benchmarks, and the steps that are put into their series.

Nothing here touches a file or a clock; the same numbers and seed make the same plan.
"""

import hashlib
import itertools
import random
from dataclasses import asdict, dataclass

AREAS = ("frame", "series", "index", "groupby", "reshape", "io_csv", "join", "sparse", "strings")
VERBS = ("sum", "sort", "take", "lookup", "concat", "parse", "align", "filter", "rolling", "repr")
HOSTILE_VALUES = (
    "'<script>alert(2)</script>'",
    "'שלום'",
    "'a/b\\\\c'",
    "'🐍 & \"co\"'",
    "''",
    "None",
)
TOGETHER = 6
"""So many series beside each other change together, as parameters of one benchmark do."""
QUIET = 12
"""Commits at the ends, and between two steps of one series, if there are enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a collection is made from; it is written to truth.json, and read again to add to it."""

    commits: int
    benchmarks: int
    series: int
    environments: int
    seed: int
    noise: str
    data: str

    @property
    def columns(self) -> int:
        """Series of one environment."""
        return self.series // self.environments


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """A row of benchmarks.json; its series are `first` and those after it, of each environment."""

    name: str
    kind: str
    unit: str
    params: tuple[tuple[str, ...], ...]
    first: int
    width: int
    skips: bool
    """Its last combination of parameters is not measured: `setup` raises NotImplementedError."""

    @property
    def skipped(self) -> set[int]:
        return {self.first + self.width - 1} if self.skips else set()

    @property
    def version(self) -> str:
        return hashlib.sha256(self.name.encode()).hexdigest()

    @property
    def described(self) -> dict[str, object]:
        group, method = self.name.split(".")[-2:]
        told: dict[str, object] = {
            "code": f"class {group}:\n    def {method}(self, *_):\n        work()",
            "name": self.name,
            "param_names": [f"param{n + 1}" for n in range(len(self.params))],
            "params": [list(axis) for axis in self.params],
            "timeout": 60.0,
            "type": self.kind,
            "unit": self.unit,
            "version": self.version,
        }
        if self.kind == "time":
            told |= {"min_run_count": 2, "number": 0, "repeat": 0, "rounds": 2}
            told |= {"sample_time": 0.01, "warmup_time": -1}
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """From commit number `index` on, the series `column` is `ratio` of what it was before."""

    column: int
    index: int
    ratio: float


def benchmarks(asked: Asked) -> list[Benchmark]:
    order = random.Random(f"{asked.seed} benchmarks")
    found, first = [], 0
    for number, width in enumerate(_widths(asked.columns, asked.benchmarks, order)):
        prefix, kind, unit = _kind(number)
        area = AREAS[number // 12 % len(AREAS)]
        name = f"{area}.{area.title().replace('_', '')}{number // 4}.{prefix}_{VERBS[number % 10]}"
        values = _params(width, hostile=number % 40 == 7)
        each = Benchmark(
            name=name,
            kind=kind,
            unit=unit,
            params=values,
            first=first,
            width=width,
            skips=width > 1 and number % 20 == 3,
        )
        found.append(each)
        first += width
    return found


def _kind(number: int) -> tuple[str, str, str]:
    rare = {11: ("peakmem", "peakmemory", "bytes"), 17: ("mem", "memory", "bytes")}
    return (rare | {19: ("track", "track", "items")}).get(number % 20, ("time", "time", "seconds"))


def _widths(columns: int, count: int, order: random.Random) -> list[int]:
    """Most benchmarks have few parameter combinations, some have many; exactly `columns` in all."""
    weights = [order.paretovariate(1.2) for _ in range(count)]
    spare, total = columns - count, sum(weights)
    ends = [round(spare * end / total) for end in itertools.accumulate(weights)]
    return [1 + end - start for start, end in zip([0, *ends], ends, strict=False)]


def _params(width: int, *, hostile: bool) -> tuple[tuple[str, ...], ...]:
    if width == 1:
        return ()
    if hostile and width <= len(HOSTILE_VALUES):
        return (HOSTILE_VALUES[:width],)
    across = next((n for n in (4, 3, 2) if width % n == 0), 1)
    if not 6 <= width <= 48 or across == 1:
        return (tuple(str(10 * (n + 1)) for n in range(width)),)
    kinds = ("'int64'", "'float64'", "'object'", "<class 'datetime.datetime'>")
    return (tuple(str(10**n) for n in range(width // across)), kinds[:across])


def steps(asked: Asked) -> list[Step]:
    """At most two in a series. A few commits carry most of them, as in public collections, where
    178 of 992 commits carried all 2,246 jumps of 10,615 series.
    """
    order = random.Random(f"{asked.seed} steps")
    quiet = min(QUIET, asked.commits // 4)
    places = range(max(quiet, 1), asked.commits - quiet)
    if not places:
        return []
    events = sorted(order.sample(places, min(len(places), max(1, asked.commits // 6))))
    weights = [order.paretovariate(0.8) for _ in events]
    sizes = {each: _ratio(order) for each in events}
    found = []
    for start in range(0, asked.columns, TOGETHER):
        many = 1 if start == 0 else order.choices((0, 1, 2), (0.75, 0.19, 0.06))[0]
        chosen = sorted(set(order.choices(events, weights, k=many)))
        if len(chosen) == 2 and chosen[1] - chosen[0] < max(quiet, 1):
            chosen.pop()
        for column in range(start, min(start + TOGETHER, asked.columns)):
            for index in chosen:
                if start == 0 or order.random() < 0.8:
                    ratio = round(sizes[index] ** order.uniform(0.8, 1.25), 4)
                    found.append(Step(column=column, index=index, ratio=ratio))
    return found


def _ratio(order: random.Random) -> float:
    """Slower more often than faster."""
    size = 1 + order.choice((0.03, 0.05, 0.1, 0.1, 0.2, 0.2, 0.5, 1.0, 3.0))
    return size if order.random() < 0.65 else 1 / size


def truth(
    asked: Asked, hashes: list[str], hostile: list[str], histories: tuple[str, ...]
) -> dict[str, object]:
    """What is known about a collection and stands in none of its result files."""
    named = {
        column: (each.name, column - each.first)
        for each in benchmarks(asked)
        for column in {*range(each.first, each.first + each.width)} - each.skipped
    }
    planted = [
        {
            "benchmark": named[each.column][0],
            "parameters": named[each.column][1],
            "commit": hashes[each.index],
            "index": each.index,
            "ratio": each.ratio,
        }
        for each in steps(asked)
        if each.column in named
    ]
    return {
        "version": 1,
        "asked": asdict(asked),
        "steps": planted,
        "hostile": hostile,
        "histories": list(histories),
    }

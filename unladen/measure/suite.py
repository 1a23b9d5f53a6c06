"""what a worker says of its suite -> Benchmarks, by id."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from unladen.errors import EmptySelection, NoSuite
from unladen.judge.selection import selected
from unladen.judge.suite_names import benchmarks_by_name
from unladen.measure.replies import Suite
from unladen.model import Benchmark, Kind

MAX_ID = 300
DEFAULT_TIMEOUT = 60.0


@dataclass(frozen=True, slots=True)
class SuiteParts:
    """Which module of a suite has which benchmark, and how long each took to be imported."""

    module_of: Mapping[str, str] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of(cls, sides: Sequence[Suite]) -> Self:
        """What one side does not have the other may."""
        modules = {name: module for suite in sides for name, module in suite.modules.items()}
        return cls(modules, {name: s for suite in sides for name, s in suite.seconds.items()})

    def needed(self, benchmarks: Iterable[Benchmark]) -> tuple[str, ...]:
        """All that need be imported for them; empty where that is not known."""
        needed = {self.module_of.get(benchmark.name, "") for benchmark in benchmarks}
        return () if "" in needed else tuple(sorted(needed))

    def import_seconds(self, benchmarks: Iterable[Benchmark]) -> float:
        """What they need of the suite."""
        modules = self.needed(benchmarks) or tuple(self.seconds)
        return sum(self.seconds.get(name, 0.0) for name in modules)


def benchmarks_of(
    told: Sequence[Mapping[str, Any]], default_timeout: float = DEFAULT_TIMEOUT
) -> dict[str, Benchmark]:
    found: dict[str, Benchmark] = {}
    for each in told:
        for index, label in _parameters(each.get("params") or []):
            benchmark = _benchmark(each, index, label, default_timeout)
            found.setdefault(benchmark.id, benchmark)
    return found


def _parameters(params: Sequence[Sequence[str]]) -> Iterable[tuple[int | None, str]]:
    if not params:
        yield None, ""
        return
    for index, chosen in enumerate(itertools.product(*params)):
        yield index, f"({', '.join(map(str, chosen))})"


def _benchmark(
    told: Mapping[str, Any], index: int | None, label: str, default_timeout: float
) -> Benchmark:
    name = str(told["name"])
    return Benchmark(
        id=f"{name}{label}"[:MAX_ID],
        name=name,
        param_index=index,
        kind=_kind(str(told.get("type"))),
        unit=str(told.get("unit", "")),
        version=str(told.get("version", "")),
        timeout=float(told.get("timeout") or default_timeout),
        file=str(told.get("file", "")),
        line=int(told.get("line") or 0),
        setup_cache=told.get("setup_cache_key"),
        has_answers=bool(told.get("has_answers")),
        params=tuple(tuple(map(str, choices)) for choices in told.get("params") or []),
    )


def all_of(found: Sequence[Suite]) -> dict[str, Benchmark]:
    """Benchmarks of all sides; where no side has one, why."""
    everything = {id: b for suite in found for id, b in suite.benchmarks.items()}
    if not everything and (problems := [told for suite in found for told in suite.problems]):
        raise NoSuite(problems)
    return everything


def named_in(root: Path, patterns: Sequence[str]) -> dict[str, Benchmark]:
    """By the suite's sources, of which nothing is run; nothing where none of them is asked for."""
    sources = {str(each.relative_to(root)): each.read_bytes() for each in root.rglob("*.py")}
    found = benchmarks_by_name(sources)
    try:
        return selected(found, patterns) if found else {}
    except EmptySelection:
        return {}


def _kind(name: str) -> Kind:
    """A type that asv does not know by name is a number, as asv's own track benchmarks are."""
    try:
        return Kind(name)
    except ValueError:
        return Kind.TRACK

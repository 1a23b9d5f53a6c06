"""what a worker says of its suite -> Benchmarks, by id."""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from unladen.errors import EmptySelection, NoSuite, NotLoaded, ToolError
from unladen.judge.selection import selected
from unladen.judge.suite_names import benchmarks_by_name, kind_of
from unladen.measure.messages import Described, Discovered, Facts, described, heard
from unladen.measure.replies import MAX_DETAIL, WHOLE, Failed, Suite
from unladen.measure.worker import SHOWS_ALL, Ended, Hung, Worker
from unladen.model import Benchmark, Kind
from unladen.tools.pytest_names import benchmark_tests
from unladen.tools.suite_sources import BenchmarkSource, python_files

MAX_ID = 300
MAX_NOTE = 200
DEFAULT_TIMEOUT = 60.0
LONGEST_TIMEOUT = 1e7
MOST_CHOICES = 100_000
"""Of the parameters of one benchmark."""
DISCOVER_SECONDS = 60.0

Lost = dict[int, NotLoaded]
"""Sides whose worker ended or hung before it could list anything, and how."""


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


def facts_of(worker: Worker) -> Facts:
    """Of a worker that has greeted."""
    try:
        return heard(Facts, worker.facts)
    except Failed as error:
        what = f"the suite cannot be loaded: {error.result.detail}"
        raise ToolError(what, SHOWS_ALL) from error


def suite_of(worker: Worker) -> Suite:
    """What it has, and which modules it could not import."""
    try:
        worker.send({"do": "discover"})
        told = heard(Discovered, worker.receive(DISCOVER_SECONDS))
    except (Failed, Hung, Ended) as error:
        why = error.result.detail if isinstance(error, Failed) else error
        what = f"the suite cannot be listed: {why}\n{worker.last_words()}"
        raise NotLoaded(what, SHOWS_ALL) from error
    found, odd = described(told.benchmarks)
    return Suite(
        benchmarks=benchmarks_of(found),
        problems=[f"{module}: {what}" for module, what in told.problems],
        raw={each.name: each.raw for each in found},
        modules={each.name: each.module for each in found},
        seconds={name: s if 0 <= s < math.inf else 0.0 for name, s in told.seconds.items()},
        failed={name: why[:MAX_DETAIL] for name, why in (*told.failed.items(), *odd)},
        died={name: how[:MAX_DETAIL] for name, how in told.died.items()},
    )


def not_greeting(workers: Sequence[Worker], seconds: float) -> Lost:
    """Sides whose worker cannot import the suite, after all of them were waited for."""
    lost = {}
    for number, worker in enumerate(workers):
        try:
            worker.greet(seconds)
        except NotLoaded as error:
            lost[number] = error
    return lost


def first_of(lost: Lost) -> NotLoaded:
    """The first error, which tells of all sides."""
    error = next(iter(lost.values()))
    error.sides = tuple(lost)
    return error


def suites_of(workers: Sequence[Worker], lost: Lost) -> list[Suite]:
    """The suite of a lost side is dead; where all sides are lost, that is an error."""
    found = []
    for number, worker in enumerate(workers):
        try:
            if number in lost:
                raise lost[number]
            found.append(suite_of(worker))
        except NotLoaded as error:
            lost[number] = error
            if len(lost) == len(workers):
                raise first_of(lost) from error
            told = " ".join(error.what.split())[:MAX_DETAIL]
            dead = {WHOLE: told}
            found.append(Suite(benchmarks={}, problems=[], raw={}, modules={}, died=dead))
    return found


def benchmarks_of(
    told: Sequence[Described], default_timeout: float = DEFAULT_TIMEOUT
) -> dict[str, Benchmark]:
    found: dict[str, Benchmark] = {}
    for each in told:
        one = _benchmark(each, default_timeout)
        for index, label in _parameters(each.params):
            benchmark = replace(one, id=f"{one.name}{label}"[:MAX_ID], param_index=index)
            found.setdefault(benchmark.id, benchmark)
    return found


def _parameters(params: Sequence[Sequence[str]]) -> Iterable[tuple[int | None, str]]:
    if not params:
        yield None, ""
        return
    every = itertools.islice(itertools.product(*params), MOST_CHOICES)
    for index, chosen in enumerate(every):
        yield index, f"({', '.join(map(str, chosen))})"


def _benchmark(told: Described, default_timeout: float) -> Benchmark:
    """Of any choice of its parameters, which all of them share: there may be very many."""
    sane = told.timeout is not None and 0 < told.timeout < LONGEST_TIMEOUT
    return Benchmark(
        id=told.name[:MAX_ID],
        name=told.name,
        param_index=None,
        kind=_kind(told.type),
        unit=told.unit,
        version=told.version,
        timeout=told.timeout if sane and told.timeout else default_timeout,
        file=told.file,
        line=told.line,
        setup_cache=told.setup_cache_key,
        has_answers=told.has_answers,
        params=tuple(map(tuple, told.params)),
        group=told.group,
    )


def _unknown(name: str) -> Benchmark:
    """A benchmark of which no side knows more than its name."""
    return Benchmark(
        id=name[:MAX_ID],
        name=name,
        param_index=None,
        kind=kind_of(name.rpartition(".")[2]) or Kind.TRACK,
        unit="",
        version="",
        timeout=DEFAULT_TIMEOUT,
        file="",
        line=0,
    )


def all_of(found: Sequence[Suite], with_pytest: bool = False) -> dict[str, Benchmark]:
    """Benchmarks of all sides; where no side has one, why."""
    everything = {id: b for suite in found for id, b in suite.benchmarks.items()}
    names = {each.name for each in everything.values()}
    failed = {name for suite in found for name in suite.failed} - names
    everything |= {name[:MAX_ID]: _unknown(name) for name in sorted(failed)}
    if not everything and (problems := [suite.broken for suite in found if suite.broken]):
        raise NoSuite(problems, with_pytest)
    return everything


def not_imported(found: Sequence[Suite]) -> list[str]:
    """What no side could import of a suite that is imported file by file: benchmarks that nobody
    would miss."""
    sides = [dict(problem.partition(": ")[::2] for problem in suite.problems) for suite in found]
    names = sorted(set.intersection(*(set(each) for each in sides))) if sides else []
    if not names:
        return []
    several = f"{len(names)} files" if len(names) > 1 else names[0]
    return [f"{several} of the suite cannot be imported: {sides[-1][names[0]]}"[:MAX_NOTE]]


def dead_on_all(source: BenchmarkSource, found: Sequence[Suite]) -> Sequence[Suite]:
    """Benchmarks of modules that no side survives are failed by the names that the sources give
    them: a gate that did not list them would pass without them."""
    dead = set.intersection(*(set(each.died) for each in found)) - {WHOLE}
    names = {
        each.name: module
        for each in (_by_name(source).values() if dead else ())
        if (module := module_of(source, each.file)) in dead
    }
    return [
        replace(each, failed={**each.failed, **{n: each.died[m] for n, m in names.items()}})
        for each in found
    ]


def module_of(source: BenchmarkSource, file: str) -> str:
    parts = (source.root.name, *Path(file).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _by_name(suite: BenchmarkSource) -> dict[str, Benchmark]:
    sources = {str(each.relative_to(suite.root)): each.read_bytes() for each in python_files(suite)}
    return _tests_by_name(sources) if suite.with_pytest else benchmarks_by_name(sources)


def named_in(suite: BenchmarkSource, patterns: Sequence[str]) -> dict[str, Benchmark]:
    """By the suite's sources, of which nothing is run; nothing where none of them is asked for."""
    found = _by_name(suite)
    try:
        return selected(found, patterns) if found else {}
    except EmptySelection:
        return {}


def _tests_by_name(sources: Mapping[str, bytes]) -> dict[str, Benchmark]:
    return {
        each.id: Benchmark(
            id=each.id,
            name=each.id,
            param_index=None,
            kind=Kind.TIME,
            unit="seconds",
            version="",
            timeout=DEFAULT_TIMEOUT,
            file=each.file,
            line=each.line,
        )
        for each in benchmark_tests(sources)
    }


def _kind(name: str) -> Kind:
    """A type that asv does not know by name is a number, as asv's own track benchmarks are."""
    try:
        return Kind(name)
    except ValueError:
        return Kind.TRACK

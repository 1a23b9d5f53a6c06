"""records and asv result files -> each benchmark over commits: steps, who made them, best ever."""

import itertools
import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from unladen.bench import Wanted
from unladen.collect.suite import selected
from unladen.judge.compare import clock_for, seconds
from unladen.judge.trend import Step, steps
from unladen.model import Commit, Kind, Measurement, Record
from unladen.tools import asv_read
from unladen.world import World


@dataclass(frozen=True, slots=True)
class Point:
    commit: Commit
    value: float


@dataclass(slots=True)
class Series:
    """One benchmark in one environment on one machine, oldest commit first."""

    benchmark: str
    environment: str
    kind: Kind
    points: list[Point] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def level(self) -> float:
        """Of the last stretch: since the last step."""
        start = self.steps[-1].index if self.steps else 0
        return statistics.median(point.value for point in self.points[start:])

    @property
    def best(self) -> float:
        """The lowest level that it ever had (I09)."""
        cuts = [0, *(step.index for step in self.steps), len(self.points)]
        return min(
            statistics.median(point.value for point in self.points[a:b])
            for a, b in itertools.pairwise(cuts)
        )


@dataclass(frozen=True, slots=True)
class Event:
    """All steps of one commit, or of the commits since the last one that was measured."""

    commit: Commit
    since: Commit
    steps: Sequence[tuple[Series, Step]]


def history(world: World, wanted: Wanted) -> tuple[list[Series], list[Event]]:
    """Every series with its steps; and the events, the newest first."""
    found = [series for series in _all(world, wanted) if len(series.points) > 1]
    events: dict[tuple[str, str], list[tuple[Series, Step]]] = {}
    commits: dict[str, Commit] = {}
    for series in found:
        series.steps = steps([point.value for point in series.points])
        for step in series.steps:
            here, before = series.points[step.index].commit, series.points[step.index - 1].commit
            commits |= {here.hash: here, before.hash: before}
            events.setdefault((here.hash, before.hash), []).append((series, step))
    told = [Event(commits[here], commits[before], made) for (here, before), made in events.items()]
    return found, sorted(told, key=lambda event: (-event.commit.seconds, event.commit.hash))


def _all(world: World, wanted: Wanted) -> list[Series]:
    """unladen's records; commits that have none by asv's own files."""
    known: dict[tuple[str, str], Series] = {}
    seen: set[tuple[str, str]] = set()
    for record in _records(world):
        place = (record.commit.hash, record.environment.name)
        if place in seen:
            continue
        seen.add(place)
        for id, measurement in record.measurements.items():
            value = _value(measurement)
            if value is None:
                continue
            key = (id, record.environment.name)
            series = known.setdefault(key, Series(*key, measurement.benchmark.kind))
            series.points.append(Point(record.commit, value))
    places = world.git.order() if known else {}
    for series in known.values():
        series.points.sort(key=lambda point: (point.commit.seconds, point.commit.hash))
        if all(point.commit.hash in places for point in series.points):
            series.points.sort(key=lambda point: places[point.commit.hash])
    if not known:
        return []
    asked = selected({id: id for id, _ in known}, wanted.patterns)
    return [series for (id, _), series in sorted(known.items()) if id in asked]


def _records(world: World) -> Iterator[Record]:
    machine = world.machine.name
    mine = [record for record in world.records.all() if record.machine.name == machine]
    yield from mine
    yield from asv_read.read_all(world.project.results, machine, world.git)


def _value(measurement: Measurement) -> float | None:
    if measurement.runs:
        clock = clock_for(measurement.runs)
        medians = [statistics.median(seconds(run, clock)) for run in measurement.runs]
        return statistics.median(medians)
    if measurement.values and math.isfinite(measurement.values[0]):
        return measurement.values[0]
    return None

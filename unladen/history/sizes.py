"""records of a commit -> what benchmarks cost over a parameter that is a number."""

import itertools
import math
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from unladen.errors import ConfigError
from unladen.history.record_files import value_of
from unladen.judge.scaling import FEWEST
from unladen.judge.selection import selected
from unladen.model import Commit, Kind, Measurement, Outcome, Record
from unladen.model.projections import SizedCost
from unladen.store.project import Project
from unladen.store.records import safe_name

HASH_LETTERS = 12
Family = tuple[str, str]
"""A benchmark with all parameters but one; and which one, as its place."""


def newest_record(project: Project, patterns: Sequence[str]) -> tuple[Commit, Record]:
    """Of the commits up to HEAD the last one whose record holds such a benchmark."""
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            what = f"{pattern!r} is no regular expression: {error}"
            raise ConfigError(what, "brackets of names are escaped: 'time_it\\\\(100'") from None
    machine = safe_name(project.machine.name)
    there = {p.name[:HASH_LETTERS] for p in (project.records.folder / machine).glob("*.json")}
    for hash_ in reversed(project.git.first_parents("HEAD")):
        if hash_[:HASH_LETTERS] in there:
            commit = project.git.commit(hash_)
            record = project.records.get(commit, project.machine.name)
            if any(re.search(p, id) for p in patterns for id in record.measurements):
                return commit, record
    what = f"no commit up to HEAD has a record of {', '.join(patterns)} on {project.machine.name}"
    raise ConfigError(what, f"unladen run HEAD -b {shlex.quote(patterns[0])}")


def families(
    project: Project, record: Record, patterns: Sequence[str], over: int | None
) -> dict[Family, list[SizedCost]]:
    """Costs by size of each benchmark that is asked for and has a parameter of numbers."""
    found: dict[Family, list[SizedCost]] = {}
    for id, measurement in selected(record.measurements, patterns).items():
        sized = _sized(measurement, over)
        if sized is None or measurement.benchmark.kind is not Kind.TIME:
            continue
        seconds, half_width = value_of(measurement, project.config.by_cpu_time(id))
        if measurement.outcome is Outcome.OK and seconds is not None and seconds > 0:
            family, size = sized
            error = (half_width or 0.0) / 2
            found.setdefault(family, []).append(SizedCost(size, seconds, error))
    if not found:
        what = f"none of these has a parameter with {FEWEST} numbers above zero, and times"
        raise ConfigError(what, "params = [10, 20, 50, 100, 200] in the suite, and unladen run")
    return found


def _sized(measurement: Measurement, over: int | None) -> tuple[Family, float] | None:
    benchmark = measurement.benchmark
    if benchmark.param_index is None:
        return None
    numbers = [len(list(_sizes(each))) for each in benchmark.params]
    places = [place for place, count in enumerate(numbers) if count >= FEWEST]
    if over is not None:
        places = [place for place in places if place == over - 1]
    every = itertools.product(*benchmark.params)
    choices = next(itertools.islice(every, benchmark.param_index, None), None)
    if not places or choices is None:
        return None
    place = places[-1]
    others = ["*" if number == place else each for number, each in enumerate(choices)]
    size = next(_sizes([choices[place]]), None)
    if size is None:
        return None
    return (f"{benchmark.name}({', '.join(others)})", f"parameter {place + 1}"), size


def _sizes(values: Sequence[str]) -> Iterator[float]:
    for text in values:
        try:
            number = float(text)
        except ValueError:
            continue
        if math.isfinite(number) and number > 0:
            yield number


def costs(found: Mapping[Family, Sequence[SizedCost]]) -> Iterator[tuple[Family, list[SizedCost]]]:
    for family, points in sorted(found.items()):
        yield family, sorted(points, key=lambda point: point.size)

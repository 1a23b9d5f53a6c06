"""two installed commits, measured -> benchmarks taken apart on both sides, and compared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from unladen.errors import NewerFile, UnladenError
from unladen.judge.answers import answers_of
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.compare import compare, timed, typical_seconds
from unladen.judge.counted_alike import counted_alike
from unladen.judge.representatives import smaller
from unladen.model import Benchmark, Comparison, Interval, Measurement
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Explained
from unladen.model.lanes import Depth, Where, runs_in
from unladen.profiling.lanes import Specimen, Table, run_lanes
from unladen.profiling.places import Places
from unladen.store.profiles import place_of, save
from unladen.store.project import Project
from unladen.tools import environments, profilers, pythons
from unladen.tools.asv import Installed

WITHOUT_METADATA = {"scalene": "", "coverage": ""}
UNTIMED = 0.01
"""Seconds of a call that nobody timed: of a number, or because the change does not reach it."""
EXACT_PYTHONS = ("3.12", "3.13")

Caches = Callable[[int, Benchmark], Path | None]
"""Where what a benchmark's setup_cache made on a side lies."""


@dataclass(slots=True)
class Dissection:
    """What is on the table: both sides, and how they were measured, unprofiled."""

    project: Project
    sides: Sequence[Installed]
    measured: Sequence[Mapping[str, Measurement]]
    caches: Caches
    depth: Depth
    notes: list[str] = field(default_factory=list)


def dissected(of: Dissection, ids: Sequence[str]) -> Iterator[Explained]:
    """Each when all is known of it."""
    return (each for each in explained(of, ids) if each.whole)


def explained(of: Dissection, ids: Sequence[str]) -> Iterator[Explained]:
    """In two goes: the reasons of each benchmark first, then what takes longer to find out."""
    specimens = counted_in(of)
    tables = []
    typical = [call_seconds(of.project, measured) for measured in of.measured]
    for id in ids:
        times = _times(of, id)
        each = [
            times.base or typical[0].get(id, UNTIMED),
            times.head or typical[1].get(id, UNTIMED),
        ]
        tables.append(table_of(of, specimens, id, each))
    for whole in (False, True):
        if whole:
            profiled_in(of, specimens)
        for table in tables:
            both = counted_alike(*taken_apart(of, table, only_reasons=not whole))
            yield _explained(of, both, whole)


def _times(of: Dissection, id: str) -> Comparison:
    old, new = (side[id] for side in of.measured)
    return timed(old, new, of.project.config.rules(id, len(of.measured[0])))


def _explained(of: Dissection, both: tuple[Anatomy, Anatomy], whole: bool) -> Explained:
    project, id = of.project, both[0].benchmark
    old, new = (side[id] for side in of.measured)
    base, head = (side.commit for side in of.sides)
    categories = Categories(project.config.categories)
    changed = project.git.changed_lines(base, head)
    return Explained(
        comparison=compare(old, new, project.config.rules(id, len(of.measured[0]))),
        attribution=attribute(*both, categories, _times(of, id).change, changed),
        sides=both,
        answers=answers_of(old, new),
        family=_family(of, new),
        whole=whole,
    )


def table_of(
    of: Dissection, specimens: Sequence[Specimen], id: str, seconds: Sequence[float]
) -> Table:
    """One benchmark on some sides, nothing known of it yet."""
    project = of.project
    benchmark = of.measured[-1][id].benchmark
    commits = [side.commit for side in of.sides]
    return Table(
        benchmark=benchmark,
        suite=project.asv.source,
        specimens=[
            replace(each, cache=of.caches(commits.index(each.timed.commit), benchmark))
            for each in specimens
        ],
        seconds=seconds,
        raw=[partial(_raw, project, each.timed, id) for each in specimens],
        depth=of.depth,
        tick=project.progress.tick,
        smaller=_smaller(of, specimens, id),
        notes=list(of.notes),
    )


def taken_apart(
    of: Dissection,
    table: Table,
    left: Callable[[], float] = lambda: 1.0,
    only_reasons: bool = False,
) -> tuple[Anatomy, ...]:
    """What is found is saved."""
    project = of.project
    anatomies = run_lanes(table, left, only_reasons)
    for specimen, anatomy in zip(table.specimens, anatomies, strict=True):
        try:
            save(project, specimen.timed.commit, anatomy)
        except NewerFile as error:
            of.notes.append(f"not saved {error.what}"[:200])
    project.progress.clear()
    return anatomies


def _smaller(
    of: Dissection, specimens: Sequence[Specimen], id: str
) -> tuple[Benchmark, list[float]] | None:
    """What is counted instead of a call that takes too long, as the slower side has it."""
    commits = [side.commit for side in of.sides]
    numbers = [commits.index(specimen.timed.commit) for specimen in specimens]
    each = [call_seconds(of.project, of.measured[number]) for number in numbers]
    shared = set.intersection(*(set(one) for one in each))
    slowest = {other: max(one[other] for one in each) for other in shared}
    other = smaller(id, of.measured[numbers[-1]], slowest)
    if other is None:
        return None
    return of.measured[numbers[-1]][other].benchmark, [one[other] for one in each]


def call_seconds(project: Project, measured: Mapping[str, Measurement]) -> dict[str, float]:
    """Of a call of each benchmark that was timed."""
    rules = project.config.rules
    each = {id: typical_seconds(one, rules(id, len(measured))) for id, one in measured.items()}
    return {id: seconds for id, seconds in each.items() if seconds is not None}


def _raw(project: Project, side: Installed, benchmark: str, name: str) -> Path:
    place = place_of(project, side.commit, benchmark, side.environment)
    return place.with_name(f"{place.name}-{name}")


def _family(of: Dissection, one: Measurement) -> dict[str, Interval | None]:
    """Every choice of the benchmark's parameters."""
    old, new = of.measured
    ids = [i for i in new if new[i].benchmark.name == one.benchmark.name and old[i].runs]
    rules = of.project.config.rules
    return {i: timed(old[i], new[i], rules(i, len(new))).change for i in ids}


def opened(of: Dissection) -> list[Specimen]:
    """With an environment for each lane that needs one of its own."""
    specimens = counted_in(of)
    profiled_in(of, specimens)
    return specimens


def counted_in(of: Dissection) -> list[Specimen]:
    """With an environment to count in."""
    specimens = []
    for installed in of.sides:
        packages = list(installed.wheel.packages) if installed.wheel else []
        specimens.append(Specimen(installed, Places(installed, of.project.asv.source, packages)))
    if runs_in(of.depth, Where.EXACT):
        for specimen, place in zip(specimens, exact_places(of), strict=True):
            specimen.elsewhere[Where.EXACT] = place
    return specimens


def profiled_in(of: Dissection, specimens: Sequence[Specimen]) -> None:
    """And one with profilers, if they are asked for."""
    if runs_in(of.depth, Where.PROFILED):
        for specimen, place in zip(specimens, _profiled_places(of), strict=True):
            specimen.elsewhere[Where.PROFILED] = place


def _profiled_places(of: Dissection) -> Sequence[Installed | None]:
    """Environments like the timed ones, with the profilers in them: never timed."""
    try:
        return of.project.install_beside(
            "profile", of.sides, **(profilers.declared() or WITHOUT_METADATA)
        )
    except UnladenError as error:
        of.notes.append(f"no environment with profilers: {error.what}"[:200])
        return [None] * len(of.sides)


def exact_places(of: Dissection) -> Sequence[Installed | None]:
    """Where instructions of each function can be counted: Python 3.12 or newer."""
    if all(environments.numbers_of(side.python_version) >= (3, 12) for side in of.sides):
        return of.sides
    for version in EXACT_PYTHONS:
        if pythons.interpreter(version):
            try:
                return of.project.install_beside("exact", of.sides, version)
            except UnladenError as error:  # it may not support that Python at all
                of.notes.append(f"no environment of Python {version}: {error}"[:200])
    return [None] * len(of.sides)

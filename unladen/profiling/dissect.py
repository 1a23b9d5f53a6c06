"""two installed commits, measured -> benchmarks taken apart on both sides, and compared."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from unladen.errors import NewerFile, UnladenError
from unladen.judge.answers import answers_of
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.compare import compare, timed, typical_seconds
from unladen.judge.counted_alike import counted_alike
from unladen.judge.representatives import smaller
from unladen.model import Benchmark, Commit, Interval, Measurement
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Explained
from unladen.model.lanes import Depth, Where
from unladen.profiling.lanes import Specimen, Table, run_lanes
from unladen.profiling.places import Places
from unladen.store.profiles import place_of, save
from unladen.store.project import Project
from unladen.tools import profilers, pythons
from unladen.tools.asv import Installed

WITHOUT_METADATA = {"scalene": "", "coverage": ""}
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
    """One after the other, each saved before the next is begun."""
    project = of.project
    specimens = opened(of)
    categories = Categories(project.config.categories)
    base, head = (side.commit for side in of.sides)
    changed = project.git.changed_lines(base, head)
    for id in ids:
        old, new = (side[id] for side in of.measured)
        rules = project.config.rules(id, len(of.measured[0]))
        times = timed(old, new, rules)
        both = counted_alike(
            *taken_apart(of, specimens, id, [times.base or 0.01, times.head or 0.01])
        )
        yield Explained(
            comparison=compare(old, new, rules),
            attribution=attribute(*both, categories, times.change, changed),
            sides=both,
            answers=answers_of(old, new),
            family=_family(of, new),
        )


def taken_apart(
    of: Dissection,
    specimens: Sequence[Specimen],
    id: str,
    seconds: Sequence[float],
    left: Callable[[], float] = lambda: 1.0,
) -> tuple[Anatomy, ...]:
    """One benchmark on some sides; what is found is saved."""
    project = of.project
    benchmark = of.measured[-1][id].benchmark
    for specimen in specimens:
        number = [side.commit for side in of.sides].index(specimen.timed.commit)
        specimen.cache = of.caches(number, benchmark)
    table = Table(
        benchmark=benchmark,
        suite=project.asv.suite,
        specimens=specimens,
        seconds=seconds,
        raw=[partial(_raw, project, each.timed.commit, id) for each in specimens],
        depth=of.depth,
        tick=project.progress.tick,
        smaller=_smaller(of, specimens, id),
        notes=list(of.notes),
    )
    anatomies = run_lanes(table, left)
    for specimen, anatomy in zip(specimens, anatomies, strict=True):
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


def _raw(project: Project, commit: Commit, benchmark: str, name: str) -> Path:
    place = place_of(project, commit, benchmark)
    return place.with_name(f"{place.name}-{name}")


def _family(of: Dissection, one: Measurement) -> dict[str, Interval | None]:
    """Every choice of the benchmark's parameters."""
    old, new = of.measured
    ids = [i for i in new if new[i].benchmark.name == one.benchmark.name and old[i].runs]
    rules = of.project.config.rules
    return {i: timed(old[i], new[i], rules(i, len(new))).change for i in ids}


def opened(of: Dissection) -> list[Specimen]:
    """With an environment for each lane that needs one of its own."""
    specimens = []
    for installed in of.sides:
        packages = list(installed.wheel.packages) if installed.wheel else []
        specimens.append(Specimen(installed, Places(installed, of.project.asv.suite, packages)))
    if of.depth.exact:
        for specimen, place in zip(specimens, exact_places(of), strict=True):
            specimen.elsewhere[Where.EXACT] = place
    if of.depth.splits:
        for specimen, place in zip(specimens, _profiled_places(of), strict=True):
            specimen.elsewhere[Where.PROFILED] = place
    return specimens


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
    if all(_new_enough(side.python_version) for side in of.sides):
        return of.sides
    for version in EXACT_PYTHONS:
        if pythons.on_path(version):
            try:
                return of.project.install_beside("exact", of.sides, version)
            except UnladenError as error:  # it may not support that Python at all
                of.notes.append(f"no environment of Python {version}: {error}"[:200])
    return [None] * len(of.sides)


def _new_enough(version: str) -> bool:
    return tuple(map(int, version.split(".")[:2])) >= (3, 12)

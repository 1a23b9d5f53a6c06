"""Why did it change: two commits -> each benchmark taken apart on both sides, and compared."""

import contextlib
import gzip
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from unladen import pipeline
from unladen.errors import ConfigError, EmptySelection, ToolError, UnladenError
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.judge.compare import compare, timed
from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import Failed
from unladen.measure.session import Bench, Wanted, measure, rules
from unladen.model import Comparison, Decision, Interval, Kind, Measurement, Verdict
from unladen.model.anatomy import Anatomy, Attribution
from unladen.output import explain as why
from unladen.output.words import percent
from unladen.profiling import lanes as anatomise
from unladen.profiling.lanes import Side, Table
from unladen.profiling.places import Places
from unladen.profiling.samples import seconds_for
from unladen.store import accepted, profiles
from unladen.store.project import World
from unladen.store.records import safe_name
from unladen.tools import files, pythons
from unladen.tools.asv import Installed

MOST = 5
MOST_IN_GATE = 3
PAIRS = 12
SPLIT_SECONDS = 4.0
MEMORY_SECONDS = 2.0
PROFILERS = {"scalene": "2.4.0", "coverage": ""}
EXACT_PYTHONS = ("3.12", "3.13")


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """How much is looked into."""

    precision: float = 0.02
    exact: bool = True
    splits: bool = True


@dataclass(slots=True)
class Explained:
    comparison: Comparison
    attribution: Attribution
    sides: tuple[Anatomy, Anatomy]
    answers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    family: Mapping[str, Interval | None] = field(default_factory=dict)
    """The change of every choice of the benchmark's parameters."""


def explain(
    world: World, base: str, head: str, wanted: Wanted, depth: Depth
) -> Iterator[Explained]:
    """Times first, unprofiled; then the worst few are taken apart, one by one."""
    with world.measuring():
        commits = world.commits(base, head, wanted.ignore_dirty)
        bench = pipeline.bench_of(world, list(commits), replace(wanted, enough=PAIRS))
        if pipeline.identical(bench.sides):
            what = "both commits are built to the same code: nothing to explain"
            raise ConfigError(what, f"git diff {commits[0].short} {commits[1].short}")
        measured = measure(bench, judged=False)
        ids = _worth(bench, measured)
        if not ids:
            raise EmptySelection("no time benchmark that was asked for ran on both sides")
        yield from dissected(bench, measured, depth, ids)


def gate(world: World, base: str, head: str, wanted: Wanted, why_: bool) -> Decision:
    """A verdict for each benchmark; below those that got slower the first few reasons."""
    with world.measuring():
        world, entries = accepting(world, base, head)
        bench, measured, decision = pipeline.judged(world, base, head, wanted)
        bench.notes += [
            f"accepted {e.benchmark}, up to {percent(e.upto)}: {e.told}" for e in entries
        ]
        slower = slower_ones(decision.comparisons) if why_ and measured else []
        quick = Depth(splits=False)
        found = {
            each.comparison.benchmark.id: tuple(why.reasons(each.attribution))
            for each in dissected(bench, measured, quick, slower)
        }
    told = tuple(
        replace(comparison, because=found.get(comparison.benchmark.id, ()))
        for comparison in decision.comparisons
    )
    seconds = time.monotonic() - bench.started
    return replace(decision, comparisons=told, seconds=seconds, notes=tuple(bench.notes))


def accepting(world: World, base: str, head: str) -> tuple[World, list[accepted.Accepted]]:
    """The same world, where what somebody answers for is allowed; and who that is."""
    known = accepted.load(world.folder)
    if not known:
        return world, []
    between = [commit.hash for commit in world.git.range(f"{base}..{head}")[1:]]
    entries = accepted.allowed(known, between, datetime.now(UTC).date())
    if not entries:
        return world, []
    config = world.config
    allow_of: dict[str, float] = {}
    for entry in entries:
        usual = config.allow_of.get(entry.benchmark, config.allow)
        allow_of[entry.benchmark] = max(allow_of.get(entry.benchmark, usual), entry.upto)
    allow_of |= {key: value for key, value in config.allow_of.items() if key not in allow_of}
    config = replace(config, allow_of=allow_of)
    return World(world.folder, config, world.progress), entries


def _worth(bench: Bench, measured: list[dict[str, Measurement]]) -> list[str]:
    """Those asked for by name; else those that changed most."""
    old, new = measured
    timed_ones = [id for id in old if old[id].benchmark.kind is Kind.TIME and old[id].runs]
    if bench.wanted.patterns:
        return timed_ones[: 4 * MOST]

    def change(id: str) -> float:
        found = timed(old[id], new[id], rules(bench.world, id, len(old)))
        return -abs(found.change.estimate) if found.change else 0.0

    return sorted((id for id in timed_ones if new[id].runs), key=change)[:MOST]


def dissected(
    bench: Bench, measured: list[dict[str, Measurement]], depth: Depth, ids: Sequence[str]
) -> Iterator[Explained]:
    if not ids:
        return
    world = bench.world
    sides = _sides(bench, depth)
    categories = Categories(world.config.categories)
    changed = world.git.changed_lines(bench.sides[0].commit, bench.sides[1].commit)
    with Lockstep(bench.sides, world.project.suite, bench.session, bench.seed) as lockstep:
        lockstep.start(0)
        for id in ids:
            old, new = (side[id] for side in measured)
            judged = rules(world, id, len(measured[0]))
            comparison = compare(old, new, judged)
            times = timed(old, new, judged)
            for number, side in enumerate(sides):
                with contextlib.suppress(Failed):
                    side.cache = lockstep.cache_folder(number, old.benchmark)
            table = Table(
                benchmark=new.benchmark,
                suite=world.project.suite,
                sides=sides,
                seconds=[times.base or 0.01, times.head or 0.01],
                keep=profile_folder(world),
                notes=list(bench.notes),
            )
            _run_lanes(world, table, depth)
            both = anatomise.finished(table)
            found = attribute(*both, categories, times.change, changed)
            for installed, anatomy in zip(bench.sides, both, strict=True):
                save(world, installed, anatomy)
            world.progress.clear()
            family = _family(bench, measured, new)
            yield Explained(comparison, found, both, answers_of(old, new), family)


def _family(
    bench: Bench, measured: list[dict[str, Measurement]], one: Measurement
) -> dict[str, Interval | None]:
    old, new = measured
    ids = [i for i in new if new[i].benchmark.name == one.benchmark.name and old[i].runs]
    return {i: timed(old[i], new[i], rules(bench.world, i, len(new))).change for i in ids}


def _run_lanes(world: World, table: Table, depth: Depth) -> None:
    table.begin()
    name = table.benchmark.id
    world.progress.tick(f"counting   calls of {name}")
    anatomise.calls(table)
    told = False
    if depth.exact:
        world.progress.tick(f"counting   instructions of {name}")
        told = anatomise.exact(table)
    if depth.splits or not told:
        if depth.splits:
            world.progress.tick(f"following  the lines of {name}")
            anatomise.lines(table)
        seconds = seconds_for(depth.precision)
        world.progress.tick(f"sampling   {name}, {seconds:.0f} s")
        anatomise.samples(table, seconds)
    if depth.splits:
        seconds = max(SPLIT_SECONDS, seconds_for(depth.precision))
        world.progress.tick(f"splitting  {name} by scalene, {seconds:.0f} s")
        anatomise.splits(table, seconds)
        world.progress.tick(f"following  the memory of {name}, by scalene")
        anatomise.memory(table, MEMORY_SECONDS)


def _sides(bench: Bench, depth: Depth) -> list[Side]:
    world = bench.world
    sides = []
    for installed in bench.sides:
        packages = list(installed.wheel.packages) if installed.wheel else []
        places = Places(installed, world.project.suite, packages)
        sides.append(Side(installed, places))
    if depth.exact:
        for side, place in zip(sides, exact_places(world, bench), strict=True):
            side.exact = place
    if depth.splits:
        for side, place in zip(sides, _profiled_places(world, bench), strict=True):
            side.profiled = place
    return sides


def _profiled_places(world: World, bench: Bench) -> Sequence[Installed | None]:
    """Environments like the timed ones, with the profilers in them: never timed."""
    try:
        return world.install_beside("profile", bench.sides, **PROFILERS)
    except ToolError as error:
        bench.notes.append(f"no environment with profilers: {error.what}"[:200])
        return [None] * len(bench.sides)


def exact_places(world: World, bench: Bench) -> Sequence[Installed | None]:
    """Where instructions of each function can be counted: Python 3.12 or newer."""
    if all(_new_enough(side.python_version) for side in bench.sides):
        return bench.sides
    for version in EXACT_PYTHONS:
        if pythons.on_path(version):
            try:
                return world.install_beside("exact", bench.sides, version)
            except UnladenError as error:  # it may not support that Python at all
                bench.notes.append(f"no environment of Python {version}: {error}"[:200])
    return [None] * len(bench.sides)


def _new_enough(version: str) -> bool:
    return tuple(map(int, version.split(".")[:2])) >= (3, 12)


def answers_of(old: Measurement, new: Measurement) -> dict[str, list[str]]:
    """Item ids that were gained, lost and changed."""
    if old.answers is None or new.answers is None:
        return {}
    both = old.answers.keys() & new.answers.keys()
    return {
        "gained": sorted(new.answers.keys() - old.answers.keys()),
        "lost": sorted(old.answers.keys() - new.answers.keys()),
        "changed": sorted(item for item in both if old.answers[item] != new.answers[item]),
    }


def profile_folder(world: World) -> Path:
    return world.folder / "results" / "profiles" / safe_name(world.machine.name)


def save(world: World, side: Installed, anatomy: Anatomy) -> None:
    """Every function, not the first few: raw enough to ask other questions of it later (I20)."""
    path = (
        profile_folder(world)
        / f"{side.commit.hash[:12]}-{anatomise.file_name(anatomy.benchmark)}.json.gz"
    )
    value = asdict(profiles.with_earlier(path, anatomy))
    text = json.dumps({"schema": 1, **value}, default=sorted, sort_keys=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace_bytes(path, gzip.compress(text.encode(), mtime=0))


def slower_ones(comparisons: Sequence[Comparison]) -> list[str]:
    return [c.benchmark.id for c in comparisons if c.verdict is Verdict.SLOWER][:MOST_IN_GATE]

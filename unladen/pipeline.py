"""One function for each verb that measures; alone knows several stages."""

import itertools
import secrets
import time
from collections.abc import Sequence

from unladen.errors import NoRecord, NotComparable
from unladen.judge.compare import compare
from unladen.measure.lockstep import Lockstep
from unladen.measure.session import Bench, Wanted, measure, rules
from unladen.measure.suite import selected
from unladen.model import (
    Benchmark,
    Commit,
    Comparison,
    Decision,
    Measurement,
    Outcome,
    Record,
    Verdict,
)
from unladen.store.project import World
from unladen.tools.asv import Installed

Sides = list[dict[str, Measurement]]


def judged(world: World, base: str, head: str, wanted: Wanted) -> tuple[Bench, Sides, Decision]:
    """Build both, check answers, then sample until every benchmark is decided or time is up."""
    commits = world.commits(base, head, wanted.ignore_dirty)
    bench = bench_of(world, list(commits), wanted)
    if identical(bench.sides) and not wanted.measure_identical:
        return bench, [], _identical_decision(bench)
    measurements = measure(bench, judged=True)
    return bench, measurements, _decision(bench, measurements)


def run(world: World, spec: str, wanted: Wanted) -> list[Commit]:
    """Measure every commit of a range, each side by side with the one before it."""
    with world.measuring():
        commits = world.git.range(spec)
        if len(commits) == 1:
            measure(bench_of(world, commits, wanted), judged=False)
        for older, newer in itertools.pairwise(commits):
            world.progress.step(f"measuring  {older.short} and {newer.short}")
            measure(bench_of(world, [older, newer], wanted), judged=False)
        return commits


def compare_records(world: World, base: str, head: str, patterns: Sequence[str]) -> Decision:
    """From records alone: nothing is built or measured."""
    started = time.monotonic()
    commits = world.git.commit(base), world.git.commit(head)
    name = world.config.environment
    old, new = _recorded(world, commits, name)
    check_comparable(old, new)
    everything = {m.benchmark.id: m.benchmark for r in (old, new) for m in r.measurements.values()}
    benchmarks = selected(everything, patterns)
    comparisons = []
    for id, benchmark in benchmarks.items():
        pair = [_or_missing(record, benchmark) for record in (old, new)]
        comparisons.append(compare(pair[0], pair[1], rules(world, id, len(benchmarks))))
    return Decision(
        base=commits[0],
        head=commits[1],
        machine=world.machine,
        environment=new.environment.name,
        comparisons=tuple(comparisons),
        seconds=time.monotonic() - started,
        seed=0,
        identical_code=bool(old.wheel) and old.wheel == new.wheel,
        root=str(world.folder),
    )


def _recorded(world: World, commits: Sequence[Commit], name: str | None) -> tuple[Record, Record]:
    """unladen's records; where either is missing, asv's own result files of both."""
    from unladen.store.asv_records import read

    machine = world.machine.name
    try:
        old, new = (world.records.get(commit, machine, name) for commit in commits)
        return old, new
    except NoRecord:
        told = [list(read(world.project.results, commit, machine)) for commit in commits]
        for old in told[0]:
            for new in told[1]:
                if old.environment.name == new.environment.name and name in (
                    None,
                    old.environment.name,
                ):
                    return old, new
        raise


def check_comparable(old: Record, new: Record) -> None:
    """Never across machines or environments (I49)."""
    if old.machine != new.machine:
        what = f"{old.commit.short} was measured on another machine than {new.commit.short}"
        raise NotComparable(what, f"unladen gate {old.commit.short} {new.commit.short}")
    if old.environment.name != new.environment.name:
        what = f"environments differ: {old.environment.name}, {new.environment.name}"
        raise NotComparable(what, "--environment NAME chooses one")


def _or_missing(record: Record, benchmark: Benchmark) -> Measurement:
    found = record.measurements.get(benchmark.id)
    return found or Measurement(benchmark=benchmark, outcome=Outcome.MISSING)


def bench_of(world: World, commits: list[Commit], wanted: Wanted) -> Bench:
    sides = world.install(commits)
    seed = wanted.seed if wanted.seed is not None else secrets.randbits(40)
    bench = Bench(world, sides, wanted, seed)
    if world.config.environment is None and (others := len(world.project.environments("a")) - 1):
        bench.notes.append(f"measured in 1 of {others + 1} environments; -E all measures in each")
    for side in sides:
        bench.notes += [f"{side.commit.short}: {note}" for note in side.notes]
    return bench


def identical(sides: Sequence[Installed]) -> bool:
    digests = [side.wheel.digest if side.wheel else None for side in sides]
    return None not in digests and len(set(digests)) == 1


def _identical_decision(bench: Bench) -> Decision:
    """The same code is the same: LNT's rule. What could differ is the machine, not the commit."""
    world = bench.world
    with Lockstep(bench.sides[1:], world.project.suite, bench.session, bench.seed) as lockstep:
        lockstep.start(0)
        benchmarks = selected(lockstep.discover()[0].benchmarks, bench.wanted.patterns)
    comparisons = tuple(
        Comparison(
            benchmark=benchmark,
            verdict=Verdict.SAME,
            allow=world.config.allowance(id),
            reason="identical code",
        )
        for id, benchmark in benchmarks.items()
    )
    return _decided(bench, comparisons, identical=True)


def _decision(bench: Bench, sides: list[dict[str, Measurement]]) -> Decision:
    together = len(sides[0])
    comparisons = tuple(
        compare(sides[0][id], sides[1][id], rules(bench.world, id, together)) for id in sides[0]
    )
    return _decided(bench, comparisons, identical=False)


def _decided(bench: Bench, comparisons: tuple[Comparison, ...], identical: bool) -> Decision:
    return Decision(
        base=bench.sides[0].commit,
        head=bench.sides[1].commit,
        machine=bench.world.machine,
        environment=bench.sides[0].environment,
        comparisons=comparisons,
        seconds=time.monotonic() - bench.started,
        seed=bench.seed,
        identical_code=identical,
        notes=tuple(bench.notes),
        root=str(bench.world.folder),
    )

"""two installed commits -> their Measurements: answers, then values, then timings."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen.judge.compare import Rules, compare, paired_runs, state_of
from unladen.judge.sequential import LOOKS
from unladen.measure.gathering import Gathering
from unladen.measure.lockstep import Lockstep, shuffled
from unladen.measure.one_process import Duel, why_no_duel
from unladen.measure.sampler import Pace
from unladen.measure.suite import selected
from unladen.measure.witness import count
from unladen.model import FAILING, Benchmark, Measurement, Record, Verdict
from unladen.store import asv_results
from unladen.store.project import World, environment_of
from unladen.tools import valgrind
from unladen.tools.alone import NoFinding
from unladen.tools.asv import Installed
from unladen.tools.machine import load

SECONDS_EACH = 30.0
WITNESS_SECONDS = 60.0
OPEN_OR_SLOWER = (Verdict.UNDECIDED, Verdict.SLOWER)
LONGEST_BUDGET = 1200.0
RUN_PAIRS = LOOKS[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a user asked for on the command line."""

    patterns: Sequence[str] = ()
    budget: float | None = None
    seed: int | None = None
    ignore_dirty: bool = False
    measure_identical: bool = False
    pairs: int | None = None
    witness: str = "auto"
    enough: int | None = None
    """Pairs that need not be taken again, if the records have them."""


@dataclass(slots=True)
class Bench:
    """Two installed commits on the bench, and all that is being learned of them."""

    world: World
    sides: list[Installed]
    wanted: Wanted
    seed: int
    notes: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    began: float = field(default_factory=time.time)

    @property
    def session(self) -> str:
        """One run of unladen: the same seed given again is another one."""
        return f"{self.seed:x}-{int(self.began):x}"


def rules(world: World, id: str, together: int) -> Rules:
    return Rules(
        allow=world.config.allowance(id),
        together=together,
        higher_is_better=world.config.rises(id),
        cpu_time=world.config.by_cpu_time(id),
    )


def measure(bench: Bench, judged: bool) -> list[dict[str, Measurement]]:
    """Answers, then values, then timings; records are saved after every pair of workers."""
    world = bench.world
    known = [_known(bench, side) for side in bench.sides]
    with Lockstep(bench.sides, world.project.suite, bench.session, bench.seed) as lockstep:
        world.progress.step("loading    the suite")
        lockstep.start(0)
        found = lockstep.discover()
        everything = {id: b for suite in found for id, b in suite.benchmarks.items()}
        benchmarks = selected(everything, bench.wanted.patterns)
        lockstep.only(found, benchmarks.values())
        gathering = Gathering(lockstep, benchmarks)
        gathering.begin(found, known)
        try:
            _answers_and_values(bench, gathering)
            if _may_duel(bench):
                _duels(bench, gathering, judged, lockstep)
            _timings(bench, gathering, lockstep, judged)
            if judged and wants_witness(bench):
                _witness(bench, gathering)
        finally:
            _save(bench, gathering, lockstep)
            world.progress.clear()
        raw = {name: told for suite in found for name, told in suite.raw.items()}
        asv_results.write(world.project, bench.sides, gathering.sides, raw, world.machine)
        return gathering.sides


def _known(bench: Bench, side: Installed) -> Mapping[str, Measurement]:
    """What earlier runs measured of the same build: a run that was stopped goes on."""
    world = bench.world
    record = world.records.find(side.commit.hash, world.machine.name, side.environment)
    if record is None or side.wheel is None or record.wheel != side.wheel.digest:
        return {}
    return record.measurements


def _answers_and_values(bench: Bench, gathering: Gathering) -> None:
    for number, benchmark in enumerate(gathering.benchmarks.values(), 1):
        told = f"{number}/{len(gathering.benchmarks)} {benchmark.id}"
        if benchmark.has_answers:
            bench.world.progress.tick(f"answers    {told}")
            gathering.answers(benchmark)
        if benchmark.exact:
            bench.world.progress.tick(f"values     {told}")
            gathering.values(benchmark)


def _may_duel(bench: Bench) -> bool:
    """If the project asks for it, and it is possible; if it is not, that is said."""
    if not bench.world.config.in_process or len(bench.sides) < 2:
        return False
    reason = why_no_duel(bench.sides)
    if reason:
        bench.notes.append(f"not in one process: {reason}")
    return not reason


def _duels(bench: Bench, gathering: Gathering, judged: bool, usual: Lockstep) -> None:
    """Those without a setup_cache, in one process; what these leave open goes on in lockstep."""
    suite = bench.world.project.suite
    with Duel(bench.sides, suite, f"{bench.session}-duel", bench.seed) as duel:
        duel.like(usual)
        duel.start(0)
        gathering.lockstep = duel
        try:
            _timings(bench, gathering, duel, judged)
        finally:
            gathering.lockstep = usual


def _timings(bench: Bench, gathering: Gathering, lockstep: Lockstep, judged: bool) -> None:
    world, wanted = bench.world, bench.wanted
    together = len(gathering.benchmarks)
    each = {id: rules(world, id, together) for id in gathering.benchmarks}
    budget = wanted.budget or world.config.budget
    budget = budget or min(LONGEST_BUDGET, max(60.0, SECONDS_EACH * len(gathering.timed())))
    begun = time.monotonic()
    pace = Pace(pair_seconds=world.config.pair_seconds)
    most = wanted.pairs or wanted.enough or (2 * LOOKS[-1] if judged else RUN_PAIRS)
    for pair in range(most):
        waiting = _undecided(gathering, each, judged, wanted.enough)
        if isinstance(lockstep, Duel):
            waiting = [benchmark for benchmark in waiting if not benchmark.setup_cache]
        spent = time.monotonic() - begun
        if not waiting or (spent > budget and pair > 0):
            break
        if pair:
            lockstep.start(pair)
        for benchmark in shuffled(bench.seed, pair, waiting):
            left = max(0.0, budget - (time.monotonic() - begun))
            world.progress.tick(
                f"timing     pair {pair + 1}, {len(waiting)} of {len(gathering.timed())} open, "
                f"{left:.0f} s left: {benchmark.id}"
            )
            gathering.pair(pair, benchmark, pace)
            if time.monotonic() - begun > 1.5 * budget:
                break
        _save(bench, gathering, lockstep)


def wants_witness(bench: Bench) -> bool:
    return bench.wanted.witness != "never" and valgrind.available()


def _witness(bench: Bench, gathering: Gathering) -> None:
    """Instructions, for what the clock left open or calls slower: a second witness."""
    together = len(gathering.benchmarks)
    begun = time.monotonic()
    for benchmark in gathering.timed():
        base, head = (side[benchmark.id] for side in gathering.sides)
        found = compare(base, head, rules(bench.world, benchmark.id, together))
        asked = bench.wanted.witness == "always" or found.verdict in OPEN_OR_SLOWER
        if not asked or not gathering.whole(benchmark.id) or not found.pairs:
            continue
        if time.monotonic() - begun > WITNESS_SECONDS:
            bench.notes.append("instructions: no time left for the rest (--witness always)")
            return
        bench.world.progress.tick(f"counting   {benchmark.id}")
        try:
            counted = count(gathering.lockstep, benchmark, (base, head))
        except NoFinding as error:
            bench.notes.append(f"instructions of {benchmark.id}: {error}")
            continue
        for side, instructions in zip(gathering.sides, counted, strict=True):
            side[benchmark.id] = replace(side[benchmark.id], instructions=instructions)


def _undecided(
    gathering: Gathering, rules: Mapping[str, Rules], judged: bool, enough: int | None
) -> list[Benchmark]:
    """Benchmarks that more pairs could decide."""
    waiting = []
    for benchmark in gathering.timed():
        if not gathering.whole(benchmark.id):
            continue
        if judged and len(gathering.sides) == 2:
            base, head = (side[benchmark.id] for side in gathering.sides)
            if compare(base, head, rules[benchmark.id]).verdict in FAILING:
                continue
            begun = len(paired_runs(base, head)) >= LOOKS[0]
            if begun and state_of(base, head, rules[benchmark.id])[0].verdict is not None:
                continue
        if enough is not None and len(gathering.sides) == 2:
            base, head = (side[benchmark.id] for side in gathering.sides)
            if len(paired_runs(base, head)) >= enough:
                continue
        waiting.append(benchmark)
    return waiting


def _save(bench: Bench, gathering: Gathering, lockstep: Lockstep) -> None:
    world = bench.world
    facts = lockstep.facts[0] if lockstep.facts else {}
    for side, measurements in zip(bench.sides, gathering.sides, strict=False):
        record = Record(
            commit=side.commit,
            machine=world.machine,
            environment=environment_of(side, facts),
            wheel=side.wheel.digest if side.wheel else "",
            suite=world.suite_digest(),
            started=time.time(),
            load=load(),
            measurements=measurements,
        )
        world.records.save(record)

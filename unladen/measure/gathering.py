"""a Lockstep x benchmarks -> Measurements of each side, filled in stage by stage."""

import os
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unladen.judge.answers import agree, fickle, how_answers_differ
from unladen.judge.same_code import ChangedCode
from unladen.judge.samples import power_told
from unladen.measure.lockstep import Lockstep
from unladen.measure.machine import variables_of
from unladen.measure.replies import MAX_DETAIL, SideResult, Suite
from unladen.measure.sampler import Pace
from unladen.measure.stop import Stop
from unladen.model import Benchmark, Count, Kind, Measurement, Outcome

VALUES = 2
VALUES_SCATTERED = 5


class Gathering:
    """Measurements by benchmark id, one mapping for each side."""

    def __init__(self, lockstep: Lockstep, benchmarks: Mapping[str, Benchmark]) -> None:
        self.lockstep = lockstep
        self.benchmarks = benchmarks
        self.sides: list[dict[str, Measurement]] = []
        self.pair_seconds: dict[str, float] = {}
        """What a pair takes: likely, or as the last one did."""
        self.timing = self.inside = 0.0
        """Seconds of all pairs, and of those the seconds inside benchmarks."""
        self.settled: set[str] = set()
        """Decided without time."""
        self._said: dict[tuple[int, str], SideResult] = {}
        """What was answered, by side and benchmark id."""
        self._answered: dict[tuple[int, str, int | None, int], SideResult] = {}

    def begin(
        self,
        found: Sequence[Suite],
        known: Sequence[Mapping[str, Measurement]],
    ) -> None:
        """What is in each side's suite, and what earlier runs have measured of it. A module that
        base can import and head cannot is broken; the other way round it may be new."""
        modules = {name: module for suite in found for name, module in suite.modules.items()}
        for number, (suite, earlier) in enumerate(zip(found, known, strict=True)):
            last = number == len(found) - 1 > 0
            broken = dict(_module_of(problem) for problem in suite.problems) if last else {}
            here = suite.benchmarks
            variables = variables_of(self.lockstep.sides[number])
            side = {}
            for id, benchmark in self.benchmarks.items():
                if id not in here:
                    module = modules.get(benchmark.name, "")
                    why = suite.failed.get(benchmark.name) or broken.get(module)
                    side[id] = _absent(benchmark, suite, why or "", suite.why_died(module))
                    continue
                old = earlier.get(id)
                same = old is not None and old.benchmark.version == here[id].version
                side[id] = Measurement(benchmark=here[id], outcome=Outcome.OK, variables=variables)
                if old is not None and same:
                    side[id] = replace(
                        side[id],
                        workload=old.workload if here[id].has_answers else "",
                        runs=old.runs,
                        counts=old.counts,
                        functions=old.functions,
                        reach=old.reach,
                    )
            self.sides.append(side)

    def whole(self, id: str) -> bool:
        return all(side[id].outcome is Outcome.OK for side in self.sides)

    def sides_of(self, id: str) -> list[Measurement]:
        return [side[id] for side in self.sides]

    def is_open(self, id: str, stop: Stop) -> bool:
        """Whether more pairs could tell more: none where a side failed."""
        return self.may_be_timed(id) and stop.is_open(self.sides_of(id), len(self.benchmarks))

    def may_be_timed(self, id: str) -> bool:
        return self.whole(id) and id not in self.settled

    def seconds_needed(self, id: str, stop: Stop) -> float:
        turn = stop.turn(self.sides_of(id), len(self.benchmarks))
        return turn.pairs * self.pair_seconds.get(id, 0.0)

    def next_ones(
        self, waiting: Sequence[Benchmark], stop: Stop, left: Sequence[float]
    ) -> list[Benchmark]:
        """Of the least rank as many as are likely to be decided in what is left for it, the cheap
        ones first; where that is none, those of which one more look can be paid."""
        turns = {
            each.id: stop.turn(self.sides_of(each.id), len(self.benchmarks)) for each in waiting
        }
        for likely in (True, False):
            for rank, seconds in enumerate(left):
                cost = {
                    id: (turn.pairs if likely else turn.least) * self.pair_seconds.get(id, 0.0)
                    for id, turn in turns.items()
                    if turn.rank == rank
                }
                if chosen := _affordable(cost, seconds):
                    return [each for each in waiting if each.id in chosen]
        return []

    def count(self, id: str, both: Sequence[Count]) -> None:
        """Instructions a call, of each side, beside those of another layout."""
        for side, count in zip(self.sides, both, strict=True):
            side[id] = replace(side[id], counts=(*side[id].counts, count))

    def touched(self, id: str, changed: ChangedCode | None) -> bool:
        """Whether an earlier run saw it in a file that changed."""
        files = {name.partition(":")[0] for side in self.sides for name in side[id].functions}
        return changed is not None and not files.isdisjoint(changed.runs)

    def ran(self, id: str, functions: Sequence[Sequence[str]]) -> None:
        """Which functions of the project, on each side."""
        for side, names in zip(self.sides, functions, strict=True):
            side[id] = replace(side[id], functions=tuple(names))

    def reached(self, id: str, builds: str, how: str) -> None:
        """How what differs between the builds can reach it."""
        for side in self.sides:
            side[id] = replace(side[id], reach={**side[id].reach, builds: how})

    def fails(self, number: int, id: str, result: SideResult) -> None:
        """A side that could not go on because of the other one has not failed."""
        known = self.sides[number][id]
        if result.outcome not in (Outcome.OK, Outcome.NOT_RUN):
            self.sides[number][id] = replace(known, outcome=result.outcome, detail=result.detail)

    def answers(self, benchmark: Benchmark) -> None:
        """Asked once for all benchmarks of a class with the same parameters, and hash seed."""
        owner, seed = benchmark.name.rpartition(".")[0], self.lockstep.hash_seed
        for number, side in enumerate(self.sides):
            if not side[benchmark.id].benchmark.has_answers or not self.whole(benchmark.id):
                continue
            key = (number, owner, benchmark.param_index, seed)
            if key not in self._answered:
                self._answered[key] = self.lockstep.ask(number, benchmark, "answers")
            result = self._answered[key]
            self.fails(number, benchmark.id, result)
            if result.outcome is Outcome.OK:
                side[benchmark.id] = with_answers(side[benchmark.id], result, seed)
                self._said[number, benchmark.id] = result

    def variants(self) -> None:
        """Choices of parameters that must answer alike are held to the first of them (I43)."""
        for number, side in enumerate(self.sides):
            first: dict[tuple[str, str], Measurement] = {}
            for id, one in list(side.items()):
                said = self._said.get((number, id))
                if said is None or not said.alike or one.outcome is not Outcome.OK:
                    continue
                known = first.setdefault((one.benchmark.name, said.alike), one)
                if not agree(known, one):
                    what = f"{how_answers_differ(known, one)} from those of {known.benchmark.id}"
                    side[id] = replace(one, outcome=Outcome.NOT_DONE, detail=what)

    def samples(self) -> list[str]:
        """What is missed where answers are of a sample; once for a class."""
        told = {}
        for (_, id), said in self._said.items():
            owner = self.benchmarks[id].name.rpartition(".")[0]
            told[owner] = power_told(owner, len(said.answers or {}), said.corpus)
        return [each for each in told.values() if each]

    def fickle(self) -> str:
        """In a line: how many answers change with the hash seed on all sides, if any do."""
        both = [(id, fickle(one) & fickle(self.sides[0][id])) for id, one in self.sides[-1].items()]
        told = [f"{len(items)} of {id}" for id, items in both if items]
        return f"answers that change with the hash seed: {', '.join(told[:3])}" if told else ""

    def values(self, benchmark: Benchmark) -> None:
        """Two of each side; more where they do not repeat."""
        for wanted in (VALUES, VALUES_SCATTERED):
            for number in range(len(self.sides)):
                self._values(number, benchmark.id, wanted)
            if all(len(set(side[benchmark.id].values)) <= 1 for side in self.sides):
                return

    def _values(self, number: int, id: str, wanted: int) -> None:
        while self.whole(id) and len(self.sides[number][id].values) < wanted:
            measurement = self.sides[number][id]
            began = time.monotonic()
            result = self.lockstep.ask(number, measurement.benchmark, "value")
            passed = (time.monotonic() - began) * (os.cpu_count() or 1)
            if result.outcome is Outcome.OK and result.value is None:
                result = SideResult(outcome=Outcome.EXCEPTION, detail="the value is not a number")
            self.fails(number, id, result)
            if result.value is not None:
                alone = not measurement.benchmark.setup_cache
                self.sides[number][id] = replace(
                    measurement,
                    values=(*measurement.values, result.value),
                    passed=max(measurement.passed, passed) if alone else 0.0,
                )

    def pair(self, pair: int, benchmark: Benchmark, pace: Pace) -> None:
        began = time.monotonic()
        results = self.lockstep.samples(pair, benchmark, pace)
        took = time.monotonic() - began
        self.pair_seconds[benchmark.id] = took
        self.timing += took
        self.inside += sum(
            sum(result.run.wall) * result.run.number for result in results if result.run
        )
        whole = all(result.run is not None for result in results)
        for number, result in enumerate(results):
            self.fails(number, benchmark.id, result)
            known = self.sides[number][benchmark.id]
            if whole and result.run is not None:
                notes = tuple(dict.fromkeys(known.notes + result.notes))
                self.sides[number][benchmark.id] = replace(
                    known, runs=(*known.runs, result.run), notes=notes
                )

    @property
    def any_timed(self) -> bool:
        """Whether there is anything that both sides can time."""
        return any(self.whole(each.id) for each in self.timed())

    def timed(self) -> list[Benchmark]:
        return [each for each in self.benchmarks.values() if each.kind is Kind.TIME]


def shuffled(seed: int, pair: int, benchmarks: Sequence[Benchmark]) -> Iterator[Benchmark]:
    """In another order in each pair, so that no benchmark always follows the same one."""
    order = random.Random(f"{seed}/{pair}/order")
    yield from order.sample(list(benchmarks), len(benchmarks))


def with_answers(known: Measurement, result: SideResult, seed: int) -> Measurement:
    """The first that are given; of later ones, what is answered otherwise. What earlier runs
    measured of another workload is left where it is."""
    told = result.answers
    if known.workload != result.workload:
        known = replace(known, runs=(), counts=())
    if not known.by_hash_seed:
        other: Mapping[str, str] = {}
        known = replace(known, answers=told, workload=result.workload)
    else:
        first, now = known.answers or {}, told or {}
        items = first.keys() | now.keys()
        other = {i: now.get(i, "") for i in sorted(items) if first.get(i) != now.get(i)}
    return replace(known, by_hash_seed={**known.by_hash_seed, str(seed): other})


def _absent(benchmark: Benchmark, suite: Suite, raised: str, died: str) -> Measurement:
    """A benchmark that a side does not have, or cannot have; or that base, perhaps, has not yet."""
    if died:
        return Measurement(benchmark=benchmark, outcome=Outcome.DIED, detail=died)
    outcome = Outcome.EXCEPTION if raised else Outcome.MISSING
    detail = (raised or "; ".join(suite.problems))[:MAX_DETAIL]
    return Measurement(benchmark=benchmark, outcome=outcome, detail=detail)


def _module_of(problem: str) -> tuple[str, str]:
    module, _, what = problem.partition(": ")
    return module, f"{module} cannot be imported: {what}"


def _affordable(cost: Mapping[str, float], seconds: float) -> set[str]:
    """The cheapest, as long as they fit together."""
    chosen = set()
    for id in sorted(cost, key=lambda id: cost[id]):
        seconds -= cost[id]
        if seconds < 0:
            break
        chosen.add(id)
    return chosen

"""installed commits x benchmarks -> answers, values and timings, taken in lockstep.

One fresh worker a side. For each benchmark both fork a child, and the children take their samples
round by round, the sides in random order: what disturbs the machine disturbs both. The unit of
evidence is the pair of workers; a hash seed is shared by a pair and differs between pairs.
"""

import random
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from unladen.measure.messages import Facts, Valued, answers_in, heard
from unladen.measure.replies import Failed, SideResult, Suite, checked, failure, fork_message
from unladen.measure.sampler import SLOW_SECONDS, Calibration, Pace, Sampler, calibrated, doubted
from unladen.measure.steady import cores, pin
from unladen.measure.suite import (
    Lost,
    SuiteParts,
    dead_on_all,
    facts_of,
    first_of,
    not_greeting,
    suites_of,
)
from unladen.measure.worker import START_SECONDS, Ended, Hung, Message, Place, Worker, Zygote
from unladen.model import Benchmark, Outcome
from unladen.tools.asv import Installed
from unladen.tools.scratch import Scratch
from unladen.tools.suite_sources import BenchmarkSource

HASH_SEEDS = 1 << 32
LONG_START = 0.25
PARALLEL = 1.05
"""CPU by wall seconds above which a benchmark uses several cores, and is not kept on one."""


class Lockstep:
    """Workers for one or two commits; a context manager, which leaves no process behind."""

    def __init__(
        self,
        sides: Sequence[Installed],
        suite: BenchmarkSource,
        session: str,
        seed: int,
        watch: bool = False,
    ) -> None:
        self.sides = tuple(sides)
        self.watch = watch  # workers that are started tell what runs in them
        self.told_by_cache: dict[tuple[int, str], Message] = {}
        self.suite, self._session = suite, session
        self._seed = seed
        self._room = Scratch()
        self._scratch = self._room.path
        self._log = self._scratch / "output.log"
        self._log.touch()
        self._workers: list[Worker] = []
        self._caches: dict[tuple[int, str], Path | SideResult] = {}
        self._known: dict[str, Calibration] = {}
        self._modules: tuple[str, ...] = ()
        self.parts = SuiteParts()
        self._zygote: Zygote | None = None
        self.hash_seed = self._core = self._pair = self._seeded = 0
        self.pinned = any("PYTHONHASHSEED" in side.variables for side in sides)
        self._used = self.start_seconds = 0.0
        self.facts: list[Facts] = []
        self.patience = START_SECONDS  # in which a suite must be imported
        self._lost: Lost = {}
        self._careful = self._listed = False
        self.ended = False  # killed from outside: nobody is to go on

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._stop()
        self._room.close()

    def start(self, pair: int) -> None:
        """Fresh workers. A hash seed that the project sets itself is left as it is."""
        began = time.monotonic()
        self._stop()
        self._scratch.mkdir(exist_ok=True)
        self._pair = pair
        order = random.Random(f"{self._seed}/{pair + self._seeded}")
        self.hash_seed = order.randrange(HASH_SEEDS)
        padding = order.randrange(HASH_SEEDS)
        self._core = order.choice(cores())
        places = [self._place(side) for side in self._starting()]
        python, protected = self.sides[0].python, self.sides[0].protected
        self._zygote = Zygote(python, places[0].variables, self._log, protected)
        words = [str(padding), str(self.suite.root)]
        self._workers = self._zygote.start(places, words, self._more_words(), self._around())
        lost = not_greeting(self._workers, self.patience)
        if not self._careful and not self.suite.with_pytest and any(e.died for e in lost.values()):
            self._careful = True
            self.start(pair)
            return
        if lost and (self._listed or len(lost) == len(self._workers)):
            raise first_of(lost)
        self._lost = lost
        self.facts = [facts_of(w) for n, w in enumerate(self._workers) if n not in lost]
        self.start_seconds, self._used = time.monotonic() - began, 0.0

    def other_hash_seed(self) -> None:
        """Fresh workers, that no pair has had or will have; with them the next pair begins."""
        self._seeded += 1
        self.start(self._pair)

    def next_pair(self, pair: int, benchmarks: Iterable[Benchmark]) -> None:
        """Fresh workers, with what these benchmarks need; where a suite takes long to be imported,
        not before its workers have measured for as long: until then a pair is two new forks."""
        if self._used < self.start_seconds and self.start_seconds > LONG_START:
            self._pair = pair
            return
        self._modules = self.parts.needed(benchmarks)
        self.start(pair)

    def _starting(self) -> Sequence[Installed]:
        return self.sides

    def _more_words(self) -> Sequence[str]:
        return ()

    def _around(self) -> Sequence[str]:
        return ()

    def _place(self, side: Installed) -> Place:
        variables = {"PYTHONHASHSEED": str(self.hash_seed), **side.variables}
        if "PYTHONHASHSEED" in side.variables:
            own = side.variables["PYTHONHASHSEED"]
            self.hash_seed = int(own) if own.isdigit() else 0
        return Place(
            prefix=side.python.parent.parent,
            variables=variables,
            modules=self._modules,
            watch=(side.wheel.packages if side.wheel else ()) if self.watch else None,
            seed=self.hash_seed,
            loading=self.suite.loading(side.wheel.packages if side.wheel else ()),
            careful=self._careful,
        )

    def kill(self) -> None:
        """At once, from another thread: whoever waits for a worker sees that it ended."""
        self.ended = True
        for worker in self._workers:
            worker.kill()
        if self._zygote is not None:
            self._zygote.kill()

    def _stop(self) -> None:
        for worker in self._workers:
            worker.close()
        if self._zygote is not None:
            self._zygote.close()
        self._workers, self._zygote = [], None

    def _alive(self) -> None:
        """Workers that a benchmark took down with it are replaced, in the same pair."""
        if not all(worker.alive for worker in self._workers):
            self.start(self._pair)

    def discover(self) -> Sequence["Suite"]:
        """The suite of each side. A side that cannot import it is dead, as long as another one
        can."""
        self._listed = True
        return dead_on_all(self.suite, suites_of(self._workers, self._lost))

    def only(self, found: Sequence["Suite"], benchmarks: Iterable[Benchmark]) -> None:
        """From the next pair on, no more of the suite than these need."""
        self.parts = SuiteParts.of(found)
        self._modules = self.parts.needed(benchmarks)

    def like(self, other: "Lockstep") -> None:
        """The same part of the suite."""
        self._modules, self._careful = other._modules, other._careful

    def ask(self, side: int, benchmark: Benchmark, question: str) -> SideResult:
        """Answers or a value, from a process of its own."""
        self._alive()
        worker = self._workers[side]
        try:
            self.set_up(side, benchmark)
            reply = worker.ask(benchmark.timeout, question)
            if question == "answers":
                return answers_in(reply)
            return SideResult(outcome=Outcome.OK, value=heard(Valued, reply).value)
        except (Failed, Hung, Ended) as error:
            return failure(error, benchmark)
        finally:
            worker.release()

    def samples(self, pair: int, benchmark: Benchmark, pace: Pace) -> list[SideResult]:
        """One pair of workers on one benchmark: a run for each side, or how each failed."""
        self._alive()
        began = time.monotonic()
        order = random.Random(f"{self._seed}/{pair}/{benchmark.id}")
        results: list[SideResult | None] = [None] * len(self.sides)
        samplers = [Sampler(worker) for worker in self._workers]
        try:
            for side in range(len(samplers)):
                try:
                    self.set_up(side, benchmark)
                except (Failed, Hung, Ended) as error:
                    results[side] = failure(error, benchmark)
            if not any(results):
                results = self._rounds(samplers, benchmark, pace, order)
        finally:
            for sampler in samplers:
                sampler.worker.release()
        self._used += time.monotonic() - began
        return [
            result or sampler.result(self._session, pair, self.hash_seed)
            for sampler, result in zip(samplers, results, strict=True)
        ]

    def _rounds(
        self, samplers: Sequence[Sampler], benchmark: Benchmark, pace: Pace, order: random.Random
    ) -> list[SideResult | None]:
        failed = calibrated(samplers, benchmark, pace, self._known)
        if any(failed):
            return failed
        side, rounds = 0, 0
        try:
            first = self._known[benchmark.id].seconds
            if all(sampler.parallel < PARALLEL for sampler in samplers):
                for sampler in samplers:
                    if sampler.worker.child is not None:
                        pin(sampler.worker.child, self._core)
            started = time.monotonic()
            least = 1 if first > SLOW_SECONDS else 2
            while rounds < pace.rounds:
                for side in order.sample(range(len(samplers)), len(samplers)):
                    samplers[side].sample(benchmark, self.hash_seed + rounds)
                rounds += 1
                if rounds >= least and time.monotonic() - started > pace.pair_seconds:
                    break
            found = doubted(samplers)
            for side in range(len(samplers)):
                samplers[side].settle(benchmark)
            return found
        except (Failed, Hung, Ended) as error:
            failed[side] = failure(error, benchmark)
        return failed

    def worker(self, side: int) -> Worker:
        return self._workers[side]

    def ready(self, side: int) -> Worker:
        """After what a benchmark may have taken down with it."""
        self._alive()
        return self._workers[side]

    def set_up(self, side: int, benchmark: Benchmark, timeout: float = 0.0, **more: bool) -> None:
        worker = self._workers[side]
        cache = self._cache(worker, side, benchmark) if benchmark.setup_cache else None
        folder = cache or self._folder()
        message = fork_message(benchmark, folder, cache is not None, self.hash_seed)
        checked(worker.fork(message | more, timeout or benchmark.timeout))

    def cache_folder(self, side: int, benchmark: Benchmark) -> Path | None:
        """Where what setup_cache made on this side lies; None if there is no setup_cache."""
        if not benchmark.setup_cache:
            return None
        self._alive()
        return self._cache(self._workers[side], side, benchmark)

    def _cache(self, worker: Worker, side: int, benchmark: Benchmark) -> Path:
        """What setup_cache made on this side, once for all benchmarks that share it."""
        key = (side, str(benchmark.setup_cache))
        if key not in self._caches:
            folder = self._folder()
            try:
                message = fork_message(benchmark, folder, False, self.hash_seed)
                message |= {"purpose": "setup_cache", "watched": self.watch}
                checked(worker.fork(message, benchmark.timeout))
                told = checked(worker.ask(benchmark.timeout, "setup_cache"))
                self.told_by_cache[key] = told
                self._caches[key] = folder
            except (Failed, Hung, Ended) as error:
                self._caches[key] = failure(error, benchmark)
            finally:
                worker.release()
        found = self._caches[key]
        if isinstance(found, SideResult):
            raise Failed(found.outcome, f"setup_cache: {found.detail}")
        return found

    def _folder(self) -> Path:
        self._scratch.mkdir(exist_ok=True)  # a benchmark may have removed it, and all that is in it
        return Path(tempfile.mkdtemp(dir=self._scratch))

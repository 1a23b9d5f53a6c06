"""two installed commits x benchmarks -> timings of both versions in one process."""

from collections.abc import Sequence

from unladen.measure.lockstep import Lockstep
from unladen.measure.messages import Dueled, heard
from unladen.measure.replies import Failed, SideResult, checked, failure, fork_message
from unladen.measure.sampler import Calibration, Pace
from unladen.measure.steady import pin
from unladen.measure.worker import Ended, Hung
from unladen.model import Benchmark, Outcome, Run
from unladen.tools.asv import Installed
from unladen.tools.suite_sources import BenchmarkSource
from unladen.tools.wheels import extract

ROUNDS = 2


class OneProcess(Lockstep):
    """Both versions in one process, taking turns: the sharpest and cheapest where it is possible.

    The sides are their wheels, unpacked; the interpreter and what it has installed are the base's.
    """

    def __init__(
        self, sides: Sequence[Installed], suite: BenchmarkSource, session: str, seed: int
    ) -> None:
        super().__init__(sides, suite, session, seed)
        self._wheels = [side.wheel for side in sides if side.wheel is not None]
        self._places = [extract(w, self._scratch / str(n)) for n, w in enumerate(self._wheels)]

    def _starting(self) -> Sequence[Installed]:
        return self.sides[:1]

    def _more_words(self) -> Sequence[str]:
        packages = sorted({name for wheel in self._wheels for name in wheel.packages})
        return [f"{self._seed}/{self._pair}", ",".join(packages), *map(str, self._places)]

    def samples(self, pair: int, benchmark: Benchmark, pace: Pace) -> list[SideResult]:
        worker = self._workers[0]
        try:
            _ = checked(
                worker.fork(fork_message(benchmark, self._folder(), False), benchmark.timeout)
            )
            if worker.child is not None:
                pin(worker.child, self._core)
            told = worker.ask(
                benchmark.timeout * (2 * ROUNDS + 4),
                "duel",
                seed=f"{self._seed}/{pair}/{benchmark.id}",
                rounds=ROUNDS,
                number=self._known.get(benchmark.id, Calibration()).number,
                sample_seconds=pace.sample_seconds,
                longest_seconds=pace.longest_seconds,
            )
            reply = heard(Dueled, told)
        except (Failed, Hung, Ended) as error:
            return [failure(error, benchmark)] * 2
        finally:
            worker.release()
        self._known[benchmark.id] = Calibration(number=reply.number)
        return [self._side(reply, pair, number) for number in range(2)]

    def _side(self, reply: Dueled, pair: int, number: int) -> SideResult:
        run = Run(
            session=self._session,
            pair=pair,
            hash_seed=self.hash_seed,
            number=reply.number,
            wall=reply.wall[number],
            cpu=reply.cpu[number],
            mode=reply.modes[number],
        )
        return SideResult(outcome=Outcome.OK, run=run, notes=("both versions in one process",))


def why_not_one_process(sides: Sequence[Installed], suite: BenchmarkSource) -> str:
    """Why two versions cannot share a process; empty if they can."""
    if suite.with_pytest:
        return "pytest collects the tests of one version"
    for side in sides:
        if side.wheel is None:
            return f"{side.commit.short} has no wheel"
        if side.wheel.compiled:
            return f"{side.commit.short} has compiled modules"
    return ""

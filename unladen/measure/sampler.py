"""a worker that holds a benchmark -> its samples, in the order taken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from unladen.judge.leaks import grown
from unladen.measure import footprints
from unladen.measure.messages import Calibrated, Collected, Sample, heard
from unladen.measure.outside import Hidden, doubts, hidden, now
from unladen.measure.replies import Failed, SideResult, failure
from unladen.measure.worker import Ended, Hung, Worker
from unladen.model import Benchmark, Outcome, Run

SLOW_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a pair of workers stays with one benchmark."""

    sample_seconds: float = 0.01
    pair_seconds: float = 0.1
    rounds: int = 5
    longest_seconds: float = 10.0
    """Of one sample: a longer loop is cut, and that is said."""


@dataclass(slots=True)
class Sampler:
    """One side of a benchmark under way."""

    worker: Worker
    number: int = 0
    asked: int = 0
    parallel: float = 1.0
    cold: float = 0.0
    mode: Mapping[str, str] = field(default_factory=dict)
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    instructions: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    profiler: str = ""
    hidden: list[Hidden] = field(default_factory=list)
    """What each sample took beside what it says, as seen from here."""
    held: list[footprints.Moment | None] = field(default_factory=list)
    """Before the first sample, and after each."""

    def calibrate(self, benchmark: Benchmark, pace: Pace, number: int, warm: bool = True) -> float:
        told = self.worker.ask(
            2 * benchmark.timeout,
            "calibrate",
            number=number,
            warm=warm,
            sample_seconds=pace.sample_seconds,
            longest_seconds=pace.longest_seconds,
        )
        reply = heard(Calibrated, told)
        self.number = reply.number
        self.asked = reply.asked or 0
        self.parallel = reply.parallel
        self.cold, self.mode = reply.cold, reply.mode
        return reply.first

    def sample(self, benchmark: Benchmark, seed: int) -> None:
        if not self.held:
            self.held.append(footprints.now(self.worker.child))
        before = now(self.worker.child)
        told = self.worker.ask(benchmark.timeout, "sample", number=self.number, seed=seed)
        after = now(self.worker.child)
        reply = heard(Sample, told)
        self.hidden.append(hidden(before, after, (reply.wall, reply.cpu), reply.between))
        self.held.append(footprints.now(self.worker.child, self.held[-1], reply.ended_peak))
        self.waits.append(reply.waits / self.number)
        self.profiler = self.profiler or reply.profiler[:100]
        self.wall.append(reply.wall / self.number)
        self.cpu.append(reply.cpu / self.number)
        if reply.instructions is not None:
            self.instructions.append(reply.instructions / self.number)

    def settle(self, benchmark: Benchmark) -> None:
        """What grew may be garbage that nobody collected yet: then it is no leak."""
        seen = footprints.footprint(self.held)
        if seen is not None and grown(seen):
            reply = heard(Collected, self.worker.ask(benchmark.timeout, "collect"))
            self.held[-1] = footprints.now(self.worker.child, ended_peak=reply.ended_peak)

    def result(self, session: str, pair: int, hash_seed: int) -> SideResult:
        """When its child has been released."""
        if not self.wall:
            return SideResult(outcome=Outcome.NOT_RUN, detail="the other side failed")
        if self.worker.stopped:
            return SideResult(outcome=Outcome.NOT_BELIEVED, detail=STOPPED)
        run = Run(
            session=session,
            pair=pair,
            hash_seed=hash_seed,
            number=self.number,
            wall=tuple(self.wall),
            cpu=tuple(self.cpu),
            instructions=tuple(self.instructions),
            waits=tuple(self.waits),
            footprint=footprints.footprint(self.held),
            profiler=self.profiler,
            cold=self.cold,
            mode=self.mode,
        )
        cut = f"a loop of {self.asked} calls was cut to {self.number}"
        watched = f"timed under a profiler ({self.profiler})"
        notes = [cut] if self.asked > self.number else []
        notes += [watched] if self.profiler else []
        return SideResult(outcome=Outcome.OK, run=run, notes=tuple(notes))


def doubted(samplers: Sequence[Sampler]) -> list[SideResult | None]:
    """Of each side why it is not believed, if so."""
    found: list[SideResult | None] = []
    for number, sampler in enumerate(samplers):
        others = [each for k, one in enumerate(samplers) if k != number for each in one.hidden]
        why = doubts(sampler.hidden, others)
        found.append(SideResult(outcome=Outcome.NOT_BELIEVED, detail=why) if why else None)
    return found


STOPPED = "its process was stopped by a signal"


@dataclass(frozen=True, slots=True)
class Calibration:
    """What an earlier pair of workers found of a benchmark."""

    number: int = 0
    """Calls in a sample."""
    seconds: float = 0.0
    parallel: tuple[float, ...] = ()
    """Cores that each side kept busy."""


def calibrated(
    samplers: Sequence[Sampler], benchmark: Benchmark, pace: Pace, known: dict[str, Calibration]
) -> list[SideResult | None]:
    """Why a side failed; each is tried, whatever becomes of the others."""
    failed: list[SideResult | None] = [None] * len(samplers)
    for side in range(len(samplers)):
        try:
            _calibrate(samplers, side, benchmark, pace, known)
        except (Failed, Hung, Ended) as error:
            failed[side] = failure(error, benchmark)
    return failed


def _calibrate(
    samplers: Sequence[Sampler],
    side: int,
    benchmark: Benchmark,
    pace: Pace,
    known: dict[str, Calibration],
) -> None:
    """A side warm and with the same number of calls as the first.

    A call of seconds is not made twice for this: what is cold in it is little, and the same on both
    sides.
    """
    told = known.get(benchmark.id, Calibration())
    sampler = samplers[side]
    if told.seconds > SLOW_SECONDS and len(told.parallel) == len(samplers):
        sampler.calibrate(benchmark, pace, told.number, warm=False)
        sampler.parallel = told.parallel[side]
        return
    number = samplers[0].number if side else told.number
    seconds = sampler.calibrate(benchmark, pace, number)
    first = told.seconds if side else seconds
    known[benchmark.id] = Calibration(
        sampler.number, first, (*told.parallel[:side], sampler.parallel)
    )

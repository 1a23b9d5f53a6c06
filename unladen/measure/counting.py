"""two installed commits x benchmarks -> instructions a call, counted exactly, where valgrind is.

One counted process a side imports the suite once, and forks a child for each benchmark. Both sides
work at the same time: what is counted does not depend on how busy the machine is. A region's count
is the difference between two snapshots, forks of the child that end at once.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen.errors import UnladenError
from unladen.judge.counts import REGIONS
from unladen.measure.apart import apart
from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import Failed, checked
from unladen.measure.suite import SuiteParts
from unladen.measure.worker import Ended, Hung, Place
from unladen.model import Benchmark
from unladen.tools.asv import Installed
from unladen.tools.meters import BLOCKS, CYCLES, Meter, estimated_cycles

REGION_SECONDS = 0.001
"""Short calls are repeated until they fill it: beside it a snapshot costs nothing."""
IMPORTS = 0.8
"""The share of its time at most that counting spends on imports."""
OVERHEAD = 0.5
DEAR = 0.4
"""What takes more of the time by itself is counted in blocks, if the machine code is the same."""
START_SECONDS = 4.0
"""Of valgrind and Python, before anything is imported."""
ONCE_SECONDS = 0.05
"""Of longer calls a second region would tell hardly more."""
COLD_SECONDS = 0.5
"""Longer ones are not made warm if the first takes no longer than the next."""
ANEW_SECONDS, MOST_ANEW = 0.02, 8
"""For warmth, where each call is set up by itself; so many calls at most."""
TELLING_SECONDS, CAREFUL = 2.0, 1.2
FEW = 24
"""Benchmarks that are refused alike before the rest is given up."""
LENIENT = 3.0
"""So many times what is likely, and it is given up."""
THREADS = tuple(
    f"{name}_NUM_THREADS" for name in ("OPENBLAS", "OMP", "MKL", "BLIS", "NUMEXPR", "NUMBA")
)
"""Threads that wait for each other spin, and their instructions are of no use: one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countable:
    """A benchmark, how long a call of it takes, its set-up, and what counts it."""

    benchmark: Benchmark
    meter: Meter
    seconds: float
    setup: float = 0.0
    """Once, and"""
    between: float = 0.0
    """before each further call."""
    steady: bool = False
    """The first call takes as long as the next: it need not be warm."""

    @property
    def calls(self) -> int:
        return max(1, int(REGION_SECONDS / max(self.seconds, 1e-7)))

    @property
    def warm(self) -> int:
        """Regions before the first that counts."""
        return 0 if self.steady and self.seconds > COLD_SECONDS else 1

    @property
    def regions(self) -> int:
        return 1 if self.seconds > ONCE_SECONDS else REGIONS

    @property
    def anew(self) -> dict[str, int]:
        """Of those that are set up before each call, which is then a region by itself: warm after
        as many as Python takes to run them as it will, where they are short."""
        each = max(self.seconds + self.between, 1e-7)
        few = min(MOST_ANEW, int(ANEW_SECONDS / each))
        return {"warm": max(self.warm, few), "regions": max(self.regions, few // 2)}

    @property
    def likely(self) -> float:
        """Seconds that counting takes."""
        calls = (self.warm + self.regions) * (self.calls * self.seconds + self.between)
        anew = sum(self.anew.values()) * (self.seconds + self.between)
        return OVERHEAD + self.meter.slowdown * (self.setup + max(calls, anew))


@dataclass(frozen=True, slots=True)
class Regions:
    """Of each, a call."""

    unit: str
    counts: tuple[float, ...]
    cycles: tuple[float, ...] = ()


Counted = Regions | str
"""Or why there is none."""


@dataclass(slots=True)
class Forecast:
    """What there is still time for: how much of what counting is thought to take it takes on this
    machine, meter by meter."""

    left: Callable[[], float]
    shares: dict[str, float] = field(default_factory=dict)

    def fits(self, subject: Countable) -> bool:
        return subject.likely * self.shares.get(subject.meter.unit, 1.0) <= self.left()

    def learn(self, subject: Countable, took: float) -> None:
        """From what took long enough to tell; a little is added, as the next may be another one."""
        if subject.likely >= TELLING_SECONDS:
            unit, share = subject.meter.unit, CAREFUL * took / subject.likely
            self.shares[unit] = max(share, self.shares.get(unit, 0.0))


class Counting(Lockstep):
    """One side under valgrind."""

    def __init__(
        self, like: Lockstep, side: Installed, modules: Sequence[str], meter: Meter
    ) -> None:
        super().__init__([side], like.suite, "counting", 0)
        self._modules = tuple(modules)
        self._meter = meter
        self.hash_seed = 0

    def _around(self) -> Sequence[str]:
        return self._meter.around(self._scratch)

    def _place(self, side: Installed) -> Place:
        place = super()._place(side)
        hashes = {"PYTHONHASHSEED": str(self._pair)}
        variables = {**place.variables, **hashes, **dict.fromkeys(THREADS, "1")}
        return replace(place, variables=variables, seed=0)

    def count(self, subject: Countable, seconds: float) -> Counted:
        self._alive()
        worker, benchmark = self._workers[0], subject.benchmark
        try:
            self.set_up(0, benchmark, seconds, counted=True)
            how = {"calls": subject.calls, "regions": subject.regions, "warm": subject.warm}
            told = checked(worker.ask(seconds, "count", seed=0, anew=subject.anew, **how))
            if told["refused"]:
                return str(told["refused"])[:200]
            return self._regions(told["snapshots"], max(1, int(told["calls"])))
        except (Failed, Hung, Ended, UnladenError, KeyError, TypeError, ValueError) as error:
            return f"it could not be counted: {error}"[:200]
        finally:
            worker.release()

    def _regions(self, snapshots: Sequence[Sequence[int]], calls: int) -> Regions:
        """Processes before and after each; the last two have nothing between them, which is what a
        snapshot itself costs."""
        processes = {int(process) for pair in snapshots for process in pair}
        total = {process: self._meter.read(self._scratch, process) for process in processes}
        pairs = [(total[before], total[after]) for before, after in snapshots]

        def a_call(of: Callable[[tuple[int, ...]], float]) -> tuple[float, ...]:
            spent = [of(after) - of(before) for before, after in pairs]
            return tuple(max(1.0, each - spent[-1]) / calls for each in spent[:-1])

        cycles = a_call(estimated_cycles) if self._meter is CYCLES else ()
        return Regions(self._meter.unit, a_call(lambda events: events[0]), cycles)


def metered(
    subjects: Sequence[Countable], coarse: Meter | None, parts: SuiteParts, left: float
) -> list[Countable]:
    """Those that can be counted in their share of the time. Where there is a coarser meter, it
    counts what is dear, and everything where not even the rest would be done in time: a second
    process, with imports of its own, would cost more than it saves."""
    cheap = [each for each in subjects if coarse is None or each.likely <= DEAR * left]
    chosen, spent = _affordable(cheap, parts, IMPORTS * left)
    if coarse is not None and spent + sum(each.likely for each in chosen) > left:
        chosen, spent = [], 0.0
    if coarse is not None:
        rest = [replace(each, meter=coarse) for each in subjects if each not in chosen]
        chosen += _affordable(rest, parts, IMPORTS * left - spent)[0]
    return chosen


def importable(benchmark: Benchmark, parts: SuiteParts, left: float) -> bool:
    """Whether what a benchmark needs can be imported by the cheapest meter, with time left."""
    seconds = _import_seconds(parts, parts.module_of.get(benchmark.name, ""))
    return START_SECONDS + BLOCKS.imports * seconds <= IMPORTS * left


def _import_seconds(parts: SuiteParts, module: str) -> float:
    return parts.seconds.get(module, 0.0) if module else sum(parts.seconds.values())


def _affordable(
    subjects: Sequence[Countable], parts: SuiteParts, left: float
) -> tuple[list[Countable], float]:
    """Those whose modules can be imported under valgrind, first where a second of imports counts
    the most, and what the imports cost."""
    by_module: dict[str, list[Countable]] = {}
    for each in subjects:
        by_module.setdefault(parts.module_of.get(each.benchmark.name, ""), []).append(each)
    chosen: list[Countable] = []
    spent = START_SECONDS

    def dear(module: str) -> float:
        return _import_seconds(parts, module) / len(by_module[module])

    for module in sorted(by_module, key=dear):
        cost = by_module[module][0].meter.imports * _import_seconds(parts, module)
        if spent + cost <= left:
            spent += cost
            chosen += by_module[module]
    return chosen, spent if chosen else 0.0


def counted(
    lockstep: Lockstep,
    subjects: Sequence[Countable],
    layout: int,
    forecast: Forecast,
    said: Callable[[str, Sequence[Counted]], None],
) -> str:
    """Each benchmark of both sides, meter by meter, the short ones first, as long as there is time;
    `said` hears of each as soon as both sides have it. Returned is why nothing can be counted, if
    so."""
    for meter in dict.fromkeys(each.meter for each in subjects):
        ordered = sorted((s for s in subjects if s.meter is meter), key=lambda each: each.likely)
        try:
            _counted(lockstep, ordered, layout, forecast, said)
        except UnladenError as error:
            return f"valgrind and the suite: {error.what}"[:200]
    return ""


def _counted(
    lockstep: Lockstep,
    ordered: Sequence[Countable],
    layout: int,
    forecast: Forecast,
    said: Callable[[str, Sequence[Counted]], None],
) -> None:
    found: dict[str, dict[int, Counted]] = {}
    sides = range(len(lockstep.sides))
    lock = threading.Lock()

    def one(number: int, counting: Counting) -> None:
        for subject in ordered:
            if not forecast.fits(subject) or counting.ended or in_vain(found, len(sides)):
                return
            began = time.monotonic()
            told = counting.count(subject, min(LENIENT * subject.likely + 5, forecast.left()))
            with lock:
                forecast.learn(subject, time.monotonic() - began)
                both = found.setdefault(subject.benchmark.id, {})
                both[number] = told
                if len(both) == len(sides) and not counting.ended:
                    said(subject.benchmark.id, [both[n] for n in sorted(both)])

    modules = lockstep.parts.needed([each.benchmark for each in ordered])
    counters = [Counting(lockstep, side, modules, ordered[0].meter) for side in lockstep.sides]
    for each in counters:
        each.patience = forecast.left()
    apart(counters, one, layout)
    if why := in_vain(found, len(sides)):
        for subject in ordered:
            if len(found.get(subject.benchmark.id, ())) < len(sides):
                said(subject.benchmark.id, [why for _ in sides])


def in_vain(found: Mapping[str, Mapping[int, Counted]], sides: int) -> str:
    """Why the rest cannot be counted either: the first, which are short ones, were all refused for
    one and the same reason. Otherwise a suite whose tests all start a thread would be refused one
    by one, and nothing would be left for its timing."""
    told = [each for both in list(found.values()) for each in list(both.values())]
    reasons = {each if isinstance(each, str) else "" for each in told}
    return next(iter(reasons)) if len(told) >= sides * FEW and len(reasons) == 1 else ""

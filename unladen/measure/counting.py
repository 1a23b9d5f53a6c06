"""two installed commits x benchmarks -> instructions a call, counted exactly, where valgrind is.

One counted process a side imports the suite once, and forks a child for each benchmark. Both sides
work at the same time: what is counted does not depend on how busy the machine is. A region's count
is the difference between two snapshots, forks of the child that end at once.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from unladen.errors import UnladenError
from unladen.judge.counts import REGIONS
from unladen.measure.apart import apart
from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import Failed, checked
from unladen.measure.suite import SuiteParts
from unladen.measure.worker import Ended, Hung, Place
from unladen.model import Benchmark
from unladen.tools import valgrind
from unladen.tools.asv import Installed

REGION_SECONDS = 0.001
"""Short calls are repeated until they fill it: beside it a snapshot costs nothing."""
SLOWDOWN = 25.0
"""What counting makes of a second."""
COUNTED_IMPORT, IMPORTS = 15.0, 0.8
"""What counting makes of a second of imports; their share of its time at most."""
OVERHEAD = 0.5
LENIENT = 3.0
"""So many times what is likely, and it is given up."""
THREADS = tuple(
    f"{name}_NUM_THREADS" for name in ("OPENBLAS", "OMP", "MKL", "BLIS", "NUMEXPR", "NUMBA")
)
"""Threads that wait for each other spin, and their instructions are of no use: one of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countable:
    """A benchmark, how long a call of it takes, and its set-up."""

    benchmark: Benchmark
    seconds: float
    setup: float = 0.0
    """Once, and"""
    between: float = 0.0
    """before each further call."""

    @property
    def calls(self) -> int:
        return max(1, int(REGION_SECONDS / max(self.seconds, 1e-7)))

    @property
    def likely(self) -> float:
        """Seconds that counting takes."""
        regions = (REGIONS + 1) * (self.calls * self.seconds + self.between)
        return OVERHEAD + SLOWDOWN * (self.setup + regions)


Counted = tuple[float, ...] | str
"""Of each region, a call; or why there is none."""


class Counting(Lockstep):
    """One side under valgrind."""

    def __init__(self, like: Lockstep, side: Installed, modules: Sequence[str]) -> None:
        super().__init__([side], like.suite, "counting", 0)
        self._modules = tuple(modules)
        self.hash_seed = 0

    def _around(self) -> Sequence[str]:
        return valgrind.counting(self._scratch)

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
            told = checked(
                worker.ask(seconds, "count", calls=subject.calls, regions=REGIONS, seed=0)
            )
            if told["refused"]:
                return str(told["refused"])[:200]
            return self._regions(told["snapshots"], subject.calls)
        except (Failed, Hung, Ended, UnladenError) as error:
            return f"it could not be counted: {error}"[:200]
        finally:
            worker.release()

    def _regions(self, snapshots: Sequence[Sequence[int]], calls: int) -> Counted:
        """Processes before and after each; the last two have nothing between them, which is what a
        snapshot itself costs."""
        processes = {int(process) for pair in snapshots for process in pair}
        total = {process: valgrind.counted(self._scratch, process) for process in processes}
        spent = [total[after] - total[before] for before, after in snapshots]
        return tuple(max(1.0, each - spent[-1]) / calls for each in spent[:-1])


def affordable(subjects: Sequence[Countable], parts: SuiteParts, left: float) -> list[Countable]:
    """Those whose modules can be imported under valgrind in their share of the time, first where a
    second of imports counts the most."""
    by_module: dict[str, list[Countable]] = {}
    for each in subjects:
        by_module.setdefault(parts.module_of.get(each.benchmark.name, ""), []).append(each)
    chosen: list[Countable] = []
    spent = 0.0

    def seconds(module: str) -> float:
        return parts.seconds.get(module, 0.0) if module else sum(parts.seconds.values())

    for module in sorted(by_module, key=lambda each: seconds(each) / len(by_module[each])):
        cost = COUNTED_IMPORT * seconds(module)
        if spent + cost <= IMPORTS * left:
            spent += cost
            chosen += by_module[module]
    return chosen


def counted(
    lockstep: Lockstep,
    subjects: Sequence[Countable],
    layout: int,
    left: Callable[[], float],
    said: Callable[[str, Sequence[Counted]], None],
) -> str:
    """Each benchmark of both sides, the short ones first, as long as there is time; `said` hears of
    each as soon as both sides have it. Returned is why nothing can be counted, if so."""
    found: dict[str, dict[int, Counted]] = {}
    lock = threading.Lock()
    ordered = sorted(subjects, key=lambda each: each.likely)

    def one(number: int, counting: Counting) -> None:
        for subject in ordered:
            if subject.likely > left() or counting.ended:
                return
            told = counting.count(subject, min(LENIENT * subject.likely + 5, left()))
            with lock:
                both = found.setdefault(subject.benchmark.id, {})
                both[number] = told
                if len(both) == len(lockstep.sides) and not counting.ended:
                    said(subject.benchmark.id, [both[n] for n in sorted(both)])

    if not ordered:
        return ""
    try:
        modules = lockstep.parts.needed([each.benchmark for each in ordered])
        sides = [Counting(lockstep, side, modules) for side in lockstep.sides]
        for each in sides:
            each.patience = left()
        apart(sides, one, layout)
        return ""
    except UnladenError as error:
        return f"valgrind and the suite: {error.what}"[:200]

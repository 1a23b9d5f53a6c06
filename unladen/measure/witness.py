"""a benchmark on installed commits -> instructions a call, counted exactly, where valgrind is.

Both sides at the same time: what is counted does not depend on how busy the machine is.
"""

from collections.abc import Sequence
from pathlib import Path

from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import Failed
from unladen.model import Benchmark, Measurement
from unladen.tools import valgrind
from unladen.tools.alone import NoFinding, Order, Target, on_each_side, ran, seconds_of

REGIONS = 3
REGION_SECONDS = 0.02
LONGEST_SECONDS = 2.0
SLOWDOWN = 60.0


def count(
    lockstep: Lockstep, benchmark: Benchmark, measured: Sequence[Measurement]
) -> list[tuple[float, ...]]:
    """Instructions a call in each region, for each side; NoFinding says why there are none."""
    seconds = seconds_of(measured)
    if seconds > LONGEST_SECONDS:
        raise NoFinding(f"{seconds:.0f} s a call are too long to count")
    subjects = [
        Target(
            installed=installed,
            suite=lockstep.suite,
            benchmark=benchmark,
            cache=_cache(lockstep, side, benchmark),
            seconds=seconds,
        )
        for side, installed in enumerate(lockstep.sides)
    ]
    return on_each_side(lambda side: _count(subjects[side]), len(subjects))


def _cache(lockstep: Lockstep, side: int, benchmark: Benchmark) -> Path | None:
    try:
        return lockstep.cache_folder(side, benchmark)
    except Failed as error:
        raise NoFinding(error.result.detail) from None


def _count(subject: Target) -> tuple[float, ...]:
    number = max(1, int(REGION_SECONDS / max(subject.seconds, 1e-9)))
    order = Order(lane="instructions", number=number, regions=REGIONS)
    with ran(subject, order, SLOWDOWN, around=valgrind.callgrind) as room:
        totals = [valgrind.total(path) for path in valgrind.dumps(room.folder)]
        if len(totals) != REGIONS:
            raise NoFinding(f"{len(totals)} of {REGIONS} regions were counted")
        return tuple(each / int(room.told["number"]) for each in totals)

"""a benchmark on installed commits -> instructions a call, counted exactly, where valgrind is.

Both sides at the same time: what is counted does not depend on how busy the machine is.
"""

import json
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from unladen.collect.measure import Lockstep
from unladen.collect.replies import Failed
from unladen.model import Benchmark, Measurement
from unladen.tools import valgrind
from unladen.tools.asv import Installed

SCRIPT = Path(__file__).parents[1] / "probe" / "counted.py"
REGIONS = 3
WARM = 3
REGION_SECONDS = 0.02
LONGEST_SECONDS = 2.0
SLOWDOWN = 60.0
START_SECONDS = 60.0


def count(
    lockstep: Lockstep, benchmark: Benchmark, measured: Sequence[Measurement]
) -> list[tuple[float, ...]]:
    """Instructions a call in each region, for each side; NoCount says why there are none."""
    seconds = _seconds(measured)
    if seconds > LONGEST_SECONDS:
        raise valgrind.NoCount(f"{seconds:.0f} s a call are too long to count")
    number = max(1, int(REGION_SECONDS / max(seconds, 1e-9)))
    caches = [_cache(lockstep, side, benchmark) for side in range(len(lockstep.sides))]
    with ThreadPoolExecutor(len(caches)) as pool:
        jobs = [
            pool.submit(_count, installed, lockstep.suite, benchmark, cache, (number, seconds))
            for installed, cache in zip(lockstep.sides, caches, strict=True)
        ]
        return [job.result() for job in jobs]


def _seconds(measured: Sequence[Measurement]) -> float:
    walls = [statistics.median(run.wall) for side in measured for run in side.runs if run.wall]
    return max(walls, default=REGION_SECONDS)


def _cache(lockstep: Lockstep, side: int, benchmark: Benchmark) -> Path | None:
    try:
        return lockstep.cache_folder(side, benchmark)
    except Failed as error:
        raise valgrind.NoCount(error.result.detail) from None


def _count(
    installed: Installed,
    suite: Path,
    benchmark: Benchmark,
    cache: Path | None,
    size: tuple[int, float],
) -> tuple[float, ...]:
    number, seconds = size
    folder = Path(tempfile.mkdtemp(prefix="unladen-count-"))
    try:
        done = folder / "done.json"
        order = {
            "root": str(suite),
            "name": benchmark.name,
            "index": benchmark.param_index,
            "folder": str(cache or folder),
            "number": number,
            "warm": WARM,
            "regions": REGIONS,
            "done": str(done),
        }
        command = [str(installed.python), str(SCRIPT), json.dumps(order)]
        variables = {"PYTHONHASHSEED": "0", **installed.variables}
        most = START_SECONDS + SLOWDOWN * seconds * (WARM + REGIONS * number)
        totals = valgrind.callgrind(command, variables, folder, most)
        if not done.is_file() or len(totals) != REGIONS:
            raise valgrind.NoCount(f"{len(totals)} of {REGIONS} regions were counted")
        calls = int(json.loads(done.read_text())["number"])
        return tuple(each / calls for each in totals)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

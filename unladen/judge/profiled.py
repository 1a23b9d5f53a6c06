"""two Measurements -> why the times of one were taken under a profiler, and those of the other not.

A profiler makes what it sees some times slower, and small functions more than large ones: no factor
mends that, so such times are never compared with others (I19).
"""

import statistics

from unladen.model import Measurement


def profiled_otherwise(base: Measurement, head: Measurement) -> str:
    """Empty where both were timed alike."""
    under = [sorted({run.profiler for run in side.runs if run.profiler}) for side in (base, head)]
    if under[0] == under[1]:
        return ""
    who = " and ".join(dict.fromkeys([*under[0], *under[1]]))
    side, other = ("head", "base") if under[1] else ("base", "head")
    told = f"{side} was timed under a profiler ({who}), {other} without it{_slower(base, head)}"
    return f"{told}: profiled and unprofiled times are never compared"


def _slower(base: Measurement, head: Measurement) -> str:
    """By how much such times are off is told, and decides nothing."""
    slow, quick = sorted((_typical(base), _typical(head)), reverse=True)
    return f" ({slow / quick:.1f} times apart)" if quick else ""


def _typical(side: Measurement) -> float:
    """Of those under it, where there are any."""
    runs = [run for run in side.runs if run.profiler] or side.runs
    return statistics.median(statistics.median(run.wall) for run in runs) if runs else 0.0

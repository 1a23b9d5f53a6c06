"""measurements -> what a call computes and waits for, and how the choices of a benchmark differ.

CPU seconds are those that the system has counted; what somebody waited for is never added up to
them (I45). A sum over choices says little where one of them is most of it (I34).
"""

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from unladen.model import Kind, Measurement
from unladen.output.words import one_line, seconds

FEW = 3
FAR = 5.0
"""Times the middle choice: one that is so far from it is named,"""
PART = 0.1
"""if it is so much of the sum."""
NAMED = 6
WAITS, SEVERAL = 0.2, 1.2
NUMBER = re.compile(r"-?\d+(\.\d*)?(e[-+]?\d+)?", re.IGNORECASE)


def typical(measurement: Measurement) -> float:
    """Wall seconds of a call: the middle of its processes' middles."""
    return _middle([run.wall for run in measurement.runs])


def _middle(each: Sequence[Sequence[float]]) -> float:
    return statistics.median(map(statistics.median, filter(None, each))) if any(each) else 0.0


def at_it(measurement: Measurement) -> str:
    """Where wall and CPU seconds differ, why: it waits, or several cores are at it."""
    wall, cpu = typical(measurement), _middle([run.cpu for run in measurement.runs])
    if not wall or not cpu:
        return ""
    waits = _middle([run.waits for run in measurement.runs]) / wall
    if waits > WAITS:
        return f", waits {100 * min(1.0, waits):.0f} % of it"
    return f", {cpu / wall:.1f} cores" if cpu > SEVERAL * wall else ""


def families(measurements: Mapping[str, Measurement]) -> Iterator[str]:
    """Of each benchmark that has choices: their sum beside what is typical, and who makes it."""
    by_name: dict[str, dict[str, float]] = defaultdict(dict)
    for id, each in sorted(measurements.items()):
        if each.benchmark.kind is Kind.TIME and typical(each) > 0:
            by_name[each.benchmark.name][id] = typical(each)
    for name, costs in by_name.items():
        if len(costs) >= FEW:
            sized = _sizes(measurements[min(costs)])
            least = {id: _quietest(measurements[id]) for id in costs}
            yield from _family(name, costs, [] if sized else _far(costs, least))


def _family(name: str, costs: Mapping[str, float], far: Sequence[str]) -> Iterator[str]:
    whole, middle = math.fsum(costs.values()), statistics.median(costs.values())
    mean = statistics.geometric_mean(costs.values())
    yield (
        f"  {one_line(name, 48):<48} {len(costs)} choices: sum {seconds(whole)}, median "
        f"{seconds(middle)}, geometric mean {seconds(mean)}"
    )
    for id in far[:NAMED]:
        share, times = 100 * costs[id] / whole, costs[id] / middle
        yield f"    {one_line(id, 46):<46} {share:.0f} % of the sum, {times:.0f} times the median"


def _far(costs: Mapping[str, float], least: Mapping[str, float]) -> list[str]:
    """Also in the process in which it took least: another may have been disturbed."""
    whole, middle = math.fsum(costs.values()), statistics.median(costs.values())
    found = [id for id, cost in least.items() if cost > FAR * middle and cost > PART * whole]
    return sorted(found, key=lambda id: -costs[id])


def _quietest(measurement: Measurement) -> float:
    return min(statistics.median(run.wall) for run in measurement.runs if run.wall)


def _sizes(measurement: Measurement) -> bool:
    """That the largest number costs most is what such a parameter is for."""
    varied = [each for each in measurement.benchmark.params if len(each) > 1]
    return any(all(NUMBER.fullmatch(choice) for choice in each) for each in varied)

"""choices of a parameter x seconds of the same run -> which is slower than what it has to beat.

A version for a GPU that gets four times faster may still take ten times as long as the CPU (I51):
where a parameter has a choice that is called the CPU's, the scalar one, the serial one, a reference
or a baseline, the others are told beside it, whatever became of each.
"""

import math
from collections.abc import Iterable, Mapping

from unladen.model import Benchmark

BASELINES = frozenset({"cpu", "scalar", "serial", "baseline", "reference"})
LEAST = 2.0
"""Times as long: less may be the machine's."""


def slower_than_baseline(
    one: Benchmark, among: Iterable[Benchmark], seconds: Mapping[str, float]
) -> str:
    """Empty where it is not, or there is no baseline, or that did not run."""
    others = {(each.name, each.param_index): each for each in among}
    for name, number in _baselines(one):
        other = others.get((one.name, number))
        mine = seconds.get(one.id, 0.0)
        its = seconds.get(other.id, 0.0) if other else 0.0
        if its > 0 and mine >= LEAST * its:
            return f"{mine / its:,.1f} times as long as with {name}, in the same run"
    return ""


def _baselines(one: Benchmark) -> Iterable[tuple[str, int]]:
    """The same choice of all parameters but one, which is the baseline there."""
    if one.param_index is None:
        return
    for place, choices in enumerate(one.params):
        after = math.prod(len(each) for each in one.params[place + 1 :])
        mine = one.param_index // after % len(choices)
        names = [choice.strip("'\"").lower() for choice in choices]
        for number, name in enumerate(names):
            if name in BASELINES and names[mine] not in BASELINES:
                yield choices[number], one.param_index + (number - mine) * after

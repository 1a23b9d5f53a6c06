"""the first calls of pairs of workers -> what they take, apart from all others.

A start of seconds is in no sample, so that no average holds a part of it (I50); and it is not lost.
"""

import statistics
from collections.abc import Iterator, Sequence

from unladen.judge.estimate import as_change, interval, pair_effect
from unladen.judge.sequential import LOOKS
from unladen.model import Interval, Run

MUCH, LEAST_SECONDS = 3.0, 1e-3
"""So many times a later call, and so long: then a start is worth a word."""
RISK = 0.005


def first_calls(pairs: Sequence[tuple[Run, Run]], allow: float) -> Iterator[str]:
    known = [(base, head) for base, head in pairs if base.cold > 0 and head.cold > 0]
    if not known or not any(notable([pair[side] for pair in known]) for side in (0, 1)):
        return
    old, new = (statistics.median(pair[side].cold for pair in known) for side in (0, 1))
    found = _interval([pair_effect((base.cold,), (head.cold,)) for base, head in known])
    span = f"{100 * found.estimate:+.1f} % [{100 * found.low:+.1f}, {100 * found.high:+.1f}]"
    word = "slower" if found.low > allow else "faster" if found.high < -allow else "no sure change"
    yield f"first call {old:.3g} s -> {new:.3g} s, {word}: {span}; it is in no other figure"


def notable(runs: Sequence[Run]) -> bool:
    cold = [run.cold for run in runs if run.cold > 0]
    later = [statistics.median(run.wall) for run in runs if run.wall]
    if not cold or not later:
        return False
    first, usual = statistics.median(cold), statistics.median(later)
    return first > MUCH * usual and first - usual > LEAST_SECONDS


def _interval(effects: Sequence[float]) -> Interval:
    """Of few pairs, where they lie."""
    if len(effects) >= LOOKS[0]:
        return interval(effects, RISK, RISK)
    middle = as_change(statistics.median(effects))
    return Interval(estimate=middle, low=as_change(min(effects)), high=as_change(max(effects)))

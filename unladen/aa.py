"""HEAD against itself, many times -> false alarms and the power curve, per benchmark.

The second side is built in another environment, from the same commit: everything that may differ
between two commits differs, except the code. A planted change is added to the log ratios that were
measured, so that the curve has this machine's own noise.
"""

import json
import math
import random
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unladen.judge.compare import clock_for, effects_of, paired_runs
from unladen.judge.estimate import TRIM_PAIRS, trimmed_mean
from unladen.judge.sequential import LOOKS, Policy, judged
from unladen.measure.session import Bench, Wanted, measure
from unladen.model import Verdict
from unladen.store.project import World
from unladen.tools import files

PLANTED = (0.005, 0.01, 0.014, 0.02, 0.03, 0.05)
TRIALS = 400
PAIRS = LOOKS[4]


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """How often a gate with this allowance says *slower*, by the size of the planted change."""

    benchmark: str
    pairs: int
    spread: float
    false_alarms: float
    found: dict[float, float]


def measured(world: World, wanted: Wanted) -> Iterator[str]:
    with world.measuring():
        head = world.git.commit("HEAD")
        sides = world.install([head, head])
        bench = Bench(world, sides, replace(wanted, pairs=PAIRS), secrets.randbits(40))
        old, new = measure(bench, judged=False)
    allow = world.config.allow
    curves = []
    for id in old:
        pairs = paired_runs(old[id], new[id])
        if len(pairs) >= LOOKS[0]:
            clock = clock_for([b for b, _ in pairs], [h for _, h in pairs])
            curves.append(power(id, effects_of(pairs, clock), allow))
    path = world.folder / world.config.records / "power.json"
    files.replace(path, json.dumps([_told(curve, allow) for curve in curves], indent=1) + "\n")
    yield f"A/A          {len(curves)} benchmarks, allowance {100 * allow:g} %, by resampling"
    heads = " ".join(f"{100 * planted:>5.1f}%" for planted in PLANTED)
    yield f"             {'benchmark':<34} {'spread':>7} {'false':>6} {heads}"
    for curve in curves:
        found = " ".join(f"{100 * curve.found[planted]:>5.0f}%" for planted in PLANTED)
        name = curve.benchmark[:34]
        false = f"{100 * curve.false_alarms:.1f}%"
        yield f"             {name:<34} {100 * curve.spread:>6.2f}% {false:>6} {found}"
    yield f"stored       {path}"


def power(id: str, effects: Sequence[float], allow: float, seed: int = 0) -> Power:
    """By drawing pairs of workers anew from those measured, their mean taken away."""
    centre = trimmed_mean(effects, TRIM_PAIRS)
    noise = [effect - centre for effect in effects]
    return Power(
        benchmark=id,
        pairs=len(effects),
        spread=_middle_spread(noise),
        false_alarms=rate(noise, 0.0, allow, seed),
        found={planted: rate(noise, planted, allow, seed) for planted in PLANTED},
    )


def rate(noise: Sequence[float], planted: float, allow: float, seed: int) -> float:
    order = random.Random(f"{seed}/{planted}")
    policy = Policy(allow=allow)
    alarms = 0
    for _ in range(TRIALS):
        drawn = [order.choice(noise) + math.log1p(planted) for _ in range(2 * LOOKS[-1])]
        alarms += judged(drawn, policy).verdict is Verdict.SLOWER
    return alarms / TRIALS


def _middle_spread(values: Sequence[float]) -> float:
    """Half the width of the middle half, as a standard deviation would be."""
    ranked = sorted(values)
    quarter = len(ranked) // 4
    return (ranked[-1 - quarter] - ranked[quarter]) / 2 / 0.6745


def _told(curve: Power, allow: float) -> dict[str, object]:
    return {
        "benchmark": curve.benchmark,
        "pairs": curve.pairs,
        "spread": curve.spread,
        "allow": allow,
        "false_alarms": curve.false_alarms,
        "found": {str(planted): share for planted, share in curve.found.items()},
    }

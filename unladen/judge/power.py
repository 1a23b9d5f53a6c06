"""the effects of A/A pairs -> how often a gate would say slower, of nothing and of planted changes.

A planted change is added to the log ratios that were measured, so that the curve has this machine's
own noise. What is random here comes from a seed that is given.
"""

import math
import random
from collections.abc import Sequence

from unladen.judge.estimate import TRIM_PAIRS, trimmed_mean
from unladen.judge.sequential import LOOKS, Policy, state_of_effects
from unladen.model import Verdict
from unladen.model.searches import Power

PLANTED = (0.005, 0.01, 0.014, 0.02, 0.03, 0.05)
TRIALS = 400


def power(id: str, effects: Sequence[float], allow: float, seed: int = 0) -> Power:
    """By drawing pairs of workers anew from those measured, their mean taken away."""
    centre = trimmed_mean(effects, TRIM_PAIRS)
    noise = [effect - centre for effect in effects]
    return Power(
        benchmark=id,
        pairs=len(effects),
        deviation=_middle_deviation(noise),
        allow=allow,
        false_alarms=rate(noise, 0.0, allow, seed),
        found={planted: rate(noise, planted, allow, seed) for planted in PLANTED},
    )


def rate(noise: Sequence[float], planted: float, allow: float, seed: int) -> float:
    order = random.Random(f"{seed}/{planted}")
    policy = Policy(allow=allow)
    alarms = 0
    for _ in range(TRIALS):
        drawn = [order.choice(noise) + math.log1p(planted) for _ in range(2 * LOOKS[-1])]
        alarms += state_of_effects(drawn, policy).verdict is Verdict.SLOWER
    return alarms / TRIALS


def _middle_deviation(values: Sequence[float]) -> float:
    """Half the width of the middle half, as a standard deviation would be."""
    ranked = sorted(values)
    quarter = len(ranked) // 4
    return (ranked[-1 - quarter] - ranked[quarter]) / 2 / 0.6745

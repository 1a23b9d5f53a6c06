"""numbers -> intervals. The only module of the judge that others of it share.

A sample of one process says little about the next process, and samples of one process resemble
each other: so the rounds of a pair of workers are brought down to one number, and the interval is
over pairs.
"""

import math
from collections.abc import Sequence

from unladen.model import Interval

TRIM_ROUNDS = 0.2


def stdtrit(freedom: float, share: float) -> float:
    """The quantile of Student's t; scipy takes a quarter of a second to import, so only here."""
    from scipy.special import stdtrit as quantile

    return float(quantile(freedom, share))


TRIM_PAIRS = 0.25
"""Most pairs agree within 0.3 %, and some are off by 5 % for as long as they live: the middle half
is where the truth is, and the width of that half is how sure one may be."""


def trimmed_mean(values: Sequence[float], share: float) -> float:
    """Without the least and the greatest share: a disturbance of one round is not evidence."""
    cut = int(share * len(values))
    kept = sorted(values)[cut : len(values) - cut]
    return math.fsum(kept) / len(kept)


def pair_effect(base: Sequence[float], head: Sequence[float]) -> float:
    """The log ratio of one pair of workers: each round compared with itself."""
    rounds = [math.log(max(h, 1e-12) / max(b, 1e-12)) for b, h in zip(base, head, strict=False)]
    return trimmed_mean(rounds, TRIM_ROUNDS)


def centre_and_error(effects: Sequence[float]) -> tuple[float, float, int]:
    """Trimmed mean, its standard error (Tukey and McLaughlin), and degrees of freedom."""
    count = len(effects)
    cut = int(TRIM_PAIRS * count)
    ranked = sorted(effects)
    mean = trimmed_mean(ranked, TRIM_PAIRS)
    low, high = ranked[cut], ranked[count - 1 - cut]
    winsorized = [min(max(effect, low), high) for effect in ranked]
    centre = math.fsum(winsorized) / count
    variance = math.fsum((w - centre) ** 2 for w in winsorized) / (count - 1)
    kept = count - 2 * cut
    error = math.sqrt(variance * (count - 1) / (kept * (kept - 1)))
    return mean, error, kept - 1


def bound(effects: Sequence[float], risk: float) -> float:
    """How far the truth may be from the estimate, on one side, with this risk of being further."""
    _, error, freedom = centre_and_error(effects)
    return float(-stdtrit(freedom, risk)) * error


def as_change(log_ratio: float) -> float:
    return math.expm1(log_ratio)


def interval(effects: Sequence[float], risk_low: float, risk_high: float) -> Interval:
    """The change with one risk that it is less than `low`, and one that it is more than `high`."""
    mean = centre_and_error(effects)[0]
    return Interval(
        estimate=as_change(mean),
        low=as_change(mean - bound(effects, risk_low)),
        high=as_change(mean + bound(effects, risk_high)),
    )


def unpaired(
    base: Sequence[float], head: Sequence[float], risk_low: float, risk_high: float
) -> Interval:
    """The same from processes that did not run side by side (Welch), for records of two runs."""
    (mean_b, error_b, free_b), (mean_h, error_h, free_h) = (
        centre_and_error(base),
        centre_and_error(head),
    )
    error = math.hypot(error_b, error_h)
    parts = error_b**4 / free_b + error_h**4 / free_h
    freedom = error**4 / parts if parts > 0 else free_b + free_h
    difference = mean_h - mean_b
    return Interval(
        estimate=as_change(difference),
        low=as_change(difference + float(stdtrit(freedom, risk_low)) * error),
        high=as_change(difference - float(stdtrit(freedom, risk_high)) * error),
    )

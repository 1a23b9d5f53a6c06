"""what pairs of commits took -> what others will take: an estimate, and how far it may be off."""

import statistics
from collections.abc import Sequence

FEW = 5
NEWEST = 40


def typical(seconds: Sequence[float]) -> tuple[float | None, float]:
    """Of the newest ones; their spread as a share. A few are told to be a guess: half as much
    again, or half."""
    newest = seconds[-NEWEST:]
    if not newest:
        return None, 0.0
    # a sum is foreseen, and the first pairs make environments: the mean, not the median
    mean = statistics.fmean(newest)
    if len(newest) < FEW:
        return mean, 0.5
    return mean, min(0.5, 2 * statistics.stdev(newest) / mean / len(newest) ** 0.5 + 0.05)

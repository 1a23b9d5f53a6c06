"""points of a picture -> how high each is drawn, from 0 to 99."""

import math
from collections.abc import Sequence

LEAST = 0.1
"""A picture is at least so high, as a share: noise is not drawn as if it were a mountain."""
FAR = 20.0
"""So many times as much on one picture is drawn by its logarithm."""
TOP = 99


def heights(points: Sequence[float]) -> list[int | None]:
    """From 0 at the bottom to 99 at the top; None where there is no value."""
    known = [each for each in points if math.isfinite(each)]
    if not known:
        return [None] * len(points)
    low, high = min(known), max(known)
    if low > 0 and high > FAR * low:
        return heights([math.log(each) if each > 0 else math.nan for each in points])
    least = LEAST * max(abs(low), abs(high)) or 1.0
    missing = max(0.0, least - (high - low)) / 2
    low, span = low - missing, high - low + 2 * missing
    return [round(TOP * (each - low) / span) if math.isfinite(each) else None for each in points]

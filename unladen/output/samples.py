"""samples of two sides -> a picture of both on one axis; and the same in words.

A row a side, each column as full as many samples lie in it: two humps apart are a change that one
can see, one broad hump is a machine that breathes.
"""

import statistics
from collections.abc import Sequence

from unladen.output.words import seconds

BLOCKS, ASCII = " ▁▂▃▄▅▆▇█", " .:-=+*#@"
LABEL, NARROWEST = 6, 10
EDGE = 0.02
"""Share of the samples on each side that the axis may leave out: one hiccup would flatten it."""


def picture(
    base: Sequence[float], head: Sequence[float], width: int, unicode: bool = True
) -> list[str]:
    """Two rows and their axis, in so many columns; nothing where there is no room, or nothing to
    show."""
    columns = width - LABEL - 10
    if columns < NARROWEST or min(len(base), len(head)) < 2:
        return []
    low, high = _range(base, head)
    levels = BLOCKS if unicode else ASCII
    lines = []
    for name, values in (("base", base), ("head", head)):
        row = _row(values, low, high, columns, levels)
        lines.append(f"{name:<{LABEL}}{row} {seconds(statistics.median(values)):>9}")
    line = "─" if unicode else "-"
    left, right = seconds(low), seconds(high)
    between = line * max(1, columns - len(left) - len(right) - 2)
    lines.append(f"{'':<{LABEL}}{left} {between} {right}")
    return lines


def in_words(base: Sequence[float], head: Sequence[float]) -> list[str]:
    """Where the middle half of each side lies."""
    if min(len(base), len(head)) < 2:
        return []
    told = []
    for name, values in (("base", base), ("head", head)):
        low, middle, high = statistics.quantiles(values, n=4)
        told.append(f"{name}: {seconds(middle)}, half between {seconds(low)} and {seconds(high)}")
    return told


def _range(base: Sequence[float], head: Sequence[float]) -> tuple[float, float]:
    ordered = sorted((*base, *head))
    cut = int(EDGE * len(ordered))
    low, high = ordered[cut], ordered[len(ordered) - 1 - cut]
    if high <= low:
        return low - 0.5 * abs(low or 1.0), high + 0.5 * abs(high or 1.0)
    return low, high


def _row(values: Sequence[float], low: float, high: float, columns: int, levels: str) -> str:
    counts = [0] * columns
    for value in values:
        place = int((value - low) / (high - low) * columns)
        counts[min(max(place, 0), columns - 1)] += 1
    most = max(counts)
    top = len(levels) - 1
    return "".join(levels[-(-count * top // most)] for count in counts)

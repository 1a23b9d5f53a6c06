"""BackfillTold -> lines: what was foreseen, what it took, where something moved."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from unladen.model.stretches import BackfillTold, Foreseen, Located
from unladen.output.words import one_line

MOST = 10


def beforehand(forecast: Foreseen, budget: float | None, machines: int) -> Iterator[str]:
    """While it begins."""
    told = f"{forecast.commits} commits, {forecast.differing} run other code than the one before"
    yield f"backfill   {told}; {forecast.missing} of these are not measured"
    if not forecast.pairs:
        return
    each = forecast.seconds_each
    if each is None:
        yield f"estimate   {forecast.pairs} pairs; nothing is known yet of how long one takes"
        return
    total = each * forecast.pairs
    low, high = (duration(total * (1 + sign * forecast.spread)) for sign in (-1, 1))
    told = f"{forecast.pairs} pairs, {duration(total)} of a machine [{low}, {high}]"
    yield f"estimate   {told}, by {forecast.rests_on} measured pairs"
    if budget is not None:
        fit = int(budget * machines / each)
        held = "all of it" if fit >= forecast.pairs else f"about {fit} pairs"
        several = f" by {machines} machines" if machines > 1 else ""
        yield f"budget     {duration(budget)}{several} holds {held}"


def lines(told: BackfillTold) -> Iterator[str]:
    yield f"backfill: {told.measured} pairs of commits in {duration(told.seconds)}{_right(told)}"
    for each in told.located[:MOST]:
        yield _located(each)
    if len(told.located) > MOST:
        yield f"  and {len(told.located) - MOST} more (--json has them)"
    if told.left:
        yield f"  left  {told.left} commits{_time_left(told)}: the same command goes on"


def _time_left(told: BackfillTold) -> str:
    if not told.measured:
        return ""
    return f", about {duration(told.left * told.machine_seconds / told.measured)} of a machine"


def _right(told: BackfillTold) -> str:
    each = told.forecast.seconds_each
    if each is None or not told.measured:
        return ""
    off = told.machine_seconds / (each * told.measured) - 1
    return f" (estimated {duration(each * told.measured)} of a machine, took {100 * off:+.0f} %)"


def _located(each: Located) -> str:
    size = "" if math.isinf(each.size) else f" by {100 * math.expm1(each.size):.1f} % or more"
    what = f"{one_line(each.benchmark, 50)} moved{size}"
    if not each.between:
        return f"  step  {each.last.short}  {one_line(each.last.subject, 40)}: {what}"
    return f"  moved {each.first.short}..{each.last.short}, {each.between} between: {what}"


def duration(seconds: float) -> str:
    """As people say it: two units at most."""
    whole = max(0, round(seconds))
    if whole < 120:
        return f"{whole} s"
    minutes = round(seconds / 60)
    if minutes < 120:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02d} min"


def as_json(told: BackfillTold) -> Mapping[str, Any]:
    forecast = told.forecast
    return {
        "commits": forecast.commits,
        "differing": forecast.differing,
        "missing": forecast.missing,
        "estimate": {
            "pairs": forecast.pairs,
            "seconds_each": forecast.seconds_each,
            "spread": forecast.spread,
            "rests_on": forecast.rests_on,
        },
        "budget": told.budget,
        "measured": told.measured,
        "seconds": told.seconds,
        "machine_seconds": told.machine_seconds,
        "left": told.left,
        "located": [
            {
                "first": each.first.hash,
                "last": each.last.hash,
                "between": each.between,
                "benchmark": each.benchmark,
                "size": None if math.isinf(each.size) else math.expm1(each.size),
            }
            for each in told.located
        ],
    }

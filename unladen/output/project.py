"""Projections -> lines; every figure of them is an estimate, and says so."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from unladen.model.projections import Projected, Projection, ScalingLaw
from unladen.output.words import one_line, seconds

FAR = 10.0
"""How far beyond the largest size an estimate is told to be a guess."""


def lines(found: Sequence[Projection], budget: float | None) -> Iterator[str]:
    for each in found:
        yield f"{one_line(each.benchmark, 60)}  over {each.over}, {each.commit.short}"
        sizes = ", ".join(f"{point.size:g}: {seconds(point.seconds)}" for point in each.points)
        yield f"  measured   {sizes}"
        if each.law is None:
            yield f"  NO LAW     {each.refused}"
            continue
        yield f"  law        {_law(each.law)}"
        for one in each.at:
            yield from _projected(one)
            if budget is not None:
                yield f"  ESTIMATE   {_budget(one, budget)}"


def _law(law: ScalingLaw) -> str:
    constant = f"{seconds(law.constant)} + " if law.constant > 0 else ""
    power = f"n^{law.power:.2f} [{law.power_low:.2f}, {law.power_high:.2f}]"
    return f"{constant}{law.factor:.3g} s x {power}; sizes lie {100 * law.scatter:.1f} % off it"


def _projected(one: Projected) -> Iterator[str]:
    span = f"[{seconds(one.low)}, {seconds(one.high)}]"
    yield f"  ESTIMATE   {one.size:g}: {seconds(one.seconds)} {span}, not measured"
    if one.beyond > FAR:
        times = f"{one.beyond:.0f} times the largest size that was measured"
        yield f"  note       {times}: a cache or an algorithm may change on the way"


def _budget(one: Projected, budget: float) -> str:
    least, middle, most = (int(budget / each) for each in (one.high, one.seconds, one.low))
    return f"{budget / 3600:g} h hold {middle} calls of {one.size:g} [{least}, {most}]"


def as_json(each: Projection) -> Mapping[str, Any]:
    law = each.law
    return {
        "benchmark": each.benchmark,
        "over": each.over,
        "commit": each.commit.hash,
        "measured": [{"size": p.size, "seconds": p.seconds, "error": p.error} for p in each.points],
        "refused": each.refused,
        "law": None
        if law is None
        else {
            "constant": law.constant,
            "factor": law.factor,
            "power": law.power,
            "power_interval": [law.power_low, law.power_high],
            "scatter": law.scatter,
        },
        "estimates": [
            {"size": p.size, "seconds": p.seconds, "interval": [p.low, p.high], "beyond": p.beyond}
            for p in each.at
        ],
    }

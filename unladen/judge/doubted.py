"""two Measurements of which another tool made one -> a Comparison that decides nothing.

A process each, on a day each, tells what may have happened, and not that it did: the next process
of the same build is some per cent off. What is told is the difference, and how far it is believed.
"""

import math
import statistics

from unladen.model import Clock, Comparison, Interval, Kind, Measurement, Rules, Verdict

APART, IMPORTED = "asv", "import-"
"""Sessions of what others measured: never in lockstep."""


def taken_apart(session: str) -> bool:
    """Whether no run of the other side was beside those of a session: not even one of its name,
    which is made of the values of an imported result."""
    return session == APART or session.startswith(IMPORTED)


def doubted(base: Measurement, head: Measurement, rules: Rules) -> Comparison | None:
    """None where both have processes enough to tell by themselves."""
    if not (base.doubt or head.doubt):
        return None
    old, new = _value(base), _value(head)
    if old is None or new is None or old <= 0 or new <= 0:
        return Comparison(
            benchmark=head.benchmark,
            verdict=Verdict.UNDECIDED,
            allow=rules.allow,
            reason="imported results without two values to compare",
        )
    ratio = math.log(new / old)
    half = math.hypot(base.doubt, head.doubt)
    change = Interval(
        estimate=math.expm1(ratio), low=math.expm1(ratio - half), high=math.expm1(ratio + half)
    )
    beyond = change.low > rules.allow or change.high < -rules.allow
    told = "more than that is there, and gate would tell" if beyond else "no change is seen"
    return Comparison(
        benchmark=head.benchmark,
        verdict=Verdict.UNDECIDED,
        allow=rules.allow,
        change=change,
        base=old,
        head=new,
        clock=Clock.WALL if head.benchmark.kind is Kind.TIME else Clock.COUNT,
        pairs=0,
        reason=f"imported, not measured side by side: good to {100 * half:.0f} %; {told}",
        notes=tuple(dict.fromkeys(base.notes + head.notes)),
    )


def _value(one: Measurement) -> float | None:
    if one.runs:
        return statistics.median(statistics.median(run.wall) for run in one.runs)
    return one.values[0] if one.values else None

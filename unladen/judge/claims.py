"""what a commit's author expects x what was measured -> kept, broken or unproven.

    Phase: 2a
    Expect: pipeline.TimeEvaluate.time_tasks(100) -15%..-20%
    Expect: pipeline.TimeEvaluate.time_tasks(100) faster
    Expect: instructions pipeline.TimeEvaluate.time_tasks(100) <= -5%
    Expect: calls arc_solver/dsl/objects.py:objects same
    Expect: answers same

A line is an optional metric (time, instructions, calls, answers), what it is about, and a range:
`same`, `faster`, `slower`, `A%..B%`, `<= A%` or `>= A%`. Changes are relative, head against base.
"""

import math
import re
from collections.abc import Iterable

from unladen.model import Interval
from unladen.model.anatomy import Claim, Held, Judged

METRICS = ("time", "instructions", "calls", "answers")
SAME = 0.01
NUMBER = r"[+-]?\d+(?:\.\d+)?"
RANGE = re.compile(
    rf"(?:(?P<word>same|faster|slower)"
    rf"|(?P<low>{NUMBER})\s*%\s*\.\.\s*(?P<high>{NUMBER})\s*%"
    rf"|(?P<sign><=|>=)\s*(?P<edge>{NUMBER})\s*%)\s*$"
)


class BadClaim(Exception):
    """A line that says nothing that could be checked: what, and how to say it."""


def parsed(text: str) -> Claim:
    line = text.strip()
    found = RANGE.search(line)
    if not found:
        raise BadClaim(f"{line!r}: no range at its end, like -15%..-20%, same, faster, <= -5%")
    rest = line[: found.start()].strip()
    first, _, after = rest.partition(" ")
    metric, about = (first, after.strip()) if first in METRICS else ("time", rest)
    if not about and metric != "answers":
        raise BadClaim(f"{line!r}: about which benchmark?")
    low, high = _bounds(found, metric)
    return Claim(text=line, metric=metric, about=about, low=low, high=high)


def _bounds(found: re.Match[str], metric: str) -> tuple[float, float]:
    word = found["word"]
    if word == "same":
        slack = 0.0 if metric in ("calls", "answers") else SAME
        return -slack, slack
    if word:
        return (-math.inf, 0.0) if word == "faster" else (0.0, math.inf)
    if found["sign"]:
        edge = float(found["edge"]) / 100
        return (-math.inf, edge) if found["sign"] == "<=" else (edge, math.inf)
    ends = sorted((float(found["low"]) / 100, float(found["high"]) / 100))
    return ends[0], ends[1]


def claims_of(trailers: Iterable[tuple[str, str]]) -> list[Claim]:
    return [parsed(value) for name, value in trailers if name.lower() == "expect"]


def judge(claim: Claim, found: Interval | None, ran: bool | None, why: str = "") -> Judged:
    """`ran`: whether what it is about ran any of the changed lines; None if that is not known.

    A figure that fits proves nothing if the change was never executed (I26).
    """
    if found is None:
        return Judged(claim=claim, held=Held.UNPROVEN, why=why or "not measured")
    if ran is False:
        reason = "it runs none of the changed lines"
        return Judged(claim=claim, held=Held.UNPROVEN, why=reason, found=found)
    if found.high < claim.low or found.low > claim.high:
        return Judged(claim=claim, held=Held.BROKEN, why=_told(found), found=found)
    if claim.low <= found.low and found.high <= claim.high:
        return Judged(claim=claim, held=Held.KEPT, why=_told(found), found=found)
    reason = f"{_told(found)} reaches outside of what was claimed"
    return Judged(claim=claim, held=Held.UNPROVEN, why=reason, found=found)


def _told(found: Interval) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.estimate:+.2f} % [{low:+.2f}, {high:+.2f}]"

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
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from unladen.errors import Exit
from unladen.judge.compare import timed
from unladen.judge.counts import counted
from unladen.judge.findings import ran_any
from unladen.judge.stages import untouched
from unladen.model import Interval, Measurement, Rules
from unladen.model.anatomy import Anatomy
from unladen.model.claims import Claim, Held, HeldClaim, Promise

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


def held(
    claims: Sequence[Claim],
    measured: Sequence[Mapping[str, Measurement]],
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    rules: Callable[[str, int], Rules],
    changed: Mapping[str, AbstractSet[int]],
) -> list[HeldClaim]:
    """What became of each claim, by what is known of both sides; `changed` is head's new lines."""
    return [
        verdict_on(
            claim, figure(claim, measured, anatomies, rules), _ran(claim, anatomies, changed)
        )
        for claim in claims
    ]


def figure(
    claim: Claim,
    measured: Sequence[Mapping[str, Measurement]],
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    rules: Callable[[str, int], Rules],
) -> Interval | None:
    """The change that a claim is about; None where it was not measured."""
    old, new = measured
    if claim.metric == "answers":
        return _answers(old, new)
    if claim.metric == "calls":
        for base, head in anatomies.values():
            if claim.about in base.calls and claim.about in head.calls:
                return _exactly(base.calls[claim.about], head.calls[claim.about])
        return None
    if claim.about not in new or claim.about not in old:
        return None
    sides = old[claim.about], new[claim.about]
    if untouched(*sides):
        return Interval(estimate=0.0, low=0.0, high=0.0)
    if claim.metric == "instructions":
        if claim.about not in anatomies:
            return counted(*sides)
        base, head = anatomies[claim.about]
        return _exactly(sum(base.instructions.values()), sum(head.instructions.values()))
    return timed(*sides, rules(claim.about, 1)).change


def _answers(old: Mapping[str, Measurement], new: Mapping[str, Measurement]) -> Interval | None:
    """1 where any answer differs."""
    both = [id for id in new if id in old and new[id].answers is not None]
    if not both:
        return None
    wrong = float(any(old[id].answers != new[id].answers for id in both))
    return Interval(estimate=wrong, low=wrong, high=wrong)


def _exactly(old: float, new: float) -> Interval | None:
    if not old:
        return None
    change = new / old - 1
    return Interval(estimate=change, low=change, high=change)


def _ran(
    claim: Claim,
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]],
    changed: Mapping[str, AbstractSet[int]],
) -> bool | None:
    """Whether what the claim is about ran any changed line; None where that cannot be known."""
    if claim.about not in anatomies or not changed:
        return None
    head = anatomies[claim.about][1]
    return ran_any(head, changed) if head.ran else None


def verdict_on(claim: Claim, found: Interval | None, ran: bool | None, why: str = "") -> HeldClaim:
    """`ran`: whether what it is about ran any of the changed lines; None if that is not known.

    A figure that fits proves nothing if the change was never executed (I26); one that does not fit
    breaks the claim all the same: a default value or a constant is changed on no line that runs.
    """
    if found is None:
        return HeldClaim(claim=claim, held=Held.UNPROVEN, why=why or "not measured")
    if found.high < claim.low or found.low > claim.high:
        return HeldClaim(claim=claim, held=Held.BROKEN, why=_percent(found), found=found)
    if ran is False:
        reason = "it runs none of the changed lines"
        return HeldClaim(claim=claim, held=Held.UNPROVEN, why=reason, found=found)
    if claim.low <= found.low and found.high <= claim.high:
        return HeldClaim(claim=claim, held=Held.KEPT, why=_percent(found), found=found)
    reason = f"{_percent(found)} reaches outside of what was claimed"
    return HeldClaim(claim=claim, held=Held.UNPROVEN, why=reason, found=found)


def _percent(found: Interval) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.estimate:+.2f} % [{low:+.2f}, {high:+.2f}]"


def exit_of(promises: Sequence[Promise]) -> Exit:
    """A broken claim is a slowdown that somebody denied; an unproven one is no pass."""
    outcomes = [each.held for promise in promises for each in promise.claims]
    if Held.BROKEN in outcomes:
        return Exit.SLOWER
    unread = any(promise.why for promise in promises)
    return Exit.UNDECIDED if unread or Held.UNPROVEN in outcomes else Exit.PASS

"""what a commit's author expects x what was measured -> kept, broken or unproven.

    Phase: 2a
    Expect: pipeline.TimeEvaluate.time_tasks(100) -15%..-20%
    Expect: pipeline.TimeEvaluate.time_tasks(100) faster
    Expect: instructions pipeline.TimeEvaluate.time_tasks(100) <= -5%
    Expect: memory pipeline.TimeEvaluate.time_tasks(100) same
    Expect: calls arc_solver/dsl/objects.py:objects same
    Expect: calls arc_solver/dsl/debug.py:draw none
    Expect: function arc_solver/dsl/objects.py:objects <= -30%
    Expect: category dsl -20%..-10%
    Expect: answers same

A line is an optional metric (time; instructions or memory of a benchmark; calls or instructions of
a function; instructions of a category; answers), what it is about, and a range: `same`, `faster`,
`slower`, `A%..B%`, `<= A%` or `>= A%`; of calls `none`, too. Changes are relative, head against
base. Where time cannot tell, a count of instructions does that does not contradict it, and that is
said. What is about a benchmark of a number (`track_`, `mem_`, `peakmem_`) is about that number.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from unladen.judge.compare import compare, timed
from unladen.judge.computed import computed
from unladen.judge.counts import counted
from unladen.judge.findings import ran_any
from unladen.judge.stages import contradict, untouched
from unladen.model import Interval, Measurement, Rules, Stage
from unladen.model.anatomy import Anatomy, Function
from unladen.model.claims import Claim, Held, HeldClaim

METRICS = ("time", "instructions", "calls", "answers", "memory", "function", "category")
OF_PARTS = ("calls", "function", "category")
GONE = -1.0
"""The change of what is left out altogether."""
SAME = 0.01
NUMBER = r"[+-]?\d+(?:\.\d+)?"
RANGE = re.compile(
    rf"(?:(?P<word>same|faster|slower|none)"
    rf"|(?P<low>{NUMBER})\s*%\s*\.\.\s*(?P<high>{NUMBER})\s*%"
    rf"|(?P<sign><=|>=)\s*(?P<edge>{NUMBER})\s*%)\s*$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEvidence:
    """What is known of both sides of a commit that promises something."""

    measured: Sequence[Mapping[str, Measurement]]
    anatomies: Mapping[str, tuple[Anatomy, Anatomy]] = field(default_factory=dict)
    rules: Callable[[str, int], Rules]
    changed: Mapping[str, AbstractSet[int]] = field(default_factory=dict)
    """Head's new lines, by file."""
    category: Callable[[Function], str] = lambda _: ""


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
    if found["word"] == "none" and metric != "calls":
        raise BadClaim(f"{line!r}: only of calls it can be a range that there are none")
    low, high = _bounds(found, metric)
    return Claim(text=line, metric=metric, about=about, low=low, high=high)


def _bounds(found: re.Match[str], metric: str) -> tuple[float, float]:
    word = found["word"]
    if word == "none":
        return GONE, GONE
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


def held(claims: Sequence[Claim], evidence: ClaimEvidence) -> list[HeldClaim]:
    """What became of each claim, by what is known of both sides."""
    found = []
    for claim in claims:
        ran = _ran(claim, evidence)
        if claim.metric == "calls" and claim.low == claim.high == GONE:
            found.append(_no_calls(claim, evidence))
            continue
        if unmeasured := _computed(claim, evidence):
            found.append(HeldClaim(claim=claim, held=Held.UNPROVEN, why=unmeasured))
            continue
        verdict = verdict_on(claim, figure(claim, evidence), ran)
        if claim.metric == "time" and verdict.held is Held.UNPROVEN and ran is not False:
            verdict = _by_count(verdict, evidence)
        found.append(verdict)
    return found


def _no_calls(claim: Claim, evidence: ClaimEvidence) -> HeldClaim:
    """What is switched off and runs all the same is counted (I39)."""
    counts = [
        (each.calls.get(claim.about, 0.0) for each in sides)
        for sides in evidence.anatomies.values()
        if all(each.calls for each in sides)
    ]
    before, now = (math.fsum(side) for side in zip(*counts, strict=True)) if counts else (0.0, 0.0)
    if now:
        why = f"it is called {now:g} times ({before:g} before)"
        return HeldClaim(claim=claim, held=Held.BROKEN, why=why, found=_exactly(before, now))
    if not before:
        why = "nothing called it before either" if counts else "not measured"
        return HeldClaim(claim=claim, held=Held.UNPROVEN, why=why)
    why = f"never called ({before:g} times before)"
    return HeldClaim(claim=claim, held=Held.KEPT, why=why, found=_exactly(before, now))


def _computed(claim: Claim, evidence: ClaimEvidence) -> str:
    """Why a number that a claim is about was never measured (I25)."""
    if claim.metric != "time":
        return ""
    sides = [side[claim.about] for side in evidence.measured if claim.about in side]
    return next(filter(None, map(computed, sides)), "")


def _by_count(open_: HeldClaim, evidence: ClaimEvidence) -> HeldClaim:
    """As a gate does: what time leaves open, instructions decide, unless time contradicts them."""
    claim = open_.claim
    count = figure(replace(claim, metric="instructions"), evidence)
    if count is None or Stage.INSTRUCTIONS not in evidence.rules(claim.about, 1).decide_by:
        return open_
    if open_.found is not None and contradict(count, open_.found):
        return open_
    verdict = verdict_on(claim, count, None)
    if verdict.held is Held.UNPROVEN:
        return open_
    time = f"; time undecided, {_percent(open_.found)}" if open_.found else ""
    return replace(verdict, why=f"{verdict.why} by instructions{time}")


def figure(claim: Claim, evidence: ClaimEvidence) -> Interval | None:
    """The change that a claim is about; None where it was not measured."""
    old, new = evidence.measured
    if claim.metric == "answers":
        return _answers(old, new)
    if claim.metric == "calls":
        return _calls(claim.about, evidence)
    if claim.metric in ("function", "category"):
        return _part(claim, evidence)
    if claim.about not in new or claim.about not in old:
        return None
    sides = old[claim.about], new[claim.about]
    if untouched(*sides):
        return Interval(estimate=0.0, low=0.0, high=0.0)
    if claim.metric == "memory":
        return _peak(claim.about, evidence)
    if claim.metric == "instructions":
        return _whole(claim.about, evidence) or counted(*sides)
    judge = compare if sides[1].benchmark.exact else timed
    return judge(*sides, evidence.rules(claim.about, 1)).change


def _calls(function: str, evidence: ClaimEvidence) -> Interval | None:
    for base, head in evidence.anatomies.values():
        if function in base.calls and function in head.calls:
            return _exactly(base.calls[function], head.calls[function])
    return None


def _peak(id: str, evidence: ClaimEvidence) -> Interval | None:
    if id not in evidence.anatomies:
        return None
    base, head = evidence.anatomies[id]
    return _exactly(base.peak, head.peak)


def _whole(id: str, evidence: ClaimEvidence) -> Interval | None:
    """By function, unless they are those of smaller parameters."""
    if id not in evidence.anatomies:
        return None
    base, head = evidence.anatomies[id]
    if base.counted_as or head.counted_as:
        return None
    return _exactly(sum(base.instructions.values()), sum(head.instructions.values()))


def _part(claim: Claim, evidence: ClaimEvidence) -> Interval | None:
    """Instructions of a function, or of a category, in all that was counted by function."""

    def belongs(side: Anatomy, key: str) -> bool:
        if claim.metric == "function":
            return key == claim.about
        function = side.functions.get(key)
        return function is not None and evidence.category(function) == claim.about

    def spent(side: Anatomy) -> float:
        return sum(count for key, count in side.instructions.items() if belongs(side, key))

    both = [p for p in evidence.anatomies.values() if p[0].instructions and p[1].instructions]
    return _exactly(sum(spent(base) for base, _ in both), sum(spent(head) for _, head in both))


def _answers(old: Mapping[str, Measurement], new: Mapping[str, Measurement]) -> Interval | None:
    """1 where any answer differs."""
    both = [id for id in new if id in old and new[id].answers is not None]
    if not both:
        return None
    wrong = float(any(old[id].answers != new[id].answers for id in both))
    return Interval(estimate=wrong, low=wrong, high=wrong)


def _exactly(old: float | None, new: float | None) -> Interval | None:
    if not old or new is None:
        return None
    change = new / old - 1
    return Interval(estimate=change, low=change, high=change)


def _ran(claim: Claim, evidence: ClaimEvidence) -> bool | None:
    """Whether what the claim is about ran any changed line; None where that cannot be known. Of a
    part: whether any benchmark that was looked into did."""
    ids = list(evidence.anatomies) if claim.metric in OF_PARTS else [claim.about]
    known = [each for each in (_ran_in(id, evidence) for id in ids) if each is not None]
    return any(known) if known else None


def _ran_in(id: str, evidence: ClaimEvidence) -> bool | None:
    """By what of the code it runs on both sides; else by lines, where importing a changed file
    looks like running it."""
    old, new = evidence.measured
    if id in old and id in new and untouched(old[id], new[id]):
        return False
    head = evidence.anatomies[id][1] if id in evidence.anatomies else None
    if head is None or not head.ran or not evidence.changed:
        return None
    return ran_any(head, evidence.changed)


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

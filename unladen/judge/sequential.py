"""the effects of pairs, in the order taken -> a verdict, or: measure more.

Two measurements, not one. The first looks often, at a risk of 5 %, and decides what is clearly
within the allowance. Where it says *slower*, a second one begins with fresh pairs, and only if
that says so too, at the risk that is left, is the benchmark called slower. Both risks multiply:
over a whole suite that changed nothing the gate fails at most once in a hundred times.

Before both stands one look for what needs no statistics: a change of a tenth and more that each of
the first pairs shows alike. Of calls that take seconds twelve pairs would take minutes.

Looks are paid for in advance (Bonferroni over a fixed list of looks), so that looking often does
not raise the rate of false alarms, and stopping early or late does not either.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from unladen.judge.estimate import as_change, centre_and_error, interval, trimmed_mean
from unladen.model import Interval, Verdict

LOOKS = (6, 8, 11, 15, 20, 27, 36, 48)
"""Numbers of pairs at which the evidence is weighed."""

PLAINLY, PLAIN_ALLOWANCES, ALIKE = 0.10, 10.0, 2.0
"""A plain change is as large, so many times the allowance, and nowhere so many times as large as
elsewhere."""
PLAIN_PAIRS, PLAIN_TOGETHER = (4, 5), 10
"""Pairs that show it; of more benchmarks than so many one more."""

RISK_SUITE = 0.01
RISK_SCREEN = 0.05
RISK_PASS = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Fixed before the run: the allowance, how many are judged together, and the risks."""

    allow: float = 0.01
    together: int = 1

    @property
    def risk_confirm(self) -> float:
        """What is left for the second measurement of each benchmark."""
        return min(0.2, RISK_SUITE / (RISK_SCREEN * max(1, self.together)))

    @property
    def plain_pairs(self) -> int:
        return PLAIN_PAIRS[self.together > PLAIN_TOGETHER]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`verdict` is None as long as more pairs could decide."""

    verdict: Verdict | None
    change: Interval | None
    confirming: bool = False
    looked: int = 0


def state_of_effects(effects: Sequence[float], policy: Policy) -> State:
    """A pure function of all effects so far: a run that resumes decides as if it never stopped."""
    plain, usual = _plain(effects, policy), _usual(effects, policy)
    return usual if plain is None or usual.verdict is plain.verdict else plain


def _usual(effects: Sequence[float], policy: Policy) -> State:
    screen = _weigh(effects, policy.allow, RISK_SCREEN)
    if screen.verdict is not Verdict.SLOWER:
        return screen
    fresh = effects[screen.looked :]
    confirm = _weigh(fresh, policy.allow, policy.risk_confirm)
    return State(
        verdict=confirm.verdict,
        change=confirm.change or screen.change,
        confirming=True,
        looked=screen.looked + confirm.looked,
    )


def _plain(effects: Sequence[float], policy: Policy) -> State | None:
    """Large, and alike in the first pairs; the interval is where they lie, until there are enough
    for a better one."""
    first = effects[: policy.plain_pairs]
    if len(first) < policy.plain_pairs:
        return None
    low, high = min(first), max(first)
    least = math.log1p(max(PLAINLY, PLAIN_ALLOWANCES * policy.allow))
    if low > least and high < ALIKE * low:
        verdict = Verdict.SLOWER
    elif high < -least and low > ALIKE * high:
        verdict = Verdict.FASTER
    else:
        return None
    middle = as_change(trimmed_mean(first, 0.25))
    change = Interval(estimate=middle, low=as_change(low), high=as_change(high))
    if len(effects) >= LOOKS[0]:
        share = 1 / len(LOOKS)
        change = interval(effects[: LOOKS[0]], RISK_SCREEN * share, RISK_PASS * share)
    return State(verdict=verdict, change=change, looked=len(first))


def _weigh(effects: Sequence[float], allow: float, risk: float) -> State:
    """At each look: above the allowance, below it, or go on."""
    state = State(verdict=None, change=None)
    for count in LOOKS:
        if count > len(effects):
            break
        share = 1 / len(LOOKS)
        found = interval(effects[:count], risk * share, RISK_PASS * share)
        state = State(verdict=named(found, allow), change=found, looked=count)
        if state.verdict is not None:
            break
    return state


def named(found: Interval, allow: float) -> Verdict | None:
    """The verdicts that an interval can carry; None is: not yet."""
    if found.low > allow:
        return Verdict.SLOWER
    if found.high < 0:
        return Verdict.FASTER
    if found.high >= allow:
        return None
    return Verdict.WITHIN if found.low > 0 else Verdict.SAME


def pairs_needed(effects: Sequence[float], policy: Policy) -> int:
    """About how many pairs would decide, were the spread and the estimate what they seem."""
    if len(effects) < 2:
        return LOOKS[-1]
    mean, error, _ = centre_and_error(effects)
    sigma = error * len(effects) ** 0.5
    margin = max(abs(mean - policy.allow), 1e-4)
    return int((3.5 * sigma / margin) ** 2) + LOOKS[0]

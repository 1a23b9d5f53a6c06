"""the effects of pairs, in the order taken -> a verdict, or: measure more.

Two measurements, not one. The first looks often, at a risk of 5 %, and decides what is clearly
within the allowance. Where it says *slower*, a second one begins with fresh pairs, and only if
that says so too, at the risk that is left, is the benchmark called slower. Both risks multiply:
over a whole suite that changed nothing the gate fails at most once in a hundred times.

Looks are paid for in advance (Bonferroni over a fixed list of looks), so that looking often does
not raise the rate of false alarms, and stopping early or late does not either.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unladen.judge.estimate import centre_and_error, interval
from unladen.model import Interval, Verdict

LOOKS = (6, 8, 11, 15, 20, 27, 36, 48)
"""Numbers of pairs at which the evidence is weighed."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """`verdict` is None as long as more pairs could decide."""

    verdict: Verdict | None
    change: Interval | None
    confirming: bool = False
    looked: int = 0


def state_of_effects(effects: Sequence[float], policy: Policy) -> State:
    """A pure function of all effects so far: a run that resumes decides as if it never stopped."""
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

"""what is measured so far -> whether another pair is taken: the one rule for when to stop.

A verb passes its rule in; the loop that measures asks it, and knows no verdicts. Time is bounded
beside it, by the budget, whatever the rule would like.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from unladen.judge.answers import agree
from unladen.judge.comparable import not_comparable
from unladen.judge.compare import (
    clock_of,
    compare,
    effects_of,
    paired_runs,
    policy_of,
    state_of,
)
from unladen.judge.sequential import LOOKS, pairs_needed
from unladen.judge.stages import AGREEING, agreed, by_count, faster_than_allowed, needs_no_time
from unladen.model import FAILING, Measurement, Rules, Stage, Verdict

PAIRS = {"run": 8, "explain": 12, "claims": 12, "ablate": 15, "doctor": 20}
"""Of workers, where nobody asked for another number by --pairs."""

ROUNDS_OF_FIND = (12, 24, 48, 96)
"""Pairs after which bisection looks whether it can answer."""

SECONDS_EACH = 30.0
LEAST_SECONDS, MOST_SECONDS = 60.0, 1200.0
GATE_SECONDS, GATE_BENCHMARKS = 60.0, 50
"""A whole gate, building apart, of so many benchmarks at most; of more in proportion."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The lower rank first; and how many more pairs are likely to decide."""

    rank: int
    pairs: int
    least: int = 0
    """Before the judge looks again."""


class Stop(Protocol):
    @property
    def most(self) -> int:
        """Pairs at most, whatever is still open."""
        ...

    def turn(self, sides: Sequence[Measurement], together: int, /) -> "Turn":
        """Whose turn it is, and for how long."""
        ...

    def is_open(self, sides: Sequence[Measurement], together: int, /) -> bool:
        """Whether one benchmark of so many, as measured on each side so far, needs another pair."""
        ...


@dataclass(frozen=True, slots=True)
class Another:
    """So many pairs, beside those that the records have."""

    most: int

    def turn(self, _: Sequence[Measurement], __: int, /) -> "Turn":
        return Turn(0, 0)

    def is_open(self, _: Sequence[Measurement], __: int, /) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Enough:
    """Until both sides have so many in the same pairs; those in the records count."""

    most: int
    only_right: bool = False
    """What answers otherwise than before is not timed."""

    def turn(self, _: Sequence[Measurement], __: int, /) -> "Turn":
        return Turn(0, 0)

    def is_open(self, sides: Sequence[Measurement], _: int, /) -> bool:
        if self.only_right and len(sides) == 2 and not agree(*sides):
            return False
        return len(sides) < 2 or len(paired_runs(*sides)) < self.most


@dataclass(frozen=True, slots=True)
class Decided:
    """Until the judge has a verdict, or more pairs could not give one."""

    rules: Callable[[str, int], Rules]
    """Of a benchmark, one of so many."""
    most: int = 2 * LOOKS[-1]

    def turn(self, sides: Sequence[Measurement], together: int, /) -> "Turn":
        """What time alone can decide, or must confirm, goes first."""
        base, head = sides
        rules = self.rules(head.benchmark.id, together)
        pairs = paired_runs(base, head)
        verdict = by_count(base, head, rules)
        confirms = verdict is Verdict.SLOWER or faster_than_allowed(base, head, rules)
        least = AGREEING if confirms else LOOKS[0]
        if len(pairs) >= LOOKS[0]:
            clock = clock_of(base, head, rules)
            least = pairs_needed(effects_of(pairs, clock), policy_of(rules))
        looks = (policy_of(rules).plain_pairs, *LOOKS)
        later = [look - len(pairs) for look in looks if look > len(pairs)]
        rank = 0 if verdict is None or confirms else 1
        return Turn(rank, max(1, least - len(pairs)), later[0] if later else 1)

    def is_open(self, sides: Sequence[Measurement], together: int, /) -> bool:
        base, head = sides
        rules = self.rules(head.benchmark.id, together)
        if Stage.TIME not in rules.decide_by:
            return False
        if compare(base, head, rules).verdict in FAILING or not_comparable(base, head, rules):
            return False
        if needs_no_time(base, head, rules) or agreed(base, head, rules):
            return False
        return state_of(base, head, rules)[0].verdict is None


def pairs_for(verb: str, asked: int | None) -> int:
    return asked or PAIRS[verb]


def rounds_of_find(asked: int | None) -> tuple[int, ...]:
    """Up to as many pairs as are asked for."""
    if asked is None:
        return ROUNDS_OF_FIND
    return (*(pairs for pairs in ROUNDS_OF_FIND if pairs < asked), asked)


@dataclass(slots=True)
class Budget:
    """Seconds for timings; the clock is given, so that a test can turn it."""

    seconds: float
    clock: Callable[[], float] = time.monotonic
    begun: float = field(init=False)

    def __post_init__(self) -> None:
        self.begun = self.clock()

    @property
    def spent(self) -> float:
        return self.clock() - self.begun

    @property
    def left(self) -> float:
        return max(0.0, self.seconds - self.spent)

    def left_of(self, share: float) -> float:
        return max(0.0, share * self.seconds - self.spent)


def budget_of_gate(asked: float | None, benchmarks: int) -> float:
    return asked or GATE_SECONDS * max(1.0, benchmarks / GATE_BENCHMARKS)


def budget_for(asked: float | None, benchmarks: int) -> Budget:
    usual = min(MOST_SECONDS, max(LEAST_SECONDS, SECONDS_EACH * benchmarks))
    return Budget(asked or usual)

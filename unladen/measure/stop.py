"""what is measured so far -> whether another pair is taken: the one rule for when to stop.

A verb passes its rule in; the loop that measures asks it, and knows no verdicts. Time is bounded
beside it, by the budget, whatever the rule would like.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from unladen.judge.compare import compare, paired_runs, state_of
from unladen.judge.sequential import LOOKS
from unladen.model import FAILING, Measurement, Rules

PAIRS = {"run": 8, "explain": 12, "claims": 12, "ablate": 15, "doctor": 20}
"""Of workers, where nobody asked for another number by --pairs."""

ROUNDS_OF_FIND = (12, 24, 48, 96)
"""Pairs after which bisection looks whether it can answer."""

SECONDS_EACH = 30.0
LEAST_SECONDS, MOST_SECONDS = 60.0, 1200.0
OVERRUN = 1.5
"""A pair that was begun is ended, unless it takes so many times the budget."""


class Stop(Protocol):
    @property
    def most(self) -> int:
        """Pairs at most, whatever is still open."""
        ...

    def is_open(self, sides: Sequence[Measurement], together: int, /) -> bool:
        """Whether one benchmark of so many, as measured on each side so far, needs another pair."""
        ...


@dataclass(frozen=True, slots=True)
class Another:
    """So many pairs, beside those that the records have."""

    most: int

    def is_open(self, _: Sequence[Measurement], __: int, /) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Enough:
    """Until both sides have so many in the same pairs; those in the records count."""

    most: int

    def is_open(self, sides: Sequence[Measurement], _: int, /) -> bool:
        return len(sides) < 2 or len(paired_runs(*sides)) < self.most


@dataclass(frozen=True, slots=True)
class Decided:
    """Until the judge has a verdict, or more pairs could not give one."""

    rules: Callable[[str, int], Rules]
    """Of a benchmark, one of so many."""
    most: int = 2 * LOOKS[-1]

    def is_open(self, sides: Sequence[Measurement], together: int, /) -> bool:
        base, head = sides
        rules = self.rules(head.benchmark.id, together)
        if compare(base, head, rules).verdict in FAILING:
            return False
        looked = len(paired_runs(base, head)) >= LOOKS[0]
        return not looked or state_of(base, head, rules)[0].verdict is None


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

    @property
    def overrun(self) -> bool:
        return self.spent > OVERRUN * self.seconds


def budget_for(asked: float | None, benchmarks: int) -> Budget:
    usual = min(MOST_SECONDS, max(LEAST_SECONDS, SECONDS_EACH * benchmarks))
    return Budget(asked or usual)

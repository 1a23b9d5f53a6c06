"""a Lockstep a side -> what each found, both at work at the same time: for what is never timed."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TypeVar

from unladen.measure.lockstep import Lockstep
from unladen.tools.threads import on_each_side

L = TypeVar("L", bound=Lockstep)
T = TypeVar("T")


def apart(sides: Sequence[L], one: Callable[[int, L], T], pair: int = 0) -> list[T]:
    """Workers of their own, which end with the block."""

    def started(number: int) -> T:
        sides[number].start(pair)
        return one(number, sides[number])

    with ExitStack() as stack:
        for side in sides:
            stack.enter_context(side)
        return _threads(sides, started)


def on_both_workers(lockstep: Lockstep, one: Callable[[int], T]) -> list[T]:
    """Of one Lockstep: each asks only the worker of its side."""
    return _threads([lockstep] * len(lockstep.sides), one)


def _threads(locksteps: Sequence[Lockstep], one: Callable[[int], T]) -> list[T]:
    def end() -> None:
        for each in locksteps:
            each.kill()

    return on_each_side(one, len(locksteps), end)

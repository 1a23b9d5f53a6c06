"""one function x sides -> what it found of each, all at work at the same time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def on_each_side(one: Callable[[int], T], sides: int, end: Callable[[], None]) -> list[T]:
    """Ctrl-C reaches the one who waits here, so it ends what the threads wait for; the same where
    one of them fails, since then nobody wants the others."""
    with ThreadPoolExecutor(sides) as pool:
        try:
            return list(pool.map(one, range(sides)))
        except BaseException:
            end()
            raise

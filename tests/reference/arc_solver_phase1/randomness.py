"""seed -> random choices, the same on every machine and Python version.

The generator is SplitMix64. The standard library promises the same `random()` for ever, but not the
same `choice`, `sample` or `shuffle`, and a workload is made of choices.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Random:
    def __init__(self, seed: str) -> None:
        self._state = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 up to, without, the count; the bias of the division is below 2^-40."""
        if count < 1:
            raise ValueError("there is nothing to choose from")
        return self._next() % count

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """So many different members, in random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]

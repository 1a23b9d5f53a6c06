"""Pools of small blocks that are ours, so that one of each size can be made the next to be used.

CPython takes small objects from pools of blocks of one size. Where the next one happens to be
nearly full, or has been used before, every object that comes and goes costs more: up to 5 % of all
instructions of a loop, by nothing but what was allocated before it; and another 1 % by where in an
arena it lies. A pool near the end of an arena that was full, and of which a half was freed, is what
is used next: then that is the same for everybody.
"""

import itertools
import sys
from collections.abc import Iterator
from typing import Any

SIZES = range(16, 257, 16)
FILLER = 512
POOL_BITS = 14 if sys.version_info >= (3, 10) else 12
ARENA = 1 << 20
END = 0.9
"""Share of an arena that comes before its end."""
BYTES = 33
"""What an empty bytes object takes."""
OURS = 0.75
"""Share of the blocks of a pool."""
MOST, TRIES = 60_000, 2_000
"""Objects of a size; whose heap is so full of holes has no pools of it."""

Block = list[Any]


class Pools:
    """One of each size."""

    def __init__(self) -> None:
        self._kept: list[Block] = []
        self._pools: dict[int, Block] = {}
        self._open = False
        for size in SIZES:
            found = self._taken(size, END)
            if found is not None:
                self._pools[size] = found
            elif not self._pools:
                return  # not even the smallest lie in pools: another allocator

    def open(self) -> None:
        """Half of each is free, and what is still free elsewhere is not any more."""
        for size, pool in self._pools.items():
            if not self._open:
                del pool[len(pool) // 2 :]
            self._kept.append(_before(_number(pool[0]), size))
        self._open = True

    def _taken(self, size: int, least: float) -> Block | None:
        """Objects one after the other, by the pool that they lie in, until one lies right."""
        enough = OURS * (1 << POOL_BITS) / size
        for number, group in itertools.groupby(itertools.islice(_objects(size), MOST), _number):
            pool = list(group)
            whole = len(pool) >= enough
            if whole and (number << POOL_BITS) % ARENA >= least * ARENA:
                return pool
            self._kept.append(pool)
            if whole and size != FILLER:
                self._taken(FILLER, least)  # large ones get there in fewer steps
        return None


def _before(number: int, size: int) -> Block:
    """What still comes from other pools."""
    others = itertools.takewhile(lambda each: _number(each) != number, _objects(size))
    return list(itertools.islice(others, TRIES))


def _number(each: Any) -> int:
    return id(each) >> POOL_BITS


def _objects(size: int) -> Iterator[Any]:
    if size == 16:
        return (object() for _ in itertools.repeat(None))
    if size == 32:
        return (complex(1.0) for _ in itertools.repeat(None))
    return (bytes(size - BYTES) for _ in itertools.repeat(None))

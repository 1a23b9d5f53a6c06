"""Who asks the machine for chance, which no seed governs: such calls do other work each time."""

import os
import random
import sys
from collections.abc import Callable
from typing import Any

DEEPEST = 60


def hear_draws(said: Callable[[Any], None]) -> None:
    """`said` is given the frame that asked: for bytes of chance, which numpy's generators without a
    seed do through `secrets`, or for a generator of `random` without a seed."""
    vars(random)["_urandom"] = _telling(os.urandom, said)
    vars(os)["urandom"] = _telling(os.urandom, said)
    seed = random.Random.seed

    def telling(self: random.Random, a: Any = None, version: int = 2) -> None:
        if a is None:
            said(sys._getframe(1))
        seed(self, a, version)

    setattr(random.Random, "seed", telling)  # noqa: B010 - not a method to mypy


def _telling(drawn: Callable[[int], bytes], said: Callable[[Any], None]) -> Callable[[int], bytes]:
    def telling(size: int) -> bytes:
        said(sys._getframe(1))
        return drawn(size)

    return telling


def place_of(frame: Any, name: Callable[[str], str]) -> str:
    """The nearest line of build or suite that led here; empty if there is none."""
    for _ in range(DEEPEST):
        if frame is None:
            break
        if found := name(frame.f_code.co_filename):
            return f"{found}:{frame.f_lineno}"
        frame = frame.f_back
    return ""

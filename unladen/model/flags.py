"""What is worth a look in a commit, though the time of the whole may say nothing."""

from dataclasses import dataclass
from enum import Enum


class FlagKind(Enum):
    HEAVIER = "heavier"
    MOVED_TO_PYTHON = "moved to Python"
    HIDDEN_LOSS = "hidden loss"
    LESS_WORK = "less work"
    WAITS = "waits"
    CPU = "more CPU"
    GPU = "gpu"
    LEAK = "leak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """One part of one benchmark, at one commit against another; `base` and `head` are its cost."""

    kind: FlagKind
    benchmark: str
    what: str
    """A category, a function, or what of the process."""
    base: float
    head: float
    unit: str
    """"s", "instructions", "bytes", "calls"; of a leak what is left behind by a call."""
    share: float
    """Of the whole before, or of itself where there is no whole."""
    function: str = ""
    """Who did most of it, if it is known."""
    beside: str = ""
    """What hides it; of a leak, how it grows."""

    @property
    def delta(self) -> float:
        return self.head - self.base

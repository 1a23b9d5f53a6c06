"""What a search may use: CPU seconds, megabytes, depth, states; and whether it is used up."""

import time
from dataclasses import dataclass, field
from typing import Final

STATE_BYTES: Final = 700
"""What a state takes beside its cells: the tuples, their places in dictionaries, its step."""

GROWING: Final = 0.7
"""The share of time and memory in which states are made; what is left is for answers of them."""
STACKING: Final = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a search ends. Without seconds, what it answers depends on nothing but the puzzle."""

    depth: int = 2
    seconds: float | None = None
    megabytes: int = 512
    states: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 4:
            raise ValueError(f"a depth is 1 to 4, not {self.depth}")


@dataclass(slots=True)
class Meter:
    """What has been used so far. `open` is asked before each expansion."""

    limits: Limits
    states: int = 0
    bytes: int = 0
    reason: str = ""
    _started: float = field(default_factory=time.process_time)

    def spent(self) -> float:
        return time.process_time() - self._started

    def open(self) -> bool:
        limits = self.limits
        if limits.states is not None and self.states >= limits.states:
            self.reason = "states"
        elif self.bytes >= (limits.megabytes << 20) * GROWING:
            self.reason = "memory"
        elif limits.seconds is not None and self.spent() >= limits.seconds * GROWING:
            self.reason = "time"
        return not self.reason

    def late(self) -> bool:
        """Whether no time is left for anything but to answer with what there is."""
        seconds = self.limits.seconds
        if seconds is not None and self.spent() >= seconds * STACKING:
            self.reason = "time"
            return True
        return False

"""tasks -> a scheduler, a window of them at a time; what they give is held while it is needed."""

import os
import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

BENCH = "bench"
"""What a machine has once, and who measures takes."""


@dataclass(frozen=True, slots=True)
class TaskEnd:
    """A task, by its number: what it gave back, or why nothing."""

    number: int
    value: object = None
    failed: str = ""
    poisoned: bool = False
    """It took its worker along, again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A task that is to be done: `do` gets its number, these words, and what came of others."""

    do: Callable[..., object]
    words: Callable[[], tuple[Any, ...]]
    """Asked for when it is sent."""
    after: tuple[int, ...] = ()
    """Numbers of earlier ones, whose values it gets from where they are."""
    alone: bool = True
    """It takes what a machine has once."""
    fetched: bool = True
    """Its value comes home; else it is for others only."""
    workers: tuple[str, ...] = ()
    """Addresses of those who may do it; none: whoever fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """How tasks are handed out."""

    kinds: Sequence[str] = ()
    """Of machines."""
    seconds: float
    """After which whoever listens is told that nothing ended."""
    most: int = 1000
    """Tasks that the scheduler has at a time; the others wait here."""


@dataclass(slots=True)
class Doing:
    """What workers do just now, as far as they have told: by task, where."""

    running: dict[int, str] = field(default_factory=dict)

    def heard(self, event: tuple[float, Any]) -> None:
        told = event[1]
        if told["began"]:
            self.running[told["number"]] = told["where"]
        else:
            self.running.pop(told["number"], None)


class Handed:
    """Tasks that the scheduler has, of a list that may be longer than it should hold."""

    def __init__(self, client: Any, works: Sequence[Work], kinds: Sequence[str]) -> None:
        self._client = client
        self._works = works
        self._kinds = kinds
        self._session = f"{os.getpid():x}-{time.time_ns():x}"
        self._next = 0
        self._held: dict[int, Any] = {}
        """What nobody holds is not wanted."""
        self._last_use = {place: number for number, w in enumerate(works) for place in w.after}
        self.ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.waiting: dict[int, Any] = {}
        """Futures of what has not ended, by number."""

    def next(self) -> bool:
        """Whether there was one more."""
        number = self._next
        if number >= len(self._works):
            return False
        self._next += 1
        work = self._works[number]
        bench = {BENCH: 1.0} if work.alone else {}
        future = self._client.submit(
            work.do,
            number,
            *work.words(),
            *(self._held[place] for place in work.after),
            key=f"unladen-{self._session}-{number}",
            resources={**bench, **dict.fromkeys(self._kinds, 1e-6)},
            pure=False,
            workers=list(work.workers) or None,
        )
        self._held[number] = self.waiting[number] = future
        future.add_done_callback(self.ended.put)
        for place in work.after:
            self.let_go(place)
        return True

    def taken(self, future: Any) -> int:
        number = int(future.key.rpartition("-")[2])
        del self.waiting[number]
        return number

    def let_go(self, number: int) -> None:
        """Once it has ended, and whoever needs it has been handed out."""
        if number not in self.waiting and self._last_use.get(number, -1) < self._next:
            self._held.pop(number, None)

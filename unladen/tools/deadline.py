"""The moment at which a command stops waiting for others."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 300.0
"""Seconds for all requests of a command."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment after which nobody is asked any more."""

    at: float = field(default_factory=lambda: time.monotonic() + PATIENCE)

    @property
    def left(self) -> float:
        return self.at - time.monotonic()

    def part(self, share: float) -> "Deadline":
        """An earlier deadline, after this share of the time that is left."""
        return Deadline(time.monotonic() + share * self.left)


def in_time(work: Callable[[], T], seconds: float) -> T:
    """What the work returns or raises; TimeoutError if that takes longer.

    A timeout of a socket begins anew with each byte, and none covers looking up a name. The thread
    may outlive the call, but not the process.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - it is raised again by who waits
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError(f"no whole answer within {seconds:.3g} s")
    return results[0]

"""What a file of another tool says, whichever tool it is: results by commit, seconds or numbers.

Units are brought to seconds and bytes where the file names one; nothing is made up that it does not
say. The numbers at the end of this page are assumptions, and are told wherever they are used.
"""

import math
import re
from dataclasses import dataclass
from typing import Any

from unladen.model import Machine

ONE_PROCESS = 0.05
"""What a value is taken to be off by, where one process measured it: the next may have another
layout of its memory. Processes of one build differ by a few per cent (docs/statistics.md)."""
NO_SAMPLES = 0.10
"""The same, where all that is left of it is a mean."""
COUNTED = 0.01
"""The same, of counts of instructions."""
ENOUGH = 4
"""Processes that tell by themselves how much they differ."""
MOST_SAMPLES = 1000
"""Of a process that are kept, evenly over all: a file may hold a million."""
MOST_RESULTS = 200_000
"""In one file."""
LONGEST = 300


class NotThisFormat(Exception):
    """Why a file is not of a tool, or not as it writes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedCommit:
    """As the file names it."""

    hash: str
    subject: str = ""
    seconds: int = 0
    dirty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedResult:
    """One benchmark of one commit."""

    name: str
    processes: tuple[tuple[float, ...], ...] = ()
    """Seconds of a call, sample by sample, of each process; empty for what is no time."""
    cpu: tuple[tuple[float, ...], ...] = ()
    value: float | None = None
    unit: str = "seconds"
    doubt: float = ONE_PROCESS
    group: str = ""
    failed: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedBatch:
    """What was measured together: of one commit, on one machine."""

    results: tuple[ImportedResult, ...]
    commit: ImportedCommit | None = None
    machine: Machine | None = None
    python: str = ""
    label: str = ""
    """What tells environments of one tool apart, if the file says."""
    started: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedFile:
    tool: str
    batches: tuple[ImportedBatch, ...]
    left_out: tuple[str, ...] = ()
    """What is in it and was not taken, and why."""
    lacks: tuple[str, ...] = ("the build", "the hash seed", "which code ran")


SECONDS = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), 1.0),
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), 1e-3),
    **dict.fromkeys(("us", "µs", "μs", "usec", "microsecond", "microseconds"), 1e-6),
    **dict.fromkeys(("ns", "nsec", "nanosecond", "nanoseconds"), 1e-9),
    **dict.fromkeys(("min", "minute", "minutes"), 60.0),
}
CALLS = r"(iter(ations?)?|ops?|operations?|calls?|runs?|rounds?|exec)"
PER_CALL = re.compile(rf"(?i)\s*([a-zµμ]+)\s*(/\s*{CALLS})?\s*")
CALLS_PER = re.compile(rf"(?i)\s*{CALLS}\s*(/|per)\s*([a-zµμ]+)\s*")


def seconds_in(unit: str) -> float | None:
    """Seconds of one `ns`, `ms/iter` or `us/op`; None for what is no time of a call."""
    found = PER_CALL.fullmatch(unit)
    return SECONDS.get(found[1].lower()) if found else None


def per_second(unit: str) -> float | None:
    """Calls in a second that one `iter/sec` or `ops/ms` stands for; None for another unit."""
    found = CALLS_PER.fullmatch(unit)
    size = SECONDS.get(found.groups()[-1].lower()) if found else None
    return 1.0 / size if size else None


def finite(*numbers: float) -> bool:
    return all(math.isfinite(each) and 0 <= each < 1e300 for each in numbers)


def thinned(samples: tuple[float, ...]) -> tuple[float, ...]:
    """Evenly over all, in the order taken."""
    if len(samples) <= MOST_SAMPLES:
        return samples
    step = len(samples) / MOST_SAMPLES
    return tuple(samples[int(k * step)] for k in range(MOST_SAMPLES))


def told_samples(samples: tuple[float, ...], what: str) -> tuple[str, ...]:
    if len(samples) <= MOST_SAMPLES:
        return ()
    return (f"{MOST_SAMPLES} of {len(samples)} {what} are kept, evenly over all",)


def text(value: Any, width: int = LONGEST) -> str:
    """Whatever a stranger wrote, as a line."""
    plain = "".join(c if c.isprintable() else " " for c in str(value if value is not None else ""))
    return plain[:width].strip()


def when(stamp: str) -> int:
    """Seconds since 1970 of a time as ISO has it; 0 for what is none."""
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(stamp.strip().replace("Z", "+00:00"))
        return max(0, int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp()))
    except (ValueError, OverflowError, OSError):
        return 0


def whole(value: Any) -> int:
    """A number of things that there may be; 0 for what is none."""
    fits = isinstance(value, int) and not isinstance(value, bool)
    return value if fits and 0 <= value < 1_000_000 else 0

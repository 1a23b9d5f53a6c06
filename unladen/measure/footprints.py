"""a process -> what it and all that came of it hold at this moment, as the system shows it.

Between samples, so that no time is taken off one. Daemons that left their parents are not seen.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from unladen.model import Footprint

SEMAPHORE = b"/sem."
"""How the C library names the shared memory of a semaphore, also after its name is taken away."""
FORGET_PEAK = b"5"
OWN = (b"RssAnon", b"RssShmem")
MOST_PROCESSES = 512


@dataclass(frozen=True, slots=True)
class Moment:
    processes: int = 0
    threads: int = 0
    descriptors: int = 0
    semaphores: int = 0
    memory: int = 0
    peak: int = 0
    mapped: int = 0
    """Bytes of addresses: where they are as many as before, nothing was mapped."""


def now(process: int | None, before: Moment | None = None, ended_peak: int = 0) -> Moment | None:
    """And peaks begin anew. `ended_peak` is that of the largest child that is no more; None where
    the system does not tell."""
    if process is None:
        return None
    each = {pid: seen for pid in _tree(process) if (seen := _of(pid)) is not None}
    if not each:
        return None
    first, *rest = each.values()
    whole = Moment(
        processes=len(each),
        threads=sum(one.threads for one in each.values()),
        descriptors=sum(one.descriptors for one in each.values()),
        memory=sum(one.memory for one in each.values()),
        peak=first.peak + max(ended_peak, sum(one.peak for one in rest)),
        mapped=sum(one.mapped for one in each.values()),
    )
    if before and (before.mapped, before.processes) == (whole.mapped, whole.processes):
        return replace(whole, semaphores=before.semaphores)
    return replace(whole, semaphores=sum(map(_semaphores, each)))


def footprint(moments: Sequence[Moment | None]) -> Footprint | None:
    """None where one is missing: nobody knows what was held then."""
    whole = [each for each in moments if each is not None]
    if len(whole) < len(moments) or not whole:
        return None
    return Footprint(
        processes=tuple(each.processes for each in whole),
        threads=tuple(each.threads for each in whole),
        descriptors=tuple(each.descriptors for each in whole),
        semaphores=tuple(each.semaphores for each in whole),
        memory=tuple(each.memory for each in whole),
        peaks=tuple(each.peak for each in whole),
    )


def _tree(root: int) -> Iterator[int]:
    """It first, then what descends from it."""
    waiting, seen = [root], {root}
    while waiting and len(seen) <= MOST_PROCESSES:
        pid = waiting.pop(0)
        yield pid
        for child in _children(pid):
            if child not in seen:
                seen.add(child)
                waiting.append(child)


def _children(pid: int) -> Iterator[int]:
    """Of each of its threads."""
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{thread}/children") as file:
                yield from map(int, file.read().split())


def _of(pid: int) -> Moment | None:
    """One process by itself; a zombie holds nothing."""
    place = f"/proc/{pid}"
    try:
        with open(f"{place}/status", "rb") as file:
            told = dict(line.split(b":", 1) for line in file.read().splitlines() if b":" in line)
        if b"VmHWM" not in told:
            return None
        descriptors = len(os.listdir(f"{place}/fd"))
    except (OSError, ValueError):
        return None
    with contextlib.suppress(OSError), open(f"{place}/clear_refs", "wb", buffering=0) as file:
        file.write(FORGET_PEAK)
    return Moment(
        processes=1,
        threads=int(told[b"Threads"]),
        descriptors=descriptors,
        memory=sum(_bytes(told.get(name, b"0 kB")) for name in OWN),
        peak=_bytes(told[b"VmHWM"]),
        mapped=_bytes(told[b"VmSize"]),
    )


def _semaphores(pid: int) -> int:
    """To read what is mapped takes longer than all the rest."""
    try:
        with open(f"/proc/{pid}/maps", "rb") as file:
            return file.read().count(SEMAPHORE)
    except OSError:
        return 0


def _bytes(text: bytes) -> int:
    """`1234 kB`."""
    return int(text.split()[0]) * 1024

"""which core -> a pair of workers stays on it.

Where a process lies in memory and on which core it runs can make a tight loop 10 % faster or
slower, for as long as that process lives. The workers of a pair are forks of one process, with one
hash seed and one padding of the heap, and run on one core in turn; other pairs get others. What
is left differs by pair, and only that is noise (docs/statistics.md).
"""

import os


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def pin(process: int, core: int) -> None:
    """Only one side runs at a time, so one core is enough for a pair of single-threaded ones."""
    try:
        os.sched_setaffinity(process, {core})
    except OSError:  # it has ended: whoever waits for it will see that
        return

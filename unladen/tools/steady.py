"""what of the machine's luck can be shared by both sides -> how to start and where to run workers.

Where a process lies in memory and on which core it runs can make a tight loop 10 % faster or
slower, for as long as that process lives. The workers of a pair get the same addresses (no
randomisation, the same hash seed, the same padding of the heap) and the same core; other pairs get
others. What is left differs by pair, and only that is noise (docs/statistics.md).
"""

import functools
import os
import shutil
import subprocess


@functools.cache
def prefix() -> tuple[str, ...]:
    """Words before a command that switch address randomisation off, where that is allowed."""
    setarch = shutil.which("setarch")
    if setarch is None:
        return ()
    command = (setarch, "-R")
    done = subprocess.run([*command, "true"], capture_output=True, check=False)
    return command if done.returncode == 0 else ()


def cores() -> list[int]:
    return sorted(os.sched_getaffinity(0))


def pin(process: int, core: int) -> None:
    """Only one side runs at a time, so one core is enough for a pair of single-threaded ones."""
    try:
        os.sched_setaffinity(process, {core})
    except OSError:  # it has ended: whoever waits for it will see that
        return

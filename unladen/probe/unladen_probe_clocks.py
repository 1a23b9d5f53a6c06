"""CPU seconds of a process and its children, and seconds in which it waited.

Waiting is to give one's core away of oneself: to sleep, or to wait for something.

The kernel tells how long a process stood ready in the queue for a core: what is neither that nor
CPU time is waiting, however busy the machine is; but who never gave its core away has not waited,
whatever a machine that is itself a guest took from it.
"""

import gc
import os
import resource
import time

BUSY = 0.9
TRIES = 10
DELAYED = 0.006
"""Since Linux 6.12 who goes to sleep may stay in the queue for so long: of a busy machine that much
of each sleep is told as having been ready."""


def queued() -> float:
    """Seconds that this process was ready and had no core; negative where nobody tells."""
    try:
        with open("/proc/self/schedstat") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return -1.0


def switches() -> int:
    """How often this process gave its core away of itself."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


def at_once() -> "tuple[float, float, float, int]":
    """Wall, CPU, queued, switches: read again where it lost its core in between."""
    for _ in range(TRIES):
        before = queued()
        read = (time.perf_counter(), time.process_time(), queued(), switches())
        if read[2] == before:
            break
    return read


class Waits:
    """Of what happens between its making and `seconds`."""

    def __init__(self) -> None:
        self._wall, self._cpu, self._queued, self._switches = at_once()

    def seconds(self, children: float = 0.0) -> float:
        """`children`: CPU seconds of processes that it waited for, which are no waiting."""
        now, cpu_now, late_now, switches_now = at_once()
        wall, cpu = now - self._wall, cpu_now - self._cpu + children
        given = switches_now - self._switches
        if self._switches and not given:
            return 0.0
        late = late_now - self._queued if self._queued >= 0 else 0.0
        return max(0.0, wall - cpu - late + min(late, given * DELAYED))

    def are_much(self) -> bool:
        """A tenth of the time or more."""
        wall = time.perf_counter() - self._wall
        return self.seconds() > (1 - BUSY) * wall


def swept() -> "tuple[float, float]":
    """Wall and CPU seconds of collecting what a sample left, while the collector is still switched
    off: it would be due with the next object that is made, and be nobody's time."""
    wall, cpu = time.perf_counter(), time.process_time()
    if gc.get_count()[0] > gc.get_threshold()[0] > 0:
        gc.collect(0)
    return time.perf_counter() - wall, time.process_time() - cpu


def cpu_seconds() -> float:
    """Of this process, of the children it has waited for, and of those still running."""
    return time.process_time() + children_seconds()


def children_seconds() -> float:
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return waited.ru_utime + waited.ru_stime + _running_children()


def _running_children() -> float:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            children = file.read().split()
    except OSError:
        return 0.0
    return sum(_process_cpu(child) for child in children)


def _process_cpu(pid: str) -> float:
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0

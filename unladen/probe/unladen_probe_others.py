"""This process -> those that it started: which there are, and the CPU seconds of all, as the system
counts them. Sums of what somebody waited for are no CPU seconds (I45)."""

import os
import resource
import sys
import threading
import time
from collections.abc import Callable
from typing import Any


class Others:
    """From its making on; what came before is known again by its number, because the system gives
    numbers to processes in the order in which they begin."""

    def __init__(self) -> None:
        self._set_up = [[os.getpid(), next_number()]]
        self._alive = set(started_by(os.getpid()))
        self._cpu, self._children = time.process_time(), seconds_of_others()

    def let(self, set_up: Callable[[], None]) -> None:
        """What is none of the calls: neither its seconds, nor that it starts others."""
        cpu, children, first = time.process_time(), seconds_of_others(), next_number()
        set_up()
        self._set_up.append([first, next_number()])
        self._alive |= set(started_by(os.getpid()))
        self._cpu += time.process_time() - cpu
        self._children += seconds_of_others() - children

    def said(self) -> "dict[str, Any]":
        """CPU seconds of this process and of the others; the numbers of those who were started by
        set-ups, and which of them were there for the calls."""
        return {
            "set_up": self._set_up,
            "alive": sorted(self._alive),
            "cpu": time.process_time() - self._cpu,
            "children": max(0.0, seconds_of_others() - self._children),
        }


def next_number() -> int:
    """Threads have numbers of the same row, and cost nothing."""
    thread = threading.Thread(target=str)
    thread.start()
    thread.join()
    return thread.native_id or 0


def started_by(root: int) -> "dict[int, float]":
    """Processes that came of it and still are, with the CPU seconds of each and of those it has
    waited for."""
    found: dict[int, tuple[int, float]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            ticks = sum(int(field) for field in fields[11:15])
            found[int(name)] = int(fields[1]), ticks / os.sysconf("SC_CLK_TCK")
    mine = {root}
    for _ in found:
        more = {pid for pid, (parent, _) in found.items() if parent in mine} - mine
        if not more:
            break
        mine |= more
    return {pid: found[pid][1] for pid in mine - {root} if pid in found}


def seconds_of_others() -> float:
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    return waited.ru_utime + waited.ru_stime + sum(started_by(os.getpid()).values())


def forget_main() -> None:
    """Processes that a benchmark spawns load the main module again, if they know its file; ours is
    none of the benchmark's, and what it imports they do not find."""
    vars(sys.modules["__main__"]).pop("__file__", None)

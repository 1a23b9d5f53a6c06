"""Processes that this one starts, and how long it is busy with that: a new pool for each task is
seen by its number of processes, where the clock may show a gain (I44).

Only where no time is taken. Not seen is who is started by others: by a fork server, or by C.
"""

import os
import threading
import time
from typing import Any

from unladen_probe_clocks import children_seconds

SPAWNING = ("posix_spawn", "posix_spawnp", "system")


class ProcessCounter:
    """Since `watch`."""

    def __init__(self) -> None:
        self.processes = 0
        self.seconds = 0.0
        self._begun: dict[int, float] = {}
        self._watching = False

    def watch(self) -> None:
        """Once in a process, and for good."""
        if self._watching:
            return
        self._watching = True
        os.register_at_fork(before=self._begin, after_in_parent=self._end)
        import _posixsubprocess
        import subprocess

        asked: Any = self._counted(_posixsubprocess.fork_exec)
        vars(_posixsubprocess)["fork_exec"] = asked
        if hasattr(subprocess, "_fork_exec"):
            vars(subprocess)["_fork_exec"] = asked
        for name in SPAWNING:
            vars(os)[name] = self._counted(getattr(os, name))

    def now(self) -> "tuple[int, float, float] | None":
        if not self._watching:
            return None
        return self.processes, self.seconds, children_seconds()

    def since(self, begun: "tuple[int, float, float] | None", calls: int) -> "dict[str, float]":
        """Of each of so many calls."""
        now = self.now()
        if begun is None or now is None:
            return {}
        names = ("processes", "starting", "children")
        each = zip(names, begun, now, strict=True)
        return {name: max(0.0, b - a) / calls for name, a, b in each}

    def _begin(self) -> None:
        self._begun[threading.get_ident()] = time.perf_counter()

    def _end(self) -> None:
        began = self._begun.pop(threading.get_ident(), None)
        if began is not None:
            self.processes += 1
            self.seconds += time.perf_counter() - began

    def _counted(self, start: Any) -> Any:
        def counted(*words: Any, **more: Any) -> Any:
            before = self.processes
            self._begin()
            try:
                return start(*words, **more)
            finally:
                if self.processes == before:  # else it forked, and that was counted
                    self._end()

        return counted


STARTED = ProcessCounter()

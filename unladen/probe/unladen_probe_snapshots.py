"""Calls of a benchmark between snapshots of a process whose instructions valgrind counts."""

import _thread
import gc
import math
import os
import random
import sys
import threading
from typing import Any

from unladen_probe_pools import Pools

Message = dict[str, Any]
OTHERS = {"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system", "a thread"}
IDLE = 1e-3
"""So much of what is counted may be other threads'."""


def snapshot() -> int:
    """A fork that ends at once: valgrind then writes what was counted so far."""
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)
    return process


def seeded(seed: int) -> None:
    """Who draws without a seed of their own draws the same on both sides."""
    random.seed(seed)
    drawn = sys.modules.get("numpy.random")
    if drawn is not None:
        drawn.seed(seed % (1 << 32))


def hear_threads(said: Any) -> None:
    """Whoever starts a thread, however, says so."""
    names = ("start_new_thread", "_start_new_thread", "_start_joinable_thread")
    for module in (_thread, threading):
        for name in names:
            start = getattr(module, name, None)
            if start is not None:
                vars(module)[name] = _telling(start, said)


def _telling(start: Any, said: Any) -> Any:
    def started(*words: Any, **more: Any) -> Any:
        said("a thread")
        return start(*words, **more)

    return started


class Threads:
    """What the other threads of this process run from now on: one that only waits (the watchdog of
    faulthandler, say) executes next to nothing that could be counted."""

    def __init__(self) -> None:
        self._before = self._seconds()

    def share(self) -> float:
        """Of what this thread ran meanwhile; all of it where the system does not tell."""
        own, now = threading.get_native_id(), self._seconds()
        ran = {each: now[each] - self._before.get(each, 0.0) for each in now}
        mine = ran.pop(own, 0.0)
        share = sum(ran.values()) / mine if mine > 0 else math.nan
        return float(bool(ran)) if math.isnan(share) else share

    def _seconds(self) -> dict[int, float]:
        found = {}
        for thread in map(int, os.listdir("/proc/self/task")):
            try:
                with open(f"/proc/self/task/{thread}/schedstat") as file:
                    found[thread] = int(file.read().split()[0]) / 1e9
            except (OSError, IndexError, ValueError):
                found[thread] = math.nan
        return found


def counted_calls(benchmark: Any, timed: Any, pools: Pools | None, command: Message) -> Message:
    """Regions, after those that are for warmth only, and one with nothing in it. Where each call
    is set up anew, a region is one call. What others execute is not counted: who starts threads or
    processes is refused."""
    if timed.raw:
        return {"refused": "it runs in a process of its own", "snapshots": [], "calls": 1}
    how = command["anew"] if timed.fresh_setup else command
    calls = 1 if timed.fresh_setup else command["calls"]
    heard: set[str] = set()
    listening = [False]
    sys.addaudithook(lambda event, _: heard.add(event) if listening[0] else None)
    hear_threads(lambda what: heard.add(what) if listening[0] else None)
    gc.disable()
    gc.freeze()  # from here on only what the calls leave behind is looked at
    snapshots, threads = [], Threads()
    for region in range(-how["warm"], how["regions"]):
        if timed.fresh_setup and region > -how["warm"]:
            timed.set_up_anew()
        gc.collect()
        seeded(command["seed"])
        if pools is not None:
            pools.open()
        before = snapshot() if region >= 0 else 0
        listening[0] = True
        for _ in range(calls):
            benchmark.func(*timed.arguments)
        listening[0] = False
        if region >= 0:
            snapshots.append([before, snapshot()])
    snapshots.append([snapshots[-1][1], snapshot()])
    started = sorted(OTHERS & heard)
    refused = f"it starts others ({started[0]})" if started else ""
    if not refused and threads.share() > IDLE:
        refused = "other threads ran"
    return {"refused": refused, "snapshots": snapshots, "calls": calls}

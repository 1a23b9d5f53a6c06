"""Calls of a benchmark between snapshots of a process whose instructions valgrind counts."""

import _thread
import gc
import os
import random
import sys
import threading
from typing import Any

from unladen_probe_pools import Pools

Message = dict[str, Any]
OTHERS = {"subprocess.Popen", "os.fork", "os.posix_spawn", "os.system", "a thread"}


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
    snapshots = []
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
    if not refused and len(os.listdir("/proc/self/task")) > 1:
        refused = "other threads ran"
    return {"refused": refused, "snapshots": snapshots, "calls": calls}

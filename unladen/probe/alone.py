"""Runs INSIDE the measured environment: one benchmark alone in a process, for one purpose.

The purposes ("lanes") are those whose times are thrown away: counting instructions under valgrind,
being sampled from outside or by scalene, counting calls, and recording which lines run. All of them
run the same region: the benchmark's own calls, without import, set-up and warm-up.
"""

import gc
import json
import os
import pickle
import random
import sys
import time
from typing import Any

Message = dict[str, Any]
PAUSE_SECONDS = 0.004


def load(root: str, name: str, index: int | None) -> Any:
    from asv_runner._aux import update_sys_path
    from asv_runner.discovery import get_benchmark_from_name
    from unladen_probe_task import give_cache

    update_sys_path(root)
    benchmark = get_benchmark_from_name(root, name)
    if index is not None:
        benchmark.set_param_idx(index)
    cache = None
    if os.path.exists("cache.pickle"):
        with open("cache.pickle", "rb") as file:
            cache = pickle.load(file)
    give_cache(benchmark, cache)
    return benchmark


def unladen_region(function: Any, arguments: Any, calls: range) -> None:
    """What samplers look for on the stack."""
    for _ in calls:
        function(*arguments)


def _nothing() -> None:
    pass


def looks_at_others(order: Message) -> bool:
    """Under scalene and valgrind nothing is started that is none of the benchmark's."""
    return order["lane"] in ("samples", "calls") and not order.get("prologue")


class Alone:
    """A benchmark that is set up and warm."""

    def __init__(self, order: Message, benchmark: Any) -> None:
        from unladen_probe_others import Others
        from unladen_probe_timed import Timed

        self.order = order
        self.benchmark = benchmark
        timed = Timed(self.benchmark)
        self.fresh_setup, self.set_up_anew = timed.fresh_setup, timed.set_up_anew
        self.function, self.arguments = self.benchmark.func, timed.arguments
        self.number = 1 if timed.fresh_setup else int(order["number"])
        self.pause = self.resume = _nothing
        """Around set-up between calls: whoever looks must not see it."""
        self.others = Others() if looks_at_others(order) else None
        """Before it is warm: samples of it, and of what it starts, are taken from here on."""
        for _ in range(order["warm"]):
            self.once()

    def once(self, number: int = 1) -> None:
        unladen_region(self.function, self.arguments, range(number))
        if self.fresh_setup:
            self.pause()
            if self.others:
                self.others.let(self.set_up_anew)
            else:
                self.set_up_anew()
            self.resume()


def marked(alone: Alone) -> Message:
    """Callgrind sets its counts to zero when `getppid` is entered, and writes them when `getpgrp`
    is: two functions that do nothing else here, and that any C library has."""
    from unladen_probe_pools import Pools

    gc.collect()
    gc.disable()
    pools = Pools()
    calls = range(alone.number)
    for _ in range(alone.order["regions"]):
        pools.open()
        if alone.order.get("dumped"):
            os.getpgrp()
        os.getppid()
        unladen_region(alone.function, alone.arguments, calls)
        os.getpgrp()
        if alone.fresh_setup:
            alone.set_up_anew()
    return {}


def looped(alone: Alone) -> Message:
    """For so many seconds, while somebody looks; with short pauses of random length.

    A sampler looks at fixed intervals, and a benchmark repeats itself at fixed intervals, too:
    without the pauses it would see the same few places again and again, and miss the others.
    """
    if alone.order.get("prologue"):
        alone.resume, alone.pause = switches()
        alone.resume()
    calls, paused, started = 0, 0.0, time.perf_counter()
    pauses = random.Random(0)
    while time.perf_counter() - started < alone.order["seconds"]:
        alone.once(alone.number)
        calls += alone.number
        pause = pauses.random() * PAUSE_SECONDS
        paused += pause
        time.sleep(pause)
    alone.pause()
    return {
        "paused": paused,
        "calls": calls,
        "wall": time.perf_counter() - started,
        **(alone.others.said() if alone.others else {}),
    }


def called(alone: Alone) -> Message:
    """Exact counts, and what is allocated; the counters were put in when modules were imported."""
    import tracemalloc

    from unladen_probe_calls import COUNTS, SITES
    from unladen_probe_started import STARTED
    from unladen_probe_witness import entered, uncounted

    STARTED.watch()
    alone.once()
    seconds = alone.others.said() if alone.others else {}
    before = list(COUNTS)
    gc.collect()
    gc.disable()
    begun = STARTED.now()
    unladen_region(alone.function, alone.arguments, range(alone.number))
    started = STARTED.since(begun, alone.number)
    if alone.fresh_setup:
        alone.set_up_anew()
    counted = [COUNTS[k] - (before[k] if k < len(before) else 0) for k in range(len(SITES))]
    blocks = sys.getallocatedblocks()
    alone.function(*alone.arguments)
    blocks = sys.getallocatedblocks() - blocks
    if alone.fresh_setup:
        alone.set_up_anew()
    told = {"calls": alone.number, "blocks": blocks, "resident": held(), **seconds}
    told["started"] = started
    tracemalloc.start()
    alone.function(*alone.arguments)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    if alone.fresh_setup:
        alone.set_up_anew()
    ran = entered(alone.order["packages"], lambda: alone.function(*alone.arguments))
    moved = [(site[0], site[1]) for site, count in zip(SITES, COUNTS, strict=True) if count]
    sites = [[*site, count] for site, count in zip(SITES, counted, strict=False)]
    return {"sites": sites, "peak": peak, "uncounted": uncounted(ran, moved), **told}


def held() -> int:
    """Bytes of this process, in memory."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def covered(alone: Alone) -> Message:
    """The region once more; which lines ran is asked for at the end."""
    alone.once()
    return {}


LANES = {"instructions": marked, "samples": looped, "calls": called, "lines": covered}


def switches() -> tuple[Any, Any]:
    """scalene is on only while the benchmark is called: what is imported and set up, once or before
    each call, is none of it."""
    from scalene import scalene_profiler

    return scalene_profiler.start, scalene_profiler.stop


def undo_wrappers() -> None:
    """scalene wraps every function of `os`, and locks: that alone made logging 5 times slower."""
    import _thread
    import posix
    import threading

    for name in dir(posix):
        if callable(getattr(posix, name)) and hasattr(os, name):
            setattr(os, name, getattr(posix, name))
    vars(threading)["Lock"] = _thread.allocate_lock


def main(order: Message) -> None:
    if order.get("prologue"):
        undo_wrappers()
    os.chdir(order["folder"])
    coverage: Any = None
    if order["lane"] == "calls":
        from unladen_probe_calls import count_calls_of

        count_calls_of(order["packages"])
    elif order["lane"] == "lines":
        from unladen_probe_lines import Lines

        coverage = Lines(order["packages"])
    from unladen_probe_held import HeldCall
    from unladen_probe_others import forget_main
    from unladen_probe_pytest import Tests

    forget_main()
    if not order["loading"]:
        benchmark = load(order["root"], order["name"], order["index"])
        if benchmark.do_setup():
            sys.exit("the benchmark is skipped")
        looked_at(order, benchmark, coverage)
        return
    tests = Tests(order["root"], order["loading"])

    def collected() -> None:
        test = tests.found[order["name"]]

        def held(what: HeldCall, number: int) -> None:
            test.take(what, number)
            looked_at(order, test, coverage)

        tests.run(test, held, order["folder"])

    tests.collect([order["name"].partition("::")[0]], collected)


def looked_at(order: Message, benchmark: Any, coverage: Any) -> None:
    """It is set up."""
    alone = Alone(order, benchmark)
    told = LANES[order["lane"]](alone)
    if coverage is not None:
        told = {"lines": coverage.stop()}
    with open(order["done"], "w") as file:
        json.dump({"number": alone.number, "pid": os.getpid(), **told}, file)
    sys.stdout.flush()
    if order["lane"] != "samples":
        os._exit(0)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path = [entry for entry in sys.path if entry != here]
    sys.path.append(here)  # last: no module of ours hides one of the project's
    main(json.loads(sys.argv[1]))

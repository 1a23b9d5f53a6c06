"""calls with the collector on, as who uses the project makes them -> what it takes of a call.

Who times a call stops the collector, so that no call pays for what another one left. Who calls it
in earnest does not: there each few hundred containers that stay cost a search of the young ones.
"""

import gc
import time
from typing import Any

LONGEST_SECONDS = 0.5
TURNS = 2
"""With the collector stopped and with it on, one after the other."""
PATIENCE = 3
"""By which all may take longer, where set-up does or others keep this process from its core."""


class Searches:
    """How often the collector searched, and for how long, while it was listened to."""

    def __init__(self) -> None:
        self.count = 0
        self.seconds = 0.0
        self.listening = False
        self._began = 0.0

    def __call__(self, phase: str, _: Any) -> None:
        if phase == "start":
            self._began = time.process_time()
        elif self.listening:
            self.count += 1
            self.seconds += time.process_time() - self._began


def collecting(timed: Any) -> "dict[str, Any]":
    """`timed` is a benchmark that is set up; of one whose set-up starts the collector itself
    nothing is hidden. Told is no more than calls are quicker without it, and no more than it says
    of itself: the one holds what others did to this machine, the other is no saving (I25)."""
    gc.unfreeze()
    gc.collect()
    seconds = LONGEST_SECONDS / TURNS / 2
    turns, stopped = [], True
    for _ in range(TURNS):
        off = _calls(timed, on=False, seconds=seconds)
        stopped = stopped and not gc.isenabled()
        turns.append((off, _calls(timed, on=True, seconds=seconds)))
    gc.enable()
    off, on = (min(each, key=lambda one: one["seconds"]) for each in zip(*turns, strict=True))
    searched = min(with_["collector"] - without["collector"] for without, with_ in turns)
    return {
        "stopped": stopped,
        "seconds": on["seconds"],
        "hidden": max(0.0, min(searched, on["seconds"] - off["seconds"])),
        "searches": sum(with_["searches"] for _, with_ in turns),
        "each": on["each"],
    }


def _calls(timed: Any, on: bool, seconds: float) -> "dict[str, Any]":
    searches, used, calls = Searches(), 0.0, 0
    function, arguments = timed.benchmark.func, timed.arguments
    (gc.enable if on else gc.disable)()
    gc.callbacks.append(searches)
    try:
        until = time.perf_counter() + PATIENCE * seconds
        while not calls or (used < seconds and time.perf_counter() < until):
            if timed.fresh_setup:
                timed.set_up_anew()
                if on:
                    gc.enable()
            began = time.process_time()
            searches.listening = True
            function(*arguments)
            searches.listening = False
            used += time.process_time() - began
            calls += 1
    finally:
        gc.callbacks.remove(searches)
    return {
        "seconds": used / calls,
        "collector": searches.seconds / calls,
        "searches": searches.count,
        "each": searches.count / calls,
    }

"""calls with the collector on, as who uses the project makes them -> what it takes of a call.

Who times a call stops the collector, so that no call pays for what another one left. Who calls it
in earnest does not: there each few hundred containers that stay cost a search of the young ones.
"""

import gc
import time
from typing import Any

LONGEST_SECONDS = 0.5
MOST_CALLS = 100_000
OFF_SHARE = 0.2
"""Of that time, with the collector stopped: what calls collect of themselves is timed anyway."""


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
    nothing is hidden."""
    gc.unfreeze()
    gc.collect()
    off = _calls(timed, on=False, seconds=OFF_SHARE * LONGEST_SECONDS)
    stopped = not gc.isenabled()
    on = _calls(timed, on=True, seconds=LONGEST_SECONDS)
    gc.enable()
    return {
        "stopped": stopped,
        "seconds": on["seconds"],
        "hidden": max(0.0, on["collector"] - off["collector"]),
        "searches": on["searches"],
        "each": on["each"],
    }


def _calls(timed: Any, on: bool, seconds: float) -> "dict[str, Any]":
    searches, used, calls = Searches(), 0.0, 0
    function, arguments = timed.benchmark.func, timed.arguments
    (gc.enable if on else gc.disable)()
    gc.callbacks.append(searches)
    try:
        while not calls or (used < seconds and calls < MOST_CALLS):
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

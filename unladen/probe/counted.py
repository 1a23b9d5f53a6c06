"""Runs INSIDE the measured environment, under valgrind: one benchmark, its timed region marked.

Callgrind sets its counts to zero when `getppid` is entered and writes them when `getpgrp` is: two
functions that do nothing else here, and that any C library has. So what is counted is the region
alone, without the import of the suite and without set-up.
"""

import gc
import json
import os
import pickle
import sys
from typing import Any


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


def main(order: dict[str, Any]) -> None:
    os.chdir(order["folder"])
    benchmark = load(order["root"], order["name"], order["index"])
    if benchmark.do_setup():
        sys.exit("the benchmark is skipped")
    from unladen_probe_task import Timed

    timed = Timed(benchmark)
    function, arguments, number = benchmark.func, timed.arguments, order["number"]
    if timed.fresh_setup:
        number = 1
    for _ in range(order["warm"]):
        function(*arguments)
        if timed.fresh_setup:
            benchmark.redo_setup()
    gc.collect()
    gc.disable()
    calls = range(number)
    for _ in range(order["regions"]):
        os.getppid()
        for _ in calls:
            function(*arguments)
        os.getpgrp()
        if timed.fresh_setup:
            benchmark.redo_setup()
    with open(order["done"], "w") as file:
        json.dump({"number": number}, file)
        file.flush()
    os._exit(0)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))

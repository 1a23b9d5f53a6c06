"""One benchmark in a process of its own: what the fork of a worker does when it is asked."""

import gc
import os
import pickle
import resource
import time
import traceback
from typing import Any

from unladen_probe_answers import (
    NotDone,
    alike_of,
    answers_of,
    check_answered,
    check_done,
    corpus_of,
    mode_of,
    workload_of,
)
from unladen_probe_clocks import Waits, children_seconds, cpu_seconds
from unladen_probe_collector import collecting
from unladen_probe_counter import Counter, instructions
from unladen_probe_pools import Pools
from unladen_probe_profilers import on_duty
from unladen_probe_ran import alone, several
from unladen_probe_snapshots import counted_calls, seeded
from unladen_probe_started import STARTED
from unladen_probe_timed import Timed

Message = dict[str, Any]

MAX_DETAIL = 2000
QUICK_SECONDS = 2.0
WARM = 8
"""Calls, where each is set up anew: after so many Python runs them as it will."""


def give_cache(benchmark: Any, cache: Any) -> None:
    if hasattr(benchmark, "set_cache"):
        benchmark.set_cache(cache)
    elif cache is not None:
        benchmark.insert_param(cache)


def describe(error: BaseException) -> str:
    last = traceback.format_exception_only(type(error), error)
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({os.path.basename(f.filename)}:{f.lineno})" for f in frames)
    return ("".join(last).strip() + where)[-MAX_DETAIL:]


def ended_peak() -> Message:
    """Bytes of the largest process that this one waited for, which nobody else can look at any
    more."""
    return {"ended_peak": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10}


class Task:
    """One benchmark in a process of its own."""

    def __init__(self, channel: Any, benchmark: Any, command: Message, ran: Any = None) -> None:
        self.channel = channel
        self.ran = ran
        self.benchmark = benchmark
        self.command = command
        self.timed: Any = None
        self.counter: Counter | None = None
        self.pools: Pools | None = None

    def serve(self) -> None:
        if self.benchmark is None:
            self.channel.send(missing=True)
            return
        command = self.command
        while command is not None and command["do"] != "done":
            self.channel.send(**self.reply_to(command))
            command = self.channel.receive()

    def reply_to(self, command: Message) -> Message:
        try:
            reply: Message = getattr(self, "do_" + command["do"])(command)
            return reply
        except NotDone as error:
            return {"error": str(error), "undone": True}
        except MemoryError:
            return {"error": "out of memory", "memory": True}
        except BaseException as error:  # noqa: BLE001 - a benchmark may raise anything
            return {"error": describe(error)}

    def do_fork(self, command: Message) -> Message:
        """Choose the parameters, take the cache, set up."""
        os.chdir(command["folder"])
        self.limit(command)
        if command.get("purpose") == "setup_cache":
            return {"ready": True}
        if command["index"] is not None:
            self.benchmark.set_param_idx(command["index"])
        cache = None
        if command.get("cache"):
            with open("cache.pickle", "rb") as file:
                cache = pickle.load(file)
        give_cache(self.benchmark, cache)
        if self.benchmark.do_setup():
            return {"skipped": True}
        return {"ready": True}

    def limit(self, command: Message) -> None:
        if command.get("memory_mb"):
            limit = command["memory_mb"] << 20
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        if command.get("seed") is not None:
            seeded(command["seed"])

    def do_setup_cache(self, _: Message) -> Message:
        value = self.benchmark.do_setup_cache()
        with open("cache.pickle", "wb") as file:
            pickle.dump(value, file)
        return {"ready": True, "ran": self.ran.stop() if self.ran else None}

    def do_calibrate(self, command: Message) -> Message:
        """Also the warm-up: the first call of a process is never a sample, unless all calls take
        seconds and the other side's first call is its like. It is told apart: how long a call is,
        and how many make a sample, later calls say."""
        self.timed = Timed(self.benchmark)
        if not self.timed.fresh_setup and not self.timed.raw:
            self.counter = instructions()
        number, warm = command.get("number"), command.get("warm", True)
        cold = self.timed.sample(1) if warm and not self.timed.raw else (0.0, 0.0)
        if number == 1 and 0 < cold[0] < QUICK_SECONDS:
            return self._calibrated(1, cold[0], cold, cold[0])
        wall, cpu = time.perf_counter(), cpu_seconds()
        if not number:
            number = self.timed.calibrated(command["sample_seconds"], command["longest_seconds"])
        first, used = time.perf_counter() - wall, cpu_seconds() - cpu
        warm = warm and first < QUICK_SECONDS
        least = min(number, WARM) if self.timed.fresh_setup and command.get("number") else number
        sample = self.timed.sample(least) if warm else (first, used)
        return self._calibrated(number, max(first, sample[0] / least * number), sample, cold[0])

    def _calibrated(
        self, number: int, first: float, sample: tuple[float, float], cold: float
    ) -> Message:
        parallel = sample[1] / max(sample[0], 1e-9)
        asked = getattr(self.benchmark, "number", 0)
        check_done(self.benchmark)
        told = {"number": number, "asked": asked, "first": first, "parallel": parallel}
        return told | {"cold": cold, "mode": mode_of(self.benchmark)}

    def do_sample(self, command: Message) -> Message:
        if command.get("seed") is not None:
            seeded(command["seed"])
        before = self.counter.read() if self.counter else 0
        children, began = children_seconds(), Waits()
        wall, cpu = self.timed.sample(command["number"])
        waits = min(wall, began.seconds(children_seconds() - children))
        counted = self.counter.read() - before if self.counter else None
        told = {"wall": wall, "cpu": cpu, "instructions": counted, "waits": waits}
        told["profiler"] = on_duty()
        between, sweeping = self.timed.between, self.timed.sweeping
        told["between"] = (between[0] + sweeping[0], between[1] + sweeping[1])
        told |= ended_peak()
        check_done(self.benchmark)
        return told

    def do_collect(self, _: Message) -> Message:
        gc.collect()
        return ended_peak()

    def do_value(self, _: Message) -> Message:
        from asv_runner.benchmarks.mark import SkipNotImplemented

        try:
            value = self.benchmark.do_run()
        except SkipNotImplemented:
            return {"skipped": True}
        if isinstance(value, dict):
            raise TypeError("a dictionary is not a number")
        return {"value": None if value is None else float(value)}

    def do_ran(self, _: Message) -> Message:
        """Some calls, and what ran since the fork."""
        STARTED.watch()
        told = self.called()
        check_done(self.benchmark)
        self.benchmark.do_teardown()
        return self.all_that_ran(told)

    def do_collecting(self, _: Message) -> Message:
        """What a call takes of the collector, where nobody stops it."""
        timed = Timed(self.benchmark)
        if timed.raw:
            return {"skipped": "it runs in a process of its own"}
        return collecting(timed)

    def called(self) -> Message:
        timed = Timed(self.benchmark)
        told = several(timed.sample)
        if "seconds" not in told:
            self.ran.pause()
            told |= alone(timed.sample)
            self.ran.go_on()
        return told | timed.started

    def all_that_ran(self, told: Message) -> Message:
        gc.collect()
        return {"ran": self.ran.stop() | told}

    def do_count(self, command: Message) -> Message:
        return counted_calls(self.benchmark, Timed(self.benchmark), self.pools, command)

    def do_answers(self, _: Message) -> Message:
        answers = answers_of(self.benchmark)
        check_answered(self.benchmark, answers)
        return {
            "answers": answers,
            "workload": workload_of(self.benchmark),
            "corpus": corpus_of(self.benchmark),
            "alike": alike_of(self.benchmark),
        }

    def do_teardown(self, _: Message) -> Message:
        self.benchmark.do_teardown()
        return {"ready": True}

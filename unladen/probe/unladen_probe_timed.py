"""Calls of a time benchmark: in a loop, each with a set-up before it, or in their own process."""

import gc
import math
import os
import subprocess
import sys
import time
from textwrap import dedent
from typing import Any

from unladen_probe_answers import arguments_of
from unladen_probe_clocks import children_seconds, cpu_seconds, swept
from unladen_probe_started import STARTED

Message = dict[str, Any]
MAX_DETAIL = 2000
SET_UP_SHARE = 5.0
"""A sample takes at most so many times the seconds asked for, if setting up is what takes them."""
RAW = """
import sys, time
code, setup, number = {stmt!r}, {setup!r}, {number}
names = {{}}
exec(compile(setup, "<setup>", "exec"), names)
body = compile(code, "<timeraw>", "exec")
wall, cpu = time.perf_counter(), time.process_time()
for _ in range(number):
    exec(body, names)
print(repr((time.perf_counter() - wall, time.process_time() - cpu)))
"""


class Timed:
    """A time benchmark: calls are timed, set-up between them is not."""

    def __init__(self, benchmark: Any) -> None:
        self.benchmark = benchmark
        self.raw = type(benchmark).__name__ == "TimerawBenchmark"
        self.arguments = arguments_of(benchmark)
        self.fresh_setup = bool(benchmark._setups) and not self.raw
        self.between = (0.0, 0.0)
        """Wall and CPU seconds of the last sample that were none of its calls."""
        self.sweeping = (0.0, 0.0)
        """Of collecting what it left behind."""
        self.started: Message = {}
        """Which processes its last call started, where somebody watches."""

    def set_up_anew(self) -> None:
        """asv_runner leaves out the first that it is asked for: right after a set-up, and wrong
        after calls."""
        self.benchmark._redo_setup_next = True
        self.benchmark.redo_setup()

    def sample(self, number: int) -> tuple[float, float]:
        """Wall and CPU seconds of so many calls."""
        if self.raw:
            return self._raw(number)
        enabled = gc.isenabled()
        gc.disable()
        try:
            return self._each(number) if self.fresh_setup else self._loop(number)
        finally:
            self.sweeping = swept() if enabled else (0.0, 0.0)
            if enabled:
                gc.enable()

    def _cut(self, number: int, longest_seconds: float) -> int:
        """A loop that the author made too long is shortened to what the budget allows."""
        wall, _ = self.sample(1)
        return max(1, min(number, int(longest_seconds / max(wall, 1e-9))))

    def _loop(self, number: int) -> tuple[float, float]:
        function, arguments = self.benchmark.func, self.arguments
        begun = STARTED.now()
        cpu, wall = cpu_seconds(), time.perf_counter()
        for _ in range(number):
            function(*arguments)
        took = time.perf_counter() - wall, cpu_seconds() - cpu
        self.started = STARTED.since(begun, number)
        return took

    def _each(self, number: int) -> tuple[float, float]:
        """asv_runner 0.3: every timed call sees freshly set-up state."""
        function, arguments = self.benchmark.func, self.arguments
        wall_clock, cpu_clock = time.perf_counter, time.process_time
        children = children_seconds()
        begun = wall_clock(), cpu_clock()
        total_wall = total_cpu = 0.0
        for _ in range(number):
            self.benchmark.redo_setup()
            started = STARTED.now()
            cpu, wall = cpu_clock(), wall_clock()
            function(*arguments)
            total_wall += wall_clock() - wall
            total_cpu += cpu_clock() - cpu
            self.started = STARTED.since(started, 1)
        self.between = wall_clock() - begun[0] - total_wall, cpu_clock() - begun[1] - total_cpu
        return total_wall, total_cpu + children_seconds() - children

    def _raw(self, number: int) -> tuple[float, float]:
        code = self.benchmark.func(*self.arguments)
        stmt, setup = code if isinstance(code, tuple) else (code, "")
        text = RAW.format(stmt=dedent(stmt), setup=dedent(setup), number=number)
        variables = dict(os.environ)
        variables.update(getattr(self.benchmark, "_timeraw_env", None) or {})
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", text], capture_output=True, env=variables, check=False
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace")[-MAX_DETAIL:])
        wall, cpu = done.stdout.decode().strip().splitlines()[-1].strip("()").split(",")
        self.between = time.perf_counter() - begun - float(wall), 0.0
        return float(wall), float(cpu)

    def calibrated(self, sample_seconds: float, longest_seconds: float) -> int:
        """How many calls make a sample that a clock can measure, without set-up taking for ever."""
        if self.benchmark.number:
            return self._cut(self.benchmark.number, longest_seconds)
        number = 1
        while True:
            started = time.perf_counter()
            wall, _ = self.sample(number)
            elapsed = time.perf_counter() - started
            if wall >= sample_seconds or elapsed >= SET_UP_SHARE * sample_seconds:
                return number
            grown = sample_seconds / max(wall, 1e-9) * number
            bearable = SET_UP_SHARE * sample_seconds / elapsed * number
            number = max(number + 1, min(10 * number, math.ceil(grown), int(bearable)))

"""Two versions of the project in one process: the suite is imported twice, and sides take turns.

Cheapest and sharpest, because both sides share everything a process has; possible only where the
project is pure Python and keeps nothing outside of its own modules. That is checked.
"""

import importlib
import os
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from unladen_probe_answers import mode_of
from unladen_probe_described import SuiteSearch
from unladen_probe_task import Message, Task, give_cache
from unladen_probe_timed import Timed


class Version:
    """One version: its modules, and its benchmarks."""

    def __init__(
        self, place: str, packages: Sequence[str], root: str, modules: Sequence[str]
    ) -> None:
        self.place = place
        self._suite = modules
        self._packages = {*packages, os.path.basename(root)}
        self.modules: dict[str, Any] = {}
        self.benchmarks: dict[str, Any] = {}
        self._load(root)

    def _ours(self) -> Iterator[str]:
        return (name for name in list(sys.modules) if name.split(".")[0] in self._packages)

    def _load(self, root: str) -> None:
        from asv_runner._aux import update_sys_path

        self.leave()
        sys.path.insert(0, self.place)
        importlib.invalidate_caches()
        try:
            update_sys_path(root)
            sys.path.insert(0, self.place)  # before the folder of the suite
            for name in self._suite:
                importlib.import_module(name)
            found = SuiteSearch()
            found.search(root, self._suite)
            self.benchmarks = found.benchmarks
            self._check()
        finally:
            sys.path = [entry for entry in sys.path if entry != self.place]
            self.leave()

    def _check(self) -> None:
        """Each package must really come from this side, or both sides would be one."""
        suite = os.path.basename(os.path.dirname(self.place))
        for name in self._packages:
            file = getattr(sys.modules.get(name), "__file__", None)
            if file and name in os.listdir(self.place) and not file.startswith(self.place):
                raise ImportError(f"{name} came from {file}, not from {self.place} ({suite})")

    def leave(self) -> None:
        """Keep our modules, and take them out of sight."""
        for name in self._ours():
            self.modules[name] = sys.modules.pop(name)

    def enter(self) -> None:
        sys.modules.update(self.modules)


class DuelTask(Task):
    """One benchmark on both sides, in a process of its own."""

    def __init__(self, channel: Any, sides: Sequence[Version], command: Message) -> None:
        found: list[Any] = [side.benchmarks.get(command["name"]) for side in sides]
        super().__init__(channel, None if None in found else found[0], command)
        self.sides = sides
        self.benchmarks: list[Any] = found
        self.both: list[Timed] = []

    def do_fork(self, command: Message) -> Message:
        os.chdir(command["folder"])
        for side, benchmark in zip(self.sides, self.benchmarks, strict=True):
            side.enter()
            if command["index"] is not None:
                benchmark.set_param_idx(command["index"])
            give_cache(benchmark, None)
            skipped = benchmark.do_setup()
            side.leave()
            if skipped:
                return {"skipped": True}
        return {"ready": True}

    def do_duel(self, command: Message) -> Message:
        """Warm up, agree on the number of calls, and take turns in random order."""
        order = random.Random(command["seed"])
        self.both = [Timed(benchmark) for benchmark in self.benchmarks]
        number = command["number"]
        for side, timed in zip(self.sides, self.both, strict=True):
            side.enter()
            if not number:
                number = timed.calibrated(command["sample_seconds"], command["longest_seconds"])
            timed.sample(number)  # to warm up
            side.leave()
        wall: list[list[float]] = [[], []]
        cpu: list[list[float]] = [[], []]
        for _ in range(command["rounds"]):
            for which in order.sample((0, 1), 2):
                self.sides[which].enter()
                seconds = self.both[which].sample(number)
                self.sides[which].leave()
                wall[which].append(seconds[0] / number)
                cpu[which].append(seconds[1] / number)
        return {"number": number, "wall": wall, "cpu": cpu, "modes": self._modes()}

    def _modes(self) -> list[dict[str, str]]:
        found = []
        for side, benchmark in zip(self.sides, self.benchmarks, strict=True):
            side.enter()
            found.append(mode_of(benchmark))
            side.leave()
        return found

"""Whole-grid operations by arrays, beside the scalar DSL in the same run.

What cannot be measured here (no GPU, no CuPy, an older commit without arc_solver.array) is skipped
with its reason, never zero. Nothing of arc_solver.array is imported before `setup`.
"""

import importlib
import importlib.util
import time
from collections.abc import Mapping
from typing import Any

from benchmarks.inputs import tasks

BACK_ENDS = ("numpy", "cupy")
TASKS = (4, 64, 400)


def module(name: str) -> Any:
    """A module of arc_solver.array, where the commit that is measured has it."""
    if importlib.util.find_spec("arc_solver.array") is None:
        raise NotImplementedError("this commit has no arc_solver.array")
    return importlib.import_module(f"arc_solver.array.{name}")


def opened(name: str) -> Any:
    """The back end, or a skip that says why there is none."""
    backend = module("backend")
    try:
        return backend.back_end(name)
    except backend.BackEndMissing as error:
        raise NotImplementedError(error.what) from error


def grids(count: int) -> list[list[Any]]:
    known = tasks()
    return [[sample.input for sample in known[id].samples] for id in sorted(known)[:count]]


class _Batches:
    """The programs of `arc_solver.array.metrics` on the samples of so many tasks."""

    params: tuple[tuple[Any, ...], ...] = (BACK_ENDS, TASKS)
    param_names: tuple[str, ...] = ("back_end", "tasks")
    timeout = 300.0

    def setup(self, name: str, count: int) -> None:
        self.on = opened(name)
        metrics = module("metrics")
        self.bench = metrics.Workbench(grids(count))
        self.plan = self.bench.planned()
        self.bench.arrays(self.on)  # the first call is measured by itself


class TimeArrays(_Batches):
    """A batch from graphs and grids to the answers of every program, both transfers included.

    Elapsed time, as the CPU waits for a GPU; `scalar` is the baseline of the same run.
    """

    params = (("scalar", *BACK_ENDS), TASKS)
    timer = time.perf_counter
    repeat = (1, 3, 10.0)
    number = 1
    rounds = 1
    warmup_time = 0.0

    def setup(self, name: str, count: int) -> None:
        if name == "scalar":
            self.bench = module("metrics").Workbench(grids(count))
            return
        super().setup(name, count)

    def time_batch(self, name: str, _: int) -> None:
        if name == "scalar":
            self.bench.scalar()
        else:
            self.bench.arrays(self.on)

    def answers(self, name: str, count: int) -> Mapping[str, str]:
        self.setup(name, count)
        told = self.bench.scalar() if name == "scalar" else self.bench.arrays(self.on)
        outputs = [[run.output for run in runs] for sample in told for runs in sample]
        item = importlib.import_module("arc_solver.item")
        return {f"{n}": item.digest(tuple(each)) for n, each in enumerate(outputs)}


class TrackTransfers(_Batches):
    """What crosses for one batch."""

    def track_bytes_in(self, *_: Any) -> int:
        return self._traffic()[0]

    def track_bytes_out(self, *_: Any) -> int:
        return self._traffic()[1]

    def track_transfers(self, *_: Any) -> int:
        return self._traffic()[2]

    def _traffic(self) -> tuple[int, int, int]:
        """By difference: `setup` has sent a batch already."""
        traffic = self.on.traffic
        before = (traffic.sent_bytes, traffic.brought_bytes, traffic.sent + traffic.brought)
        self.bench.arrays(self.on)
        after = (traffic.sent_bytes, traffic.brought_bytes, traffic.sent + traffic.brought)
        sent, brought, crossings = (new - old for new, old in zip(after, before, strict=True))
        return sent, brought, crossings


class TrackDevice(_Batches):
    """Time between events on the device, and its memory at most: only where there is a device."""

    params = (("cupy",), TASKS)

    def track_device_seconds(self, *_: Any) -> float:
        return float(self._device()[0])

    def track_device_peak_bytes(self, *_: Any) -> int:
        return int(self._device()[1])

    def _device(self) -> tuple[float, int]:
        seconds, peak, missing = module("metrics").on_device(self.on, self.bench)
        if missing:
            raise NotImplementedError(missing)
        return seconds, peak


class TimeFirst:
    """A fresh process each time: the library, the device's start and kernels, one small batch.

    CuPy keeps compiled kernels in a folder: only the very first run of a machine compiles them.
    """

    params = BACK_ENDS
    param_names = ("back_end",)
    timeout = 300.0

    def setup(self, name: str) -> None:
        opened(name)

    def timeraw_first_batch(self, name: str) -> str:
        return f"""
        from arc_solver.array.backend import back_end
        from arc_solver.array.metrics import Workbench
        grid = ((1, 0, 2, 0), (0, 3, 0, 4), (1, 0, 2, 0), (0, 3, 0, 4))
        Workbench([[grid]]).arrays(back_end({name!r}))
        """


class TimeOperations:
    """Single operations on 2048 grids of 10 x 10 that are on the device already."""

    params = (("hmirror", "vmirror", "dmirror", "rot90", "compress"), ("numpy",))
    param_names = ("operation", "back_end")
    timer = time.process_time

    def setup(self, name: str, back_end: str) -> None:
        on, packing = opened(back_end), module("grids")
        found = [g for each in grids(400) for g in each if (len(g), len(g[0])) == (10, 10)]
        many = [found[n % len(found)] for n in range(2048)]
        self.tight, self.call = packing.pack_tight(on, many), getattr(module("shapes"), name)

    def time_call(self, *_: str) -> None:
        self.call(self.tight)


for _name, _unit in {
    "track_bytes_in": "bytes",
    "track_bytes_out": "bytes",
    "track_transfers": "transfers",
}.items():
    getattr(TrackTransfers, _name).unit = _unit
setattr(TrackDevice.track_device_seconds, "unit", "seconds")  # noqa: B010
setattr(TrackDevice.track_device_peak_bytes, "unit", "bytes")  # noqa: B010

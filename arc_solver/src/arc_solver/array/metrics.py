"""back end x batch size -> Figures: what arrays cost, beside the scalar DSL in the same run.

What cannot be measured is None with a reason, never zero. Device times, memory and the first call
of CuPy are *not measured here*: no machine of this project has a GPU.
"""

import importlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arc_solver.array.backend import BackEnd
from arc_solver.array.batch import ArrayBatch, unit
from arc_solver.array.engine import answers
from arc_solver.array.plan import Plan, plan
from arc_solver.batch import Batch
from arc_solver.program.check import Checked, check
from arc_solver.program.text import parse
from arc_solver.values import Grid

# Whole-grid programs, as mutants have them: each step has an array version.
PROGRAMS = (
    "O = rot90(I)",
    "x1 = vmirror(I)\nO = hconcat(I, x1)",
    "x1 = hmirror(I)\nx2 = vconcat(I, x1)\nO = replace(x2, 0, 5)",
    "x1 = tophalf(I)\nx2 = bottomhalf(I)\nO = cellwise(x1, x2, 0)",
    "x1 = leastcolor(I)\nx2 = ofcolor(I, x1)\nO = fill(I, 3, x2)",
    "x1 = mostcolor(I)\nx2 = ofcolor(I, x1)\nx3 = delta(x2)\nO = underfill(I, 1, x3)",
    "x1 = leastcolor(I)\nx2 = ofcolor(I, x1)\nO = subgrid(x2, I)",
    "x1 = compress(I)\nO = upscale(x1, 2)",
    "x1 = dmirror(I)\nx2 = switch(x1, 1, 2)\nO = trim(x2)",
    "x1 = shape(I)\nx2 = mostcolor(I)\nx3 = canvas(x2, x1)\nx4 = asobject(I)\nO = paint(x3, x4)",
    "x1 = lefthalf(I)\nx2 = righthalf(I)\nx3 = cellwise(x1, x2, 0)\nO = replace(x3, 2, 4)",
    "x1 = crop(I, (0, 0), (3, 3))\nx2 = upscale(x1, 3)\nO = vmirror(x2)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One batch: seconds are the least of several, the first call of the process apart from them.

    `steady_seconds` is from graphs and grids to answers of every program, planning and both
    transfers included; `scalar_seconds` is the scalar DSL doing the same. `missing` says why a
    figure is None.
    """

    back_end: str
    tasks: int
    values: int
    scalar_seconds: float
    steady_seconds: float
    first_seconds: float
    sent_bytes: int
    brought_bytes: int
    device_seconds: float | None
    device_peak_bytes: int | None
    missing: str = ""


class Workbench:
    """Whole-grid programs on the samples of some tasks, by arrays and by the scalar DSL."""

    def __init__(self, grids: Sequence[Sequence[Grid]]) -> None:
        self.grids = grids
        self.programs: list[Checked] = [check(parse(text)) for text in PROGRAMS]

    def planned(self) -> Plan:
        return plan([unit(Batch(self.programs), len(grids)) for grids in self.grids])

    def scalar(self) -> object:
        batch = Batch(self.programs)
        return [[batch.run(grid).runs for grid in grids] for grids in self.grids]

    def arrays(self, on: BackEnd) -> object:
        told = []
        for found, grids in zip(answers(on, self.planned(), self.grids), self.grids, strict=True):
            batch = ArrayBatch(self.programs, found)
            told.append([batch.run(grid).runs for grid in grids])
        return told


def measured(
    opened: Callable[[], BackEnd],
    grids: Sequence[Sequence[Grid]],
    repeat: int = 3,
    clock: Callable[[], float] = time.perf_counter,
) -> Figures:
    """Opening the back end belongs to the first call: a GPU takes seconds to start."""
    bench = Workbench(grids)
    first, (on, told) = _timed(lambda: _opened_and_run(opened, bench), clock)
    if told != bench.scalar():
        raise AssertionError(f"{on.name} answers otherwise than the scalar DSL")
    traffic = on.traffic
    before = traffic.sent_bytes, traffic.brought_bytes
    bench.arrays(on)
    sent, brought = traffic.sent_bytes - before[0], traffic.brought_bytes - before[1]
    pairs = [
        (_timed(bench.scalar, clock)[0], _timed(lambda: bench.arrays(on), clock)[0])
        for _ in range(repeat)  # in turn: what disturbs one disturbs the other
    ]
    device, peak, missing = on_device(on, bench)
    return Figures(
        back_end=on.name,
        tasks=len(grids),
        values=bench.planned().values,
        scalar_seconds=min(scalar for scalar, _ in pairs),
        steady_seconds=min(array for _, array in pairs),
        first_seconds=first,
        sent_bytes=sent,
        brought_bytes=brought,
        device_seconds=device,
        device_peak_bytes=peak,
        missing=missing,
    )


def _opened_and_run(opened: Callable[[], BackEnd], bench: Workbench) -> tuple[BackEnd, object]:
    on = opened()
    return on, bench.arrays(on)


def _timed(call: Callable[[], Any], clock: Callable[[], float]) -> tuple[float, Any]:
    started = clock()
    result = call()
    return clock() - started, result


def on_device(on: BackEnd, bench: Workbench) -> tuple[float | None, int | None, str]:
    """Seconds between events on the device around one batch, and its memory at most.

    The pool never gives back what it once took, so that after it was emptied its size is the peak.
    """
    if on.name != "cupy":
        return None, None, f"{on.name} has no device of its own"
    cupy = importlib.import_module("cupy")
    profiler = importlib.import_module("cupyx.profiler")
    made = bench.planned()
    pool = cupy.get_default_memory_pool()
    pool.free_all_blocks()
    answers(on, made, bench.grids)
    peak = int(pool.total_bytes())
    times = profiler.benchmark(answers, (on, made, bench.grids), n_repeat=5, n_warmup=1).gpu_times
    return float(times.min()), peak, ""


def device_name(on: BackEnd) -> str:
    if on.name != "cupy":
        return "the CPU"
    cupy = importlib.import_module("cupy")
    name = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"]
    return name.decode() if isinstance(name, bytes) else str(name)

"""`break-even`, and where its result is kept."""

import argparse
import json
import os
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from arc_solver.array.choice import Arrays

if TYPE_CHECKING:
    from arc_solver.array.metrics import Figures

SIZES = (1, 4, 16, 64, 400)


def asked(arguments: argparse.Namespace) -> Arrays:
    """`auto` alone looks for the file: nothing else depends on what was measured."""
    if arguments.array != "auto":
        return Arrays(asked=arguments.array)
    from arc_solver.array.threshold import load

    return Arrays(asked="auto", break_even=load(_file(arguments)))


def _file(arguments: argparse.Namespace) -> Path:
    if arguments.break_even:
        return Path(arguments.break_even)
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(cache) / "arc-solver" / "break-even.json"


def break_even_(arguments: argparse.Namespace) -> int:
    """NumPy is measured everywhere and told; what is kept is the GPU's, if there is one."""
    from arc_solver.array.backend import back_end, why_no_gpu
    from arc_solver.array.metrics import device_name, measured
    from arc_solver.array.threshold import break_even, save
    from arc_solver.tasks import load

    grids = [[sample.input for sample in task.samples] for task in load("arcagi", "training")]
    sizes = sorted({min(size, arguments.tasks) for size in (*SIZES, arguments.tasks)})
    reason = why_no_gpu()
    names = ["numpy"] if reason else ["numpy", "cupy"]
    told: dict[str, object] = {}
    rows: list[Figures] = []
    for name in names:
        figures = [measured(partial(back_end, name), grids[:count]) for count in sizes]
        on = back_end(name)
        found = break_even(figures, device_name(on))
        told[name] = asdict(found) | {"figures": [asdict(each) for each in figures]}
        rows += figures
        if name == "cupy":
            save(_file(arguments), found)
    if reason:
        told["cupy"] = None
        told["reason"] = reason
    if arguments.json:
        print(json.dumps(told))
        return 0
    _tell(rows)
    print(f"cupy     not measured: {reason}" if reason else f"kept     {_file(arguments)}")
    return 0


def _tell(rows: "list[Figures]") -> None:
    print("back end  tasks  values   scalar s   arrays s   first s  in bytes  out bytes")
    for each in rows:
        seconds = (
            f"{each.scalar_seconds:10.4f} {each.steady_seconds:10.4f} {each.first_seconds:9.4f}"
        )
        print(
            f"{each.back_end:<9}{each.tasks:>6}{each.values:>8} {seconds}"
            f"{each.sent_bytes:>10}{each.brought_bytes:>11}"
        )

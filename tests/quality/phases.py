"""arc_solver of now against that of phase 1: equal answers, and what each costs.

    python -m tests.quality.phases

Every figure is of a fresh process, the two versions taking turns: CPU seconds, the least of some;
only the two workers are judged by elapsed time.
"""

import json
import math
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
OLD, NEW = "arc_solver_phase1", "arc_solver"
PATH = [str(ROOT / "arc_solver" / "src"), str(ROOT / "tests" / "reference"), str(ROOT)]


def asked(package: str, question: str, name: str, count: int, seed: str = "0") -> dict[str, Any]:
    """The answer of a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.quality.phases_child", package, question, name, str(count)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(PATH), "PYTHONHASHSEED": seed},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def turns(
    question: str, name: str, count: int, times: tuple[int, int]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Old and new, taking turns as long as both have some left."""
    old: list[dict[str, Any]] = []
    new: list[dict[str, Any]] = []
    for number in range(max(times)):
        if number < times[0]:
            old.append(asked(OLD, question, name, count))
        if number < times[1]:
            new.append(asked(NEW, question, name, count))
    return old, new


def least(found: list[dict[str, Any]], key: str = "cpu") -> float:
    return float(min(each[key] for each in found))


def row(what: str, old: float | str, new: float | str, told: str) -> None:
    shown = [f"{each:.3f}" if isinstance(each, float) else each for each in (old, new)]
    print(f"{what:<44}{shown[0]:>12}{shown[1]:>12}   {told}", flush=True)


def evaluations() -> None:
    per_task = []
    for name, count, times in (("standard", 100, (2, 4)), ("full", 400, (1, 2))):
        old, new = turns("evaluate", name, count, times)
        same = len({each["outcomes"] for each in (*old, *new)}) == 1
        told = f"{least(old) / least(new):.1f} x less"
        row(f"evaluate {name}, CPU s", least(old), least(new), told)
        asked_for = str(new[0]["candidates"])
        row("  candidates, all outcomes equal", asked_for, asked_for, "yes" if same else "NO")
        row("  peak memory, MB", least(old, "megabytes"), least(new, "megabytes"), "")
        per_task.append((least(old) / count, least(new) / count))
    growth = [100 * (full / standard - 1) for standard, full in zip(*per_task, strict=True)]
    row("  CPU a task, full against standard, %", growth[0], growth[1], "other candidates, too")
    alone = least([asked(NEW, "last", "full", 400) for _ in range(2)])
    told = "the same work"
    row("  last 100 tasks after 300 others, %", "", 100 * (least(new, "last") / alone - 1), told)


def library() -> None:
    old, new = turns("library", "library", 344, (2, 2))
    before, after = (
        {task: min(each["seconds"][task] for each in found) for task in found[0]["seconds"]}
        for found in (old, new)
    )
    ratios = [before[task] / after[task] for task in before]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    row("library, sum over tasks, s", sum(before.values()), sum(after.values()), "")
    row("  times less: sum", "", "", f"{sum(before.values()) / sum(after.values()):.1f}")
    row("  times less: geometric mean per task", "", "", f"{mean:.2f}")


def shares() -> None:
    old, new = turns("framework", "standard", 100, (1, 3))
    outside = [100 * least(each, "framework") for each in (old, new)]
    row("outside of the DSL, sampled, % of CPU", outside[0], outside[1], "")
    tree = asked(NEW, "spans", "standard", 100)
    told = ", ".join(f"{name} {100 * share:.0f}" for name, share in tree["shares"].items())
    row("unaccounted by spans, %", "", 100.0 * tree["unaccounted"], told)


def start() -> None:
    times = []
    for _ in range(10):
        pair = []
        for code in ("pass", "import arc_solver", "import arc_solver.solve, arc_solver.store"):
            started = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | {"PYTHONPATH": os.pathsep.join(PATH)},
                check=True,
            )
            pair.append(1000 * (time.perf_counter() - started))
        times.append(pair)
    nothing, package, everything = (min(column) for column in zip(*times, strict=True))
    row("import arc_solver, ms", "", package - nothing, "less the interpreter's own")
    row("import all of it, ms", "", everything - nothing, "less the interpreter's own")


def workers() -> None:
    found = asked(NEW, "workers", "full", 200)
    row(
        "one worker, two workers: s",
        found["one"],
        found["two"],
        f"{found['one'] / found['two']:.2f} x",
    )
    found = asked(NEW, "pool", "standard", 100)
    told = f"{found['starts']} starts for 100 tasks; later a task waits {found['talk']:.1f} ms"
    row("starting a worker's process, ms", "", found["start"], told)


def main() -> None:
    row("", "phase 1", "now", "")
    evaluations()
    library()
    shares()
    start()
    workers()


if __name__ == "__main__":
    main()

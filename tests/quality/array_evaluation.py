"""python -m tests.quality.array_evaluation: `evaluate` with NumPy arrays and without, CPU seconds.

The standard workload in this process, both ways in turn, the least of three; and the programs of
`arc_solver.array.metrics`, of which every step has an array version: the best case there is.
"""

import time
from pathlib import Path

from arc_solver.array.backend import back_end
from arc_solver.array.choice import Arrays
from arc_solver.array.metrics import measured
from arc_solver.evaluate import Options, evaluate
from arc_solver.executors import SerialExecutor
from arc_solver.tasks import load
from arc_solver.workload import load_workload

STANDARD = Path(__file__).parents[2] / "benchmarks" / "workloads" / "standard.jsonl"
TURNS = 3


def main() -> None:
    tasks = {task.id: task for task in load("arcagi", "training")}
    workload = load_workload(STANDARD)
    best: dict[str, float] = {}
    values = calls = 0
    for _ in range(TURNS):
        for asked in ("none", "numpy"):
            options = Options(array=Arrays(asked=asked))
            started = time.process_time()
            evaluation = evaluate(workload, tasks, SerialExecutor(), options)
            spent = time.process_time() - started
            best[asked] = min(spent, best.get(asked, spent))
            values = sum(result.array.values for result in evaluation.results)
            calls = sum(result.evaluated for result in evaluation.results)
    print(f"standard workload: {values} values by arrays, of {calls} calls")
    for asked, seconds in best.items():
        print(f"  --array {asked:<6} {seconds:7.2f} CPU s")
    print("whole-grid programs only   scalar s   arrays s   (x)")
    for count in (1, 16, 100, 400):
        grids = [[s.input for s in task.samples] for task in list(tasks.values())[:count]]
        found = measured(lambda: back_end("numpy"), grids, clock=time.process_time)
        ratio = found.scalar_seconds / found.steady_seconds
        told = f"{found.scalar_seconds:10.4f} {found.steady_seconds:10.4f} {ratio:5.2f}"
        print(f"  {count:>3} tasks, {found.values:>6} values {told}")


if __name__ == "__main__":
    main()

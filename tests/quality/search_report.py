"""python -m tests.quality.search_report FILE...: what a search missed, and what it took.

FILE is a result file of `arc-solver search`. Tasks are told apart by how large their outputs are
beside their inputs, and by how far search came: no answer at all (the size of the output was not
explained), none that reproduces the shown pairs, one that does but is wrong on the test, solved.
"""

import argparse
import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from arc_solver.search.results import Result, read_results, scores
from arc_solver.tasks import Task, load

CAME = ("solved", "wrong on the test", "misses a shown pair", "no answer")
SIZES = ("as the input", "smaller", "larger", "mixed")


def came(result: Result) -> str:
    if result.solved(2):
        return CAME[0]
    if not result.guesses:
        return CAME[3]
    return CAME[2] if result.guesses[0].missed else CAME[1]


def size_of(task: Task) -> str:
    found = set()
    for sample in task.train:
        assert sample.output is not None
        before = len(sample.input) * len(sample.input[0])
        after = len(sample.output) * len(sample.output[0])
        found.add("as the input" if before == after else "smaller" if after < before else "larger")
    return found.pop() if len(found) == 1 else "mixed"


def tell(results: Sequence[Result], tasks: dict[str, Task]) -> None:
    for score in scores(results):
        print(f"{score.guesses} guesses  {score.tasks} tasks  {score.inputs} test inputs")
    counts = Counter((size_of(tasks[each.task]), came(each)) for each in results)
    print(f"{'size of output':<16}" + "".join(f"{name:>21}" for name in CAME))
    for size in SIZES:
        print(f"{size:<16}" + "".join(f"{counts[size, name]:>21}" for name in CAME))
    whole = "".join(f"{sum(counts[size, name] for size in SIZES):>21}" for name in CAME)
    print(f"{'all':<16}{whole}")
    inputs = sum(each.inputs for each in results)
    each_input = [each.cpu_seconds / each.inputs for each in results]
    cpu, states = sum(r.cpu_seconds for r in results), sum(r.states for r in results)
    tenths = statistics.quantiles(each_input, n=10)
    print(f"CPU s for each test input: {cpu / inputs:.2f}; median task {tenths[4]:.2f}, ", end="")
    print(f"nine of ten below {tenths[8]:.2f}, longest {max(each_input):.2f}")
    print(f"states: {states / inputs:.0f} for each test input, {states / cpu:.0f} a CPU second")
    stopped = Counter(each.stopped.partition(":")[0] or "nothing" for each in results)
    print("stopped by " + ", ".join(f"{name}: {count}" for name, count in stopped.most_common()))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--data", default="arcagi", choices=("arcagi", "arcagi2"))
    parser.add_argument("--missed", action="store_true", help="name the tasks that were missed")
    chosen = parser.parse_args(words)
    tasks = {t.id: t for split in ("training", "evaluation") for t in load(chosen.data, split)}
    for path in chosen.files:
        results = tuple(read_results(path))
        print(f"{path}: {len(results)} tasks")
        tell(results, tasks)
        if chosen.missed:
            for name in CAME[1:]:
                missed = [each.task for each in results if came(each) == name]
                print(f"{name}: {' '.join(missed)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

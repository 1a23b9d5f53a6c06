"""python -m tests.quality.search_profile TASK...: where the CPU time of a search goes.

Growing states, stacking pieces and checking answers are told apart by the clock; the steps by how
often each was done, how long it took and how many of the states that it made were new. The clock
around each step costs about as much as a quick step: shares are right, sums are not.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import ClassVar

from arc_solver.search.budget import Limits, Meter
from arc_solver.search.find import GUESSES, Search
from arc_solver.search.graph import Graph
from arc_solver.search.puzzle import Puzzle, puzzle_of
from arc_solver.search.views import views_of
from arc_solver.tasks import load

SHOWN = 25


class Timed(Graph):
    """A graph that knows what its steps took."""

    seconds: ClassVar[Counter[int]] = Counter()
    times: ClassVar[Counter[int]] = Counter()
    new: ClassVar[Counter[int]] = Counter()

    def make(self, node: int, step: int) -> int:
        before, started = len(self.states), time.perf_counter()
        made = super().make(node, step)
        self.seconds[step] += time.perf_counter() - started  # type: ignore[assignment]
        self.times[step] += 1
        self.new[step] += len(self.states) - before
        return made


def phases(puzzle: Puzzle, limits: Limits) -> tuple[float, float, float, int]:
    """CPU seconds of growing, stacking and answering in the first view, and how many states."""
    work = Search(puzzle, views_of(puzzle)[0], Meter(limits))
    clock = [time.process_time()]
    work.grow()
    clock.append(time.process_time())
    work.stack()
    clock.append(time.process_time())
    list(islice(work.answers(), GUESSES))
    clock.append(time.process_time())
    grown, stacked, answered = (b - a for a, b in pairwise(clock))
    return grown, stacked, answered, work.meter.states


def steps(puzzle: Puzzle, limits: Limits) -> Counter[tuple[str, str]]:
    """Seconds, times and new states by step of this puzzle, added to what is told at the end."""
    meter = Meter(limits)
    work = Search(puzzle, views_of(puzzle)[0], meter)
    work.walk.graphs = [Timed(graph.root, meter) for graph in work.walk.graphs]
    for counter in (Timed.seconds, Timed.times, Timed.new):
        counter.clear()
    work.grow()
    found: Counter[tuple[str, str]] = Counter()
    for number, step in enumerate(work.walk.steps):
        name = f"{step.name} ({step.kind.value})"
        found[name, "seconds"] += Timed.seconds[number]
        found[name, "times"] += Timed.times[number]
        found[name, "new"] += Timed.new[number]
    return found


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--depth", type=int, default=2)
    chosen = parser.parse_args(words)
    tasks, limits = load("arcagi", "training"), Limits(depth=chosen.depth)
    print(f"{'task':<10}{'grow s':>9}{'stack s':>9}{'answer s':>9}{'states/s':>10}")
    every: Counter[tuple[str, str]] = Counter()
    for id in chosen.tasks:
        grown, stacked, answered, states = phases(puzzle_of(tasks[id]), limits)
        rate = states / (grown + stacked + answered)
        print(f"{id:<10}{grown:>9.2f}{stacked:>9.2f}{answered:>9.2f}{rate:>10.0f}")
        every += steps(puzzle_of(tasks[id]), limits)
    whole = sum(value for (_, what), value in every.items() if what == "seconds")
    print(f"{'step':<44}{'share':>7}{'times':>9}{'us each':>9}{'new':>8}")
    names = sorted({name for name, _ in every}, key=lambda name: -every[name, "seconds"])
    for name in names[:SHOWN]:
        took, times = every[name, "seconds"], every[name, "times"]
        each = took / times * 1e6 if times else 0.0
        print(f"{name:<44}{took / whole:>7.1%}{times:>9}{each:>9.1f}{every[name, 'new']:>8}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

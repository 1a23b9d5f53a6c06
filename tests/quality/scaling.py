"""Laws of costs over sizes, held against sizes that were kept from them.

    unladen run HEAD -b 'scaling' --no-profile --pairs 5
    python -m tests.quality.scaling            of what is recorded here: the larger half is kept
    python -m tests.quality.scaling --made 300     of made-up laws, with scatter of 0.5 to 5 %

Each family of benchmarks is fitted on its smaller sizes; then what the law says of each larger one
is held against what was measured there.
"""

import argparse
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from unladen.history.sizes import costs, families, newest_record
from unladen.judge.scaling import NoLaw, at, law_of
from unladen.model.projections import SizedCost
from unladen.output.words import seconds
from unladen.store.project import Project
from unladen.tools.settings import load
from unladen.tools.terminal import Progress

ROOT = Path(__file__).parents[2]
KEPT = 3
"""Of the largest sizes."""


def recorded(pattern: str, machine: str | None) -> tuple[int, int]:
    """How many held-out sizes lie in their intervals, of how many."""
    config = load(ROOT)
    project = Project(
        ROOT, replace(config, machine=machine or config.machine), Progress(quiet=True)
    )
    commit, record = newest_record(project, [pattern])
    inside = asked = 0
    print(f"at {commit.short}, fitted on all but the {KEPT} largest sizes")
    for (name, _), points in costs(families(project, record, [pattern], None)):
        try:
            law = law_of(points[:-KEPT])
        except NoLaw as error:
            print(f"  {name:<44} no law: {error}")
            continue
        power = f"n^{law.power:.2f} [{law.power_low:.2f}, {law.power_high:.2f}]"
        print(f"  {name:<44} {power}, {100 * law.scatter:.1f} % off")
        for point in points[-KEPT:]:
            told = at(law, point.size)
            within = told.low <= point.seconds <= told.high
            asked, inside = asked + 1, inside + within
            span = f"{seconds(told.seconds)} [{seconds(told.low)}, {seconds(told.high)}]"
            word = "inside" if within else "OUTSIDE"
            print(f"    {point.size:>5g}: told {span}, measured {seconds(point.seconds)}: {word}")
    return inside, asked


def made(number: int) -> tuple[int, int, int]:
    """Inside, asked, refused: at twice and four times the largest size."""
    order = random.Random(number)
    inside = asked = refused = 0
    for seed in range(number):
        constant = 10 ** order.uniform(-5, -2) * order.choice((0, 1))
        factor, power = 10 ** order.uniform(-5, -3), order.uniform(0.6, 2.6)
        scatter = order.choice((0.005, 0.02, 0.05))

        def cost(size: float, law: tuple[float, float, float] = (constant, factor, power)) -> float:
            return float(law[0] + law[1] * size ** law[2])

        sizes = (4, 6, 8, 11, 15, 20, 25, 30)
        noise = [math.exp(order.gauss(0, scatter)) for _ in sizes]
        points = [SizedCost(n, cost(n) * k, 0.005) for n, k in zip(sizes, noise, strict=True)]
        try:
            law = law_of(points, seed)
        except NoLaw:
            refused += 1
            continue
        for size in (60.0, 120.0):
            told, truth = at(law, size), cost(size) * math.exp(order.gauss(0, scatter))
            asked, inside = asked + 1, inside + (told.low <= truth <= told.high)
    return inside, asked, refused


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--made", type=int, default=0)
    parser.add_argument("--bench", default=r"scaling\.")
    parser.add_argument("--machine")
    asked = parser.parse_args(words)
    if asked.made:
        inside, tried, refused = made(asked.made)
        share = f"{inside} of {tried} truths lie in their intervals of 95 %"
        print(f"{asked.made} laws: {share}; {refused} refused")
    else:
        inside, tried = recorded(asked.bench, asked.machine)
        print(f"{inside} of {tried} sizes that were kept from the laws lie in their intervals")
    return 0


if __name__ == "__main__":
    sys.exit(main())

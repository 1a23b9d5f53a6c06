"""What a fleet costs beside measuring: a unit's overhead, and a scheduler's memory.

    python -m tests.quality.fleet
    python -m tests.quality.fleet --queued 10000

A worker on this machine does units of a small project, one after the other: what it takes beside
the call of unladen (the project laid out, what is known brought, what is new read), and what passes
from one unit's end to the next one's beginning. Then many units of this repository are queued where
nobody does them, and the scheduler's memory is read.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.e2e.clusters import Machines, machines
from tests.e2e.projects import new_project
from unladen.config import load
from unladen.fleet.crew import Fleet, FleetPlace, done_there
from unladen.fleet.parcel import parcel_of
from unladen.model.units import Unit
from unladen.store.project import Project
from unladen.tools.dask import connected
from unladen.tools.terminal import Progress

ROOT = Path(__file__).parents[2]
WORDS = ("show", "--json", "-q")


def opened(folder: Path) -> Project:
    return Project(folder, replace(load(folder), machine="home"), Progress(quiet=True))


def overhead(made: Machines, units: int) -> tuple[float, float, float]:
    """Seconds of a unit beside its call, as its worker has it; between two units; and of a call
    that measures nothing."""
    folder = made.folder / "victim"
    victim = new_project(folder)
    project = opened(victim.folder)
    fleet = Fleet(project, FleetPlace(cluster=made.on), [project.git.commit("HEAD")])
    began = time.monotonic()
    asked = [Unit(words=WORDS, label=f"{number}") for number in range(units)]
    ends, beside, inside = [began], [], []
    for finished in fleet.brought_home(asked):
        if finished.failed or finished.exit:
            raise SystemExit(f"{finished.failed} {finished.said}")
        ends.append(time.monotonic())
        beside.append(finished.beside)
        inside.append(finished.seconds)
    between = [
        b - a - own - more
        for a, b, own, more in zip(ends[1:], ends[2:], inside[1:], beside[1:], strict=False)
    ]
    return statistics.median(beside[1:]), statistics.median(between), statistics.median(inside[1:])


def memory(made: Machines, units: int) -> tuple[float, float]:
    """Megabytes of the scheduler before, and when all are queued."""
    project = opened(ROOT)
    parcel = parcel_of(project, [project.git.commit("HEAD")])
    assert made.scheduler is not None
    with connected(made.on, 5.0, lambda _: None) as cluster:
        before = _resident(made.scheduler.pid)
        shared = cluster.shared(parcel)
        given = [
            (shared, Unit(words=("run", f"{number:040x}..{number + 1:040x}"), label=f"{number}"))
            for number in range(units)
        ]
        for _ in cluster.each(done_there, given, ("nobody",), 10.0):
            return before, _resident(made.scheduler.pid)
    raise AssertionError("nobody does them")


def _resident(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--units", type=int, default=20)
    parser.add_argument("--queued", type=int, default=10_000)
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as place, machines(Path(place), "only") as made:
        beside, between, inside = overhead(made, asked.units)
        there, way = f"{1000 * beside:.0f} ms on the worker", f"{1000 * between:.0f} ms"
        print(f"a unit beside its call: {there}, {way} to the next one's beginning")
        print(f"a call of unladen that measures nothing: {1000 * inside:.0f} ms")
        before, after = memory(made, asked.queued)
        print(f"scheduler: {before:.0f} MB, with {asked.queued} units queued {after:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

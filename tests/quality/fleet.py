"""What a fleet costs beside measuring, and whether it judges as one machine does.

    python -m tests.quality.fleet
    python -m tests.quality.fleet --queued 10000
    python -m tests.quality.fleet --builds 12     only how much faster two workers build than one
    python -m tests.quality.fleet --gates 10      only gates, by the fleet and here: do they agree

A worker on this machine does units of a small project, one after the other: what it takes beside
the call of unladen (the project laid out, what is known brought, what is new read), and what passes
from one unit's end to the next one's beginning. Then many units of this repository are queued where
nobody does them, and the scheduler's memory is read.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.e2e.clusters import Machines, machines
from tests.e2e.projects import new_project
from unladen.fleet.arranging import Arrangement, arranged
from unladen.fleet.crew import Fleet, FleetPlace
from unladen.fleet.parcel import parcel_of
from unladen.model import Commit
from unladen.model.units import Unit
from unladen.store.project import Project
from unladen.tools.dask import connected
from unladen.tools.git import Git
from unladen.tools.handing_out import Window
from unladen.tools.settings import load
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
        asked = {
            number: Unit(words=("run", f"{number:040x}..{number + 1:040x}"), label=f"{number}")
            for number in range(units)
        }
        there = Arrangement(parcel=shared, known=lambda _: {})
        works, _ = arranged(asked, there)
        window = Window(kinds=("nobody",), seconds=10.0, most=units)  # all of them
        for _ in cluster.each(works, window):
            return before, _resident(made.scheduler.pid)
    raise AssertionError("nobody does them")


def _resident(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def build_seconds(place: Path, names: Sequence[str], commits: Sequence[Commit]) -> float:
    """Of so many builds, when each worker has made its environment."""
    project = opened(ROOT)
    with machines(place, *names) as made:
        fleet = Fleet(project, FleetPlace(cluster=made.on), commits)
        for asked in (commits[: 2 * len(names)], commits[2 * len(names) :]):
            units = [build(commit) for commit in asked]
            began = time.monotonic()
            for finished in fleet.brought_home(units):
                if finished.failed or not finished.wheels:
                    raise SystemExit(f"{finished.failed} {finished.output} {finished.said}")
            took = time.monotonic() - began
        return took / len(asked)


def build(commit: Commit) -> Unit:
    return Unit(words=("build", commit.hash, "--json", "-q"), label=commit.short, builds=True)


def builds(number: int, rounds: int) -> None:
    """Of this repository's last commits that changed what is built, in turn with one worker and
    with two, so that a machine's mood is in both."""
    git = Git(ROOT)
    told = git.command("log", "--first-parent", "--format=%H", f"-{number + 4}", "--", "arc_solver")
    commits = [git.commit(each) for each in told.split()]
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for many in (1, 2):
            with tempfile.TemporaryDirectory() as place:
                names = ("one", "two")[:many]
                found[many].append(build_seconds(Path(place), names, commits))
    one, two = (statistics.median(found[many]) for many in (1, 2))
    seconds = f"{one:.2f} s each by one worker, {two:.2f} s by two"
    print(f"{number} builds of this repository: {seconds}: {one / two:.2f} times as fast")


PLANTED = {"alike": 1.0, "+3 %": 1.03, "+20 %": 1.2}


def gates(number: int) -> None:
    """The same pairs of commits by one machine of a fleet and here, in turn."""
    with tempfile.TemporaryDirectory() as place, machines(Path(place) / "m", "ash") as made:
        project = new_project(Path(place) / "victim")
        for name, size in PLANTED.items():
            project.work(loops=60_000)
            project.commit(f"base {name}".translate(PLAIN))
            project.work(loops=round(60_000 * size), extra="\nOTHER = 1\n")
            project.commit(f"head {name}".translate(PLAIN))
        for name in PLANTED:
            base, head = (f"{side} {name}".translate(PLAIN) for side in ("base", "head"))
            words = ("gate", base, head, "-b", "time_work", "--no-why", "--fresh", "-q", "--json")
            ends: dict[str, Counter[str]] = {"fleet": Counter(), "here": Counter()}
            for _ in range(number):
                for where, more in (("fleet", ("--on", made.on)), ("here", ())):
                    done = project.unladen(*words, "--decide-by", "time", *more)
                    verdict = json.loads(done.stdout)["comparisons"][0]["verdict"]
                    ends[where][verdict] += 1
            for where, counted in ends.items():
                told = ", ".join(f"{many} {verdict}" for verdict, many in counted.most_common())
                print(f"{name:<6} {where:<6} {told}", flush=True)


PLAIN = str.maketrans({" ": "-", "%": "p", "+": "p"})


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--units", type=int, default=20)
    parser.add_argument("--queued", type=int, default=10_000)
    parser.add_argument("--builds", type=int)
    parser.add_argument("--rounds", type=int, default=2, help="of builds")
    parser.add_argument("--gates", type=int)
    asked = parser.parse_args(words)
    if asked.builds:
        builds(asked.builds, asked.rounds)
    if asked.gates:
        gates(asked.gates)
    if asked.builds or asked.gates:
        return 0
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

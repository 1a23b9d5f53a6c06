"""Is the right function named? Changes of known size, planted in a project of known parts.

    python -m tests.quality.planted --cases 100               by instructions, and by samples
    python -m tests.quality.planted --cases 20 --no-exact
    python -m tests.quality.planted --shares                  shares against the truth, 30 s each

Both versions are put into real environments made by asv, and taken apart by the lanes that
`unladen explain` uses. Printed: how often a row that truly changed comes first.
"""

import argparse
import itertools
import math
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.planted import (
    KINDS,
    MODULES,
    Plan,
    base_plan,
    changed,
    planted_project,
    whole,
    write,
)
from tests.e2e.projects import Project
from unladen.config import Config
from unladen.judge.attribute import attribute
from unladen.judge.categories import Categories
from unladen.measure.lockstep import Lockstep
from unladen.model.attribution import Attribution
from unladen.model.lanes import LANES, Depth, Where
from unladen.profiling.lanes import Specimen, Table, finished, run_lane
from unladen.profiling.places import Places, site_packages
from unladen.store.project import Project as Opened
from unladen.tools import pyspy, pythons
from unladen.tools.asv import Installed
from unladen.tools.terminal import Progress

LANE = {lane.name: lane for lane in LANES}
SECONDS = 0.006
SAMPLED = 10.0


class Theatre:
    """Two environments for each purpose, in which one version after another is laid."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.project = planted_project(folder / "planted")
        write(self.project, base_plan(0))
        commits = [self.project.commit("base")]
        self.opened = Opened(self.project.folder, Config(), Progress(quiet=True))
        commit = self.opened.git.commit(commits[0])
        self.timed = self.opened.install([commit, commit])
        self.exact: Sequence[Installed | None] = [None, None]
        if pythons.interpreter("3.12"):
            self.exact = self.opened.install_beside("exact", self.timed, "3.12")
        with Lockstep(self.timed, self.opened.asv.source, "planted", 0) as lockstep:
            lockstep.start(0)
            self.benchmark = lockstep.discover()[0].benchmarks["suite.time_run"]

    def lay(self, plan: Plan, number: int) -> None:
        place = Project(self.folder / "stage")
        shutil.rmtree(place.folder, ignore_errors=True)
        write(place, plan)
        for installed in (self.timed[number], self.exact[number]):
            if installed is not None:
                target = site_packages(installed) / "planted"
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(place.folder / "planted", target)

    def table(self, seconds: float) -> Table:
        suite = self.opened.asv.source
        specimens = [
            Specimen(timed, Places(timed, suite, ["planted"]), elsewhere={Where.EXACT: exact})
            for timed, exact in zip(self.timed, self.exact, strict=True)
        ]
        keep = self.folder / "keep"
        return Table(
            benchmark=self.benchmark,
            suite=suite,
            specimens=specimens,
            seconds=[SECONDS, SECONDS],
            raw=[lambda name, n=number: keep / f"{n}-{name}" for number in range(2)],  # type: ignore[misc]
            depth=Depth(precision=precision_for(seconds)),
            tick=lambda _: None,
        )


def explained(table: Table, exact: bool) -> Attribution:
    run_lane(table, LANE["calls"])
    told = run_lane(table, LANE["instructions" if exact else "samples"])
    assert told, table.notes
    base, head = finished(table)
    return attribute(base, head, Categories({}), None)


def precision_for(seconds: float) -> float:
    """That so many seconds of sampling give: the lane asks for a precision."""
    return 1.96 * math.sqrt(1.2 * 0.25 * 0.75 / pyspy.RATE / seconds)


def named(found: Attribution, plan: Plan) -> str:
    """What a reader takes for the reason: the first row; else new code that never ran."""
    first = found.parts[0]
    unmoved = not first.resolved or abs(first.delta) < 1e-3 * found.base
    if plan.kind == "dead code" and unmoved:
        return next(iter(found.never_called), "")
    return first.function.key


def score(
    theatre: Theatre, cases: int, exact: bool, seconds: float, kinds: Sequence[str] = KINDS
) -> None:
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    started = time.monotonic()
    for case, kind in zip(range(cases), itertools.cycle(kinds), strict=False):
        base = base_plan(case)
        plan = changed(base, case, kind)
        theatre.lay(base, 0)
        theatre.lay(plan, 1)
        found = explained(theatre.table(seconds), exact)
        told = named(found, plan)
        asked[kind] += 1
        right[kind] += told in plan.answers
        if told not in plan.answers:
            rows = ", ".join(part.function.key for part in found.parts[:3])
            print(f"  case {case} {kind} {plan.where} {plan.size}: {told}; rows {rows}", flush=True)
    way = "instructions" if exact else f"samples of {seconds:.0f} s"
    each = ", ".join(f"{kind} {right[kind]}/{asked[kind]}" for kind in kinds)
    spent = (time.monotonic() - started) / max(1, cases)
    print(f"{way}: {right.total()} of {asked.total()} right, {spent:.1f} s a case ({each})")


def shares(theatre: Theatre, seconds: float, seeds: int) -> None:
    """Each module's share, against its share of instructions when each is run alone by count."""
    for seed in range(seeds):
        plan = base_plan(seed)
        theatre.lay(plan, 0)
        theatre.lay(plan, 1)
        table = theatre.table(seconds)
        assert run_lane(table, LANE["samples"]), table.notes
        _, head = finished(table)
        worst = 0.0
        truth = _truth(theatre, plan)
        for name in MODULES:
            mine = [s.share for key, s in head.shares.items() if f"/{name}.py:" in key]
            worst = max(worst, abs(sum(mine) - truth[name]))
        print(f"{seconds:.0f} s, seed {seed}: the worst module is off by {100 * worst:.2f} points")


def _truth(theatre: Theatre, plan: Plan) -> dict[str, float]:
    """By the clock around each module's call, many times in turn, unprofiled."""
    import importlib
    import sys

    sys.path.insert(0, str(site_packages(theatre.timed[0])))
    for name in [name for name in sys.modules if name.split(".")[0] == "planted"]:
        del sys.modules[name]
    functions = {
        name: getattr(importlib.import_module(f"planted.{name}"), name) for name in MODULES
    }
    sys.path.pop(0)
    spent: Counter[str] = Counter()
    for _ in range(300):
        for name, module in plan.modules.items():
            started = time.process_time_ns()
            functions[name](module.own, module.calls)
            spent[name] += time.process_time_ns() - started
    return {name: spent[name] / spent.total() for name in MODULES}


def under(theatre: Theatre) -> None:
    """A part that grows by 1.5 % under another one that shrinks by 10 %, by instructions."""
    base, plan = base_plan(3), base_plan(3)
    small, large = plan.modules["grid"], plan.modules["search"]
    small.own = int(small.own * 1.022)  # its own loop is two thirds of it
    large.own = int(large.own * 0.869)
    theatre.lay(base, 0)
    theatre.lay(plan, 1)
    started = time.monotonic()
    found = explained(theatre.table(SAMPLED), True)
    spent = time.monotonic() - started
    parts = {part.function.key: part for part in found.parts}
    for name in ("grid", "search"):
        part = parts[f"planted/{name}.py:{name}"]
        change = 100 * (part.head / part.base - 1)
        print(f"{name}: {change:+.3f} % of itself, resolved {part.resolved}; {spent:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--no-exact", action="store_true")
    parser.add_argument("--no-samples", action="store_true")
    parser.add_argument("--seconds", type=float, default=SAMPLED)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument("--shares", action="store_true")
    parser.add_argument("--under", action="store_true", help="+1.5 %% under -10 %%")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        theatre = Theatre(Path(folder))
        print(f"a call is about {whole(base_plan(0)):,.0f} iterations", flush=True)
        if words.under:
            under(theatre)
            return
        if words.shares:
            shares(theatre, 30.0, 3)
            return
        if not words.no_exact:
            score(theatre, words.cases, True, words.seconds, words.kinds)
        if not words.no_samples:
            score(theatre, words.cases, False, words.seconds, words.kinds)


if __name__ == "__main__":
    main()

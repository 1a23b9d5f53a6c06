"""How often a gate finds 1.4 %, how often it cries wolf, and what that costs: measured here.

    python -m tests.quality.power                     the table, about 20 minutes
    python -m tests.quality.power --gates 5 --no-others     a short form
    python -m tests.quality.power --in-process

A project with one pure-Python benchmark of 40 ms is made in a temporary folder, with a commit that
really does 1.4 % more work, and one that does the same. A gate is what `unladen gate` does after
building: pairs of fresh workers until the judge decides. asv continuous and pyperf compare_to run
on the same two commits, for comparison, unless told not to.
"""

import argparse
import importlib
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.projects import Project, new_project
from unladen.config import Config
from unladen.judge.compare import clock_for, effects_of
from unladen.judge.sequential import Policy, state_of_effects
from unladen.measure.lockstep import Lockstep
from unladen.measure.one_process import OneProcess
from unladen.measure.sampler import Pace
from unladen.model import Benchmark, Run, Verdict
from unladen.store.project import Project as Opened
from unladen.tools.asv import Installed
from unladen.tools.suite_sources import BenchmarkSource
from unladen.tools.terminal import Progress

SUITE = """
import victim

def time_work():
    victim.work()
"""
MOST_PAIRS = 60


@dataclass(frozen=True)
class Gate:
    verdict: str
    pairs: int
    seconds: float
    change: float


def one_gate(bench: Lockstep, benchmark: Benchmark, pair: Iterator[int], allow: float) -> Gate:
    started = time.monotonic()
    runs: list[tuple[Run, Run]] = []
    state = state_of_effects([], Policy(allow=allow))
    while state.verdict is None and len(runs) < MOST_PAIRS:
        number = next(pair)
        bench.start(number)
        base, head = bench.samples(number, benchmark, Pace())
        assert base.run is not None, base.detail
        assert head.run is not None, head.detail
        runs.append((base.run, head.run))
        clock = clock_for([b for b, _ in runs[:6]], [h for _, h in runs[:6]])
        state = state_of_effects(effects_of(runs, clock), Policy(allow=allow))
    verdict = state.verdict or Verdict.UNDECIDED
    change = state.change.estimate if state.change else 0.0
    return Gate(verdict.value, len(runs), time.monotonic() - started, change)


def gates(
    sides: list[Installed], suite: BenchmarkSource, count: int, allow: float, in_process: bool
) -> list[Gate]:
    kind = OneProcess if in_process else Lockstep
    numbers = itertools.count()
    done = []
    with kind(sides, suite, "quality", int(time.time())) as bench:
        bench.start(next(numbers))
        benchmark = bench.discover()[0].benchmarks["suite.time_work"]
        for _ in range(count):
            done.append(one_gate(bench, benchmark, numbers, allow))
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return done


def told(name: str, done: list[Gate]) -> str:
    slower = sum(gate.verdict == Verdict.SLOWER.value for gate in done)
    undecided = sum(gate.verdict == Verdict.UNDECIDED.value for gate in done)
    seconds = sorted(gate.seconds for gate in done)
    pairs = sorted(gate.pairs for gate in done)
    return (
        f"{name:<44} {slower:>3} of {len(done):<4} {undecided:>3}   "
        f"{seconds[len(seconds) // 2]:>5.1f} {seconds[-1]:>6.1f}   {pairs[len(pairs) // 2]:>3}   "
        + " ".join(f"{100 * gate.change:+.2f}" for gate in done[:12])
    )


def prepared(folder: Path) -> tuple[Project, Opened]:
    """40 ms of work by this machine's own speed, and 1.4 % more of it."""
    project = new_project(folder, SUITE)
    source = (project.folder / "victim" / "__init__.py").read_text()
    names: dict[str, object] = {}
    exec(compile(source, "victim", "exec"), names)  # the text is ours: tests/e2e/projects.py
    started = time.process_time()
    names["spin"](400_000)  # type: ignore[operator]
    loops = int(400_000 * 0.04 / (time.process_time() - started))
    project.work(loops=loops)
    project.commit("base")
    project.work(loops=loops, extra="\nUNUSED = 1\n")
    project.commit("same")
    project.work(loops=int(loops * 1.014))
    project.commit("slower")
    return project, Opened(project.folder, Config(), Progress(quiet=True))


def asv_continuous(project: Project, head: str, count: int) -> tuple[int, float]:
    """How often asv calls it worse, as shipped."""
    found, started = 0, time.monotonic()
    for _ in range(count):
        words = ["-m", "asv", "continuous", "base", head, "-b", "time_work"]
        done = subprocess.run(
            [sys.executable, *words],
            cwd=project.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        found += "PERFORMANCE DECREASED" in done.stdout
    return found, (time.monotonic() - started) / count


def pyperf(sides: list[Installed], count: int, folder: Path) -> tuple[int, float]:
    """How often pyperf compare_to calls the head significantly slower."""
    found, started = 0, time.monotonic()
    alone = folder / "alone"
    if not alone.exists():
        alone.mkdir()
        (alone / "pyperf").symlink_to(Path(importlib.import_module("pyperf").__file__ or "").parent)
    variables = {**os.environ, "PYTHONPATH": str(alone)}
    for _ in range(count):
        files = []
        for side, installed in enumerate(sides):
            file = folder / f"pyperf-{side}.json"
            file.unlink(missing_ok=True)
            subprocess.run(
                [
                    *[sys.executable, "-m", "pyperf", "timeit", "--python", str(installed.python)],
                    *["-s", "import victim", "victim.work()", "-o", str(file), "-q"],
                    *["--inherit-environ", "PYTHONPATH"],
                ],
                env=variables,
                check=True,
                capture_output=True,
            )
            files.append(str(file))
        done = subprocess.run(
            [sys.executable, "-m", "pyperf", "compare_to", *files],
            capture_output=True,
            text=True,
            check=True,
        )
        found += bool(re.search(r"slower", done.stdout)) and "Not significant" not in done.stdout
    return found, (time.monotonic() - started) / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--gates", type=int, default=30)
    parser.add_argument("--allow", type=float, default=0.005)
    parser.add_argument("--in-process", action="store_true")
    parser.add_argument("--no-others", action="store_true", help="neither asv nor pyperf")
    parser.add_argument("--json", help="write the gates to a file")
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project, opened = prepared(Path(folder) / "victim")
        suite = opened.asv.source
        results = {}
        print(f"{'':<44} {'found':<11} {'und.':<4} {'s med':>6} {'s max':>6}  pairs")
        way = "in process" if words.in_process else "lockstep"
        for head in ("slower", "same"):
            sides = opened.install([opened.git.commit("base"), opened.git.commit(head)])
            done = gates(sides, suite, words.gates, words.allow, words.in_process)
            results[head] = done
            told_head = "1.4 % slower" if head == "slower" else "same work (A/A)"
            print(told(f"{way}, allow {100 * words.allow:g} %: {told_head}", done), flush=True)
        if not words.no_others:
            _others(project, opened, words.gates, Path(folder))
    if words.json:
        content = {head: [vars(gate) for gate in done] for head, done in results.items()}
        Path(words.json).write_text(json.dumps(content))


def _others(project: Project, opened: Opened, count: int, folder: Path) -> None:
    for head in ("slower", "same"):
        tries = max(2, count // 3)
        found, seconds = asv_continuous(project, head, tries)
        print(f"{f'asv continuous: {head}':<44} {found:>3} of {tries:<4}       {seconds:>5.1f}")
        sides = opened.install([opened.git.commit("base"), opened.git.commit(head)])
        tries = max(2, count // 6)
        found, seconds = pyperf(sides, tries, folder)
        print(f"{f'pyperf compare_to: {head}':<44} {found:>3} of {tries:<4}       {seconds:>5.1f}")


if __name__ == "__main__":
    main()

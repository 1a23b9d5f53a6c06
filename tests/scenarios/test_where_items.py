"""Figures of items and of waits: a few that are most of the sum, waits that overlap, contention."""

import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.projects import new_project
from tests.scenarios.rows import ROOT, Sabotage, Told, control, scenario

Done = subprocess.CompletedProcess[str]
SMALL = ROOT / "benchmarks" / "workloads" / "small.jsonl"
SUITE = """
import threading
import time

import victim


class Tasks:
    params = ["t1", "t2", "t3", "t4", "t5", "t6"]

    def time_task(self, task):
        victim.spin(400_000 if task == "t4" else 3_000)


class Even:
    params = ["t1", "t2", "t3", "t4", "t5", "t6"]

    def time_even(self, task):
        victim.spin(3_000)


class Waits:
    def wait(self):
        began = time.perf_counter()
        time.sleep(0.15)
        self.waited += time.perf_counter() - began

    def time_waits(self):
        self.waited, began = 0.0, time.perf_counter()
        threads = [threading.Thread(target=self.wait) for _ in range(18)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.waited / (time.perf_counter() - began)

    def track_parallel(self):
        return self.time_waits()

    track_parallel.unit = "times"


def time_works():
    victim.spin(100_000)
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Done:
    made = new_project(tmp_path_factory.mktemp("items") / "victim", SUITE)
    made.work(loops=41_000)
    made.commit("head")
    done = made.unladen("run", "first..head", "--no-profile", "--pairs", "2")
    assert done.returncode == 0, done.stdout + done.stderr
    return made.unladen("show", "head")


def line_of(done: Done, name: str) -> str:
    return next(line for line in done.stdout.splitlines() if line.startswith(f"  {name}"))


@scenario(
    "I34",
    "4 tasks took 639 of 1054 s; on another set one task takes 86 % of the sum",
    Sabotage(
        "unladen/output/choices.py",
        "if cost > FAR * middle and cost > PART * whole",
        "if cost > whole",
    ),
)
def test_i34_the_choice_that_is_most_of_the_sum_is_named(recorded: Done, told: Told) -> None:
    assert recorded.returncode == 0, recorded.stderr
    assert "6 choices: sum" in line_of(recorded, "suite.Tasks.time_task  ")
    assert "% of the sum" in recorded.stdout
    named = [line for line in recorded.stdout.splitlines() if "of the sum" in line]
    assert [line.split()[0] for line in named] == ["suite.Tasks.time_task('t4')"]
    share = float(named[0].split()[1])
    assert share > 80
    told(recorded, "time_task('t1')", "time_task('t4')", "suite.Tasks.time_task  ", "% of the sum")


@control("I34")
def test_i34_control_of_choices_that_take_alike_none_is_named(recorded: Done) -> None:
    assert "6 choices: sum" in line_of(recorded, "suite.Even.time_even  ")
    assert "time_even" not in "".join(
        line for line in recorded.stdout.splitlines() if "of the sum" in line
    )


@scenario(
    "I45",
    'sums of waits that overlap were called "18x parallel": 320 s of "CPU" in a run of 46 CPU s',
    Sabotage(
        "unladen/output/choices.py",
        "if waits > WAITS:",
        "if waits > 1e9:",
    ),
)
def test_i45_cpu_seconds_are_the_system_s_and_waits_are_none_of_them(
    recorded: Done, told: Told
) -> None:
    parallel = float(line_of(recorded, "suite.Waits.track_parallel").split()[1])
    assert parallel > 5, "the accident: threads that sleep, added up"
    waits = line_of(recorded, "suite.Waits.time_waits")
    assert ", CPU " in waits
    assert "% of it" in waits
    assert float(waits.partition(", waits ")[2].split()[0]) > 50
    assert "cores" not in waits
    told(recorded, "time_waits", "track_parallel")


@control("I45")
def test_i45_control_what_computes_does_not_wait(recorded: Done) -> None:
    works = line_of(recorded, "suite.time_works")
    assert "waits" not in works
    assert "cores" not in works


def evaluated(folder: Path, jobs: int) -> tuple[Done, list[dict[str, float]], float]:
    """With the CPU seconds that the system has counted for all of it."""
    shutil.copy(SMALL, folder)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "arc_solver", "evaluate", SMALL.name, "--jobs", str(jobs)],
        cwd=folder,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    (kept,) = (folder / "arc-solver-out" / "runs").glob("*.jsonl")
    tasks = [json.loads(line) for line in kept.read_text().splitlines()]
    return done, tasks, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@scenario(
    "I58",
    "stored speeds of tasks were positions in a queue: rank correlation with the truth 0.3",
    Sabotage(
        "arc_solver/src/arc_solver/evaluate.py",
        "at_once=min(workers_of(executor), len(todo))",
        "at_once=1",
    ),
)
def test_i58_seconds_of_tasks_that_ran_beside_others_are_marked(tmp_path: Path, told: Told) -> None:
    done, tasks, cpu = evaluated(tmp_path, jobs=4)
    assert done.returncode == 0, done.stderr
    assert "contended  4 tasks at a time: their seconds rank none of them" in done.stdout
    assert {task["at_once"] for task in tasks} == {4}
    assert 0 < sum(task["cpu_seconds"] for task in tasks) < cpu, "no wait of the queue is in them"
    told(done, "work ", "contended", "--jobs 1")


@control("I58")
def test_i58_control_tasks_that_ran_one_by_one_are_not_marked(tmp_path: Path) -> None:
    done, tasks, _ = evaluated(tmp_path, jobs=1)
    assert done.returncode == 0, done.stderr
    assert "contended" not in done.stdout
    assert "work " in done.stdout
    assert {task["at_once"] for task in tasks} == {1}

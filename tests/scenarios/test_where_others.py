"""Work in other processes, and sums that come to more or less than the whole."""

import subprocess

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario
from tests.scenarios.where_program import counted, explained, plain, rows
from unladen.tools import pyspy

Done = subprocess.CompletedProcess[str]
MEGABYTES = 40
SUITE = """
import subprocess
import sys
import time

from victim import parent, pools


class Spread:
    def setup(self):
        self.pool = pools.pool()

    def time_spread(self):
        parent.prepare()
        list(self.pool.map(pools.outer, [300_000] * 2))


class Elsewhere:
    def time_elsewhere(self):
        parent.digest("{path}")

    def track_overhead(self):
        overhead = 0.0
        began = time.perf_counter()
        for _ in range(3):
            before = time.perf_counter()
            parent.digest("{path}")
            work = time.perf_counter() - before
        whole = time.perf_counter() - began
        return 100 * (whole - work) / whole
"""
PARENT = '''
"""What runs in the benchmark's own process."""

import subprocess


def prepare():
    total = 0
    for k in range({n}):
        total += k * 3 % 5
    return total


def digest(path):
    subprocess.run(["sha256sum", path], stdout=subprocess.DEVNULL, check=True)
    return prepare()
'''
POOLS = '''
"""What runs in others: three functions, one inside the other."""

from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context


@cache
def pool():
    made = ProcessPoolExecutor(2, mp_context=get_context("spawn"))
    list(made.map(outer, [1000] * 2))
    return made


def outer(n):
    return middle(n) + 1


def middle(n):
    return inner(n) + 1


def inner(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total
'''
shown = pytest.mark.skipif(pyspy.program() is None, reason="not measured here: no py-spy")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("others")
    path = folder / "large"
    path.write_bytes(bytes(MEGABYTES * 1_000_000))
    made = new_project(folder / "victim", SUITE.replace("{path}", str(path)))
    for side, n in (("base", 3000), ("head", 3300)):
        made.write("victim/pools.py", POOLS)
        made.write("victim/parent.py", PARENT.format(n=n))
        made.commit(side)
    return made


WORDS = ("base", "head", "--pairs", "2", "--lanes", "calls,samples", "--precision", "10%")


@pytest.fixture(scope="module")
def spread(project: Project) -> Done:
    return project.unladen("explain", *WORDS, "-b", "time_spread")


@shown
@scenario(
    "I46",
    "the profiler saw the parent, and 77 % of CPU was in its children",
    Sabotage(
        "unladen/profiling/tallies.py",
        "if stack.root or not self._worked(stack):",
        "if not stack.in_region:",
    ),
)
def test_i46_spawned_workers_are_sampled_and_the_share_seen_is_stated(
    spread: Done, told: Told
) -> None:
    inner = rows(spread).get("victim.pools.inner", ["0%", "0%"])
    assert min(float(share.rstrip("%")) for share in inner[:2]) > 50, "what the workers do"
    assert spread.returncode == 0, spread.stderr
    assert "instructions" not in spread.stdout.partition("  function ")[0]
    told(spread, "  function ", "unaccounted", "% of CPU seconds were", "% of CPU seconds were")


@shown
@scenario(
    "I15",
    "cumulative times were added up: 1054 s in a run of 110 s",
    Sabotage(
        "unladen/profiling/tallies.py",
        "self.own[leaf.key] += count",
        "self.own.update({each.key: count for each in found})",
    ),
)
def test_i15_a_function_has_its_own_time_and_all_of_them_are_the_whole(
    spread: Done, told: Told
) -> None:
    found = rows(spread)
    for side in (0, 1):
        whole = [float(figures[side].rstrip("%")) for figures in found.values()]
        if side == 0:
            assert sum(whole) == pytest.approx(100, abs=0.06 * len(whole)), found
        outer = found.get("victim.pools.outer", ["0%", "0%"])
        assert float(outer[side].rstrip("%")) < 5
    told(spread, "  function ", "unaccounted")


@shown
@scenario(
    "I13",
    '"74 % framework overhead" was what timers had left out: they were assigned, not added up',
    Sabotage("unladen/model/attribution.py", "UNACCOUNTED = 0.2", "UNACCOUNTED = 20.0"),
)
def test_i13_a_remainder_is_a_row_and_too_large_a_one_an_error(
    project: Project, told: Told
) -> None:
    timers = project.unladen("check", "--only", "timer-overwrites")
    assert timers.returncode == 1
    assert "benchmarks/suite.py" in timers.stdout
    assert "timer-overwrites  work holds the last turn only" in timers.stdout
    done = project.unladen("explain", *WORDS, "-b", "time_elsewhere")
    assert float(rows(done)["unaccounted"][0].rstrip("%")) > 50
    assert "is unaccounted for: the rows above do not say" in done.stdout
    assert done.returncode == 4
    told(
        done,
        "  function ",
        "unaccounted",
        "  ERROR ",
        "where the time goes",
    )


@counted
@control("I13")
def test_i13_control_where_the_parts_are_the_whole_nothing_is_an_error(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    done = explained(tmp_path_factory, plain)
    assert done.returncode == 0, done.stderr
    assert rows(done)["unaccounted"][:2] == ["0.0%", "0.0%"]
    assert "ERROR" not in done.stdout

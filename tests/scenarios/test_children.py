"""Seconds that are not what they seem: in child processes, and under a profiler."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

SUITE = """
import victim


class Tasks:
    def time_all(self):
        victim.all_tasks()
"""
TASKS = """
import multiprocessing
import time

CONTEXT = multiprocessing.get_context("fork")


def load():
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass


def one(task):
    {wait}
    return task * task


"""
ONE_POOL = """
def all_tasks():
    with CONTEXT.Pool(1, initializer=load) as pool:
        return pool.map(one, range(6), 1)
"""
A_POOL_EACH = """
def all_tasks():
    return [alone(task) for task in range(6)]


def alone(task):
    with CONTEXT.Pool(1, initializer=load) as pool:
        return pool.apply(one, (task,))
"""
SLOWLY, AT_ONCE = "time.sleep(0.1)", "time.sleep(0.001)"


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A pool that polls; then the pool is mended, and each task has one."""
    made = new_project(tmp_path_factory.mktemp("pools") / "victim", SUITE)
    for name, wait, text in (
        ("polls", SLOWLY, ONE_POOL),
        ("mended", AT_ONCE, A_POOL_EACH),
        ("rightly", AT_ONCE, ONE_POOL),
    ):
        made.write("victim/__init__.py", TASKS.format(wait=wait) + text)
        made.commit(name, f"{name}: the pool no longer polls")
    return made


@scenario(
    "I44",
    "a pool was mended, and CPU rose 4.3 times: each task had a pool of its own",
    Sabotage("unladen/judge/waiting.py", "is not Clock.WALL:", "is not None:"),
)
def test_i44_cpu_of_children_and_processes_are_told_where_the_wall_clock_sees_a_gain(
    pools: Project, told: Told
) -> None:
    done = pools.unladen("gate", "polls", "mended", "--budget", "30", "-q")
    assert "starts 1 -> 6 processes a call" in done.stdout
    assert "more CPU in suite.Tasks.time_all" in done.stdout
    assert "SLOWER" not in done.stdout
    told(done, "starts 1 -> 6 processes", "more CPU")


@control("I44")
def test_i44_control_one_pool_for_all_tasks(pools: Project) -> None:
    done = pools.unladen("gate", "polls", "rightly", "--budget", "30", "-q")
    assert done.returncode == 0, done.stdout
    assert "processes a call" not in done.stdout
    assert "more CPU" not in done.stdout


PROFILED = """
import cProfile

PROFILER = cProfile.Profile()
PROFILER.enable()
"""
CALLS = """
def step(k):
    return k * k % 7


def all_tasks():
    return [step(k) for k in range({number})]
"""


@pytest.fixture(scope="module")
def profiled(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Somebody looked where the time goes, and committed it."""
    made = new_project(tmp_path_factory.mktemp("profiled") / "victim", SUITE)
    for name, text in (
        ("plain", CALLS.format(number=20_000)),
        ("looked", PROFILED + CALLS.format(number=16_000)),
        ("less", CALLS.format(number=10_000)),
    ):
        made.write("victim/__init__.py", text)
        made.commit(name, f"{name}: fewer steps")
    return made


@scenario(
    "I19",
    "times under a profiler (2.6 times slower) were compared with times without",
    Sabotage("unladen/judge/profiled.py", "if under[0] == under[1]:", "if True:"),
)
def test_i19_times_under_a_profiler_are_not_compared_with_times_without(
    profiled: Project, told: Told
) -> None:
    done = profiled.unladen("gate", "plain", "looked", "--budget", "20", "--witness", "never", "-q")
    assert done.returncode == 3, "profiled times were judged"
    assert "never compared" in done.stdout
    told(done, "UNDECIDED", "head was timed under a profiler (cProfile.Profile)", "UNDECIDED")


@control("I19")
def test_i19_control_without_a_profiler_the_times_are_judged(profiled: Project) -> None:
    done = profiled.unladen("gate", "plain", "less", "--budget", "20", "--witness", "never", "-q")
    assert done.returncode == 0, done.stdout
    assert "FASTER" in done.stdout
    assert "profiler" not in done.stdout

"""What calls leave behind: threads, semaphores, descriptors, memory."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

BATCH = '''
"""Tasks, each with a watchdog beside it."""
import multiprocessing
import os
import threading

KEPT = []


def spin(n):
    return sum(k * k % 7 for k in range(n))


def solve(n={loops}):
    {beside}
    return spin(n)
'''
LEAKS = """KEPT.append((multiprocessing.Lock(), open(os.devnull), b"o" * 4_000_000))
    threading.Thread(target=threading.Event().wait, daemon=True).start()"""
ONCE = """if not KEPT:
        KEPT.append((multiprocessing.Lock(), open(os.devnull), b"o" * 4_000_000))
        threading.Thread(target=threading.Event().wait, daemon=True).start()"""
SUITE = """
import victim


def time_solve():
    victim.solve()
"""
SETTINGS = """
[tool.unladen]
fail-on = ["leak"]
"""
GATE = ("--no-why", "--witness", "never", "-q", "--budget", "30")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("left") / "victim", SUITE)
    made.write("pyproject.toml", (made.folder / "pyproject.toml").read_text() + SETTINGS)
    for name, loops, beside in (
        ("base", 200_000, "pass"),
        ("leaky", 50_000, LEAKS),
        ("once", 50_001, ONCE),
    ):
        made.write("victim/__init__.py", BATCH.format(loops=loops, beside=beside))
        made.commit(name)
    return made


@scenario(
    "I48",
    "threads, semaphores and memory leaked at scale, under a good timing",
    Sabotage("unladen/judge/leaks.py", "if left.each <= (1 + MORE) * old:", "if True:"),
)
def test_i48_what_each_call_leaves_behind_is_flagged_though_it_is_faster(
    project: Project, told: Told
) -> None:
    done = project.unladen("gate", "base", "leaky", *GATE)
    assert "leak in suite.time_solve" in done.stdout
    assert done.returncode == 1
    told(done, "FASTER", "leaves 1 thread behind", "FAIL")
    for what in ("1 thread", "1 file descriptor", "1 semaphore"):
        assert f"each call leaves {what} behind" in done.stdout
    assert "of memory behind" in done.stdout
    shown = project.unladen("show", "leaky")
    assert "leak  each call leaves 1 thread behind" in shown.stdout


@control("I48")
def test_i48_control_what_is_made_once_and_kept_is_no_leak(project: Project) -> None:
    done = project.unladen("gate", "base", "once", *GATE)
    assert done.returncode == 0
    assert "FASTER" in done.stdout
    assert "leak" not in done.stdout

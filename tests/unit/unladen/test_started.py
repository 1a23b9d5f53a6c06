"""Processes that a call starts: counted where Python asks for them."""

import subprocess
import sys
from pathlib import Path

import pytest

from unladen.model.started import Started, started_otherwise

PROBE = Path(__file__).parents[3] / "unladen" / "probe"
COUNTS = """
import multiprocessing, os, subprocess, sys
from unladen_probe_started import STARTED

assert STARTED.now() is None
STARTED.watch()
STARTED.watch()
begun = STARTED.now()
{what}
told = STARTED.since(begun, 1)
print(told["processes"], told["starting"] > 0)
"""
WAYS = {
    "subprocess.run([sys.executable, '-c', ''])": 1.0,
    "subprocess.run([sys.executable, '-c', ''], close_fds=False)": 1.0,
    "subprocess.run([sys.executable, '-c', ''], preexec_fn=os.getpid)": 1.0,
    "os.system('true')": 1.0,
    "os.wait() if os.fork() else os._exit(0)": 1.0,
    "multiprocessing.get_context('fork').Pool(3).terminate()": 3.0,
}


@pytest.mark.parametrize("what", WAYS)
def test_each_way_to_start_a_process_counts_once(what: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COUNTS.format(what=what)],
        env={"PYTHONPATH": str(PROBE), "PATH": "/usr/bin:/bin"},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    processes, took_time = done.stdout.split()
    assert (float(processes), took_time) == (WAYS[what], "True")


def test_processes_are_told_where_one_side_starts_more() -> None:
    """I44: a pool for each task."""
    one, six = Started(1.0, 0.001, 0.03), Started(6.0, 0.008, 1.2)
    said = started_otherwise(one, six)
    assert said.startswith("starts 1 -> 6 processes a call, 1 ms -> 8 ms to start them")
    assert said.endswith("30 ms -> 1.2 s of CPU time in them")
    assert not started_otherwise(one, Started(1.0, 0.5, 2.0))

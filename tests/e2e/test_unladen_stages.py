"""What decides a benchmark: the code that runs, then a count of instructions, then time."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project
from unladen.tools import processes

SUITE = """
import subprocess
import sys
import threading

import victim


class Work:
    def time_work(self):
        victim.work()


class Other:
    def setup_cache(self):
        return victim.answer(3)

    def time_other(self, cache):
        victim.other(cache)


class Far:
    def time_child(self):
        subprocess.run([sys.executable, "-c", "import victim; victim.work()"], check=True)

    def time_thread(self):
        thread = threading.Thread(target=victim.work)
        thread.start()
        thread.join()

    def time_exec(self):
        exec("victim.work()", {"victim": victim})

    def time_dynamic(self):
        getattr(victim, "wo" + "rk")()


class Long:
    def time_long(self):
        for _ in range(120):
            victim.work()


class Draws:
    def setup(self):
        import random

        self.n = random.randrange(1, 30_000)

    def time_draws(self):
        victim.spin(self.n)
"""
MORE = """
import random
import time

LIMIT = {limit}


def other(n):
    return [n % LIMIT for n in range(3_000)]


def nobody():
    return {nobody}


class Kind:
    width = {width}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("stages") / "victim", SUITE)

    def commit(name: str, loops: int = 40_000, **more: object) -> None:
        words = {"limit": 7, "nobody": 0, "width": 1} | more
        made.work(loops=loops, extra=MORE.format(**words))
        made.commit(name)

    commit("base")
    commit("nobody", nobody=1)
    commit("limit", limit=8)
    commit("slower", loops=52_000)
    return made


def gate(project: Project, head: str, *words: str) -> dict[str, dict[str, Any]]:
    done = project.unladen("gate", "base", head, "--json", "-q", "--no-why", *words)
    assert done.stdout, done.stderr
    told = json.loads(done.stdout)["comparisons"]
    return {each["benchmark"].rpartition(".")[2]: each for each in told}


def test_a_function_that_no_benchmark_runs_is_told_at_once_and_what_cannot_be_seen_is_not(
    project: Project,
) -> None:
    found = gate(project, "nobody", "--witness", "never", "--budget", "8")
    for name in ("time_work", "time_other", "time_exec", "time_thread", "time_draws"):
        assert (found[name]["verdict"], found[name]["stage"]) == ("same", "code"), name
        assert found[name]["pairs"] == 0
    assert found["time_child"]["stage"] != "code"
    assert "runs none of the changed code" in found["time_work"]["reason"]
    done = project.unladen("compare", "base", "nobody", "--json", "-b", "time_(work|other)")
    for each in json.loads(done.stdout)["comparisons"]:
        assert (each["verdict"], each["stage"]) == ("same", "code"), "the records say it, too"
    words = ("--witness", "never", "--budget", "0.001", "-b", "time_(work|other)")
    for each in gate(project, "nobody", *words).values():
        assert (each["verdict"], each["stage"]) == ("same", "code"), "no time to look once more"


def test_a_slowdown_reaches_what_runs_it_also_in_a_thread_by_exec_and_by_a_made_up_name(
    project: Project,
) -> None:
    found = gate(project, "slower", "--witness", "never", "--budget", "8")
    for name in ("time_work", "time_exec", "time_thread", "time_dynamic"):
        assert found[name]["stage"] != "code", name
    # how soon time tells depends on the machine; what it does not say is that it is the same
    assert found["time_work"]["verdict"] in ("slower", "undecided")
    assert (found["time_other"]["verdict"], found["time_other"]["stage"]) == ("same", "code")
    assert (found["time_draws"]["verdict"], found["time_draws"]["stage"]) == ("same", "code")


def test_a_constant_reaches_those_who_mention_it_and_who_looks_names_up(project: Project) -> None:
    words = ("--witness", "never", "--decide-by", "code", "-b", "time_(work|other|dynamic)")
    found = gate(project, "limit", *words)
    assert found["time_work"]["stage"] == "code"
    for name in ("time_other", "time_dynamic"):
        assert (found[name]["verdict"], found[name]["stage"]) == ("undecided", None), name


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_instructions_decide_where_time_may_not(project: Project) -> None:
    words = ("--decide-by", "instructions", "-b", "time_(work|other|thread)", "--fresh")
    found = gate(project, "slower", *words, "--budget", "200")  # it ends when all is counted
    slower, same, thread = (found[f"time_{name}"] for name in ("work", "other", "thread"))
    assert (slower["verdict"], slower["stage"], slower["pairs"]) == ("slower", "instructions", 0)
    assert slower["change"]["estimate"] == pytest.approx(0.3, abs=0.05)
    assert (same["verdict"], same["stage"]) == ("same", "instructions"), same
    assert thread["verdict"] == "undecided"
    assert "not counted: it " in thread["reason"]  # waits, or starts others
    done = project.unladen("compare", "base", "slower", "--json", "-b", "time_work")
    (again,) = json.loads(done.stdout)["comparisons"]
    assert again["verdict"] == "slower"
    assert again["instructions"] == slower["instructions"]


LONG_CALL = ("--decide-by", "instructions", "-b", "time_long", "--fresh", "--budget", "200")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_a_long_call_is_counted(project: Project) -> None:
    """In blocks or not, by what a call takes on this machine (test_stages.py, test_meters.py)."""
    (one,) = gate(project, "slower", *LONG_CALL).values()
    assert (one["verdict"], one["stage"], one["pairs"]) == ("slower", "instructions", 0)
    assert one["change"]["estimate"] == pytest.approx(0.3, abs=0.05)
    assert one["reason"] in ("by instructions", "by blocks of instructions")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_a_long_call_that_does_the_same_counts_the_same(project: Project) -> None:
    (one,) = gate(project, "nobody", *LONG_CALL, "--witness", "always").values()
    assert (one["verdict"], one["stage"]) == ("same", "instructions")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_who_asks_for_simulated_caches_is_told_of_cycles(project: Project) -> None:
    """Also where an earlier gate has counted without them."""
    words = ("--decide-by", "instructions", "-b", "time_(work|other)", "--cache-sim")
    found = gate(project, "slower", *words, "--budget", "200")
    assert (found["time_work"]["verdict"], found["time_other"]["verdict"]) == ("slower", "same")
    (note,) = found["time_work"]["notes"]
    change = float(note.removeprefix("estimated cycles ").partition(" %")[0])
    assert change == pytest.approx(30, abs=8)
    assert "estimated cycles" in found["time_other"]["notes"][0]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_a_large_change_that_was_counted_is_timed_three_times_only(project: Project) -> None:
    (one,) = gate(project, "slower", "-b", "time_work", "--budget", "90", "--fresh").values()
    assert one["verdict"] == "slower"
    assert one["pairs"] <= 6
    assert one["instructions"]["estimate"] == pytest.approx(0.3, abs=0.05)


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_a_gate_that_is_stopped_while_it_counts_leaves_nothing_behind(
    project: Project, tmp_path: Path
) -> None:
    """Ctrl-C, which goes another way, is tested while a gate measures."""
    words = ("gate", "base", "slower", "-b", "time_work", "--fresh")
    running = subprocess.Popen(
        [sys.executable, "-m", "unladen", *words],
        cwd=project.folder,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    assert any(line.startswith("counting") for line in running.stderr)
    started = time.monotonic()
    while not counting(running.pid) and time.monotonic() - started < 30:
        time.sleep(0.1)
    left = counting(running.pid)
    assert left
    assert list(tmp_path.iterdir())
    running.send_signal(signal.SIGTERM)
    assert running.wait(30) == 143
    assert "the same command goes on" in running.stderr.read()
    running.stderr.close()
    assert list(tmp_path.iterdir()) == []
    while any(Path(f"/proc/{process}").exists() for process in left):
        assert time.monotonic() - started < 60, left
        time.sleep(0.1)


def counting(ancestor: int) -> list[int]:
    """Processes under valgrind below it: one that makes namespaces may stand between."""
    found = []
    for pid in processes.family(ancestor):
        with contextlib.suppress(OSError):
            if "cachegrind" in Path(f"/proc/{pid}/comm").read_text():
                found.append(pid)
    return found


def test_which_functions_a_benchmark_runs_is_in_the_record(project: Project) -> None:
    gate(project, "nobody", "-b", "time_other", "--decide-by", "code")
    done = project.unladen("show", "nobody", "--json")
    (record,) = json.loads(done.stdout)
    (measured,) = [m for id, m in record["measurements"].items() if id.endswith("time_other")]
    names = [record["functions"][k] for k in measured["functions"]]
    assert names == ["victim/__init__.py:answer", "victim/__init__.py:other", *names[2:]]
    assert "victim/__init__.py:nobody" not in names

"""What the clock does not see: waiting, and instructions as a second witness."""

import json
import shutil
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project

SUITE = """
import victim


class Work:
    def time_work(self):
        victim.work()


class Cached:
    def setup_cache(self):
        return {"n": 3_000}

    def setup(self, cache):
        self.n = sum(range(1000)) and cache["n"]

    def time_cached(self, cache):
        victim.spin(self.n)


class Waits:
    def time_wait(self):
        victim.wait()
"""
WAIT = """
import time


def wait():
    spin(1_000)
    time.sleep({seconds})
"""

needs_valgrind = pytest.mark.skipif(
    shutil.which("valgrind") is None, reason="apt-get install valgrind"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("witness") / "victim", SUITE)
    made.work(extra=WAIT.format(seconds=0.020))
    made.commit("base")
    made.work(loops=40_800, extra=WAIT.format(seconds=0.020))
    made.commit("more")
    made.work(extra=WAIT.format(seconds=0.020) + "\nUNREAD = 1\n")
    made.commit("unread")
    made.work(extra=WAIT.format(seconds=0.030))
    made.commit("waits")
    made.work(extra=WAIT.format(seconds=0.021))
    made.commit("hardly")
    return made


def gate(project: Project, head: str, *words: str) -> dict[str, Any]:
    done = project.unladen("gate", "base", head, "--json", "-q", "--no-why", *words)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("head", ["waits", pytest.param("hardly", marks=pytest.mark.long)])
def test_more_waiting_is_found_by_wall_time_and_that_is_said(project: Project, head: str) -> None:
    """Half as much again, which any machine sees; and five per cent."""
    words = ("-q", "--budget", "90", "-b", "time_wait", "--no-why", "--witness", "never")
    done = project.unladen("gate", "base", head, *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "SLOWER        suite.Waits.time_wait" in done.stdout
    assert "wall time" in done.stdout


@pytest.mark.long
@needs_valgrind
def test_two_per_cent_more_instructions_are_counted_beside_the_clock(project: Project) -> None:
    found = gate(project, "more", "-b", "time_work", "--witness", "always", "--pairs", "2")
    (one,) = found["comparisons"]
    assert one["instructions"]["estimate"] == pytest.approx(0.02, abs=0.002)
    assert one["instructions"]["high"] - one["instructions"]["low"] < 0.01


@needs_valgrind
@pytest.mark.long
def test_a_constant_that_nobody_reads_adds_no_instruction(
    project: Project,
) -> None:
    found = gate(project, "unread", "-b", "time_[wc]", "--witness", "always", "--pairs", "2")
    for one in found["comparisons"]:
        if "wait" not in one["benchmark"]:
            assert abs(one["instructions"]["estimate"]) < 1e-3, one


@pytest.mark.long
@needs_valgrind
def test_what_is_decided_is_not_counted_unless_asked_for(project: Project) -> None:
    found = gate(project, "unread", "-b", "time_work", "--allow", "90%", "--fresh")
    assert found["comparisons"][0]["verdict"] == "same"
    assert found["comparisons"][0]["instructions"] is None

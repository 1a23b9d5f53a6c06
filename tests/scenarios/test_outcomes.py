"""What became of each task and benchmark: proven on some whose fate is known."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import ROOT, Sabotage, Told, control, scenario
from tests.unit.arc_solver.programs_of_the_tests import (
    ENDLESS,
    FAILING,
    HUNGRY,
    RIGHT,
    WRONG,
    mirror_task,
    workload_of,
)

KNOWN = (RIGHT, WRONG, FAILING, HUNGRY)
LIMITS = ("--jobs", "2", "--limit-seconds", "1.5", "--limit-mb", "100", "--out", "out")


def evaluated(folder: Path, slow: int, tasks: int = 6) -> subprocess.CompletedProcess[str]:
    """Tasks with a candidate of each kind; some have one more that never ends."""
    names = [f"task{n}" for n in range(tasks)]
    made = [mirror_task(name) for name in names]
    puzzles = folder / "puzzles"
    puzzles.mkdir()
    for task in made:
        pairs = {
            part: [{"input": s.input, "output": s.output} for s in samples]
            for part, samples in (("train", task.train), ("test", task.test))
        }
        (puzzles / f"{task.id}.json").write_text(json.dumps(pairs))
    works = [workload_of([t], (*KNOWN, ENDLESS) if n < slow else KNOWN) for n, t in enumerate(made)]
    items = tuple(item for work in works for item in work.items)
    whole = replace(works[0], items=items, data=str(puzzles), split="training")
    whole.save(folder / "known.jsonl")
    places = os.pathsep.join([str(ROOT / "arc_solver" / "src"), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "arc_solver", "evaluate", "known.jsonl", *LIMITS],
        cwd=folder, env=os.environ | {"PYTHONPATH": places},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@scenario(
    "I31",
    "100 tasks, 100 timeouts: the check was a tuple, which is always true",
    Sabotage(
        "arc_solver/src/arc_solver/item.py",
        "        return Outcome.EXCEPTION",
        "        return Outcome.TIMEOUT",
    ),
)
def test_i31_of_tasks_whose_fate_is_known_as_many_time_out_as_do(
    tmp_path: Path, told: Told
) -> None:
    done = evaluated(tmp_path, slow=2)
    assert "candidates 26: 6 ok, 6 wrong, 6 exception, 2 timeout, 6 out of memory" in done.stdout
    assert done.returncode == 0
    told(done, "candidates 26", "killed after 1.5 s")
    assert done.stdout.count("killed after 1.5 s") == 2


@control("I31")
def test_i31_control_where_nothing_hangs_nothing_is_told_to(tmp_path: Path) -> None:
    done = evaluated(tmp_path, slow=0, tasks=2)
    assert "candidates 8: 2 ok, 2 wrong, 2 exception, 2 out of memory" in done.stdout
    assert done.returncode == 0
    assert "timeout" not in done.stdout


FATES = """
import os
import sys
import time


def fine(n):
    return sum(range(n))


def fate(kind):
    if not {harm}:
        return fine(1000)
    if kind == "exception":
        raise ValueError("no such primitive")
    if kind == "says timeout":
        time.sleep(0.051)
        raise TimeoutError("timed out after 0.051 s")
    if kind == "timeout":
        time.sleep(3600)
    if kind == "out of memory":
        return bytes(1 << 60)
    if kind == "died":
        os._exit(7)
    if kind == "skipped":
        raise NotImplementedError
    return fine(1000)


def answer(item):
    return fine(item) + {harm}
"""
SUITE = """
import victim


class Fates:
    timeout = 2
    params = ["fine", "exception", "says timeout", "timeout", "out of memory", "died", "skipped"]
    param_names = ["kind"]

    def setup(self, kind):
        if kind == "skipped" and victim.answer(0):
            raise NotImplementedError

    def time_fate(self, kind):
        victim.fate(kind)


class Answers:
    def time_answers(self):
        victim.answer(5)

    def answers(self):
        return {"a": victim.answer(1), "b": victim.answer(2)}
"""
GATE = ("-q", "--no-why", "--witness", "never", "--budget", "20", "--pairs", "4")


@pytest.fixture(scope="module")
def fates(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("fates") / "victim", SUITE)
    made.write("victim/__init__.py", FATES.format(harm=0))
    made.commit("base")
    made.write("victim/__init__.py", FATES.format(harm=1))
    made.commit("head")
    return made


@scenario(
    "I32",
    "an exception after 0.051 s was reported as a timeout",
    Sabotage(
        "unladen/measure/replies.py",
        'raise Failed(Outcome.EXCEPTION, str(reply["error"]))',
        'raise Failed(Outcome.TIMEOUT, str(reply["error"]))',
    ),
)
def test_i32_each_outcome_is_told_as_what_it_was(fates: Project, told: Told) -> None:
    done = fates.unladen("gate", "base", "head", *GATE)
    assert "exception: TimeoutError: timed out after 0.051 s" in done.stdout
    assert done.returncode == 1
    told(done, "says timeout", "exception: TimeoutError: timed out after 0.051 s")
    for words in (
        "exception: ValueError: no such primitive",
        "timeout: killed after 2 s, with all it started",
        "out of memory: MemoryError",
        "died: ended with exit code 7",
        "skipped by head only",
        "2 of 2 answers differ",
    ):
        assert words in done.stdout, words


@control("I32")
def test_i32_control_where_all_is_well_no_outcome_is_told(fates: Project) -> None:
    fates.write("victim/__init__.py", FATES.format(harm=0) + "\n\nNAME = 1\n")
    fates.commit("well")
    done = fates.unladen("gate", "base", "well", *GATE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAILED" not in done.stdout
    assert not re.search(r"why +(exception|timeout|out of memory|died)", done.stdout)


BURNS = '''
"""Work in threads and in processes of a session of their own."""
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

BURN = "while True: pass  # {marker}"
SEEN = []


def burning():
    """How many are at work now."""
    found = 0
    for place in Path("/proc").glob("[0-9]*"):
        try:
            found += b"{marker}" in (place / "cmdline").read_bytes()
        except OSError:
            continue
    return found


def solve(n):
    if {logs} and not SEEN:
        SEEN.append(n)
        with open({log!r}, "a") as log:
            log.write(f"{{burning()}}\\n")
    if {hangs}:
        threading.Thread(target=time.sleep, args=(3600,)).start()
        words = ["nice", "-n", "19", sys.executable, "-c", BURN]
        subprocess.Popen(words, start_new_session=True)
        time.sleep(3600)
    return sum(range(n))
'''
HANGING = """
import victim


class Solve:
    timeout = 2
    params = [1000, 1001]
    param_names = ["n"]

    def time_solve(self, n):
        victim.solve(n)
"""


@pytest.fixture(scope="module")
def burning(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Path]:
    folder = tmp_path_factory.mktemp("burning")
    made, log = new_project(folder / "victim", HANGING), folder / "alive"
    marker = f"burns-{folder.name}-{os.getpid()}"
    for name, logs, hangs in (("base", 0, 0), ("hangs", 1, 1), ("works", 1, 0)):
        text = BURNS.format(marker=marker, log=str(log), logs=logs, hangs=hangs)
        made.write("victim/__init__.py", text)
        made.commit(name)
    return made, log


def alive(log: Path) -> list[int]:
    """What each call saw at work when it began."""
    return [int(line) for line in log.read_text().split()]


@scenario(
    "I35",
    "time-outs ran in threads that nobody could kill, and went on burning CPU",
    Sabotage(
        "unladen/probe/worker.py",
        "        stopped, status = _waited(pid)\n        end_children(self.own)",
        "        stopped, status = _waited(pid)",
    ),
)
def test_i35_what_is_out_of_time_is_ended_with_all_it_started(
    burning: tuple[Project, Path], told: Told
) -> None:
    made, log = burning
    done = made.unladen("gate", "base", "hangs", *GATE)
    assert done.returncode == 1
    assert done.stdout.count("timeout: killed after 2 s, with all it started") == 2
    told(done, "suite.Solve.time_solve(1000)", "killed after 2 s, with all it started", "2 failed")
    assert max(alive(log)) == 0  # what an earlier call of this side had started


@control("I35")
def test_i35_control_what_ends_in_time_is_not_killed(burning: tuple[Project, Path]) -> None:
    made, log = burning
    log.write_text("")
    done = made.unladen("gate", "base", "works", *GATE)
    assert done.returncode in (0, 3), done.stdout + done.stderr
    assert "killed" not in done.stdout
    assert alive(log)
    assert max(alive(log)) == 0

"""Work that is not the same from one run to the next: drawn anew, or decided by a hash."""

import json

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

TIES = '''
"""Which of several programs, all as good, is taken."""

NAMES = [f"program{{n}}" for n in range(40)]


def best(task):
    """Of some that are as good as each other."""
    fitting = {fitting}
    return {chosen}
'''
TIES_SUITE = """
import victim


class Choose:
    def track_chosen(self):
        return len([victim.best(n) for n in range(20)])

    def answers(self):
        return {f"task{n:02}": victim.best(n) for n in range(20)}
"""
FIRST = {"fitting": "NAMES[task : task + 6]", "chosen": "fitting[0]"}
ANY = {"fitting": "set(NAMES[task : task + 6])", "chosen": "next(iter(fitting))"}
LEAST = {"fitting": "set(NAMES[task : task + 6])", "chosen": "min(fitting, key=NAMES.index)"}


@pytest.fixture(scope="module")
def ties(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("ties") / "victim", TIES_SUITE)
    for name, code in {"list": FIRST, "set": ANY, "least": LEAST}.items():
        made.write("victim/__init__.py", TIES.format(**code))
        made.commit(name, f"The best program, by a {name}")
    return made


@scenario(
    "I54",
    "two implementations broke ties in another order, and answers differed by hash seed",
    Sabotage("unladen/model/options.py", "hash_seeds: int = 3", "hash_seeds: int = 1"),
)
def test_i54_answers_that_change_with_the_hash_seed_are_wrong_and_the_seeds_are_named(
    ties: Project, told: Told
) -> None:
    done = ties.unladen("gate", "list", "set")
    assert done.returncode == 1
    told(done, "head", "WRONG ANSWERS", "of them change with the hash seed (PYTHONHASHSEED", "FAIL")


@control("I54")
def test_i54_control_ties_that_are_broken_by_what_is_known_pass(ties: Project) -> None:
    done = ties.unladen("gate", "list", "least")
    assert done.returncode == 0, done.stdout
    assert "hash seed" not in done.stdout
    assert "WRONG" not in done.stdout


DRAWN = '''
"""Candidates, and what runs them."""

import random
import time


def generate(count):
    order = random.Random({seed})
    return [order.randrange(1, 4_000) for _ in range(count)]


def evaluate(candidates):
    return {total}
'''
DRAWN_SUITE = """
import hashlib

import victim


class Evaluate:
    def setup(self):
        self.candidates = victim.generate(100)

    def time_evaluate(self):
        victim.evaluate(self.candidates)

    def workload_digest(self):
        return hashlib.sha256(repr(self.candidates).encode()).hexdigest()
"""
NOW, KNOWN = "time.time_ns()", "7"
PLAIN, SHORT = "sum(sum(range(n)) for n in candidates)", "sum(n * (n - 1) // 2 for n in candidates)"


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("drawn") / "victim", DRAWN_SUITE)
    for name, seed, total in (
        ("clock", NOW, PLAIN),
        ("clock-short", NOW, SHORT),
        ("seeded", KNOWN, PLAIN),
        ("seeded-short", KNOWN, SHORT),
    ):
        made.write("victim/__init__.py", DRAWN.format(seed=seed, total=total))
        made.commit(name, f"Sums, {name}")
    return made


@scenario(
    "I01",
    "candidates were generated anew from the clock before every run: the same code, 12 times apart",
    Sabotage("unladen/judge/comparable.py", "if base.workload != head.workload:", "if False:"),
)
def test_i01_workloads_that_are_not_the_same_are_not_compared(drawn: Project, told: Told) -> None:
    done = drawn.unladen("gate", "clock", "clock-short", "-b", "Evaluate")
    assert done.returncode == 3
    told(done, "head", "UNDECIDED", "other work: workload", "UNDECIDED  1 undecided")
    later = drawn.unladen("compare", "clock", "clock-short")
    assert later.returncode == 3
    assert "other work: workload" in later.stdout
    records = drawn.folder.glob("results/records/*/*.json")
    kept = [json.loads(path.read_text())["measurements"] for path in records]
    assert len({each["suite.Evaluate.time_evaluate"]["workload"] for each in kept}) == 2


@control("I01")
def test_i01_control_a_workload_that_is_frozen_is_compared(drawn: Project) -> None:
    words = ("-b", "Evaluate", "--no-why", "--witness", "never", "--budget", "240")
    done = drawn.unladen("gate", "seeded", "seeded-short", *words)
    assert done.returncode == 0, done.stdout
    assert "FASTER" in done.stdout
    assert "other work" not in done.stdout

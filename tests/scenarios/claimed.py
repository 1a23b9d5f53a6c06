"""A solver whose commits say in their messages what they are worth, and that was not so."""

import subprocess
from pathlib import Path

from tests.e2e.projects import Project, new_project

SUITE = """
import random
import time

from victim import draw, grids, programs, solve, tasks


class Solve:
    def time_solve(self):
        solve.solve(20_000)


class Grids:
    unit = "seconds"

    def time_lookups(self):
        for k in range(500):
            grids.lookup(k % 10)

    def track_hit_rate(self):
        return grids.hit_rate([1, 2, 1, 2])

    track_hit_rate.unit = "hits"

    def track_saved(self):
        return grids.saved()

    def track_stopwatch(self):
        began = time.perf_counter()
        grids.lookup(5)
        return round(time.perf_counter() - began, 1)


class Programs:
    def time_programs(self):
        for k in range(200):
            programs.compiled(k % 10)


class Tasks:
    def time_tasks(self):
        for task in tasks.ALL:
            tasks.parsed(task)


class TwoTasks:
    def setup(self):
        self.two = random.sample(tasks.ALL, 2)

    def time_two(self):
        for task in self.two:
            tasks.parsed(task)


class Drawn:
    def time_drawn(self):
        draw.page(18)
"""
SOLVE = """
def solve(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total
"""
GPU = """
from victim import gpu


def solve(n):
    if n > gpu.LEAST:
        return gpu.solve(n)
    total = 0
    for k in range(n):
        total += k * k % 7
    return total
"""
ON_GPU = """
LEAST = 1_000_000


def solve(n):
    batch = []
    for k in range(n):
        batch.append(k * k % 7)
    return sum(batch)
"""
GRIDS = """
def lookup(key):
    total = 0
    for k in range(60):
        total += k * key
    return total


def hit_rate(keys):
    return 1 - len(set(keys)) / len(keys)


def saved():
    return 0.0
"""
CACHED_GRIDS = """
KNOWN = {}
HITS = 0
SECONDS_A_HIT = 0.5


def lookup(key):
    global HITS
    name = repr([key] * 200)
    if name in KNOWN:
        HITS += 1
    else:
        KNOWN[name] = sum(k * key for k in range(60))
    return KNOWN[name]


def hit_rate(keys):
    return 1 - len(set(keys)) / len(keys)


def saved():
    for k in range(4_810):
        lookup(k % 10)
    return HITS * SECONDS_A_HIT
"""
PROGRAMS = """
def compiled(key):
    return [k * key for k in range(300)]
"""
TASKS = """
from functools import lru_cache

ALL = [f"task {k}" for k in range(400)]


@lru_cache(maxsize=None)
def parsed(task):
    return [ord(letter) for letter in task * 20]
"""
DRAW = """
def stroke():
    return sum(range(200))


def page(lines):
    for _ in range(lines):
        stroke()  # the frame
        stroke()  # its shadow
"""
TASKS_CACHED_TWICE = (
    TASKS.replace("def parsed", "def _parsed")
    + """

SEEN = {}


def parsed(task):
    name = tuple(task)
    if name not in SEEN:
        SEEN[name] = _parsed(task)
    return SEEN[name]
"""
)
FRAMES_OFF = """
ENABLED = False


def stroke():
    return sum(range(200))


def page(lines):
    for _ in range(lines):
        if ENABLED:
            stroke()  # the frame
        stroke()  # its shadow
"""
ALL_OFF = """
ENABLED = False


def stroke():
    return sum(range(200))


def page(lines):
    if not ENABLED:
        return
    for _ in range(lines):
        stroke()  # the frame
        stroke()  # its shadow
"""
FILES = {"solve": SOLVE, "grids": GRIDS, "programs": PROGRAMS, "tasks": TASKS, "draw": DRAW}


def first(folder: Path) -> Project:
    made = new_project(folder, SUITE)
    made.write("victim/__init__.py", "")
    return after(made, "base", "A solver", {})


def after(made: Project, name: str, message: str, changed: dict[str, str]) -> Project:
    """A commit on the first one, in which these modules differ."""
    if name != "base":
        made.git("checkout", "-q", "base")
    for module, text in {**FILES, **changed}.items():
        made.write(f"victim/{module}.py", text)
    made.commit(name, message)
    return made


def claims(made: Project, name: str) -> subprocess.CompletedProcess[str]:
    return made.unladen("claims", name, "--pairs", "8", "-q")

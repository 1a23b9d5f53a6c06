"""One small program with all that hides where time goes, and the same without; each explained once.

Its loops are counted, so that every share is known: logging is most of it, a wrapper lies around
every call, three functions are called `step`, one `f`, and the most suspected loop costs nothing.
"""

import shutil
import subprocess
from collections.abc import Callable

import pytest

from tests.e2e.projects import Project, new_project
from unladen.tools import pythons

counted = pytest.mark.skipif(
    not (shutil.which("valgrind") and pythons.interpreter("3.12")),
    reason="not measured here: neither valgrind nor Python 3.12",
)
"""Shares of counted instructions, which no other work on the machine changes."""

SUITE = """
from victim import program


def time_run():
    program.run()
"""
TABLE = """
[tool.unladen.categories]
dsl = ["^victim[.]dsl:"]
framework = ["^victim[.]framework:"]
search = ["^victim[.]search:", "^victim[.]scoring:"]
program = ["^victim[.]program:", "^suite:", "^benchmarks"]
"""
DSL = '''
"""What is asked for."""


def step(k):
    return k * k % 7


class Grid:
    def step(self, k):
        total = 0
        for j in range(6):
            total += k * j % 5
        return total


def transform(n):
    total, grid = 0, Grid()
    for k in range(n):
        total += step(k) + grid.step(k)
    return total


def rotate(n):
    total = 0
    for k in range(n):
        total += k * 5 % 13
    return total


def trim(k):
    return [k, k + 1, k + 2][1:]


def flip(k):
    return -k
'''
WRAP = '''
"""Around every call of a part."""

import functools


def checked(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        if args is None or kwargs is None:
            raise ValueError
        return function(*args, **kwargs)

    return inner
'''
FRAMEWORK = '''
"""What is around it."""

import logging

from victim.wrap import checked

LOG = logging.getLogger("victim")
LOG.addHandler(logging.NullHandler())
LOG.setLevel(logging.INFO)
LOG.propagate = False


@checked
def step(k):
    LOG.info("step %s of %s", k, "the framework")
    return k % 3


def outer(n):
    return middle(n) + 1


def middle(n):
    return inner(n) + 1


def inner(n):
    total = 0
    for k in range(n):
        total += k % 5
    return total


def refresh():
    table = {}
    for k in range(150):
        table[k] = k * 7
    return len(table)


def collect(n):
    batch = []
    for k in range(n):
        batch.append(k * 2)
    return batch
'''
SEARCH = '''
"""Which candidate is best."""


def make(limit):
    def f(k):
        total = 0
        for j in range(4):
            total += j * k
        return total < limit

    return f


def best(n):
    fits = make(1000)
    kept = [k for k in range(n) if fits(k)]
    kept.sort(key=lambda k: k * 7 % 11)
    return sum(k * k for k in kept)
'''
PROGRAM = '''
"""All of it, one after the other."""

from victim import dsl, framework, scoring, search


def run():
    total = framework.outer(900)
    for k in range(600):
        total += framework.step(k)
    for _ in range({calls}):
        total += framework.refresh()
    total += len(framework.collect(2000)) + dsl.rotate(1500) + dsl.transform(300)
    return total + search.best(200) + scoring.score(3)
'''
SCORING = {
    "base": '''
"""How good it is."""

from victim import dsl


def drop(k):
    total = 0
    for j in range(20):
        total += j ^ k
    return total


def score(k):
    return len(dsl.trim(k)) + dsl.flip(k) + drop(k)
''',
    "head": '''
"""How good it is."""

from victim import dsl


def trim(k):
    return [k, k + 1, k + 2][1:]


def weigh(k):
    total = 0
    for j in range(40):
        total += j ^ k
    return total


def score(k):
    return len(trim(k)) + dsl.flip(k) + weigh(k)
''',
}
PLAIN = '''
"""A program in which nothing is hidden."""


def square(k):
    return k * k % 7


def transform(n):
    total = 0
    for k in range(n):
        total += square(k)
    return total


def rotate(n):
    total = 0
    for k in range(n):
        total += k * 5 % 13
    return total


def run():
    return transform(9_000) + rotate({n})
'''


def hidden(made: Project) -> None:
    """Head calls one thing 32 times; of two small functions one moved and one is gone."""
    for side, calls in (("base", 1), ("head", 32)):
        dsl = DSL if side == "base" else DSL.replace(TRIM, "")
        files = {"dsl": dsl, "wrap": WRAP, "framework": FRAMEWORK, "search": SEARCH}
        files |= {"scoring": SCORING[side], "program": PROGRAM.format(calls=calls)}
        for name, text in files.items():
            made.write(f"victim/{name}.py", text)
        made.commit(side)


TRIM = DSL[DSL.index("def trim") : DSL.index("def flip")]


def plain(made: Project) -> None:
    for side, n in (("base", 9_000), ("head", 12_000)):
        made.write("victim/program.py", PLAIN.format(n=n))
        made.commit(side)


EXACT = ("--lanes", "calls,instructions")
_runs: dict[str, subprocess.CompletedProcess[str]] = {}


def explained(
    factory: pytest.TempPathFactory, write: Callable[[Project], None]
) -> subprocess.CompletedProcess[str]:
    """Once in a session, whichever row asks first."""
    name = write.__name__
    if name not in _runs:
        made = new_project(factory.mktemp("where") / "victim", SUITE)
        made.write("pyproject.toml", (made.folder / "pyproject.toml").read_text() + TABLE)
        write(made)
        _runs[name] = made.unladen("explain", "base", "head", "--all", "--pairs", "6", *EXACT)
    return _runs[name]


def rows(done: subprocess.CompletedProcess[str]) -> dict[str, list[str]]:
    """Of the first table: by name, what stands behind it."""
    lines = done.stdout.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("  function "))
    found = {}
    for line in lines[first + 1 :]:
        name, figures = line[2:38].strip(), line[38:].split(maxsplit=4)
        if not name:
            break
        found[name] = figures
    return found

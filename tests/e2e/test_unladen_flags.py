"""`unladen run` over a history, then nothing but the site: losses that no time shows are named.

In CI two commits and the exact lanes; `--full` has more kinds of them, scalene, and waiting.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project
from unladen.tools import pythons

pytestmark = [
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        not (shutil.which("valgrind") and pythons.interpreter("3.12")),
        reason="not measured here: instructions by function need valgrind and Python 3.12",
    ),
]

DSL = '''
"""What is asked for."""
import zlib

DATA = bytes(range(256)) * 4000


def step(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def run(calls, n):
    return sum(step(n) for _ in range(calls))


def checksum():
    {checksum}
'''
FRAMEWORK = '''
"""What is around it."""
import logging
import time

KEPT = []


def dispatch(n):
    total = 0
    for k in range(n):
        total += k * 3 % 5
    {extra}
    return total
'''
SUITE = """
import victim
from victim import dsl, framework


class Run:
    def time_run(self):
        dsl.run(victim.CALLS, victim.SIZE)
        framework.dispatch(victim.WRAP)
        dsl.checksum()
"""
TABLE = """
[tool.unladen.profile]
lanes = {lanes}
[tool.unladen.categories]
dsl = ["^victim[.]dsl:"]
framework = ["^victim[.]framework:"]
"""
NATIVE = "return zlib.crc32(DATA * 3)"
PYTHON = """total = 0
    for k in range(40_000):
        total += k * k % 7
    return total"""
USUAL = (200, 60, 40_000)


def lay(
    project: Project,
    numbers: tuple[int, int, int] = USUAL,
    extra: str = "pass",
    checksum: str = NATIVE,
) -> None:
    calls, size, wrap = numbers
    text = f"CALLS = {calls}\nSIZE = {size}\nWRAP = {wrap}\n"
    project.write("victim/__init__.py", text)
    project.write("victim/dsl.py", DSL.format(checksum=checksum))
    project.write("victim/framework.py", FRAMEWORK.format(extra=extra))


def begun(folder: Path, lanes: Sequence[str]) -> Project:
    made = new_project(folder, SUITE)
    text = (made.folder / "pyproject.toml").read_text()
    made.write("pyproject.toml", text + TABLE.format(lanes=json.dumps(lanes)))
    lay(made)
    made.commit("base")
    return made


def flags_of(project: Project, *words: str) -> dict[str, list[dict[str, Any]]]:
    """By commit's tag."""
    done = project.unladen("run", *words, "--json", "-q", timeout=800)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    names = {project.git("rev-parse", name): name for name in project.git("tag").split()}
    found: dict[str, list[dict[str, Any]]] = {}
    for flag in told["flags"]:
        found.setdefault(names[flag["commit"]], []).append(flag)
    return found


@pytest.mark.long
def test_a_loss_under_a_gain_and_a_heavier_call_are_flagged_by_run_and_shown_on_the_site(
    tmp_path: Path,
) -> None:
    """Stage 1: a faster DSL under a heavier framework; and fifty megabytes that are kept."""
    project = begun(tmp_path / "victim", ["calls", "instructions"])
    lay(project, (160, 60, 44_000), extra="KEPT[:] = [bytearray(50_000_000)]")
    project.commit("stage1", "A faster DSL")
    found = flags_of(project, "base..stage1", "--pairs", "2")
    losses = [flag for flag in found["stage1"] if flag["kind"] == "hidden loss"]
    (lost,) = [flag for flag in losses if flag["what"] == "framework"]
    assert lost["function"] == "victim/framework.py:dispatch"
    assert "dsl" in lost["beside"]
    (heavier,) = [flag for flag in found["stage1"] if flag["kind"] == "heavier"]
    assert heavier["head"] - heavier["base"] > 45e6
    again = project.unladen("run", "base..stage1", "--missing", "--json", "-q")
    assert json.loads(again.stdout)["profiles"] == 0  # each is taken apart once
    done = project.unladen("publish", "-o", "public", "-q")
    assert done.returncode == 0, done.stderr
    assert "hidden loss" in done.stdout
    page = project.folder / "public" / "c" / f"{project.git('rev-parse', 'stage1')[:12]}.html"
    text = page.read_text()
    assert "hidden loss" in text
    assert "victim/framework.py:dispatch" in text
    public = project.folder / "public"
    assert "hidden loss" in (public / "index.html").read_text()
    made_of = (public / "b" / "suite.Run.time_run.html").read_text()
    assert "Instructions by category" in made_of
    (dispatch,) = (public / "f").glob("*dispatch*.html")
    assert f"../f/{dispatch.name}" in made_of
    assert "changed" in dispatch.read_text()
    parts = json.loads(project.unladen("history", "--parts", "--json").stdout)["parts"]
    steps = {(step["of"], step["name"]): step for step in parts[0]["steps"]}
    assert steps["function", "victim/framework.py:dispatch"]["own"]
    assert steps["category", "framework"]["after"] > steps["category", "framework"]["before"]
    fails_on_what_is_heavier(project)


def fails_on_what_is_heavier(project: Project) -> None:
    """Whatever time says: it has none here, and would be undecided."""
    config = project.folder / "pyproject.toml"
    config.write_text(f'{config.read_text()}\n[tool.unladen]\nfail-on = ["heavier"]\n')
    words = ("--ignore-dirty", "--no-why", "--witness", "never", "--budget", "1", "-q")
    done = project.unladen("gate", "base", "stage1", *words)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 flag that this project fails on" in done.stdout


@pytest.mark.long
def test_each_kind_of_loss_is_flagged_at_its_commit_and_nothing_else(tmp_path: Path) -> None:
    project = begun(tmp_path / "victim", ["calls", "instructions", "splits", "memory"])
    history = [
        ("renamed", {"extra": "pass  # another word"}),
        ("python", {"checksum": PYTHON}),
        ("native", {}),
        ("less", {"numbers": (120, 60, 40_000)}),
        ("more", {}),
        ("waits", {"extra": "time.sleep(0.004)"}),
        ("quick", {}),
        ("logs", {"numbers": (150, 60, 40_000), "extra": LOGGING}),
    ]
    for name, how in history:
        lay(project, **how)  # type: ignore[arg-type]
        project.commit(name)
    found = flags_of(project, "base..logs", "--pairs", "5")
    kinds = {name: {flag["kind"] for flag in flags} for name, flags in found.items()}
    assert "renamed" not in kinds
    assert "moved to Python" in kinds["python"]
    assert "less work" in kinds["less"]
    assert "waits" in kinds["waits"]
    (logs,) = [flag for flag in found["logs"] if flag["what"] == "logging"]
    assert logs["kind"] == "hidden loss"
    assert not kinds.get("quick", set())
    done = project.unladen("show", "logs", "--scalene", "suite.Run.time_run")
    assert done.returncode == 0, done.stderr
    name = f"{project.git('rev-parse', 'logs')[:12]}-suite.Run.time_run-scalene.json"
    assert json.loads((project.folder / name).read_text())["files"]


LOGGING = "[logging.getLogger('victim').debug('x') for _ in range(1500)]"

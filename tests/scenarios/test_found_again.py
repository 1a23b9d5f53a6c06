"""Whether anybody runs it, and whether a figure can be found again."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.projects import Project, asv_history, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

TASKS = """
import victim


class Tasks:
    params = list(range(205))
    param_names = ["task"]

    def setup(self, task):
        victim.load(task)

    def time_task(self, task):
        victim.solve(task)
"""
SOLVER = """
def load(task):
    if task % 6 == 0 and task < {lost}:
        raise KeyError(f"no such primitive: {{task}}")


def solve(task):
    return last() if task == 203 else sum(range(1000))


def last():
    return sum(range({n}))
"""
NO_COUNT = 'decide-by = ["code", "time"]\n'
GATE = re.compile(r"- run: (unladen gate .*)")


def with_workflow(folder: Path) -> Project:
    """A project whose settings and workflow `unladen init` wrote; that all is known to work, as it
    offers to say."""
    made = new_project(folder, TASKS)
    done = made.unladen("init", "--ci", "github", "--install", "git+https://git.example/unladen@v1")
    assert done.returncode == 0, done.stderr
    text = (made.folder / "pyproject.toml").read_text()
    text = text.replace("allow = ", f"{NO_COUNT}allow = ", 1).replace("# must-run", "must-run", 1)
    made.write("pyproject.toml", text)
    return made


def in_ci(project: Project) -> subprocess.CompletedProcess[str]:
    """The gate's step, as the machine that reads the workflow runs it."""
    workflow = (project.folder / ".github/workflows/unladen.yml").read_text()
    (step,) = GATE.findall(workflow)
    known = {k: v for k, v in os.environ.items() if k != "PYTHONHASHSEED"}
    known["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{known['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", step],
        cwd=project.folder, env=known, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    words = ["-m", *step.partition(" ||")[0].split()]
    return subprocess.CompletedProcess(words, done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = with_workflow(tmp_path_factory.mktemp("ci") / "victim")
    for name, lost, n in (("base", 204, 10_000), ("branch", 204, 5_000)):
        made.write("victim/__init__.py", SOLVER.format(lost=lost, n=n))
        made.commit(name)
    return made


@scenario(
    "I59",
    "34 of 205 tests failed, and CI ran none of them",
    Sabotage("unladen/judge/comparable.py", "    if rules.must_run:", "    if False:"),
)
def test_i59_the_workflow_runs_the_gate_and_a_suite_of_which_34_fail_does_not_pass(
    suite: Project, told: Told
) -> None:
    done = in_ci(suite)
    assert done.returncode == 1
    told(done, "suite.Tasks.time_task(0)", "fails on both sides: exception: KeyError", "34 failed")
    comment = (suite.folder / "unladen.md").read_text().splitlines()
    assert "34" in comment[0] + comment[1]


@control("I59")
def test_i59_control_a_suite_that_works_passes_in_the_same_workflow(
    suite: Project,
) -> None:
    (suite.folder / "unladen.md").unlink(missing_ok=True)
    for name, n in (("whole", 5_001), ("faster", 2_500)):
        suite.write("victim/__init__.py", SOLVER.format(lost=0, n=n))
        suite.commit(name)
    done = in_ci(suite)
    assert done.returncode == 0, done.stdout
    assert "failed" not in done.stdout.lower()


PHASES = ("Pools\n\nPhase: 3", "Caches\n\nPhase: 3b", "Threads\n\nphase: 3", "GPU\n\nPhase:  3 ")


def declared(folder: Path, messages: tuple[str, ...]) -> Project:
    """With results of each commit, as asv writes them."""
    made = asv_history(folder, [1.0] * 12 + [1.5] * 12)
    for message in messages:
        made.git("commit", "-q", "--allow-empty", "-m", message)
    return made


@scenario(
    "I60",
    "356 documents of prose, and four different phases 3",
    Sabotage("unladen/judge/promises.py", "phase_key(other) == name", "False"),
)
def test_i60_two_commits_that_claim_one_phase_are_told_and_results_are_keyed_by_commit(
    tmp_path: Path, told: Told
) -> None:
    made = declared(tmp_path / "victim", PHASES)
    done = made.unladen("claims", "c23..HEAD")
    assert done.stdout.count("TWICE") == 6
    assert done.returncode == 3
    told(done, "phase 3  Pools", "phase 3 is claimed by", "phase 3 is claimed by")
    history = json.loads(made.unladen("history", "--machine", "here", "--json").stdout)
    (event,) = history["events"]
    assert event["commit"] == made.git("rev-parse", "c12")


@control("I60")
def test_i60_control_phases_with_names_of_their_own_are_left_alone(tmp_path: Path) -> None:
    made = declared(tmp_path / "victim", ("Pools\n\nPhase: 3", "Caches\n\nPhase: 4"))
    done = made.unladen("claims", "c23..HEAD")
    assert done.returncode == 0
    assert "phase 3  Pools" in done.stdout
    assert "TWICE" not in done.stdout

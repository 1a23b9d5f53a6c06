"""A commit that ends whoever imports it, or does not build, is failed; all others are measured."""

import json
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project

SUITE = """
import os

import victim


def time_work():
    victim.work()
"""
OTHER = """
def time_other():
    sum(range(10_000))
"""
EXITS = """
import os, sys
print("no licence", file=sys.stderr)
os._exit(3)
"""
CRASHES = "\nimport ctypes\nctypes.string_at(0)\n"
LEAVES = "\nraise SystemExit('no licence')\n"
HANGS = "\nimport time\ntime.sleep(977)\n"
GATE = ("-q", "--pairs", "2", "--no-why", "--witness", "never", "--json")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """first, then commits whose package cannot be imported, one that does not build, and last."""
    made = new_project(tmp_path_factory.mktemp("broken") / "victim", SUITE)
    made.write("benchmarks/other.py", OTHER)
    made.commit("good")
    for name, extra in (("exits", EXITS), ("crashes", CRASHES), ("leaves", LEAVES)):
        made.work(extra=extra)
        made.commit(name)
    made.work(extra="\nNUMBER = 1\n")
    made.write("pyproject.toml", "this is no TOML [")
    made.commit("unbuilt")
    made.git("checkout", "-q", "good", "--", "pyproject.toml")
    made.work(extra="\nNUMBER = 2\n")
    made.commit("last")
    return made


def gated(project: Project, base: str, head: str, code: int) -> dict[str, Any]:
    done = project.unladen("gate", base, head, *GATE)
    assert done.returncode == code, done.stdout + done.stderr
    told = json.loads(done.stdout)["comparisons"]
    return {each["benchmark"]: each for each in told}


@pytest.mark.parametrize(
    ("head", "why"),
    [("exits", "exit code 3: no licence"), ("crashes", "SIGSEGV"), ("leaves", "SystemExit")],
)
def test_a_package_that_ends_who_imports_it_is_failed_on_head(
    project: Project, head: str, why: str
) -> None:
    found = gated(project, "good", head, 1)
    assert found["suite.time_work"]["verdict"] == "failed"
    assert why in found["suite.time_work"]["reason"]
    assert found["other.time_other"]["verdict"] != "failed", "it imports nothing of the package"


def test_what_ends_on_both_sides_is_undecided_and_never_left_out(project: Project) -> None:
    found = gated(project, "exits", "crashes", 3)
    assert found["suite.time_work"]["verdict"] == "undecided"
    assert "SIGSEGV" in found["suite.time_work"]["reason"]

"""What has to prove itself: counters that were put in, and checks that can fail."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

CORE = """
def spin(n):
    return sum(k * k % 7 for k in range(n))


def work():
    return spin({loops})
"""
HOOK = '''
"""Checks types while the package is imported, as typeguard and beartype do."""
import importlib.machinery
import sys


class Loader(importlib.machinery.SourceFileLoader):
    pass


class Hook:
    def find_spec(self, name, path=None, target=None):
        if not name.startswith("victim."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, Hook())
from victim.core import spin, work
'''
SUITE = """
from victim import work


def time_work():
    work()
"""
SETTINGS = """
[tool.unladen.profile]
lanes = ["calls"]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("proven") / "victim", SUITE)
    made.write("pyproject.toml", (made.folder / "pyproject.toml").read_text() + SETTINGS)
    made.write("victim/core.py", CORE.format(loops=20_000))
    made.write("victim/__init__.py", "from victim.core import spin, work\n")
    made.commit("plain")
    made.write("victim/__init__.py", HOOK)
    made.commit("hooked")
    return made


RUN = ("-q", "--pairs", "4", "--budget", "20", "-b", "time_work")


@scenario(
    "I55",
    "functions were patched to no effect, and their calls were believed to be none",
    Sabotage("unladen/profiling/calls.py", "    if uncounted:", "    if False:"),
)
def test_i55_counters_that_do_not_move_are_not_told_as_no_calls(
    project: Project, told: Told
) -> None:
    done = project.unladen("run", "hooked", *RUN)
    assert done.returncode == 0, done.stderr
    assert "its counter did not move" in done.stdout
    told(done, "victim/core.py:spin and 1 more ran, and its counter did not move")


@control("I55")
def test_i55_control_a_name_that_was_imported_into_the_suite_is_counted(project: Project) -> None:
    done = project.unladen("run", "plain", *RUN)
    assert done.returncode == 0, done.stderr
    assert "counter" not in done.stdout
    assert "took 1 benchmarks of commits apart" in done.stdout
    found = sorted((project.folder / "results" / "profiles").rglob("*.json*"))
    assert found

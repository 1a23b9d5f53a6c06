"""Reports and profiles that break, or that have nothing in them: what becomes of the evidence."""

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.rows import Sabotage, Told, control, scenario

SUITE = """
import time

import victim


class Work:
    def time_work(self):
        victim.work()

    def time_device(self):
        victim.answer(1)
        time.sleep(0.05)  # what works is a device
"""
LOOK = ("explain", "first", "slower", "--lanes", "samples", "--precision", "10%", "--pairs", "2")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("evidence") / "victim", SUITE)
    made.work(loops=80_000)
    made.commit("slower")
    return made


@scenario(
    "I52",
    "a line profiler recorded 0 s, unnoticed at first",
    Sabotage("unladen/judge/findings.py", "if not asked or not sides or any(costs):", "if True:"),
)
def test_i52_a_profile_without_samples_is_an_error(project: Project, told: Told) -> None:
    """The sampler looks at a process that waits."""
    done = project.unladen(*LOOK, "-b", "time_device", "-q")
    assert done.returncode == 4, done.stdout + done.stderr
    assert "unladen doctor" in done.stderr
    told(done, "no profile has samples")


@control("I52")
def test_i52_control_a_profile_with_samples_names_the_function(project: Project) -> None:
    done = project.unladen(*LOOK, "-b", "time_work", "-q")
    if done.returncode == 4 and "py-spy" in done.stderr:
        pytest.skip("not measured here: nobody may look into another process")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "victim.spin" in done.stdout
    assert "no profile" not in done.stdout + done.stderr

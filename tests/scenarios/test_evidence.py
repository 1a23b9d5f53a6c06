"""Reports and profiles that break, or that have nothing in them: what becomes of the evidence."""

import subprocess
import sys
from pathlib import Path

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
    assert done.returncode == 4, "an empty profile was told as one"
    assert "no profile has samples" in done.stderr, "it is not said that the profile is empty"
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


GATE = ("gate", "--budget", "20", "--witness", "never", "--no-why", "-b", "time_work", "-q")


def to_a_full_disk(project: Project, *words: str) -> subprocess.CompletedProcess[str]:
    """What is printed cannot be written, when all is measured."""
    with Path("/dev/full").open("w") as full:
        return subprocess.run(
            [sys.executable, "-m", "unladen", *words],
            cwd=project.folder, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip


@scenario(
    "I53",
    "the report crashed with a TypeError, and the measurements were lost",
    Sabotage(
        "unladen/measure/keeping.py", "            project.records.save(record)", "            pass"
    ),
)
def test_i53_what_was_measured_is_found_again_when_the_report_broke(
    project: Project, told: Told
) -> None:
    broken = to_a_full_disk(project, *GATE, "first", "slower")
    assert broken.returncode == 4
    assert "No space left on device" in broken.stderr
    done = project.unladen("compare", "first", "slower", "-b", "time_work")
    assert done.returncode == 1, "from records: nothing is measured again"
    told(done, "SLOWER        suite.Work.time_work", "CPU time", "FAIL")


@control("I53")
def test_i53_control_a_report_that_can_be_written(project: Project) -> None:
    done = project.unladen(*GATE, "slower", "first", "--markdown", "report.md")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No space" not in done.stderr
    assert "faster" in (project.folder / "report.md").read_text()


BATCHES = """
import victim


class Batch:
    params = (["cpu", "gpu"], [200])
    param_names = ["device", "grids"]

    def time_batch(self, device, grids):
        victim.batch(device, grids)
"""
DEVICES = """
def on_cpu(grid):
    return grid * grid % 7


def on_gpu(grid):
    sent = [bytes([grid % 251]) for _ in range({transfers})]
    return on_cpu(grid) + 0 * len(sent)


def batch(device, grids):
    one = on_gpu if device == "gpu" else on_cpu
    return [one(grid) for grid in range(grids)]
"""
PAYS = """
def on_cpu(grid):
    return sum(k * k % 7 for k in range(grid % 3 + {loops}))


def batch(device, grids):
    if device == "gpu":
        return [0] * grids
    return [on_cpu(grid) for grid in range(grids)]
"""


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """No machine of ours has a GPU: what costs here is that each grid is sent by itself."""
    made = new_project(tmp_path_factory.mktemp("devices") / "victim", BATCHES)
    for name, text in (
        ("sends", DEVICES.format(transfers=400)),
        ("sends_less", DEVICES.format(transfers=100)),
        ("pays", PAYS.format(loops=40)),
        ("pays_more", PAYS.format(loops=20)),
    ):
        made.write("victim/__init__.py", text)
        made.commit(name, f"{name}: on the GPU")
    return made


DEVICE_GATE = ("gate", "--budget", "20", "--witness", "never", "-q", "--all")


@scenario(
    "I51",
    'a "GPU speed-up" was 10 to 830 times slower than the CPU',
    Sabotage("unladen/judge/baselines.py", "mine >= LEAST * its:", "mine < 0:"),
)
def test_i51_what_got_faster_is_told_beside_the_baseline_of_the_same_run(
    devices: Project, told: Told
) -> None:
    done = devices.unladen(*DEVICE_GATE, "sends", "sends_less")
    assert done.returncode == 0, done.stdout
    told(done, "FASTER        suite.Batch.time_batch('gpu', 200)", "times as long as with 'cpu'")


@control("I51")
def test_i51_control_a_device_that_is_faster_than_the_baseline(devices: Project) -> None:
    done = devices.unladen(*DEVICE_GATE, "pays", "pays_more")
    assert done.returncode == 0, done.stdout
    assert "FASTER        suite.Batch.time_batch('cpu', 200)" in done.stdout
    assert "times as long" not in done.stdout

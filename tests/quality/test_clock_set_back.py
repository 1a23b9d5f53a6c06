"""A clock that is set back by a day, again and again, in unladen and in all that it starts."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.e2e.projects import new_project
from unladen.tools import scratch

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="apt-get install gcc")
SOURCE = Path(__file__).with_name("clock_back.c")


@pytest.fixture(scope="module")
def jumping(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Variables under which the day's clock jumps; other clocks go on."""
    made = tmp_path_factory.mktemp("clock") / "clock_back.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return {"LD_PRELOAD": str(made)}


def test_the_clock_does_jump(jumping: dict[str, str]) -> None:
    code = "import time; seen = [time.time() for _ in range(30)]; print(max(seen) - min(seen))"
    words = [sys.executable, "-c", code]
    done = subprocess.run(
        words, env={**os.environ, **jumping}, capture_output=True, text=True, check=True
    )
    assert float(done.stdout) > 26 * 3600 - 60


@pytest.mark.long
def test_a_clock_that_is_set_back_changes_no_verdict_and_loses_nothing(
    tmp_path: Path, jumping: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = new_project(tmp_path / "victim")
    project.work(loops=30_000)
    project.commit("one")
    project.work(loops=120_000)
    project.commit("two")
    for name, value in jumping.items():
        monkeypatch.setenv(name, value)
    gate = ("gate", "one", "two", "-b", "time_work", "--decide-by", "time", "--no-why", "--json")
    done = project.unladen(*gate, "-q")
    assert done.returncode == 1, done.stderr
    (told,) = json.loads(done.stdout)["comparisons"]
    assert told["verdict"] == "slower"
    assert 0.2 < told["change"]["estimate"] < 100, "not a day"
    assert 0 <= json.loads(done.stdout)["seconds"] < 600
    for words in (("history",), ("publish", "-o", "pages"), ("show", "two")):
        done = project.unladen(*words)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    records = list((project.folder / "results" / "records").rglob("*.json"))
    assert len(records) == 2
    assert all(json.loads(path.read_text())["measurements"] for path in records)


def test_what_a_killed_run_left_is_swept_though_its_time_is_still_to_come(
    tmp_path: Path,
) -> None:
    left = tmp_path / f".record.json.x{scratch.UNFINISHED}"
    left.write_text("{")
    later = time.time() + 2 * scratch.OLD_SECONDS
    os.utime(left, (later, later))
    scratch.sweep_unfinished(tmp_path)
    assert not left.exists()

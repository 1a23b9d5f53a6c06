"""`unladen check` as its users call it: what they read, the files it writes, and its exit code."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project

SUITE = """
import numpy as np
import victim


class Work:
    def setup(self):
        self.data = np.random.rand(10)

    def time_it(self):
        victim.spin(int(self.data.size))
"""
ONLY_SEEN = """
import subprocess
import sys
import time

import victim

time.sleep(1.1)


def chance():
    return getattr(__import__("random"), "Random")()


class Work:
    def time_draws(self):
        victim.spin(int(chance().random() * 10))

    def time_starts(self):
        getattr(subprocess, "run")([sys.executable, "-c", "pass"])

    def time_plain(self):
        victim.spin(10)

    def time_containers(self):
        return [[k] for k in range(200_000)]


class Slow:
    def setup(self):
        time.sleep(0.6)

    def time_quick(self):
        victim.spin(10)
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return new_project(tmp_path / "victim", SUITE)


def rules(done: subprocess.CompletedProcess[str]) -> list[tuple[str, int]]:
    return [(each["rule"], each["line"]) for each in json.loads(done.stdout)["findings"]]


def test_what_is_found_is_told_by_file_and_line_with_what_to_do(project: Project) -> None:
    done = project.unladen("check")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "benchmarks/suite.py"
    assert lines[1].split()[:2] == ["8", "unseeded"]
    assert "np.random.seed(0)" in lines[2]
    assert "1 found (1 unseeded)" in done.stdout
    assert not (project.folder / ".asv" / "unladen" / "lock").exists(), "nothing is built for it"


def test_notes_alone_fail_nothing_and_an_allowed_place_is_counted(project: Project) -> None:
    allowed = "  # unladen: allow unseeded only its size counts\n"
    project.write("benchmarks/suite.py", SUITE.replace("rand(10)\n", "rand(10)" + allowed))
    done = project.unladen("check")
    assert done.returncode == 0
    assert "nothing found" in done.stdout
    assert "1 allowed" in done.stdout
    assert "no-answers" in done.stdout


def test_json_sarif_and_the_settings_of_the_project(project: Project) -> None:
    done = project.unladen("check", "--json", "--sarif", "out.sarif")
    assert done.returncode == 1
    assert rules(done) == [("unseeded", 8), ("no-answers", 10)]
    (run,) = json.loads((project.folder / "out.sarif").read_text())["runs"]
    assert [each["ruleId"] for each in run["results"]] == ["no-answers", "unseeded"] or [
        each["ruleId"] for each in run["results"]
    ] == ["unseeded", "no-answers"]
    table = '\n[tool.unladen.check]\noff = ["unseeded", "no-answers"]\n'
    text = (project.folder / "pyproject.toml").read_text()
    project.write("pyproject.toml", text + table)
    done = project.unladen("check", "--json")
    assert (done.returncode, rules(done)) == (0, [])


def test_mistakes_of_usage_end_with_two_and_say_what_next(project: Project) -> None:
    done = project.unladen("check", "--only", "unseded")
    assert done.returncode == 2
    assert "unladen check --rules" in done.stderr
    done = project.unladen("check", "-b", "time_it")
    assert (done.returncode, "--trace" in done.stderr) == (2, True)
    project.write("asv.conf.json", '{"benchmark_dir": "nowhere"}')
    done = project.unladen("check")
    assert done.returncode == 2
    assert "nowhere is no folder" in done.stderr
    (project.folder / "asv.conf.json").unlink()
    assert project.unladen("check").returncode == 2
    assert project.unladen("check", "--rules").returncode == 0, "needs no project"


def test_a_suite_that_python_cannot_read_is_a_finding(project: Project) -> None:
    project.write("benchmarks/broken.py", "def time_it(:\n")
    done = project.unladen("check", "--json")
    assert done.returncode == 1
    assert ("unreadable", 1) in rules(done)
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.long
def test_a_traced_run_sees_what_the_source_does_not_say(tmp_path: Path) -> None:
    made = new_project(tmp_path / "victim", ONLY_SEEN)
    assert made.unladen("check").returncode == 0
    done = made.unladen("check", "--trace", "--json")
    assert done.returncode == 1, done.stderr
    told = {each["rule"]: each for each in json.loads(done.stdout)["findings"]}
    traced = {"draws", "starts-others", "slow-import", "slow-setup", "collector-stopped"}
    assert told.keys() == traced | {"no-answers"}
    assert "time_containers" in told["collector-stopped"]["what"]
    assert (told["draws"]["file"], told["draws"]["line"]) == ("benchmarks/suite.py", 12)
    assert "time_starts" in told["starts-others"]["what"]
    assert "time_plain" not in done.stdout

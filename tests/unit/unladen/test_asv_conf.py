"""An asv.conf.json of any shape is used, or refused in words: never a bug of unladen."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from unladen.errors import UnladenError
from unladen.tools.asv import AsvProject

GOOD = {
    "version": 1,
    "project": "p",
    "repo": ".",
    "branches": ["HEAD"],
    "environment_type": "virtualenv",
    "benchmark_dir": "benchmarks",
    "results_dir": "results",
}
MORE = (
    "build_command",
    "install_command",
    "repo_subdir",
    "include",
    "exclude",
    "matrix",
    "pythons",
)
ODD: tuple[object, ...] = (None, [], {}, 5, "\x00", "x", ["x"], [[]], {"a": [1]})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", "-b", "main"], cwd=tmp_path, check=True)
    words = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty"]
    subprocess.run([*words, "-m", "one"], cwd=tmp_path, check=True)
    (tmp_path / "benchmarks").mkdir()
    return tmp_path


def opened(folder: Path, text: str) -> str:
    """Why not; empty if it can be used."""
    (folder / "asv.conf.json").write_text(text)
    try:
        AsvProject(folder, folder / ".asv" / "unladen").environments("a")
    except UnladenError as error:
        return error.what
    return ""


def test_a_good_one_is_used(project: Path) -> None:
    assert opened(project, json.dumps(GOOD)) == ""


@pytest.mark.parametrize("name", [*GOOD, *MORE])
def test_any_value_is_used_or_refused(project: Path, name: str) -> None:
    for odd in ODD:
        assert len(opened(project, json.dumps({**GOOD, name: odd}))) < 500


@pytest.mark.parametrize("text", ["", "[]", "{}", "5", '"x"', "[" * 5000, "{", '{"version": 1}'])
def test_what_is_no_configuration_is_refused(project: Path, text: str) -> None:
    assert "asv.conf.json" in opened(project, text)


def test_one_that_names_no_kind_of_environment_has_those_of_any_python(project: Path) -> None:
    """pyRecEst: its own environments were made, and one of another Python was refused."""
    known = {name: value for name, value in GOOD.items() if name != "environment_type"}
    (project / "asv.conf.json").write_text(json.dumps(known))
    here = AsvProject(project, project / ".asv" / "unladen")
    (usual,) = here.environments("a")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    (asked,) = here.environments("b", wanted=f"virtualenv:{version}")
    assert asked.name == usual.name == f"virtualenv-py{version}"
    assert here.notes == ("asv.conf.json names no environment_type: virtualenv",)


TRACKED = """
import pathlib, sys
from multiprocessing import resource_tracker
from unladen.tools.asv import AsvProject
folder = pathlib.Path(sys.argv[1])
AsvProject(folder, folder / ".asv" / "unladen").environments("a")
print(resource_tracker._resource_tracker._pid)
"""


def test_opening_asv_starts_no_process_that_outlives_what_unladen_ends(project: Path) -> None:
    """Python 3.14 started a tracker for asv's lock, and warned at exit that it had died."""
    (project / "asv.conf.json").write_text(json.dumps(GOOD))
    words = [sys.executable, "-c", TRACKED, str(project)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "None"

"""Interpreters of this machine: pyenv's own, never its shims."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from unladen.errors import ConfigError
from unladen.tools import pythons
from unladen.tools.asv import AsvProject

SHIM_ONLY = "3.98"
"""No machine has it, but pyenv has a shim."""
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"


def program(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def interpreter(path: Path, version: str) -> Path:
    """A program that answers as an interpreter of this version does."""
    return program(path, f"echo '{version}'; echo '{path}'")


@pytest.fixture
def pyenv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two releases of 3.10, a free-threaded 3.13, and shims that lead nowhere before all else."""
    root = tmp_path / "pyenv"
    for version in ("3.10.9", "3.10.13"):
        interpreter(root / "versions" / version / "bin" / "python3.10", f"cpython{version}")
    interpreter(root / "versions" / "3.13.0t" / "bin" / "python3.13t", "cpython3.13.0t")
    interpreter(root / "versions" / "3.13.0t" / "bin" / "python3.13", "cpython3.13.0t")
    interpreter(root / "versions" / "pypy3.10-7.3" / "bin" / "pypy3.10", "pypy3.10.14")
    for name in ("python3.10", f"python{SHIM_ONLY}", "python3.13", "pypy3.10"):
        program(root / "shims" / name, "echo pyenv: command not found >&2; exit 127")
    monkeypatch.setenv("PYENV_ROOT", str(root))
    monkeypatch.setenv("PATH", f"{root / 'shims'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(pythons, "PLACES", ())
    pythons.interpreter.cache_clear()
    return root


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("3.10", "3.10.13/bin/python3.10"),
        ("3.13t", "3.13.0t/bin/python3.13t"),
        ("pypy3.10", "pypy3.10-7.3/bin/pypy3.10"),
    ],
)
def test_the_newest_release_is_found_below_pyenv_root_and_no_shim_is_taken(
    pyenv: Path, asked: str, found: str
) -> None:
    before = os.environ["PATH"]
    assert pythons.interpreter(asked) == str(pyenv / "versions" / found)
    assert os.environ["PATH"] == before


@pytest.mark.parametrize("asked", ["3.98", "2.7", "3.9", "dummy", "", "pypy2.7", "../python3.10"])
@pytest.mark.usefixtures("pyenv")
def test_a_version_that_is_not_here_is_none_whatever_it_is(asked: str) -> None:
    assert pythons.interpreter(asked) is None


def test_a_shim_that_works_is_followed_to_its_interpreter(
    pyenv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """asdf and mise have shims, too, and keep their interpreters elsewhere."""
    real = interpreter(tmp_path / "installs" / "python3.14", "cpython3.14.2")
    shims = program(tmp_path / "asdf" / "shims" / "python3.14", f'exec {real} "$@"').parent
    monkeypatch.setenv("PATH", f"{pyenv / 'shims'}{os.pathsep}{shims}")
    assert pythons.interpreter("3.14") == str(real)


def test_a_full_path_is_an_interpreter_if_it_runs(pyenv: Path) -> None:
    path = pyenv / "versions" / "3.10.9" / "bin" / "python3.10"
    assert pythons.interpreter(str(path)) == str(path)
    assert pythons.interpreter(str(pyenv / "shims" / "python3.10")) is None


def test_the_python_that_runs_this_is_always_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PYENV_ROOT", "/nowhere")
    monkeypatch.setattr(pythons, "PLACES", ())
    pythons.interpreter.cache_clear()
    assert pythons.interpreter(RUNNING) == sys.executable


def opened(folder: Path, **conf: object) -> AsvProject:
    """A project whose asv.conf.json says so."""
    (folder / "benchmarks").mkdir(parents=True)
    (folder / "benchmarks" / "__init__.py").touch()
    told = {"version": 1, "project": "x", "repo": ".", "branches": ["HEAD"], **conf}
    (folder / "asv.conf.json").write_text(json.dumps(told))
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    return AsvProject(folder, folder / ".asv" / "unladen")


def test_pythons_are_looked_for_after_the_matrix_is_expanded(pyenv: Path, tmp_path: Path) -> None:
    """pvlib's configuration: no Python but those of its `include`, and conda, which is not here."""
    project = opened(
        tmp_path / "project",
        environment_type="virtualenv",
        pythons=["dummy"],
        include=[
            {"python": "3.10", "req": {"numpy": "1.26"}},
            {"python": SHIM_ONLY},
            {"python": "3.13t"},
            {"python": "pypy3.10"},
        ],
        exclude=[{"python": "dummy"}],
    )
    found = project.environments("a")
    assert [each.name for each in found] == [
        "virtualenv-py3.10-numpy1.26",
        "virtualenv-py3.13t",
        "virtualenv-pypy3.10",
    ]
    assert found[0]._executable == str(pyenv / "versions/3.10.13/bin/python3.10")


@pytest.mark.usefixtures("pyenv")
def test_where_no_python_of_the_matrix_is_here_that_is_an_error_with_a_next_step(
    tmp_path: Path,
) -> None:
    project = opened(tmp_path / "project", environment_type="virtualenv", pythons=[SHIM_ONLY])
    with pytest.raises(ConfigError) as error:
        project.environments("a")
    assert "-E virtualenv:" in error.value.fix

"""Kinds of environments: where one is not here, another is taken, and which take any Python."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from unladen.tools import builds, environments


@pytest.mark.parametrize(
    ("kind", "program", "here"),
    [
        ("virtualenv", None, True),
        ("uv", None, False),
        ("uv", "/usr/bin/uv", True),
        ("conda", None, False),
        ("conda", "/opt/conda", True),
        ("somebody's plugin", None, True),
    ],
)
def test_a_kind_is_here_if_its_program_is(
    kind: str, program: str | None, here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CONDA_EXE", raising=False)
    monkeypatch.setattr("shutil.which", lambda _: program)
    assert environments.is_here(kind) is here


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("uv:3.13", True),
        ("virtualenv:3.12", True),
        ("conda:3.12", False),
        ("virtualenv-py3", False),
    ],
)
def test_only_some_kinds_take_a_python_that_is_not_listed(name: str, made: bool) -> None:
    assert environments.named(name) is made


def test_a_project_that_names_no_kind_gets_one_and_is_told() -> None:
    """pyRecEst; asv itself refuses it."""
    assert "names no environment_type: virtualenv" in environments.unusable(None)
    assert "somebody's is not here" not in environments.unusable("somebody's plugin")
    assert environments.unusable("virtualenv") == ""


WHEEL = ["install", "-v", "wheel", "pip>=8"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["install", "-v", "--upgrade", "numpy==1.26"], ["wheel", "numpy==1.26"]),
        (["install", "-v", "--upgrade", "--index-url", "x", "numpy"], None),
        (["install", "-v", "--upgrade", "./local"], None),
        (["install", "-v", "--upgrade", "git+https://example.org/a"], None),
        (["uninstall", "-y", "numpy"], None),
    ],
)
def test_plain_requirements_are_asked_for_at_once_and_others_as_asv_does(
    more: list[str], told: list[str] | None
) -> None:
    together = environments.in_one_call([WHEEL, more])
    assert together == ([] if told is None else ["install", "-v", "--upgrade", *told])


class Environment:
    """As asv's are: each requirement is a call of its own."""

    tool_name = "virtualenv"

    def __init__(self, conflict: bool) -> None:
        self.conflict = conflict
        self.calls: list[list[str]] = []

    def _install_requirements(self) -> None:
        for name in ("setuptools", "numpy==1.26"):
            self._run_pip(["install", "-v", "--upgrade", name])

    def _run_pip(self, words: list[str], **_: object) -> None:
        from asv.util import ProcessError

        self.calls.append(words[3:])
        if self.conflict and len(words) > 4:
            raise ProcessError(words, 1, "", "conflict")


@pytest.mark.parametrize("conflict", [False, True])
def test_what_cannot_be_had_at_once_is_asked_for_one_by_one(conflict: bool) -> None:
    made = Environment(conflict)
    environments.filled_at_once(made)
    made._install_requirements()
    at_once = ["setuptools", "numpy==1.26"]
    assert made.calls == ([at_once, ["setuptools"], ["numpy==1.26"]] if conflict else [at_once])


def slot(path: Path, tool: str = "virtualenv", commit: str | None = None, **more: str) -> Any:
    return SimpleNamespace(
        tool_name=tool,
        _path=str(path),
        installed_commit_hash=commit,
        requirements=dict(more),
        _base_requirements={"pip+asv_runner": ""},
    )


def filled(path: Path) -> Path:
    (path / "bin").mkdir(parents=True)
    (path / "bin" / "python").symlink_to(sys.executable)
    (path / "bin" / "pip").write_text(f"#!{path}/bin/python\nprint()\n")
    (path / "bin" / "tool").write_bytes(b"\x7fELF" + str(path).encode())
    (path / "lib").mkdir()
    (path / "lib" / "module.py").write_text("x = 1\n")
    return path


def test_the_second_environment_is_a_copy_with_its_own_paths(tmp_path: Path) -> None:
    old, new = filled(tmp_path / "env-a" / "1"), tmp_path / "env-b" / "1"
    environments.copied(slot(old), slot(new))
    assert (new / "bin" / "pip").read_text() == f"#!{new}/bin/python\nprint()\n"
    assert (new / "bin" / "tool").read_bytes() == (old / "bin" / "tool").read_bytes()
    assert (new / "bin" / "python").is_symlink()
    (new / "lib" / "module.py").write_text("x = 2\n")
    assert (old / "lib" / "module.py").read_text() == "x = 1\n"
    assert [path.name for path in new.parent.iterdir()] == ["1"]


@pytest.mark.parametrize(
    "other",
    [
        {"tool": "conda"},
        {"commit": "abc"},
        {"numpy": "1.0"},
    ],
)
def test_another_kind_one_with_a_project_or_of_other_requirements_is_not_copied(
    tmp_path: Path, other: dict[str, str]
) -> None:
    old, new = filled(tmp_path / "env-a" / "1"), tmp_path / "env-b" / "1"
    environments.copied(slot(old, **other), slot(new, tool=other.get("tool", "virtualenv")))
    assert not new.exists()


def test_a_copy_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    old, new = tmp_path / "env-a" / "1", tmp_path / "env-b" / "1"
    environments.copied(slot(old), slot(new))
    assert list(new.parent.iterdir()) == []


class CacheOfWheels:
    """As asv's, as far as it is used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_cache_dir(self, commit: str) -> str | None:
        place = self.folder / commit
        return str(place) if place.is_dir() and any(place.iterdir()) else None

    def create_cache_dir(self, commit: str) -> str:
        (self.folder / commit).mkdir(parents=True)
        return str(self.folder / commit)


def builder(folder: Path, command: list[str] | None = None, **variables: str) -> Any:
    return SimpleNamespace(
        _cache=CacheOfWheels(folder),
        _build_command=builds.USUAL if command is None else command,
        build_env_vars=variables,
    )


def test_a_wheel_for_any_python_is_not_built_again(tmp_path: Path) -> None:
    wheel = tmp_path / "pkg-1-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    environments.given(builder(tmp_path / "cache"), "abc", wheel)
    assert (tmp_path / "cache" / "abc" / wheel.name).read_bytes() == b"wheel"
    assert (tmp_path / "cache" / "abc.timestamp").is_file()


def test_a_compiled_wheel_and_one_built_in_its_own_way_are(tmp_path: Path) -> None:
    plain, compiled = tmp_path / "p-1-py3-none-any.whl", tmp_path / "p-1-cp311-cp311-linux.whl"
    for wheel in (plain, compiled):
        wheel.write_bytes(b"wheel")
    environments.given(builder(tmp_path / "cache"), "abc", compiled)
    environments.given(builder(tmp_path / "cache", ["make"]), "abc", plain)
    environments.given(builder(tmp_path / "cache", CFLAGS="-O0"), "abc", plain)
    assert not (tmp_path / "cache").exists()


def test_what_a_build_asks_for_on_other_pythons_is_not_installed() -> None:
    """As yarl asks for it; asv made `tomli==3.11` of it, which does not exist."""
    asked = {
        "pip+tomli; python_version < '3.11'": "",
        "pip+cython >= 3; python_version >= '3.8'": "",
        "pip+setuptools >= 47": "",
        "pip+no name; at all": "",
    }
    environment = SimpleNamespace(_base_requirements=dict(asked), python="3.11")
    environments.without_markers(environment)
    left = {"pip+cython>=3", "pip+setuptools >= 47", "pip+no name; at all"}
    assert environment._base_requirements.keys() == left


def test_uv_is_given_the_interpreter_itself_and_the_environment_keeps_its_name() -> None:
    """uv stopped at the first `python3.10` on the path: pyenv's shim, which led nowhere."""
    given = []
    made = SimpleNamespace(tool_name="uv", _python="3.10")
    made._setup = lambda: given.append(made._python)
    environments.made_of(made, "/opt/3.10.13/bin/python3.10")
    made._setup()
    assert given == ["/opt/3.10.13/bin/python3.10"]
    assert made._python == "3.10"

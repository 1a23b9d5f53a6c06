"""Wheels that other machines built: which are taken, and what they are given to."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from unladen.errors import ToolError
from unladen.model import Machine
from unladen.model.units import BuiltWheel
from unladen.store.brought import KEPT, Brought, serves

HERE = Machine(name="here", cpu="A1", cores=2, system="Linux x86_64", memory_mb=1)
OTHER = Machine(name="there", cpu="B7", cores=2, system="Linux x86_64", memory_mb=1)
COMMIT = "a" * 40


def wheel(name: str = "victim-1.0-py3-none-any.whl", **more: str) -> BuiltWheel:
    told = {"commit": COMMIT, "environment": "virtualenv-py3.11", "serves": serves(OTHER)} | more
    return BuiltWheel(name=name, content=b"PK", **told)


class Cache:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get_cache_dir(self, commit: str) -> str | None:
        place = self.folder / commit
        return str(place) if place.is_dir() else None

    def create_cache_dir(self, commit: str) -> str:
        (self.folder / commit).mkdir(parents=True)
        return str(self.folder / commit)


def given(tmp_path: Path, *wheels: BuiltWheel) -> list[str]:
    """To an environment of asv's that has nothing yet."""
    brought = Brought(tmp_path / "brought", HERE)
    brought.keep(wheels)
    cache = Cache(tmp_path / "cache")
    brought.give(SimpleNamespace(name="virtualenv-py3.11", _cache=cache), COMMIT)
    return sorted(path.name for path in (tmp_path / "cache").rglob("*.whl"))


def test_a_wheel_of_pure_python_serves_every_machine(tmp_path: Path) -> None:
    assert given(tmp_path, wheel()) == ["victim-1.0-py3-none-any.whl"]


def test_a_compiled_one_only_machines_with_the_same_processor_and_system(tmp_path: Path) -> None:
    name = "victim-1.0-cp311-cp311-linux_x86_64.whl"
    assert given(tmp_path / "a", wheel(name)) == []
    assert given(tmp_path / "b", wheel(name, serves=serves(HERE))) == [name]


def test_a_wheel_for_another_environment_is_not_given(tmp_path: Path) -> None:
    assert given(tmp_path, wheel(environment="virtualenv-py3.13")) == []


def test_names_that_are_no_wheels_are_not_written(tmp_path: Path) -> None:
    hostile = ["../../x-none-any.whl", "-none-any.whl/x", "a\n-none-any.whl", "/etc/x-none-any.whl"]
    assert given(tmp_path, *(wheel(name) for name in hostile), wheel(commit="../x")) == []
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == []


def test_no_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "brought").mkdir()
    (tmp_path / "mine").mkdir()
    (tmp_path / "brought" / COMMIT).symlink_to(tmp_path / "mine")
    with pytest.raises(ToolError):
        given(tmp_path, wheel())
    assert list((tmp_path / "mine").iterdir()) == []


def test_the_oldest_go_where_there_are_too_many(tmp_path: Path) -> None:
    brought = Brought(tmp_path, HERE)
    brought.keep([wheel(commit=f"{number:040x}") for number in range(KEPT + 9)])
    assert len(list(tmp_path.iterdir())) == KEPT

"""What functions look like is kept once for each content of a file, and believed by its digest."""

import gzip
import json
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.unit.unladen.values import commit
from unladen.model.anatomy import Anatomy, Function
from unladen.store import sources
from unladen.store.profiles import Profiles, save
from unladen.store.project import Project

ONE, TWO = commit("1" * 40), commit("2" * 40)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    records = SimpleNamespace(folder=tmp_path / "results" / "records")
    made = SimpleNamespace(folder=tmp_path, machine=SimpleNamespace(name="here"), records=records)
    return cast(Project, made)


def functions(*names: str, body: str = "1f") -> dict[str, Function]:
    keys = {name: f"pkg/{name}.py:{name}" for name in names}
    return {
        key: Function(key=key, module=name, name=name, body=body, calls=frozenset({"len", "abs"}))
        for name, key in keys.items()
    }


def anatomy(found: dict[str, Function], benchmark: str = "suite.time_it") -> Anatomy:
    outside = Function(key="<native>:memcpy", module="<native>", name="memcpy")
    calls = dict.fromkeys(found, 2.0)
    return Anatomy(
        benchmark=benchmark, seconds=1.0, calls=calls, functions={**found, outside.key: outside}
    )


def kept(folder: Path) -> list[Path]:
    sources._read.cache_clear()
    return sorted((folder / "results" / "profiles" / "here" / "functions").glob("*.gz"))


def read(folder: Path, of: str) -> tuple[dict[str, Anatomy], Profiles]:
    profiles = Profiles(folder / "results" / "profiles")
    return profiles.anatomies("here", of, None), profiles


def test_what_did_not_change_is_kept_once_and_comes_back(project: Project, tmp_path: Path) -> None:
    first = anatomy(functions("a", "b"))
    save(project, ONE, first)
    save(project, ONE, anatomy(functions("a", "b"), "suite.time_other"))
    assert len(kept(tmp_path)) == 2
    second = anatomy({**functions("a"), **functions("b", body="2f")})
    save(project, TWO, second)
    assert len(kept(tmp_path)) == 3
    assert read(tmp_path, ONE.hash)[0]["suite.time_it"] == first
    assert read(tmp_path, TWO.hash)[0] == {"suite.time_it": second}


@pytest.mark.parametrize("harm", ["gone", "another", "no gzip"])
def test_a_profile_is_not_told_of_other_functions(
    project: Project, tmp_path: Path, harm: str
) -> None:
    save(project, ONE, anatomy(functions("a")))
    (path,) = kept(tmp_path)
    if harm == "gone":
        path.unlink()
    elif harm == "another":
        path.write_bytes(gzip.compress(b"{}"))
    else:
        path.write_bytes(b"{}")
    found, profiles = read(tmp_path, ONE.hash)
    assert found == {}
    ((_, why),) = profiles.left_out
    assert f"functions/{path.name}" in why


def test_a_name_that_leads_elsewhere_is_no_digest(project: Project, tmp_path: Path) -> None:
    path = save(project, ONE, anatomy(functions("a")))
    value = json.loads(gzip.decompress(path.read_bytes()))
    value["sources"] = {"pkg/a.py": "../../../../etc/passwd"}
    path.write_bytes(gzip.compress(json.dumps(value).encode()))
    ((_, why),) = read(tmp_path, ONE.hash)[1].left_out
    assert "is no digest" in why


def test_profiles_of_before_are_read(project: Project, tmp_path: Path) -> None:
    """They had everything in them."""
    whole = anatomy(functions("a"))
    path = save(project, ONE, whole)
    text = json.dumps({"schema": 1, **asdict(whole)}, default=sorted)
    path.write_bytes(gzip.compress(text.encode()))
    for each in kept(tmp_path):
        each.unlink()
    assert read(tmp_path, ONE.hash)[0] == {"suite.time_it": whole}


@pytest.mark.parametrize("at", [0, 10, 12, 30])
def test_a_packed_profile_that_is_damaged_is_left_out_and_named(
    project: Project, tmp_path: Path, at: int
) -> None:
    save(project, ONE, anatomy(functions("a")))
    (path,) = (tmp_path / "results" / "profiles" / "here").glob("*.json.gz")
    whole = path.read_bytes()
    for content in (
        whole[:at],
        whole[:at] + b"\xff" * 9 + whole[at:],
        gzip.compress(b"[" * 200_000),
    ):
        path.write_bytes(content)
        found, profiles = read(tmp_path, ONE.hash)
        assert found == {}
        ((name, why),) = profiles.left_out
        assert name == str(path)
        assert why

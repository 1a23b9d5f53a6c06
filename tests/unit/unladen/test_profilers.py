"""The extra `profile` is the one place for the versions of profilers."""

import tomllib
from pathlib import Path

import pytest

from unladen.tools import profilers

PYPROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_the_profiling_environments_are_made_from_the_extra() -> None:
    extra = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]["profile"]
    assert {f"{name}=={version}" for name, version in profilers.declared().items()} == set(extra)
    assert "scalene" in profilers.declared()


def test_only_pinned_ones_of_that_extra_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    told = ["numpy>=1", "scalene==2.4.0; extra == 'profile'", 'mypy==1.0; extra == "lint"']
    monkeypatch.setattr(profilers, "requires", lambda _: told)
    assert profilers.declared() == {"scalene": "2.4.0"}
    monkeypatch.setattr(profilers, "requires", lambda _: None)
    assert profilers.declared() == {}

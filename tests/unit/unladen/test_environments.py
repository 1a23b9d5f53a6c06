"""Kinds of environments: where one is not here, another is taken, and which take any Python."""

import pytest

from unladen.tools import environments


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

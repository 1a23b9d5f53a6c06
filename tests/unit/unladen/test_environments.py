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

"""The kinds of asv's environments: what each needs here, which take any Python, how one is filled.

Private names of asv's environments are used here and in tools/asv.py only.
"""

import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

FALLBACK = "virtualenv"
"""Where the kind that a project asks for is not here; that is said."""


@dataclass(frozen=True, slots=True)
class EnvironmentKind:
    name: str
    is_here: Callable[[], bool]
    any_python: bool = False
    """Whether `-E kind:3.12` makes one of a Python that the project does not list."""


def _always() -> bool:
    """It is one of our own requirements."""
    return True


def _program(name: str, variable: str = "") -> Callable[[], bool]:
    return lambda: bool(os.environ.get(variable) or shutil.which(name))


def _module(name: str) -> Callable[[], bool]:
    return lambda: find_spec(name) is not None


KINDS = (
    EnvironmentKind("virtualenv", _always, any_python=True),
    EnvironmentKind("uv", _program("uv"), any_python=True),
    EnvironmentKind("conda", _program("conda", "CONDA_EXE")),
    EnvironmentKind("mamba", _module("libmambapy")),
    EnvironmentKind("rattler", _module("rattler")),
)


def is_here(name: str) -> bool:
    """Of a kind that is not in the table nothing is known: asv is asked."""
    return all(kind.is_here() for kind in KINDS if kind.name == name)


def needs_a_python(name: object) -> bool:
    """Whether its Pythons must be on this machine; others fetch them. Where the project does not
    say which kind, asv takes the first that has one."""
    others = any(kind.is_here() for kind in KINDS if kind.name != FALLBACK)
    return name == FALLBACK or (not name and not others)


def named(environment: str) -> bool:
    """Whether a name like `uv:3.13` can be made, though the project does not list it."""
    return any(kind.any_python and kind.name == environment.partition(":")[0] for kind in KINDS)


def of_python(version: str) -> str:
    return f"{FALLBACK}:{version}"


def filled_at_once(environment: Any) -> None:
    """asv asks pip for one requirement after the other: five times a second and a half for what
    takes two. All are asked for in one call; if that fails, it goes as asv would."""
    one_by_one = getattr(environment, "_install_requirements", None)
    pip = getattr(environment, "_run_pip", None)
    if one_by_one is None or pip is None or getattr(environment, "tool_name", "") not in AT_ONCE:
        return

    def install() -> None:
        asked: list[tuple[list[str], dict[str, Any]]] = []
        environment._run_pip = lambda words, **more: asked.append((list(words), more))
        try:
            one_by_one()
        finally:
            environment._run_pip = pip
        together = in_one_call([words for words, _ in asked])
        if together and _succeeds(pip, together):
            return
        for words, more in asked:
            pip(words, **more)

    environment._install_requirements = install


AT_ONCE = ("virtualenv", "uv")
PLAIN = ("install", "-v", "--upgrade")


def in_one_call(calls: Sequence[Sequence[str]]) -> list[str]:
    """Nothing if any of them is more than a plain requirement: a path, an index, an option."""
    wanted = [word for call in calls for word in call if word not in PLAIN and word != "pip>=8"]
    odd = any(word.startswith(("-", ".", "/")) or "://" in word for word in wanted)
    plain = all(call[0] == "install" for call in calls) and not odd
    return [*PLAIN, *wanted] if plain and len(calls) > 1 else []


def _succeeds(pip: Callable[..., Any], words: Sequence[str]) -> bool:
    from asv.util import ProcessError

    try:
        pip(words)
    except ProcessError:
        return False
    return True

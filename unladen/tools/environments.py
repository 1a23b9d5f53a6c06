"""The kinds of asv's environments: what each needs on this machine, and which take any Python."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

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


def named(environment: str) -> bool:
    """Whether a name like `uv:3.13` can be made, though the project does not list it."""
    return any(kind.any_python and kind.name == environment.partition(":")[0] for kind in KINDS)


def of_python(version: str) -> str:
    return f"{FALLBACK}:{version}"

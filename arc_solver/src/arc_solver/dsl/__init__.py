"""name -> primitive: every operation that a program may name.

An operation is a plain function of values with its types in its annotations; it fails by raising.
What a failure does to a program is decided by whoever evaluates it (`arc_solver.program.run`).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any

from arc_solver.dsl import (
    choosing,
    colours,
    combinators,
    containers,
    grids,
    joining,
    laying,
    numbers,
    outlines,
    painting,
    patches,
    picking,
    pictures,
    places,
    repairing,
    repeating,
    resizing,
    segments,
    splitting,
    tiling,
)

MODULES = (
    numbers,
    containers,
    choosing,
    combinators,
    colours,
    places,
    patches,
    segments,
    grids,
    tiling,
    painting,
    pictures,
    laying,
    outlines,
    resizing,
    repeating,
    splitting,
    picking,
    joining,
    repairing,
)


def _of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and hasattr(value, "__code__")
    }


PRIMITIVES: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {name: function for module in MODULES for name, function in _of(module).items()}
)

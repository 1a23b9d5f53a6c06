"""A benchmark as code: its function, what is called before and after it, and its settings."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from unladen.judge.traps.reading import Function, Module
from unladen.model import Kind


class Code(NamedTuple):
    """A function of the suite where it stands; with the class whose `self` it is called on."""

    module: Module
    function: Function
    owner: "Owner | None" = None

    @property
    def name(self) -> str:
        return f"{self.owner.node.name}.{self.function.name}" if self.owner else self.function.name


class Owner(NamedTuple):
    module: Module
    node: ast.ClassDef


@dataclass(frozen=True, eq=False)
class BenchmarkCode:
    """A benchmark as code: what is called, what is called before it, and its settings. Suites of
    other tools can be put the same way."""

    id: str
    kind: Kind
    code: Code
    raw: bool = False
    """Its text is run elsewhere."""
    setups: tuple[Code, ...] = ()
    """Called before each call that is measured."""
    caches: tuple[Code, ...] = ()
    """Called once, their result kept in a file."""
    teardowns: tuple[Code, ...] = ()
    settings: Mapping[str, tuple[Module, ast.expr]] = field(default_factory=dict)
    has_answers: bool = False

"""annotations of a primitive -> the types that programs are checked with.

The annotations of a function are its only declaration: what mypy checks inside is what the checker
of programs believes outside. A union or a constrained type variable means several signatures.
"""

import functools
import itertools
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar, Union

from arc_solver.values import Grid, Picture


@dataclass(frozen=True, slots=True)
class Type:
    """A constructor and what it is applied to; a function's last argument is its result."""

    name: str
    of: tuple["Type | Variable", ...] = ()
    ground: bool = field(init=False, compare=False, repr=False)
    """Whether there is no variable in it: nothing that is found out can change it."""

    def __post_init__(self) -> None:
        ground = True
        for part in self.of:
            ground = ground and part.ground
        object.__setattr__(self, "ground", ground)

    def __str__(self) -> str:
        if self.name == "function":
            *given, result = map(str, self.of)
            return f"({', '.join(given)}) -> {result}"
        return _USUAL.get(self) or self.name + (
            f"[{', '.join(map(str, self.of))}]" if self.of else ""
        )


@dataclass(frozen=True, slots=True)
class Variable:
    """A type not yet known."""

    number: int
    ground: ClassVar[bool] = False

    def __str__(self) -> str:
        return chr(ord("a") + self.number % 26) + (
            str(self.number // 26) if self.number > 25 else ""
        )


AnyType = Type | Variable

INT = Type("int")
BOOL = Type("bool")
GRID = Type("grid")
PICTURE = Type("picture")
PAIR = Type("pair", (INT, INT))
CELL = Type("pair", (INT, PAIR))
_USUAL = {
    PAIR: "pair",
    CELL: "cell",
    Type("set", (PAIR,)): "indices",
    Type("set", (CELL,)): "object",
    Type("set", (Type("set", (CELL,)),)): "objects",
    Type("tuple", (PICTURE,)): "pictures",
}
"""The names that readers know; every other type is written with its parts."""


@dataclass(frozen=True, slots=True)
class Signature:
    parameters: tuple[AnyType, ...]
    result: AnyType

    def __str__(self) -> str:
        return str(self.as_type())

    def as_type(self) -> Type:
        return Type("function", (*self.parameters, self.result))


@functools.cache
def signatures(function: Callable[..., Any]) -> tuple[Signature, ...]:
    """All signatures of a primitive, in the order in which they are tried."""
    declared = typing.get_overloads(function) or [function]
    found = (each for one in declared for each in _signatures_of(one))
    return tuple(dict.fromkeys(found))


def _signatures_of(function: Callable[..., Any]) -> Iterator[Signature]:
    hints = typing.get_type_hints(function)
    *parameters, result = hints.values()
    constrained = sorted(
        {v for hint in hints.values() for v in _type_variables(hint) if v.__constraints__},
        key=lambda variable: variable.__name__,
    )
    for choice in itertools.product(*(variable.__constraints__ for variable in constrained)):
        chosen = dict(zip(constrained, choice, strict=True))
        numbers: dict[TypeVar, Variable] = {}
        alternatives = [list(_alternatives(hint, chosen, numbers)) for hint in parameters]
        for given in itertools.product(*alternatives):
            (returned,) = _alternatives(result, chosen, numbers)
            yield Signature(given, returned)


def _type_variables(hint: Any) -> Iterator[TypeVar]:
    if isinstance(hint, TypeVar):
        yield hint
    elif isinstance(hint, list):
        for part in hint:
            yield from _type_variables(part)
    else:
        for part in typing.get_args(hint):
            yield from _type_variables(part)


def _alternatives(
    hint: Any, chosen: Mapping[TypeVar, Any], numbers: dict[TypeVar, Variable]
) -> Iterator[AnyType]:
    """The types that a hint stands for: several where it is a union."""
    if isinstance(hint, TypeVar):
        if hint in chosen:
            yield from _alternatives(chosen[hint], chosen, numbers)
        else:
            yield numbers.setdefault(hint, Variable(len(numbers)))
        return
    plain = {int: INT, bool: BOOL, Grid: GRID, Picture: PICTURE}.get(hint)
    if plain is not None:
        yield plain
        return
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        for part in parts:
            yield from _alternatives(part, chosen, numbers)
        return
    name, members = _constructor(hint, origin, parts)
    for of in itertools.product(*(list(_alternatives(m, chosen, numbers)) for m in members)):
        yield Type(name, of)


def _constructor(hint: Any, origin: Any, parts: tuple[Any, ...]) -> tuple[str, tuple[Any, ...]]:
    if origin is frozenset:
        return "set", parts
    if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
        return "tuple", parts[:1]
    if origin is tuple and len(parts) == 2:
        return "pair", parts
    if isinstance(origin, type) and issubclass(origin, Callable):  # type: ignore[arg-type]
        return "function", (*parts[0], parts[1])
    raise TypeError(f"{hint} is not a type of values")


def default_of(wanted: AnyType) -> Any:
    """The value that stands for a failed operation of this type."""
    if isinstance(wanted, Variable):
        return 0
    if wanted.name == "function":
        result = wanted.of[-1]
        return lambda *_: default_of(result)
    plain: dict[str, Any] = {
        "int": 0,
        "bool": False,
        "grid": ((0,),),
        "picture": (b"\0", 1, 1, 0, 0),
        "set": frozenset(),
        "tuple": (),
    }
    if wanted.name == "pair":
        return (default_of(wanted.of[0]), default_of(wanted.of[1]))
    return plain[wanted.name]

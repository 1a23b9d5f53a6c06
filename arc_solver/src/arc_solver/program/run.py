"""Checked program x grid -> output, or the failures that stood in its way.

Two modes, chosen by the caller and never hidden in the operations themselves. Strict: the first
operation that fails ends the run. Safe, as the ancestors of this solver had it: a failed operation
gives the default of its type, the failure is counted, and the run goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.check import Checked
from arc_solver.program.text import INPUT, OUTPUT, Atom, Literal
from arc_solver.types import default_of
from arc_solver.values import Grid

COMPUTED = "a computed function"


class Mode(Enum):
    STRICT = "strict"
    SAFE = "safe"


@dataclass(frozen=True, slots=True)
class Failure:
    """An operation that raised; the message is for readers, its words are Python's."""

    operation: str
    message: str

    def __str__(self) -> str:
        return f"{self.operation}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    output: Grid | None
    failures: tuple[Failure, ...]


def attempt(
    operation: str, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Any, Failure | None]:
    """The value, or why there is none.

    Running out of memory is not the operation's failure but the end of the process's means: it is
    left to whoever set the limit.
    """
    try:
        return function(*arguments), None
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever an operation raises is its failure
        return None, failure_of(operation, error)


def failure_of(operation: str, error: Exception) -> Failure:
    return Failure(operation, f"{type(error).__name__}: {error}")


def run(checked: Checked, grid: Grid, mode: Mode = Mode.STRICT) -> Run:
    """Line by line; lines that the output does not need are not run."""
    values: dict[str, Any] = {INPUT: grid}
    failures = []
    needed = checked.program.needed()
    for assignment, type_ in zip(checked.program.assignments, checked.types, strict=True):
        if assignment.target.text not in needed:
            continue
        function = _value(assignment.function, values)
        arguments = tuple(_value(argument, values) for argument in assignment.arguments)
        operation = assignment.function.text
        value, failure = attempt(
            operation if operation in PRIMITIVES else COMPUTED, function, arguments
        )
        if failure is not None:
            failures.append(failure)
            if mode is Mode.STRICT:
                return Run(output=None, failures=tuple(failures))
            value = default_of(type_)
        values[assignment.target.text] = value
    return Run(output=cast(Grid, values[OUTPUT]), failures=tuple(failures))


def _value(atom: Atom, values: dict[str, Any]) -> Any:
    if isinstance(atom, Literal):
        return atom.value
    return values[atom.text] if atom.text in values else PRIMITIVES[atom.text]

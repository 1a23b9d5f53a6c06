"""Checked program x grid -> output, or the failures that stood in its way.

Two modes, chosen by the caller and never hidden in the operations themselves. Strict: the first
operation that fails ends the run. Safe, as the ancestors of this solver had it: a failed operation
gives the default of its type, the failure is counted, and the run goes on.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.check import Checked
from arc_solver.program.lines import INPUT, Assignment, Literal
from arc_solver.program.together import together
from arc_solver.types import AnyType, default_of
from arc_solver.values import Grid

COMPUTED = "a computed function"
PLANS_KEPT = 16


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


def failure_of(operation: str, error: Exception) -> Failure:
    return Failure(operation, f"{type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class _Plan:
    """The places of a program's values: the input first, what is known before, then the lines
    that the output needs, each with the places of what it calls and of its arguments."""

    checked: Checked
    known: tuple[Any, ...]
    lines: tuple[tuple[str, int, tuple[int, ...], AnyType], ...]


def function_of(checked: Checked) -> Callable[[Grid], Grid]:
    """The program as a Python function, for who runs it many times; it raises what the first
    operation that fails raises.

    Its source is made of numbers of lines only: nothing that a program's text says is in it.
    """
    plan = _plan_of(checked)
    values: dict[str, Any] = {f"v{n}": value for n, value in enumerate(plan.known, 1)}
    names = ["v0", *values]
    source = ["def program(v0):"]
    for _, function, arguments, _ in plan.lines:
        call = f"{names[function]}({', '.join([names[each] for each in arguments])})"
        names.append(f"v{len(names)}")
        source.append(f" {names[-1]} = {call}")
    source.append(f" return {names[-1]}")
    exec(compile("\n".join(source), "<program>", "exec"), values)
    made: Callable[[Grid], Grid] = values["program"]
    return made


def run(checked: Checked, grid: Grid, mode: Mode = Mode.STRICT) -> Run:
    """Line by line; lines that the output does not need are not run."""
    plan = _plan_of(checked)
    values = [grid, *plan.known]
    failures = []
    for operation, function, arguments, type_ in plan.lines:
        try:
            values.append(values[function](*[values[each] for each in arguments]))
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever an operation raises is its failure
            failures.append(failure_of(operation, error))
            if mode is Mode.STRICT:
                return Run(output=None, failures=tuple(failures))
            values.append(default_of(type_))
    return Run(output=cast(Grid, values[-1]), failures=tuple(failures))


class _Recent(threading.local):
    """Plans of the programs run last: one is run on all samples of a task in a row."""

    def __init__(self) -> None:
        self.plans: dict[int, _Plan] = {}


_recent = _Recent()


def _plan_of(checked: Checked) -> _Plan:
    plans = _recent.plans
    plan = plans.get(id(checked))
    if plan is None or plan.checked is not checked:
        if len(plans) >= PLANS_KEPT:
            plans.clear()
        plan = plans[id(checked)] = _planned(checked)
    return plan


def _planned(checked: Checked) -> _Plan:
    needed = checked.program.needed()
    pairs = zip(checked.program.assignments, checked.types, strict=True)
    lines = [(line, type_) for line, type_ in pairs if line.target.text in needed]
    known: list[Any] = []
    places: dict[object, int] = {INPUT: 0}
    for line, _ in lines:
        for atom in (line.function, *line.arguments):
            if isinstance(atom, Literal) or atom.text in PRIMITIVES:
                known.append(atom.value if isinstance(atom, Literal) else PRIMITIVES[atom.text])
                places[id(atom)] = len(known)
    instead = {}
    for number, other in _others([line for line, _ in lines]).items():
        known.append(other)
        instead[lines[number][0].target.text] = len(known)
    steps = []
    for number, (line, type_) in enumerate(lines, len(known) + 1):
        function, *arguments = (
            places[id(atom)] if id(atom) in places else places[str(atom)]
            for atom in (line.function, *line.arguments)
        )
        name = line.function.text
        operation = name if name in PRIMITIVES else COMPUTED
        function = instead.get(line.target.text, function)
        steps.append((operation, function, tuple(arguments), type_))
        places[line.target.text] = number
    return _Plan(checked, tuple(known), tuple(steps))


def _others(lines: Sequence[Assignment]) -> dict[int, Callable[..., Any]]:
    """By line: what is called in place of what it names."""
    numbers: dict[object, int] = {line.target.text: n for n, line in enumerate(lines)}
    calls = [
        (n, PRIMITIVES.get(line.function.text), tuple([numbers.get(k, -1) for k in line.form.keys]))
        for n, line in enumerate(lines)
    ]
    return together([(n, f, inputs[1:]) for n, f, inputs in calls], (len(lines) - 1,))

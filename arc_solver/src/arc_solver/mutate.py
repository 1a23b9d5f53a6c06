"""checked program x randomness -> a program that differs a little, and still has types.

Four ways: another constant, another operation of the same type, another argument of the same type,
or the beginning of one program with another one after it.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError
from arc_solver.program.check import Checked, check, types_by_name
from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Atom, Literal, Name, Program
from arc_solver.randomness import Random
from arc_solver.types import GRID, signatures

MAX_TRIES = 50
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, -2)
STEPS = (-1, 0, 1, 2, 3)


def mutant_of(checked: Checked, random: Random, others: Sequence[Checked]) -> tuple[str, Checked]:
    """The name of the mutation and the mutant; the program itself when none is found."""
    for _ in range(MAX_TRIES):
        way = random.choice(("constant", "operation", "argument", "splice"))
        if way == "splice":
            mutant = _spliced(checked, random.choice(others), random)
        else:
            mutant = _changed(checked, way, random)
        found = None if mutant is None else _with_types(mutant)
        if found is not None:
            return way, found
    return "copy", checked


def _with_types(program: Program) -> Checked | None:
    try:
        return check(program)
    except ProgramError:
        return None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an atom stands: line, and argument number or None for the callee."""

    line: int
    argument: int | None
    atom: Atom


def _places(program: Program) -> Iterator[_Place]:
    for line, assignment in enumerate(program.assignments):
        yield _Place(line, None, assignment.function)
        for number, atom in enumerate(assignment.arguments):
            yield _Place(line, number, atom)


def _changed(checked: Checked, way: str, random: Random) -> Program | None:
    choices = {"constant": _constants, "operation": _operations, "argument": _arguments}[way]
    place = random.choice(list(_places(checked.program)))
    atoms = [atom for atom in choices(checked, place) if atom != place.atom]
    return _with(checked.program, place, random.choice(atoms)) if atoms else None


def _constants(_: Checked, place: _Place) -> list[Atom]:
    if not isinstance(place.atom, Literal):
        return []
    value = place.atom.value
    if isinstance(value, bool):
        return [Literal(not value)]
    if isinstance(value, int):
        return [Literal(number) for number in NUMBERS]
    return [Literal((row, column)) for row in STEPS for column in STEPS]


def _operations(_: Checked, place: _Place) -> list[Atom]:
    if not isinstance(place.atom, Name):
        return []
    return [Name(name) for name in _of_the_same_type().get(place.atom.text, ())]


def _arguments(checked: Checked, place: _Place) -> list[Atom]:
    """Earlier variables of the type that the one in this place has."""
    types = types_by_name(checked)
    if place.argument is None or not isinstance(place.atom, Name) or place.atom.text not in types:
        return []
    earlier = [INPUT, *(a.target.text for a in checked.program.assignments[: place.line])]
    wanted = str(types[place.atom.text])
    return [Name(name) for name in earlier if str(types[name]) == wanted]


@functools.cache
def _of_the_same_type() -> Mapping[str, tuple[str, ...]]:
    """For each primitive those that share a signature with it, in the order of the names."""
    by_signature: dict[str, list[str]] = {}
    for name in sorted(PRIMITIVES):
        for signature in signatures(PRIMITIVES[name]):
            by_signature.setdefault(str(signature), []).append(name)
    alike: dict[str, dict[str, None]] = {}
    for names in by_signature.values():
        for name in names:
            alike.setdefault(name, {}).update(dict.fromkeys(names))
    return {name: tuple(sorted(others)) for name, others in alike.items()}


def _with(program: Program, place: _Place, atom: Atom) -> Program:
    lines = list(program.assignments)
    line = lines[place.line]
    if place.argument is None:
        assert isinstance(atom, Name)
        lines[place.line] = replace(line, function=atom)
    else:
        arguments = list(line.arguments)
        arguments[place.argument] = atom
        lines[place.line] = replace(line, arguments=tuple(arguments))
    return Program(tuple(lines))


def _spliced(first: Checked, second: Checked, random: Random) -> Program | None:
    """The first program up to a line that gives a grid, then the second one on that grid."""
    pairs = zip(first.program.assignments, first.types, strict=True)
    grids = [line for line, (_, type_) in enumerate(pairs) if type_ == GRID]
    cut = random.choice(grids)
    head = _renamed(first.program.assignments[: cut + 1], "a", INPUT)
    tail = _renamed(second.program.assignments, "b", head[-1].target.text)
    return Program((*head, *tail[:-1], replace(tail[-1], target=Name(OUTPUT))))


def _renamed(lines: Sequence[Assignment], prefix: str, input_: str) -> list[Assignment]:
    names = {line.target.text: f"{prefix}{n}" for n, line in enumerate(lines)} | {INPUT: input_}

    def renamed(atom: Atom) -> Atom:
        return Name(names.get(atom.text, atom.text)) if isinstance(atom, Name) else atom

    def function(name: Name) -> Name:
        return Name(names.get(name.text, name.text))

    return [
        replace(
            line,
            target=Name(names[line.target.text]),
            function=function(line.function),
            arguments=tuple(renamed(atom) for atom in line.arguments),
        )
        for line in lines
    ]

"""Program -> the type of every line, or an error that points at the argument that does not fit.

Primitives have several signatures, and some are decided only by a later line (`rbind(add, 1)` may
add to a number or to a pair). So a primitive with several signatures that fit waits; when nothing
else is left to decide, the first that fits is tried for the one that has waited longest.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError
from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Literal, Name, Program
from arc_solver.program.parts import Found
from arc_solver.program.unify import Bindings
from arc_solver.types import BOOL, GRID, INT, PAIR, AnyType, Type, Variable, signatures

MAX_TYPE = 300
MAX_DEPTH = 60
COMPARED = {
    "equality": (0, 1),
    "contained": (0,),
    "dedupe": (0,),
    "remove": (0,),
    "other": (1,),
    "matcher": (1,),
    "difference_tuple": (0,),
    "mostcommon": (0,),
    "leastcommon": (0,),
}
"""Primitives that ask whether values are the same, and the parameters that hold these."""

_ONLY_INPUT: Mapping[str, AnyType] = {INPUT: GRID}
MAX_GUESSES = 1_000
"""Guesses after which a program is called undecidable: hardly any real one needs a single one."""


@dataclass(frozen=True, slots=True)
class _Line:
    """The call of a line: its result has the line's type."""

    assignment: Assignment
    parameters: tuple[AnyType, ...]
    result: AnyType


@dataclass(frozen=True, slots=True)
class _Choice:
    """A primitive in its place, as callee or as argument with a number, and what it must be."""

    name: Name
    line: _Line
    argument: int | None

    @property
    def wanted(self) -> AnyType:
        if self.argument is not None:
            return self.line.parameters[self.argument]
        return Type("function", (*self.line.parameters, self.line.result))


class Checker:
    def __init__(self, program: Program, known: Mapping[str, AnyType] = _ONLY_INPUT) -> None:
        self._program = program
        self._types = Bindings()
        self._known: dict[str, AnyType] = {**known}
        self._guesses = 0
        self._taken_back = False
        self._choices: list[_Choice] = []
        self._quick = False
        """Whether to make no variables that are not needed; they give errors their letters."""

    def check(self) -> tuple[AnyType, ...]:
        open_choices = [choice for a in self._program.assignments for choice in self._line(a)]
        error = self._decide(open_choices, 0)
        if error is not None:
            raise error
        for choice in self._choices:
            self._refuse_comparing_functions(choice)
        return tuple(_numbered(type_, {}) for type_ in self._found())

    def _found(self) -> Iterator[AnyType]:
        names = (assignment.target.text for assignment in self._program.assignments)
        return (self._types.resolved(self._known[name]) for name in names)

    def part(self, number: Callable[[AnyType], int], *, whole: bool) -> Found | None:
        """What the lines say by themselves, as `parts` keeps it."""
        self._quick = True
        open_choices = [choice for a in self._program.assignments for choice in self._line(a)]
        open_choices = self._settled(open_choices)
        if whole and (self._decide(open_choices, 0) is not None or self._taken_back):
            return None
        types = tuple(self._found())
        closed = whole or (not open_choices and all(one.ground for one in types))
        if closed:
            for choice in self._choices:
                self._refuse_comparing_functions(choice)
        if whole:
            types = tuple(_numbered(type_, {}) for type_ in types)
        known = (number(one) if whole or one.ground else None for one in types)
        return Found(tuple(known), closed, self._guesses)

    def _line(self, assignment: Assignment) -> list[_Choice]:
        """Give what has one type its type, and return what is left open."""
        result: AnyType = GRID if assignment.target.text == OUTPUT else self._types.variable()
        known = tuple(self._atom_type(argument) for argument in assignment.arguments)
        line = _Line(assignment, known, result)
        self._known[assignment.target.text] = result
        open_choices = [
            _Choice(atom, line, number)
            for number, atom in enumerate(assignment.arguments)
            if isinstance(atom, Name) and atom.text in PRIMITIVES
        ]
        callee = _Choice(assignment.function, line, None)
        self._choices += open_choices
        if assignment.function.text in PRIMITIVES:
            self._choices.append(callee)
            left = self._decided([callee, *open_choices])
            self._refuse_endless_type(line)
            return left
        if not self._types.unify(callee.wanted, self._known[assignment.function.text]):
            raise self._misfit(callee, [self._known[assignment.function.text]])
        left = self._decided(open_choices)
        self._refuse_endless_type(line)
        return left

    def _refuse_endless_type(self, line: _Line) -> None:
        """A pair of pairs of pairs doubles with every line."""
        if self._types.size(line.result, MAX_TYPE) > MAX_TYPE:
            assignment = line.assignment
            what = f"the type of {assignment.target} has more than {MAX_TYPE} parts"
            raise ProgramError(what, assignment.line, assignment.target.column)

    def _refuse_comparing_functions(self, choice: _Choice) -> None:
        """Whether two functions are one is an accident of how they were made."""
        type_ = self._types.resolved(choice.wanted)
        assert isinstance(type_, Type)
        compared = COMPARED.get(choice.name.text, ())
        if any(_has_function(type_.of[n]) for n in compared) or _has_set_of_functions(type_):
            what = f"{choice.name} would compare functions, and functions cannot be compared"
            raise ProgramError(what, choice.line.assignment.line, choice.name.column)

    def _atom_type(self, atom: Name | Literal) -> AnyType:
        if isinstance(atom, Literal):
            return _literal_type(atom)
        return self._types.variable() if atom.text in PRIMITIVES else self._known[atom.text]

    def _decided(self, choices: Sequence[_Choice]) -> list[_Choice]:
        """Settle those that fit in one way only; raise for one that fits in none."""
        left = []
        for choice in choices:
            fitting = self._fitting(choice)
            if not fitting:
                raise self._misfit(choice, list(self._instances(choice.name)))
            if len(fitting) == 1:
                self._types.unify(choice.wanted, fitting[0])
            else:
                left.append(choice)
        return left

    def _instances(self, name: Name) -> Iterator[AnyType]:
        for type_, ground in _signature_types(name.text):
            yield type_ if ground else self._types.instance(type_, {})

    def _fitting(self, choice: _Choice) -> list[AnyType]:
        found = []
        wanted = choice.wanted
        for type_, ground in _signature_types(choice.name.text):
            if self._quick and not self._types.may_fit(wanted, type_):
                continue
            instance = type_ if ground else self._types.instance(type_, {})
            mark = self._types.mark()
            if self._types.unify(wanted, instance):
                found.append(instance)
            self._types.undo(mark)
        return found

    def _decide(self, choices: list[_Choice], depth: int) -> ProgramError | None:
        """Settle all of them, guessing where nothing follows; the first guess that works stays."""
        try:
            choices = self._settled(choices)
        except ProgramError as error:
            return error
        if not choices:
            return None
        self._guesses += 1
        if self._guesses > MAX_GUESSES or depth > MAX_DEPTH:
            line, column = choices[0].line.assignment.line, choices[0].name.column
            raise ProgramError("the types of this program cannot be decided", line, column)
        first_error = None
        for guess in self._fitting(choices[0]):
            mark = self._types.mark()
            self._types.unify(choices[0].wanted, guess)
            misfit = self._decide(choices[1:], depth + 1)
            if misfit is None:
                return None
            first_error = first_error or misfit
            self._taken_back = True
            self._types.undo(mark)
        return first_error

    def _settled(self, choices: list[_Choice]) -> list[_Choice]:
        """What one decision makes certain may make others certain, until nothing more follows."""
        while True:
            left = self._decided(choices)
            if len(left) == len(choices):
                return left
            choices = left

    def _misfit(self, choice: _Choice, found: Sequence[AnyType]) -> ProgramError:
        """The first argument that fits none of the signatures which fit up to it."""
        assignment = choice.line.assignment
        if choice.argument is not None:
            wanted = str(self._types.resolved(choice.wanted))
            return self._wrong_argument(choice.line, choice.argument, [wanted], found)
        count = len(assignment.arguments)
        callables = [f for f in found if isinstance(f, Type) and len(f.of) == count + 1]
        for number in range(count):
            fitting = [f for f in callables if self._fits_up_to(choice.line, f, number + 1)]
            if callables and not fitting:
                wanted_here = [str(self._types.resolved(f.of[number])) for f in callables]
                actual = [choice.line.parameters[number]]
                return self._wrong_argument(choice.line, number, wanted_here, actual)
            callables = fitting
        told = f"{count} argument{'s' if count != 1 else ''}"
        told += " to make a grid" if assignment.target.text == OUTPUT else ""
        name = choice.name
        what = f"{name} cannot be called with {told}; {name} is {self._alternatives(found)}"
        return ProgramError(what, assignment.line, name.column)

    def _fits_up_to(self, line: _Line, function: Type, count: int) -> bool:
        mark = self._types.mark()
        pairs = zip(line.parameters[:count], function.of, strict=False)
        fits = all(self._types.unify(actual, wanted) for actual, wanted in pairs)
        self._types.undo(mark)
        return fits

    def _wrong_argument(
        self, line: _Line, number: int, wanted: Sequence[str], found: Sequence[AnyType]
    ) -> ProgramError:
        atom = line.assignment.arguments[number]
        what = (
            f"argument {number + 1} of {line.assignment.function} should be "
            f"{' or '.join(dict.fromkeys(wanted))}; {atom} is {self._alternatives(found)}"
        )
        return ProgramError(what, line.assignment.line, atom.column)

    def _alternatives(self, types: Sequence[AnyType]) -> str:
        told = (str(_numbered(self._types.resolved(type_), {})) for type_ in types)
        return " or ".join(dict.fromkeys(told))


@functools.cache
def _signature_types(name: str) -> tuple[tuple[Type, bool], ...]:
    """Each as a function's type, and whether it is the same wherever it is used."""
    found = (signature.as_type() for signature in signatures(PRIMITIVES[name]))
    return tuple((one, one.ground) for one in found)


def _has_function(one: AnyType) -> bool:
    if isinstance(one, Variable) or not one.of:
        return False
    return one.name == "function" or any(map(_has_function, one.of))


def _has_set_of_functions(one: AnyType) -> bool:
    if isinstance(one, Variable) or not one.of:
        return False
    if one.name == "set" and any(map(_has_function, one.of)):
        return True
    return any(map(_has_set_of_functions, one.of))


def _literal_type(literal: Literal) -> Type:
    if isinstance(literal.value, bool):
        return BOOL
    return INT if isinstance(literal.value, int) else PAIR


def _numbered(one: AnyType, numbers: dict[int, Variable]) -> AnyType:
    """With variables numbered from 0: equal types are equal, wherever they were found."""
    if isinstance(one, Variable):
        return numbers.setdefault(one.number, Variable(len(numbers)))
    if one.ground:
        return one
    return Type(one.name, tuple(_numbered(part, numbers) for part in one.of))

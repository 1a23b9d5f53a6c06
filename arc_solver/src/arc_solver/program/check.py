"""Program -> the type of every line, or an error that points at the argument that does not fit.

Primitives have several signatures, and some are chosen only by a later line (`rbind(add, 1)` may
add to a number or to a pair). So the choices are searched, the first that fits the whole program
is taken, and the error of the line that was reached last is the one that is told.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError
from arc_solver.program.text import INPUT, OUTPUT, Assignment, Atom, Literal, Name, Program
from arc_solver.types import BOOL, GRID, INT, PAIR, AnyType, Type, Variable, signatures

MAX_STEPS = 20_000
"""Choices tried before a program is called undecidable: far more than any real one needs."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A program that is known to make a grid of a grid, and the type of each of its lines."""

    program: Program
    types: tuple[AnyType, ...]


def check(program: Program) -> Checked:
    search = _Search(program)
    if not search.solve(0):
        raise search.error()
    return Checked(program, tuple(search.resolved(a.target.text) for a in program.assignments))


class _Search:
    def __init__(self, program: Program) -> None:
        self._uses = [use for a in program.assignments for use in _uses(a)]
        self._known: dict[str, AnyType] = {INPUT: GRID}
        self._bound: dict[int, AnyType] = {}
        self._trail: list[int] = []
        self._fresh = 0
        self._steps = 0
        self._reached = -1
        self._misfits: list[str] = []

    def solve(self, at: int) -> bool:
        """Whether the uses from here on can be given types; leaves them bound if so."""
        if at == len(self._uses):
            return True
        use = self._uses[at]
        self._steps += 1
        if self._steps > MAX_STEPS:
            what = "the types of this program cannot be decided"
            raise ProgramError(what, use.line, use.column)
        for found in self._types_of(use):
            mark, fresh = len(self._trail), self._fresh
            if self._fits(use, found):
                if self.solve(at + 1):
                    return True
            else:
                self._note(at, self._wanted(use))
            self._undo(mark)
            self._fresh = fresh
        return False

    def resolved(self, name: str) -> AnyType:
        return self._deep(self._known[name])

    def _types_of(self, use: "_Use") -> Iterator[AnyType]:
        if isinstance(use.atom, Literal):
            yield _literal_type(use.atom)
        elif use.atom.text in PRIMITIVES:
            for signature in signatures(PRIMITIVES[use.atom.text]):
                yield self._instance(signature.as_type())
        else:
            yield self._known[use.atom.text]

    def _fits(self, use: "_Use", found: AnyType) -> bool:
        if use.argument is None:
            return self._call(use, found)
        expected = self._known[use.slot]
        return self._unify(_parameter(expected, use.argument), found)

    def _call(self, use: "_Use", found: AnyType) -> bool:
        """A callee: as many parameters as arguments, and its result is the line's type."""
        result: AnyType = GRID if use.target == OUTPUT else self._variable()
        shape = Type("function", (*(self._variable() for _ in range(use.count)), result))
        if not self._unify(shape, found):
            return False
        self._known[use.slot] = shape
        self._known[use.target] = result
        return True

    def _note(self, at: int, wanted: str) -> None:
        """What the furthest use was wanted to be: the best guess at what the author meant."""
        if at > self._reached:
            self._reached, self._misfits = at, []
        if at == self._reached and wanted not in self._misfits:
            self._misfits.append(wanted)

    def error(self) -> ProgramError:
        use = self._uses[self._reached]
        wanted = " or ".join(self._misfits)
        if use.argument is None:
            what = f"{use.atom} cannot be called with {wanted}"
        else:
            what = f"argument {use.argument + 1} of {use.function} should be {wanted}"
        return ProgramError(f"{what}; {use.atom} is {self._described(use)}", use.line, use.column)

    def _described(self, use: "_Use") -> str:
        return " or ".join(dict.fromkeys(str(self._deep(found)) for found in self._types_of(use)))

    def _wanted(self, use: "_Use") -> str:
        if use.argument is None:
            count = f"{use.count} argument{'s' if use.count != 1 else ''}"
            return f"{count} to make a grid" if use.target == OUTPUT else count
        return str(self._deep(_parameter(self._known[use.slot], use.argument)))

    def _variable(self) -> Variable:
        self._fresh += 1
        return Variable(self._fresh)

    def _instance(self, one: AnyType, names: dict[int, Variable] | None = None) -> AnyType:
        """The type with variables of its own."""
        names = {} if names is None else names
        if isinstance(one, Variable):
            if one.number not in names:
                names[one.number] = self._variable()
            return names[one.number]
        return Type(one.name, tuple(self._instance(part, names) for part in one.of))

    def _shallow(self, one: AnyType) -> AnyType:
        while isinstance(one, Variable) and one.number in self._bound:
            one = self._bound[one.number]
        return one

    def _deep(self, one: AnyType) -> AnyType:
        one = self._shallow(one)
        if isinstance(one, Variable):
            return one
        return Type(one.name, tuple(self._deep(part) for part in one.of))

    def _unify(self, a: AnyType, b: AnyType) -> bool:
        a, b = self._shallow(a), self._shallow(b)
        if a == b:
            return True
        if isinstance(a, Variable):
            return self._bind(a, b)
        if isinstance(b, Variable):
            return self._bind(b, a)
        if a.name != b.name or len(a.of) != len(b.of):
            return False
        return all(self._unify(x, y) for x, y in zip(a.of, b.of, strict=True))

    def _bind(self, variable: Variable, to: AnyType) -> bool:
        if self._occurs(variable, to):
            return False
        self._bound[variable.number] = to
        self._trail.append(variable.number)
        return True

    def _occurs(self, variable: Variable, within: AnyType) -> bool:
        within = self._shallow(within)
        if isinstance(within, Variable):
            return within == variable
        return any(self._occurs(variable, part) for part in within.of)

    def _undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            del self._bound[self._trail.pop()]


@dataclass(frozen=True, slots=True)
class _Use:
    """One atom in its place: the callee of a line (no argument number) or an argument of it."""

    atom: Atom
    line: int
    target: str
    function: str
    count: int
    argument: int | None

    @property
    def column(self) -> int:
        return self.atom.column

    @property
    def slot(self) -> str:
        """Where the line's call shape is kept; no variable can have this name."""
        return f"({self.target})"


def _uses(assignment: Assignment) -> Iterator[_Use]:
    """Callee first, then what has one type only, then primitives: fewer wrong turns."""

    def use(atom: Atom, argument: int | None) -> _Use:
        count = len(assignment.arguments)
        target, function = assignment.target.text, assignment.function.text
        return _Use(atom, assignment.line, target, function, count, argument)

    def has_choices(argument: tuple[int, Atom]) -> bool:
        return isinstance(argument[1], Name) and argument[1].text in PRIMITIVES

    yield use(assignment.function, None)
    for number, atom in sorted(enumerate(assignment.arguments), key=has_choices):
        yield use(atom, number)


def _parameter(function: AnyType, number: int) -> AnyType:
    assert isinstance(function, Type)
    return function.of[number]


def _literal_type(literal: Literal) -> Type:
    if isinstance(literal.value, bool):
        return BOOL
    return INT if isinstance(literal.value, int) else PAIR


def types_by_name(checked: Checked) -> Mapping[str, AnyType]:
    pairs = zip(checked.program.assignments, checked.types, strict=True)
    return {INPUT: GRID} | {assignment.target.text: found for assignment, found in pairs}

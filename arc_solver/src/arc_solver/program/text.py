"""program text <-> Program.

One assignment a line: `x1 = objects(I, true, false, true)`. The callee is a primitive or an
earlier variable, each argument a primitive, an earlier variable, the input `I` or a literal:
a number, `true`, `false`, or a pair of numbers. The last line assigns `O`. `#` begins a comment.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError
from arc_solver.values import MAX_NUMBER, Pair

INPUT = "I"
OUTPUT = "O"
MAX_LINES = 200
MAX_TEXT = 100_000

_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<number>-?\d+)|(?P<mark>[=(),])|(?P<end>#|$))"
)

_NUMBER = r"-?[0-9]+"
_ATOM = rf"[A-Za-z_]\w*|{_NUMBER}|\({_NUMBER}, {_NUMBER}\)"
_LINE = re.compile(rf"([A-Za-z_]\w*) = ([A-Za-z_]\w*)\(((?:{_ATOM})(?:, (?:{_ATOM}))*)\)")
_ARGUMENT = re.compile(_ATOM)

TRUTHS = ("true", "false")
LINES_KEPT = 800
SURELY_SMALL = 9
"""Characters of a number that need not be compared with the greatest."""


@dataclass(frozen=True, slots=True)
class Name:
    """A primitive or a variable; where it stands does not make it another one."""

    text: str
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Literal:
    value: int | bool | Pair
    column: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return str(self.value).lower()

    def __eq__(self, other: object) -> bool:
        """True is not 1 here, although Python says so."""
        return isinstance(other, Literal) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


Atom = Name | Literal


@dataclass(frozen=True, slots=True)
class Assignment:
    target: Name
    function: Name
    arguments: tuple[Atom, ...]
    line: int = field(default=0, compare=False)

    def __str__(self) -> str:
        return f"{self.target} = {self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True, slots=True)
class Program:
    """Assignments in order; every name is known to be defined before it is used."""

    assignments: tuple[Assignment, ...]

    def __str__(self) -> str:
        return "".join(f"{assignment}\n" for assignment in self.assignments)

    def needed(self) -> frozenset[str]:
        """The variables that the output depends on, itself included."""
        needed = {OUTPUT}
        for assignment in reversed(self.assignments):
            if assignment.target.text in needed:
                atoms = (assignment.function, *assignment.arguments)
                needed.update(atom.text for atom in atoms if isinstance(atom, Name))
        return frozenset(needed)


def parse(text: str) -> Program:
    if len(text) > MAX_TEXT:
        raise ProgramError(f"{len(text)} characters are more than {MAX_TEXT}", 1, 1)
    assignments = []
    defined = {INPUT}
    for number, line in enumerate(text.splitlines(), 1):
        assignment = _plain(line, number)
        if assignment is None or not _in_order(assignment, defined):
            tokens = Tokens(line, number)
            if tokens.at_end():
                continue
            if OUTPUT in defined:
                raise tokens.error(f"{OUTPUT} is the last line; nothing may follow it", 1)
            assignment = _assignment(tokens, defined)
        defined.add(assignment.target.text)
        assignments.append(assignment)
        if len(assignments) > MAX_LINES:
            raise ProgramError(f"a program has at most {MAX_LINES} lines", number, 1)
    if OUTPUT not in defined:
        raise ProgramError(f"no line assigns {OUTPUT}", len(text.splitlines()) or 1, 1)
    return Program(tuple(assignments))


@lru_cache(LINES_KEPT)
def _plain(line: str, number: int) -> Assignment | None:
    """The assignment of a line as a program prints it, whatever is defined; None for any other.

    Mutants have most lines in common, and one object for equal lines is less to keep."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    target, function = found.group(1, 2)
    arguments = []
    for each in _ARGUMENT.finditer(line, found.start(3)):
        atom = _atom(each.group(), each.start() + 1)
        if atom is None:
            return None
        arguments.append(atom)
    if target in PRIMITIVES or target in TRUTHS or function in TRUTHS:
        return None
    called = _name(function, found.start(2) + 1)
    return Assignment(_name(target, 1), called, tuple(arguments), number)


@lru_cache(LINES_KEPT)
def _name(text: str, column: int) -> Name:
    return Name(text, column)


@lru_cache(LINES_KEPT)
def _atom(text: str, column: int) -> Atom | None:
    if text in TRUTHS:
        return Literal(text == "true", column)
    if text[0] != "(":
        return _literal((text,), column) if text[0] in "-0123456789" else _name(text, column)
    return _literal(tuple(text[1:-1].split(", ")), column)


def _literal(numbers: tuple[str, ...], column: int) -> Literal | None:
    """A number or a pair; None for one that may be too large."""
    if any(len(text) > SURELY_SMALL for text in numbers):
        return None
    values = [int(text) for text in numbers]
    return Literal(values[0] if len(values) == 1 else (values[0], values[1]), column)


def _in_order(assignment: Assignment, defined: set[str]) -> bool:
    """Whether what it uses is defined, and what it defines is not."""
    if assignment.target.text in defined or OUTPUT in defined:
        return False
    for atom in (assignment.function, *assignment.arguments):
        if isinstance(atom, Name) and atom.text not in defined and atom.text not in PRIMITIVES:
            return False
    return True


class Tokens:
    """The tokens of one line, and errors that point at them."""

    def __init__(self, line: str, number: int) -> None:
        self.number = number
        self._tokens = list(self._split(line))
        self._next = 0

    def _split(self, line: str) -> Iterator[tuple[str, str, int]]:
        at = 0
        while True:
            match = _TOKEN.match(line, at)
            if match is None:
                column = at + len(line[at:]) - len(line[at:].lstrip()) + 1
                raise self.error(f"{line[column - 1]!r} has no meaning here", column)
            kind = str(match.lastgroup)
            yield kind, match.group(kind), match.start(kind) + 1
            if kind == "end":
                return
            at = match.end()

    def error(self, what: str, column: int) -> ProgramError:
        return ProgramError(what, self.number, column)

    def peek(self) -> tuple[str, str, int]:
        return self._tokens[self._next]

    def at_end(self) -> bool:
        return self.peek()[0] == "end"

    def take(self, kind: str, wanted: str) -> tuple[str, int]:
        found, text, column = self.peek()
        if found != kind or (kind == "mark" and text != wanted):
            shown = repr(text) if text and text != "#" else "the end of the line"
            raise self.error(f"expected {wanted}, found {shown}", column)
        self._next += 1
        return text, column


def _assignment(tokens: Tokens, defined: set[str]) -> Assignment:
    target = Name(*tokens.take("name", "a name"))
    if target.text in defined or target.text in PRIMITIVES or target.text in ("true", "false"):
        raise tokens.error(f"{target} is defined already", target.column)
    tokens.take("mark", "=")
    function = known(Name(*tokens.take("name", "an operation")), tokens, defined)
    tokens.take("mark", "(")
    arguments = [argument(tokens, defined)]
    while tokens.peek()[1] == ",":
        tokens.take("mark", ",")
        arguments.append(argument(tokens, defined))
    tokens.take("mark", ")")
    if not tokens.at_end():
        _, text, column = tokens.peek()
        raise tokens.error(f"expected the end of the line, found {text!r}", column)
    return Assignment(target, function, tuple(arguments), tokens.number)


def known(name: Name, tokens: Tokens, defined: set[str]) -> Name:
    if name.text not in defined and name.text not in PRIMITIVES:
        raise tokens.error(f"{name} is neither a primitive nor an earlier variable", name.column)
    return name


def argument(tokens: Tokens, defined: set[str]) -> Atom:
    kind, text, column = tokens.peek()
    if kind == "number":
        return Literal(_number(tokens), column)
    if text == "(":
        tokens.take("mark", "(")
        first = _number(tokens)
        tokens.take("mark", ",")
        second = _number(tokens)
        tokens.take("mark", ")")
        return Literal((first, second), column)
    name = Name(*tokens.take("name", "an argument"))
    if name.text in ("true", "false"):
        return Literal(name.text == "true", column)
    return known(name, tokens, defined)


def _number(tokens: Tokens) -> int:
    text, column = tokens.take("number", "a number")
    if len(text) > len(str(MAX_NUMBER)) or abs(int(text)) > MAX_NUMBER:
        raise tokens.error(f"a number is at most {MAX_NUMBER}", column)
    return int(text)

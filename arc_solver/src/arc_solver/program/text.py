"""program text <-> Program.

One assignment a line: `x1 = objects(I, true, false, true)`. The callee is a primitive or an
earlier variable, each argument a primitive, an earlier variable, the input `I` or a literal:
a number, `true`, `false`, or a pair of numbers. The last line assigns `O`. `#` begins a comment.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError
from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Atom, Literal, Name, Program
from arc_solver.values import MAX_NUMBER

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
LINES_KEPT = 400
LONGEST_PLAIN = 400
"""Characters of a line that may be kept: no program of the library has a third of it."""
SURELY_SMALL = 9
"""Characters of a number that need not be compared with the greatest."""


def parse(text: str) -> Program:
    if len(text) > MAX_TEXT:
        raise ProgramError(f"{len(text)} characters are more than {MAX_TEXT}", 1, 1)
    assignments = []
    defined = {INPUT}
    for number, line in enumerate(text.splitlines(), 1):
        assignment = _plain(line, number) if len(line) <= LONGEST_PLAIN else None
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

    Mutants have most lines in common, and one object for equal lines is less to keep. Equal atoms
    are one object, too: without their columns, which `placed` finds where somebody asks."""
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    target, function, inside = found.groups()
    texts = _ARGUMENT.findall(inside) if "(" in inside else inside.split(", ")
    named, called, *arguments = [_atom(text) for text in (target, function, *texts)]
    if not isinstance(named, Name) or named.told.variable is None or not isinstance(called, Name):
        return None
    atoms = tuple([atom for atom in arguments if atom is not None])
    return Assignment(named, called, atoms, number) if len(atoms) == len(texts) else None


@lru_cache(LINES_KEPT)
def _atom(text: str) -> Atom | None:
    """None for a number that may be too large, or that is printed otherwise than it is written."""
    if text in TRUTHS:
        return Literal(text == "true")
    if text[0] not in "(-0123456789":
        return Name(text)
    numbers = text.strip("()").split(", ")
    if any(len(each) > SURELY_SMALL for each in numbers):
        return None
    values = [int(each) for each in numbers]
    literal = Literal(values[0] if len(values) == 1 else (values[0], values[1]))
    return literal if str(literal) == text else None


def placed(program: Program) -> Program:
    """The same program; every atom knows its column, for an error to point at."""
    defined = {INPUT}
    lines = []
    for line in program.assignments:
        if not line.function.column:
            line = _assignment(Tokens(str(line), line.line), defined)
        defined.add(line.target.text)
        lines.append(line)
    return Program(tuple(lines))


def _in_order(assignment: Assignment, defined: set[str]) -> bool:
    """Whether what it uses is defined, and what it defines is not."""
    if assignment.target.text in defined or OUTPUT in defined:
        return False
    return defined.issuperset(assignment.form.variables)


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

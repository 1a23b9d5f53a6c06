"""Program -> canonical form, content hash, one expression; and an expression -> Program."""

import hashlib
from collections.abc import Sequence

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import ProgramError, SolverError
from arc_solver.program.check import Checked, check
from arc_solver.program.graph import Graph, Leaf
from arc_solver.program.lines import INPUT, OUTPUT, Assignment, Atom, Name, Program
from arc_solver.program.text import Tokens, argument, known
from arc_solver.types import AnyType

MAX_ROUNDS = 10
MAX_APART = 150
MAX_INLINED = 20_000
"""Characters of one expression: a program that uses each line twice doubles with every line."""


class InlineTooLarge(SolverError):
    def __init__(self, characters: int) -> None:
        super().__init__(
            f"as one expression the program has {characters:,} characters, "
            f"more than {MAX_INLINED:,}",
            "keep the program as lines",
        )


def canonical(checked: Checked) -> Checked:
    """The same for all programs that compute the same expression: without unused lines, equal
    lines joined, variables numbered in the order in which the output reaches them.

    Lines are equal when their types are, too: one variable has one type, so `rbind(add, 1)` for
    numbers and for pairs are two lines. Reading the text again gives the same: where a type was a
    guess, joining or reordering lines may change it, and the form is the one that stays.
    """
    for _ in range(MAX_ROUNDS):
        renumbered = _renumbered(checked)
        checked = check(renumbered.program)
        if checked.types == renumbered.types:
            return checked
    raise ProgramError("this program has no canonical form", 1, 1)


def _renumbered(checked: Checked) -> Checked:
    graph = Graph()
    root = graph.add(checked)[-1]
    names: dict[int, str] = {}
    lines: list[Assignment] = []
    types: list[AnyType] = []
    for number in graph.needed(root):
        call = graph.call(number)
        names[number] = OUTPUT if number == root else f"x{len(names) + 1}"
        function = _atom(graph, call.function, names)
        assert isinstance(function, Name)
        arguments = tuple(_atom(graph, each, names) for each in call.arguments)
        lines.append(Assignment(Name(names[number]), function, arguments, len(lines) + 1))
        types.append(call.type)
    return Checked(Program(tuple(lines)), tuple(types))


def _atom(graph: Graph, number: int, names: dict[int, str]) -> Atom:
    node = graph.nodes[number]
    return node.atom if isinstance(node, Leaf) else Name(names[number])


def content_hash(checked: Checked) -> str:
    """Of the canonical form: two programs have one hash if they are one expression."""
    return text_hash(str(canonical(checked).program))


def text_hash(canonical_text: str) -> str:
    return hashlib.sha256(canonical_text.encode()).hexdigest()


def inline(checked: Checked) -> str:
    """The program as one expression over `I`."""
    graph = Graph()
    root = graph.add(checked)[-1]
    order = graph.needed(root)
    texts = {number: str(n.atom) for number, n in enumerate(graph.nodes) if isinstance(n, Leaf)}
    sizes = {number: len(text) for number, text in texts.items()}
    for number in order:
        call = graph.call(number)
        inputs = (call.function, *call.arguments)
        sizes[number] = sum(sizes[each] for each in inputs) + 2 * len(call.arguments)
    if sizes[root] > MAX_INLINED:
        raise InlineTooLarge(sizes[root])
    for number in order:
        call = graph.call(number)
        arguments = ", ".join(texts[each] for each in call.arguments)
        texts[number] = f"{texts[call.function]}({arguments})"
    return texts[root]


def parse_expression(text: str) -> Checked:
    """The program, in canonical form, of one expression as `inline` writes it."""
    tokens = Tokens(text, 1)
    reader = _ExpressionReader(tokens)
    reader.expression()
    kind, rest, column = tokens.peek()
    if kind != "end":
        raise tokens.error(f"expected the end of the expression, found {rest!r}", column)
    if not reader.assignments:
        raise tokens.error("an expression is a call, like identity(I)", 1)
    try:
        return canonical(check(_as_program(_joined(reader.assignments))))
    except ProgramError:
        if len(reader.assignments) > MAX_APART:
            raise
        return canonical(check(_as_program(reader.assignments)))  # equal calls of two types


def _as_program(lines: Sequence[Assignment]) -> Program:
    last = lines[-1]
    return Program((*lines[:-1], Assignment(Name(OUTPUT), last.function, last.arguments, 1)))


def _joined(lines: Sequence[Assignment]) -> list[Assignment]:
    """Equal calls as one line: an expression repeats what its program shared."""
    found: dict[str, Name] = {}
    names: dict[str, Name] = {}
    kept = []
    for line in lines:
        function = names.get(line.function.text, line.function)
        arguments = tuple(
            names.get(atom.text, atom) if isinstance(atom, Name) else atom
            for atom in line.arguments
        )
        key = f"{function}({', '.join(map(str, arguments))})"
        if key in found:
            names[line.target.text] = found[key]
            continue
        found[key] = line.target
        kept.append(Assignment(line.target, function, arguments, 1))
    return kept


class _ExpressionReader:
    """Every call becomes a line; equal lines are joined by the canonical form afterwards."""

    def __init__(self, tokens: Tokens) -> None:
        self.assignments: list[Assignment] = []
        self._tokens = tokens

    def expression(self) -> Name:
        name, column = self._tokens.take("name", "an operation")
        function = known(Name(name, column), self._tokens, {INPUT})
        while self._tokens.peek()[1] == "(":
            function = self._call(function)
        return function

    def _call(self, function: Name) -> Name:
        self._tokens.take("mark", "(")
        arguments = [self._argument()]
        while self._tokens.peek()[1] == ",":
            self._tokens.take("mark", ",")
            arguments.append(self._argument())
        self._tokens.take("mark", ")")
        target = Name(f"x{len(self.assignments) + 1}")
        self.assignments.append(Assignment(target, function, tuple(arguments), 1))
        return target

    def _argument(self) -> Atom:
        kind, text, _ = self._tokens.peek()
        if kind == "name" and (text in PRIMITIVES or text == INPUT):
            return self.expression()
        return argument(self._tokens, {INPUT})

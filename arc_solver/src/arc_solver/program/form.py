"""Program -> canonical form, content hash, one expression; and an expression -> Program."""

import hashlib

from arc_solver.dsl import PRIMITIVES
from arc_solver.errors import SolverError
from arc_solver.program.graph import Call, Graph, Leaf
from arc_solver.program.text import (
    INPUT,
    OUTPUT,
    Assignment,
    Atom,
    Name,
    Program,
    Tokens,
    argument,
    known,
    parse,
)

MAX_INLINED = 100_000
"""Characters of one expression: a program that uses each line twice doubles with every line."""


class InlineTooLarge(SolverError):
    def __init__(self, characters: int) -> None:
        super().__init__(
            f"as one expression the program has {characters:,} characters, "
            f"more than {MAX_INLINED:,}",
            "keep the program as lines",
        )


def canonical(program: Program) -> Program:
    """The same for all programs that compute the same expression: without unused lines, equal
    lines joined, variables numbered in the order in which the output reaches them."""
    graph = Graph()
    root = graph.add(program)
    names: dict[int, str] = {}
    lines = []
    for number in graph.needed(root):
        call = graph.nodes[number]
        assert isinstance(call, Call)
        names[number] = OUTPUT if number == root else f"x{len(names) + 1}"
        atoms = (_atom(graph, each, names) for each in call.arguments)
        function = _atom(graph, call.function, names)
        lines.append(f"{names[number]} = {function}({', '.join(atoms)})")
    return parse("\n".join(lines))


def _atom(graph: Graph, number: int, names: dict[int, str]) -> str:
    node = graph.nodes[number]
    return node.text if isinstance(node, Leaf) else names[number]


def needed_lines(program: Program) -> frozenset[str]:
    """The variables that the output depends on, itself included."""
    needed = {OUTPUT}
    for assignment in reversed(program.assignments):
        if assignment.target.text in needed:
            atoms = (assignment.function, *assignment.arguments)
            needed.update(atom.text for atom in atoms if isinstance(atom, Name))
    return frozenset(needed)


def content_hash(program: Program) -> str:
    """Of the canonical form: two programs have one hash if they are one expression."""
    return hashlib.sha256(str(canonical(program)).encode()).hexdigest()


def inline(program: Program) -> str:
    """The program as one expression over `I`."""
    graph = Graph()
    root = graph.add(program)
    order = graph.needed(root)
    sizes = {number: len(n.text) for number, n in enumerate(graph.nodes) if isinstance(n, Leaf)}
    for number in order:
        call = graph.nodes[number]
        assert isinstance(call, Call)
        inputs = (call.function, *call.arguments)
        sizes[number] = sum(sizes[each] for each in inputs) + 2 * len(call.arguments)
    if sizes[root] > MAX_INLINED:
        raise InlineTooLarge(sizes[root])
    texts = {number: n.text for number, n in enumerate(graph.nodes) if isinstance(n, Leaf)}
    for number in order:
        call = graph.nodes[number]
        assert isinstance(call, Call)
        arguments = ", ".join(texts[each] for each in call.arguments)
        texts[number] = f"{texts[call.function]}({arguments})"
    return texts[root]


def parse_expression(text: str) -> Program:
    """The program, in canonical form, of one expression as `inline` writes it."""
    tokens = Tokens(text, 1)
    reader = _ExpressionReader(tokens)
    reader.expression()
    kind, rest, column = tokens.peek()
    if kind != "end":
        raise tokens.error(f"expected the end of the expression, found {rest!r}", column)
    if not reader.assignments:
        raise tokens.error("an expression is a call, like identity(I)", 1)
    last = reader.assignments.pop()
    output = Assignment(Name(OUTPUT), last.function, last.arguments, 1)
    return canonical(Program((*reader.assignments, output)))


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

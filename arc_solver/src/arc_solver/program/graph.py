"""Programs -> one graph of shared sub-expressions.

Equal expressions become one node, whether they stand in one program or in many; so a graph is the
canonical form of a program, and the thing that a batch evaluates.
"""

from dataclasses import dataclass

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.check import Checked
from arc_solver.program.text import INPUT, OUTPUT, Atom, Literal, Program
from arc_solver.types import AnyType


@dataclass(frozen=True, slots=True)
class Leaf:
    """The input, a primitive or a literal; equal when written alike."""

    text: str
    value: object = None


@dataclass(frozen=True, slots=True)
class Call:
    """Function and arguments are numbers of earlier nodes.

    The type is part of what a call is: in safe mode it decides the value of a failure, and one
    text can have two types in two programs (`rbind(add, 1)`).
    """

    function: int
    arguments: tuple[int, ...]
    type: AnyType | None


Node = Leaf | Call


class Graph:
    """Nodes in an order in which each can be computed from the ones before."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[object, int] = {}

    def add(self, program: Program | Checked) -> int:
        """The number of the node that is the program's output."""
        types: tuple[AnyType | None, ...]
        if isinstance(program, Checked):
            assignments, types = program.program.assignments, program.types
        else:
            assignments, types = program.assignments, (None,) * len(program.assignments)
        numbers: dict[str, int] = {}
        for assignment, type_ in zip(assignments, types, strict=True):
            function = self._atom(assignment.function, numbers)
            arguments = tuple(self._atom(argument, numbers) for argument in assignment.arguments)
            numbers[assignment.target.text] = self._number(Call(function, arguments, type_))
        return numbers[OUTPUT]

    def _atom(self, atom: Atom, numbers: dict[str, int]) -> int:
        if isinstance(atom, Literal):
            return self._number(Leaf(str(atom), atom.value))
        if atom.text == INPUT:
            return self._number(Leaf(INPUT))
        if atom.text in PRIMITIVES:
            return self._number(Leaf(atom.text, PRIMITIVES[atom.text]))
        return numbers[atom.text]

    def _number(self, node: Node) -> int:
        key: object = node.text if isinstance(node, Leaf) else node
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[key]

    def needed(self, root: int) -> list[int]:
        """The calls that a node needs, itself included, in the order in which they are reached:
        function first, then arguments from left to right."""
        found: dict[int, None] = {}
        pending: list[tuple[int, bool]] = [(root, False)]
        while pending:
            number, inputs_done = pending.pop()
            node = self.nodes[number]
            if number in found or isinstance(node, Leaf):
                continue
            if inputs_done:
                found[number] = None
                continue
            pending.append((number, True))
            inputs = (node.function, *node.arguments)
            pending.extend((each, False) for each in reversed(inputs))
        return list(found)

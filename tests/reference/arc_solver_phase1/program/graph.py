"""Programs -> one graph of shared sub-expressions.

Equal expressions become one node, whether they stand in one program or in many; so a graph is the
canonical form of a program, and the thing that a batch evaluates.
"""

from dataclasses import dataclass

from arc_solver_phase1.dsl import PRIMITIVES
from arc_solver_phase1.program.check import Checked
from arc_solver_phase1.program.text import INPUT, Atom, Literal
from arc_solver_phase1.types import AnyType


@dataclass(frozen=True, slots=True)
class Leaf:
    """The input, a primitive or a literal; the value is what it stands for, the input's none."""

    atom: Atom
    value: object = None


@dataclass(frozen=True, slots=True)
class Call:
    """Function and arguments are numbers of earlier nodes.

    The type is part of what a call is: in safe mode it decides the value of a failure, and one
    text can have two types in two programs (`rbind(add, 1)`).
    """

    function: int
    arguments: tuple[int, ...]
    type: AnyType


Node = Leaf | Call


class Graph:
    """Nodes in an order in which each can be computed from the ones before."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[object, int] = {}

    def add(self, checked: Checked) -> tuple[int, ...]:
        """The node of each line that the output needs; the last one is the output."""
        numbers: dict[str, int] = {}
        needed = checked.program.needed()
        for assignment, type_ in zip(checked.program.assignments, checked.types, strict=True):
            if assignment.target.text not in needed:
                continue
            function = self._atom(assignment.function, numbers)
            arguments = tuple(self._atom(argument, numbers) for argument in assignment.arguments)
            numbers[assignment.target.text] = self._number(Call(function, arguments, type_))
        return tuple(numbers.values())

    def _atom(self, atom: Atom, numbers: dict[str, int]) -> int:
        if isinstance(atom, Literal):
            return self._number(Leaf(atom, atom.value))
        if atom.text == INPUT:
            return self._number(Leaf(atom))
        if atom.text in PRIMITIVES:
            return self._number(Leaf(atom, PRIMITIVES[atom.text]))
        return numbers[atom.text]

    def call(self, number: int) -> Call:
        node = self.nodes[number]
        assert isinstance(node, Call)
        return node

    def _number(self, node: Node) -> int:
        key: object = str(node.atom) if isinstance(node, Leaf) else node
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

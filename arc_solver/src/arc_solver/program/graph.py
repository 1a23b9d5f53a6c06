"""Programs -> one graph of shared sub-expressions.

Equal expressions become one node, whether they stand in one program or in many; so a graph is the
canonical form of a program, and the thing that a batch evaluates.
"""

from dataclasses import dataclass

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.check import Checked
from arc_solver.program.text import INPUT, Atom, Literal
from arc_solver.types import AnyType


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
        self._types: dict[AnyType, int] = {}
        self._same: dict[int, tuple[AnyType, int]] = {}

    def add(self, checked: Checked) -> tuple[int, ...]:
        """The node of each line that the output needs; the last one is the output."""
        numbers: dict[str, int] = {}
        needed = checked.program.needed()
        for assignment, type_ in zip(checked.program.assignments, checked.types, strict=True):
            if assignment.target.text not in needed:
                continue
            function = self._atom(assignment.function, numbers)
            arguments = tuple(self._atom(argument, numbers) for argument in assignment.arguments)
            numbers[assignment.target.text] = self._call(function, arguments, type_)
        return tuple(numbers.values())

    def _atom(self, atom: Atom, numbers: dict[str, int]) -> int:
        if isinstance(atom, Literal):
            key: object = (isinstance(atom.value, bool), atom.value)
            number = self._numbers.get(key)
            return self._new(key, Leaf(atom, atom.value)) if number is None else number
        number = numbers.get(atom.text)
        if number is None:
            number = self._numbers.get(atom.text)
        if number is None:
            leaf = Leaf(atom) if atom.text == INPUT else Leaf(atom, PRIMITIVES[atom.text])
            number = self._new(atom.text, leaf)
        return number

    def _call(self, function: int, arguments: tuple[int, ...], type_: AnyType) -> int:
        key = (function, arguments, self._type(type_))
        number = self._numbers.get(key)
        return self._new(key, Call(function, arguments, type_)) if number is None else number

    def _type(self, type_: AnyType) -> int:
        """Equal for equal types; one that was met before is known by where it lies."""
        known = self._same.get(id(type_))
        if known is None:
            known = (type_, self._types.setdefault(type_, len(self._types)))
            self._same[id(type_)] = known
        return known[1]

    def _new(self, key: object, node: Node) -> int:
        self._numbers[key] = len(self.nodes)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def call(self, number: int) -> Call:
        node = self.nodes[number]
        assert isinstance(node, Call)
        return node

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

"""Programs -> one graph of shared sub-expressions.

Equal expressions become one node, whether they stand in one program or in many; so a graph is the
canonical form of a program, and the thing that a batch evaluates.
"""

from dataclasses import dataclass
from typing import NamedTuple

from arc_solver.dsl import PRIMITIVES
from arc_solver.program.check import Checked
from arc_solver.program.lines import INPUT, Assignment, Atom, Literal
from arc_solver.types import AnyType


@dataclass(frozen=True, slots=True)
class Leaf:
    """The input, a primitive or a literal; the value is what it stands for, the input's none."""

    atom: Atom
    value: object = None


class Call(NamedTuple):
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
        self._leaves: dict[object, int] = {}
        self._calls: dict[tuple[int, ...], int] = {}
        self._types: dict[AnyType, int] = {}
        self._same: dict[int, tuple[AnyType, int]] = {}

    def add(self, checked: Checked) -> tuple[int, ...]:
        """The node of each line that the output needs; the last one is the output."""
        numbers: dict[object, int] = {}
        leaves, calls = self._leaves, self._calls
        needed = checked.program.needed()
        for assignment, type_ in zip(checked.program.assignments, checked.types, strict=True):
            target = assignment.target.text
            if target not in needed:
                continue
            inputs = []
            for place, key in enumerate(assignment.form.keys):
                number = numbers.get(key)
                if number is None:
                    number = leaves.get(key)
                inputs.append(self._leaf(assignment, place) if number is None else number)
            call = (self._type(type_), *inputs)
            found = calls.get(call)
            numbers[target] = self._call(call, type_) if found is None else found
        return tuple(numbers.values())

    @property
    def input(self) -> int | None:
        return self._leaves.get(INPUT)

    def _leaf(self, assignment: Assignment, place: int) -> int:
        key = assignment.form.keys[place]
        atom = assignment.arguments[place - 1] if place else assignment.function
        number = self._leaves[key] = len(self.nodes)
        if isinstance(atom, Literal):
            self.nodes.append(Leaf(atom, atom.value))
        else:
            self.nodes.append(Leaf(atom, None if key == INPUT else PRIMITIVES[atom.text]))
        return number

    def _call(self, call: tuple[int, ...], type_: AnyType) -> int:
        number = self._calls[call] = len(self.nodes)
        self.nodes.append(Call(call[1], call[2:], type_))
        return number

    def _type(self, type_: AnyType) -> int:
        """Equal for equal types; one that was met before is known by where it lies."""
        known = self._same.get(id(type_))
        if known is None:
            known = (type_, self._types.setdefault(type_, len(self._types)))
            self._same[id(type_)] = known
        return known[1]

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

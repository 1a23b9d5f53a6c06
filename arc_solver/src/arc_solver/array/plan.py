"""graphs of shared expressions -> which of their nodes arrays compute, in steps.

A node is taken when its operation has an array version, all its inputs are the puzzle's grid,
literals or other nodes that are taken, and somebody wants what comes of it. Nodes of many tasks and
candidates with the same operation and depth are one step: one call for all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from arc_solver.array.operations import ARGUMENTS, CHEAP, KINDS, Kind
from arc_solver.program.graph import Call, Graph, Leaf, Node
from arc_solver.program.lines import INPUT, Literal


class Use(Enum):
    """Who uses the values of a node that arrays compute."""

    BROUGHT = "the scalar side too: they are brought out"
    AGAIN = "the scalar side too, and it makes them itself: that is cheaper than fetching them"
    INNER = "array steps only"


@dataclass(frozen=True, slots=True)
class Unit:
    """What is planned: the graph of one task's candidates, on so many samples."""

    graph: Graph
    outputs: frozenset[int]
    samples: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the values of a node are: a row for each sample, from the first one on, in the pool of
    its kind."""

    kind: Kind
    first: int
    use: Use


@dataclass(frozen=True, slots=True)
class Step:
    """One call: the rows of every argument, and the row at which its results begin."""

    operation: str
    kinds: tuple[Kind, ...]
    result: Kind
    rows: tuple[tuple[int, ...], ...]
    first: int

    @property
    def count(self) -> int:
        return len(self.rows[0])


@dataclass(slots=True)
class Plan:
    """Pools begin with what goes in: the samples' grids, and the literals."""

    slots: list[dict[int, Slot]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    literals: dict[tuple[int, int], int] = field(default_factory=dict)
    planes: int = 0
    numbers: int = 0

    @property
    def values(self) -> int:
        """How many values the arrays compute: the size of a batch."""
        return sum(step.count for step in self.steps)


def plan(units: Sequence[Unit]) -> Plan:
    made = Plan()
    inputs = []
    for unit in units:
        inputs.append(made.planes)
        made.planes += unit.samples
        made.slots.append({})
    chosen = [_chosen(unit) for unit in units]
    for unit, taken in zip(units, chosen, strict=True):
        _number_literals(made, unit, taken)
    for _, group in sorted(_grouped(units, chosen).items()):
        made.steps.append(_step(made, units, group, inputs, chosen))
    return made


@dataclass(frozen=True, slots=True)
class _Taken:
    """A node that arrays compute: how deep it stands, and what it is made of."""

    operation: str
    kinds: tuple[Kind, ...]
    result: Kind
    depth: int
    use: Use = Use.INNER


def _chosen(unit: Unit) -> dict[int, _Taken]:
    nodes = unit.graph.nodes
    able: dict[int, _Taken] = {}
    for number, node in enumerate(nodes):
        found = _able(nodes, number, able) if isinstance(node, Call) else None
        if found is not None:
            able[number] = found
    return _wanted(unit, able)


def _able(nodes: Sequence[Node], number: int, able: Mapping[int, _Taken]) -> _Taken | None:
    call = nodes[number]
    assert isinstance(call, Call)
    function, result = nodes[call.function], KINDS.get(call.type)
    if not isinstance(function, Leaf) or result is None:
        return None
    operation = str(function.atom)
    kinds, depth = [], 0
    for argument in call.arguments:
        kind = able[argument].result if argument in able else _leaf_kind(nodes[argument])
        if kind is None:
            return None
        kinds.append(kind)
        depth = max(depth, able[argument].depth if argument in able else 0)
    if "".join(kind.value for kind in kinds) not in ARGUMENTS.get(operation, ()):
        return None
    return _Taken(operation, tuple(kinds), result, depth + 1)


def _leaf_kind(node: Node) -> Kind | None:
    if not isinstance(node, Leaf):
        return None
    if str(node.atom) == INPUT:
        return Kind.GRID
    if not isinstance(node.atom, Literal):
        return None
    value = node.atom.value
    if isinstance(value, bool):
        return Kind.BOOL
    return Kind.INT if isinstance(value, int) else Kind.PAIR


def _wanted(unit: Unit, able: Mapping[int, _Taken]) -> dict[int, _Taken]:
    """From the last node to the first: what the scalar side asks for is brought out, or left to it.

    A set of cells is left: to make it of an array costs what making it anew costs. Whatever the
    scalar side makes itself, it needs the arguments for.
    """
    asked = set(unit.outputs)
    for number, node in enumerate(unit.graph.nodes):
        if isinstance(node, Call) and number not in able:
            asked.update(node.arguments)
    kept: dict[int, _Taken] = {}
    needed: set[int] = set()
    for number in sorted(able, reverse=True):
        taken, arguments = able[number], unit.graph.call(number).arguments
        left = taken.result in (Kind.OBJECT, Kind.PLACES) or taken.operation in CHEAP
        if number in asked and left:
            asked.update(arguments)
        if number in needed or (number in asked and not left):
            use = Use.INNER if number not in asked else Use.AGAIN if left else Use.BROUGHT
            kept[number] = replace(taken, use=use)
            needed.update(arguments)
    return dict(sorted(kept.items()))


def _number_literals(made: Plan, unit: Unit, taken: Mapping[int, _Taken]) -> None:
    for number in taken:
        for argument in unit.graph.call(number).arguments:
            node = unit.graph.nodes[argument]
            if isinstance(node, Leaf) and str(node.atom) != INPUT:
                made.literals.setdefault(_pair_of(node), len(made.literals))
    made.numbers = len(made.literals)


def _pair_of(leaf: Leaf) -> tuple[int, int]:
    value = leaf.value
    if isinstance(value, tuple):
        return int(value[0]), int(value[1])
    assert isinstance(value, int)
    return int(value), 0


_Group = list[tuple[int, int]]


def _grouped(
    units: Sequence[Unit], chosen: Sequence[Mapping[int, _Taken]]
) -> dict[tuple[int, str, str], _Group]:
    groups: dict[tuple[int, str, str], _Group] = {}
    for at, _ in enumerate(units):
        for number, taken in chosen[at].items():
            kinds = "".join(kind.value for kind in taken.kinds)
            groups.setdefault((taken.depth, taken.operation, kinds), []).append((at, number))
    return groups


def _step(
    made: Plan,
    units: Sequence[Unit],
    group: _Group,
    inputs: Sequence[int],
    chosen: Sequence[Mapping[int, _Taken]],
) -> Step:
    at, number = group[0]
    taken = chosen[at][number]
    columns: list[list[int]] = [[] for _ in taken.kinds]
    first = made.planes if taken.result.is_plane else made.numbers
    row = first
    for at, number in group:
        unit = units[at]
        for column, argument in zip(columns, unit.graph.call(number).arguments, strict=True):
            column.extend(_rows(made, unit, (at, argument), inputs[at]))
        made.slots[at][number] = Slot(taken.result, row, chosen[at][number].use)
        row += unit.samples
    if taken.result.is_plane:
        made.planes = row
    else:
        made.numbers = row
    rows = tuple(tuple(column) for column in columns)
    return Step(taken.operation, taken.kinds, taken.result, rows, first)


def _rows(made: Plan, unit: Unit, argument: tuple[int, int], begin: int) -> Iterator[int]:
    at, number = argument
    node = unit.graph.nodes[number]
    if isinstance(node, Call):
        begin = made.slots[at][number].first
    elif str(node.atom) != INPUT:
        return iter((made.literals[_pair_of(node)],) * unit.samples)
    return iter(range(begin, begin + unit.samples))

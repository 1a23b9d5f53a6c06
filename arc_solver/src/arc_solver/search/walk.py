"""Graphs of all grids x steps -> states that the same steps reach in every grid.

A joint state is the numbers of one state in each graph; two ways to the same numbers are one. It is
reached by the cheapest way, breadth first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arc_solver.search.budget import Meter
from arc_solver.search.graph import DEAD, Graph
from arc_solver.search.steps import COST, Step

Nodes = tuple[int, ...]


@dataclass(slots=True)
class Walk:
    """What was reached, in the order in which it was."""

    graphs: Sequence[Graph]
    meter: Meter
    steps: list[Step] = field(default_factory=list)
    nodes: list[Nodes] = field(default_factory=list)
    parents: list[tuple[int, int]] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    many: list[bool] = field(default_factory=list)
    _usable: tuple[list[tuple[int, int, int, bool]], ...] = field(default_factory=lambda: ([], []))
    """Number, cost, what may have been spent before, whether it gives several: of steps on one
    picture, and of steps on several."""
    _seen: dict[Nodes, int] = field(default_factory=dict)
    _waiting: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By cost: joint states, and from which step on they are still to be expanded."""

    def start(self) -> None:
        self._add(tuple(0 for _ in self.graphs), (-1, -1), 0, False)

    def add_steps(self, steps: tuple[Step, ...], frames: Sequence[object]) -> None:
        """More steps, also for what was expanded before they were there."""
        first = len(self.steps)
        self.steps += steps
        for number, step in enumerate(steps, first):
            told = (number, step.cost, step.latest, step.kind.gives_many)
            self._usable[step.kind.takes_many].append(told)
        for graph, frame in zip(self.graphs, frames, strict=True):
            graph.bind(steps, frame)  # type: ignore[arg-type]
        waiting = {each for layer in self._waiting.values() for each, _ in layer}
        for joint, cost in enumerate(self.costs):
            if joint not in waiting:
                self._waiting.setdefault(cost, []).append((joint, first))

    def grow(self, until: int, most: int) -> Iterator[int]:
        """New joint states, of those that cost less than `until`, up to a cost of `most`; or until
        the meter says that it is enough."""
        while self._waiting:
            cost = min(self._waiting)
            if cost >= until:
                return
            layer = self._waiting.pop(cost)
            for at, (joint, first) in enumerate(layer):
                if not self.meter.open():
                    self._waiting[cost] = layer[at:]
                    return
                yield from self._expanded(joint, first, most)

    def _expanded(self, joint: int, first: int, most: int) -> Iterator[int]:
        cost, many = self.costs[joint], self.many[joint]
        pairs = [*zip(self.graphs, self.nodes[joint], strict=True)]
        seen = self._seen
        for number, more, latest, gives_many in self._usable[many]:
            if number < first or cost + more > most or cost > latest:
                continue
            after = []
            for graph, node in pairs:
                found = graph.known[number].get(node)
                if found is None:
                    found = graph.make(node, number)
                if found == DEAD:
                    break
                after.append(found)
            else:
                key = tuple(after)
                if key not in seen and (gives_many or not self._empty(key)):
                    yield self._add(key, (joint, number), cost + more, gives_many)

    def _empty(self, key: Nodes) -> bool:
        """Whether nothing is left in any grid."""
        return not any(
            graph.states[node][0].strip(b"\0") for graph, node in zip(self.graphs, key, strict=True)
        )

    def _add(self, key: Nodes, parent: tuple[int, int], cost: int, many: bool) -> int:
        joint = self._seen[key] = len(self.nodes)
        self.nodes.append(key)
        self.parents.append(parent)
        self.costs.append(cost)
        self.many.append(many)
        self.meter.bytes += 300
        self._waiting.setdefault(cost, []).append((joint, 0))
        return joint


def most_cost(depth: int) -> int:
    return depth * COST

"""Joint states x frame x outputs -> pieces: what of the outputs a state gets right, and wrong.

All cells of all outputs are one number with a bit for each: so that a question about all of them is
one operation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arc_solver.dsl.cellwide import occupied, ones, packed
from arc_solver.dsl.joining import stacked
from arc_solver.dsl.laying import embedded
from arc_solver.dsl.pictures import incolor
from arc_solver.search.walk import Walk
from arc_solver.values import Picture, TooLarge


@dataclass(frozen=True, slots=True)
class Piece:
    """A state laid into the frame: in its own colours, or in one."""

    joint: int
    placed: bool
    """Where it is; else at the origin, because it has the frame's size."""
    colour: int
    """0: its own."""
    active: int
    right: int
    wrong: int
    cost: int


class Outputs:
    """The shown outputs as one number, and the frames that pieces are laid into."""

    def __init__(self, outputs: Sequence[Picture], frames: Sequence[Picture]) -> None:
        self.frames = frames
        self.outputs = outputs
        self.counts = [len(each[0]) for each in outputs]
        self.values = [int.from_bytes(each[0]) for each in outputs]
        self.total = sum(self.counts)
        one = ones(self.total)
        self.value = int.from_bytes(b"".join(each[0] for each in outputs))
        self.all = packed(one, self.total)
        self.needed = packed(occupied(self.value, self.total), self.total)
        common = set.intersection(*({*each[0]} for each in outputs)) - {0}
        self.by_colour = {
            colour: packed(occupied(self.value ^ one * colour, self.total) ^ one, self.total)
            for colour in sorted(common)
        }


class Laying:
    """Lays states into frames; what was laid once is remembered by graph and node."""

    def __init__(self, walk: Walk, outputs: Outputs) -> None:
        self.walk = walk
        self.outputs = outputs
        self._laid: list[dict[tuple[int, bool], Picture | None]] = [{} for _ in walk.graphs]

    def laid(self, graph: int, node: int, placed: bool) -> Picture | None:
        """A state of one grid in its frame; None where it does not go in."""
        key = node, placed
        known = self._laid[graph]
        if key not in known:
            known[key] = lay(
                self.walk.graphs[graph].states[node], self.outputs.frames[graph], placed
            )
        return known[key]

    def cells(self, joint: int, placed: bool, count: int) -> list[bytes] | None:
        """What is laid into the first frames, unless one of all the frames takes it not."""
        found = []
        nodes = self.walk.nodes[joint]
        for graph, node in enumerate(nodes[:count]):
            picture = self.laid(graph, node, placed)
            if picture is None:
                return None
            found.append(picture[0])
        for graph, node in enumerate(nodes[count:], count):
            if self.laid(graph, node, placed) is None:
                return None
        return found

    def picture(self, graph: int, piece: Piece) -> Picture:
        node = self.walk.nodes[piece.joint][graph]
        picture = self.laid(graph, node, piece.placed)
        assert picture is not None
        return incolor(picture, piece.colour) if piece.colour else picture


def lay(state: Any, frame: Picture, placed: bool) -> Picture | None:
    """What the primitives of a program's last lines make: `stacked`, `home`, `embedded`."""
    if not isinstance(state[0], bytes):
        try:
            state = stacked(state)
        except TooLarge:
            return None
    cells, height, width, top, left = state
    if placed:
        if not top and not left and height == frame[1] and width == frame[2]:
            return None
        return embedded(state, frame)
    if height != frame[1] or width != frame[2]:
        return None
    return Picture((cells, height, width, 0, 0))


def pieces_of(joint: int, laying: Laying) -> list[Piece]:
    """In its own colours, and in every colour that all outputs have."""
    found: list[Piece] = []
    outputs, cost = laying.outputs, laying.walk.costs[joint]
    for placed in (False, True):
        cells = laying.cells(joint, placed, len(outputs.counts))
        if cells is None:
            continue
        value = int.from_bytes(b"".join(cells))
        active = packed(occupied(value, outputs.total), outputs.total)
        if not active:
            continue
        different = occupied(value ^ outputs.value, outputs.total)
        right = active & ~packed(different, outputs.total)
        found.append(Piece(joint, placed, 0, active, right, active ^ right, cost))
        for colour, where in outputs.by_colour.items():
            painted = active & where
            if painted and painted != right:
                found.append(
                    Piece(joint, placed, colour, active, painted, active ^ painted, cost + 1)
                )
    return found

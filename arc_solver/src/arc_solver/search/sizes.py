"""Shown pairs x what was reached -> the frame of the output, for every grid.

The size is predicted before anything is laid: as that of the input, one size for all, that of some
state, or a multiple of the input's. The first that fits all outputs is believed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arc_solver.dsl.pictures import blank
from arc_solver.search.walk import Walk
from arc_solver.values import Pair, Picture, TooLarge

MOST_SIDE = 30


@dataclass(frozen=True, slots=True)
class Frame:
    """Nothing, as large as the output will be, for each grid; and the words that make it.

    `joint` is the state whose size it is, `size` the size that all have, else it is the input
    `times` enlarged.
    """

    pictures: tuple[Picture, ...]
    joint: int | None = None
    size: Pair | None = None
    times: Pair | None = None
    cost: int = 0


def frame_of(walk: Walk, sizes: Sequence[Pair]) -> Frame | None:
    """By the outputs' sizes; None where nothing explains them."""
    reached = _by_states(walk, sizes, [0])
    if reached is not None:
        return reached
    if len(set(sizes)) == 1:
        return Frame(tuple(blank(sizes[0]) for _ in walk.graphs), size=sizes[0])
    pictures = [joint for joint, many in enumerate(walk.many) if not many]
    return _by_multiple(walk, sizes) or _by_states(walk, sizes, pictures)


def _by_states(walk: Walk, sizes: Sequence[Pair], joints: Iterable[int]) -> Frame | None:
    for joint in joints:
        nodes = walk.nodes[joint]
        pairs = zip(walk.graphs, nodes, strict=True)
        states = [graph.states[node] for graph, node in pairs]
        found = [(state[1], state[2]) for state in states]
        if found[: len(sizes)] == list(sizes) and all(max(each) <= MOST_SIDE for each in found):
            cost = walk.costs[joint]
            return Frame(tuple(map(blank, found)), joint=joint, cost=cost)
    return None


def _by_multiple(walk: Walk, sizes: Sequence[Pair]) -> Frame | None:
    """So many times as high and as wide as the input."""
    inputs = [(graph.root[1], graph.root[2]) for graph in walk.graphs]
    first, wanted = inputs[0], sizes[0]
    if wanted[0] % first[0] or wanted[1] % first[1]:
        return None
    times = (wanted[0] // first[0], wanted[1] // first[1])
    found = [(each[0] * times[0], each[1] * times[1]) for each in inputs]
    if found[: len(sizes)] != list(sizes):
        return None
    try:
        return Frame(tuple(map(blank, found)), times=times)
    except TooLarge:
        return None

"""One grid -> its states, grown step by step, each kept once."""

from collections.abc import Callable
from typing import Any, Final

from arc_solver.search.budget import STATE_BYTES, Meter
from arc_solver.search.steps import Step
from arc_solver.values import Picture

DEAD: Final = -1

State = Any
"""A picture, or a tuple of pictures."""


class Graph:
    """Everything that was made of one grid. Equal states are one: the dictionary finds them by
    content, and the hash of the bytes in them is computed once."""

    def __init__(self, root: Picture, meter: Meter) -> None:
        self.root = root
        self.states: list[State] = [root]
        self.calls: list[Callable[[Any], Any]] = []
        self.known: list[dict[int, int]] = []
        self._ids: dict[State, int] = {root: 0}
        self._meter = meter

    def bind(self, steps: tuple[Step, ...], frame: Picture | None) -> None:
        """More steps; what needs the frame is bound to this grid's."""
        self.calls += [step.bound(self.root, frame) for step in steps]
        self.known += [{} for _ in steps]

    def make(self, node: int, step: int) -> int:
        """The state that a step makes of one, or DEAD where it fails; remembered in `known`."""
        made = self.known[step][node] = self._made(node, step)
        return made

    def _made(self, node: int, step: int) -> int:
        try:
            state = self.calls[step](self.states[node])
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - whatever an operation raises is its failure
            return DEAD
        found = self._ids.get(state)
        if found is None:
            found = self._ids[state] = len(self.states)
            self.states.append(state)
            self._meter.states += 1
            self._meter.bytes += STATE_BYTES + weight(state)
        return found


def weight(state: State) -> int:
    """The cells of a state, and its pictures beside the first."""
    if isinstance(state[0], bytes):
        return len(state[0])
    return sum(160 + len(each[0]) for each in state)

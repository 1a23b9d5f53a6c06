"""Batch x Answers -> the same Batch, that looks up what arrays have computed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

from arc_solver.array.engine import Answers
from arc_solver.array.plan import Unit, Use
from arc_solver.batch import Batch, BatchRun
from arc_solver.program.check import Checked
from arc_solver.program.graph import Leaf
from arc_solver.program.run import Mode
from arc_solver.values import Grid


class _Later:
    """A value that only array steps needed: made by the scalar DSL should that be called after all,
    because a step further on has no answer."""

    __slots__ = ("_arguments", "_function", "_made", "_value")

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._function, self._arguments, self._made = function, arguments, False
        self._value: Any = None

    def value(self) -> Any:
        if not self._made:
            self._value, self._made = self._function(*plain(self._arguments)), True
        return self._value


def plain(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """What the scalar operations are called with, whenever they are."""
    return tuple(each.value() if isinstance(each, _Later) else each for each in arguments)


class ArrayBatch(Batch):
    """Where an array had no answer (a failure, a grid beyond 30 x 30), the scalar operation is run
    on the same arguments: it fails in its own words, or knows better.

    Each node that arrays know has a function of its own, behind all nodes.
    """

    def __init__(self, programs: Sequence[Checked], known: Answers) -> None:
        super().__init__(programs)
        self._known = known
        self._sample = -1
        self._looked_up: list[Callable[..., Any]] = []
        for at, step in enumerate(self._steps):
            if step.number in known.slots:
                place = len(self._graph.nodes) + len(self._looked_up)
                function = self._graph.nodes[step.function]
                assert isinstance(function, Leaf)
                self._looked_up.append(
                    partial(self._look, step.number, cast(Callable[..., Any], function.value))
                )
                self._steps[at] = step._replace(function=place, constant=False)
                self._constants.discard(step.number)

    def _call_others(self) -> None:
        """Arrays know some of these calls, and want what is named."""

    def run(self, grid: Grid, mode: Mode = Mode.STRICT) -> BatchRun:
        """The samples one after the other, in the order in which the answers are."""
        self._sample += 1
        return super().run(grid, mode)

    def _values(self, grid: Grid) -> list[Any]:
        return [*super()._values(grid), *self._looked_up]

    def _look(self, number: int, function: Callable[..., Any], *arguments: Any) -> Any:
        slot = self._known.slots[number]
        if slot.use is not Use.AGAIN and self._known.known(number, self._sample):
            if slot.use is Use.BROUGHT:
                return self._known.value(number, self._sample)
            return _Later(function, arguments)
        return function(*plain(arguments))


def unit(batch: Batch, samples: int) -> Unit:
    return Unit(batch.graph, batch.outputs, samples)

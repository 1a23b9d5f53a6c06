"""Batch x Answers -> the same Batch, that looks up what arrays have computed."""

from collections.abc import Callable, Sequence
from typing import Any

from arc_solver.array.engine import Answers
from arc_solver.array.plan import Unit, Use
from arc_solver.batch import Batch, BatchRun
from arc_solver.program.check import Checked
from arc_solver.program.graph import Call
from arc_solver.program.run import Failure, Mode, attempt
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
    on the same arguments: it fails in its own words, or knows better."""

    def __init__(self, programs: Sequence[Checked], known: Answers) -> None:
        super().__init__(programs)
        self._known = known
        self._sample = -1

    def run(self, grid: Grid, mode: Mode = Mode.STRICT) -> BatchRun:
        """The samples one after the other, in the order in which the answers are."""
        self._sample += 1
        return super().run(grid, mode)

    def _value(
        self, number: int, node: Call, function: Any, arguments: tuple[Any, ...]
    ) -> tuple[Any, Failure | None]:
        slot = self._known.slots.get(number)
        if slot is None:
            return super()._value(number, node, function, arguments)
        if slot.use is not Use.AGAIN and self._known.known(number, self._sample):
            if slot.use is Use.BROUGHT:
                return self._known.value(number, self._sample), None
            return _Later(function, arguments), None
        return attempt(self._operation(node), function, plain(arguments))


def unit(batch: Batch, samples: int) -> Unit:
    return Unit(batch.graph, batch.outputs, samples)

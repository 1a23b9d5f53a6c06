"""checked programs -> one graph; graph x grid -> what each program makes of the grid.

A node that many candidates share is evaluated once per sample. What a candidate gets is, value for
value and failure for failure, what running it alone would give.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from arc_solver.program.check import Checked
from arc_solver.program.graph import Call, Graph, Leaf
from arc_solver.program.run import COMPUTED, Failure, Mode, Run, attempt
from arc_solver.program.text import INPUT
from arc_solver.types import default_of
from arc_solver.values import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Sharing:
    """How many calls a sample costs: every candidate alone, and all in one graph."""

    candidates: int
    calls_alone: int
    calls_shared: int

    @property
    def saved(self) -> float:
        return 1 - self.calls_shared / self.calls_alone if self.calls_alone else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRun:
    """One sample: a run for each candidate, and what it took."""

    runs: tuple[Run, ...]
    evaluated: int
    failed: int


class _Missing:
    """The value of a node whose inputs failed, in strict mode."""


_MISSING: Final = _Missing()


class _Awaited:
    """Which nodes some candidate still waits for, in strict mode.

    Alone, a program ends at the first line that fails: what stands after it would not be run, and
    if that hangs, the candidate would not be charged with it.
    """

    def __init__(self, users: Sequence[Sequence[int]], lines: Sequence[tuple[int, ...]]) -> None:
        self._users, self._lines = users, lines
        self._counts = [len(each) for each in users]
        self._ends = [len(each) for each in lines]

    def still(self, number: int) -> bool:
        return self._counts[number] > 0

    def failed(self, number: int) -> None:
        """No candidate that uses the node goes on beyond it."""
        for candidate in self._users[number]:
            lines = self._lines[candidate]
            at = lines.index(number)
            first = set(lines[: at + 1])
            for later in dict.fromkeys(lines[at + 1 : self._ends[candidate]]):
                if later not in first:
                    self._counts[later] -= 1
            self._ends[candidate] = min(self._ends[candidate], at + 1)


class Batch:
    def __init__(self, programs: Sequence[Checked]) -> None:
        self._graph = Graph()
        self._lines = [self._graph.add(program) for program in programs]
        self._users: list[list[int]] = [[] for _ in self._graph.nodes]
        for candidate, lines in enumerate(self._lines):
            for number in dict.fromkeys(lines):
                self._users[number].append(candidate)

    @property
    def graph(self) -> Graph:
        return self._graph

    @property
    def outputs(self) -> frozenset[int]:
        return frozenset(lines[-1] for lines in self._lines)

    @property
    def sharing(self) -> Sharing:
        return Sharing(
            candidates=len(self._lines),
            calls_alone=sum(len(lines) for lines in self._lines),
            calls_shared=sum(isinstance(node, Call) for node in self._graph.nodes),
        )

    def run(self, grid: Grid, mode: Mode = Mode.STRICT) -> BatchRun:
        values: list[Any] = []
        failures: dict[int, Failure] = {}
        awaited = _Awaited(self._users, self._lines)
        evaluated = 0
        for number, node in enumerate(self._graph.nodes):
            if isinstance(node, Leaf):
                values.append(grid if str(node.atom) == INPUT else node.value)
                continue
            function = values[node.function]
            arguments = tuple(values[each] for each in node.arguments)
            lost = function is _MISSING or any(each is _MISSING for each in arguments)
            if lost or (mode is Mode.STRICT and not awaited.still(number)):
                values.append(_MISSING)
                continue
            value, failure = self._value(number, node, function, arguments)
            evaluated += 1
            if failure is not None:
                failures[number] = failure
                awaited.failed(number)
                value = _MISSING if mode is Mode.STRICT else default_of(node.type)
            values.append(value)
        runs = tuple(self._runs(values, failures, mode))
        return BatchRun(runs=runs, evaluated=evaluated, failed=len(failures))

    def _value(
        self,
        number: int,  # noqa: ARG002 - for those who know some of the nodes
        node: Call,
        function: Any,
        arguments: tuple[Any, ...],
    ) -> tuple[Any, Failure | None]:
        """Of one node; `arc_solver.array.batch` knows some of them already."""
        return attempt(self._operation(node), function, arguments)

    def _operation(self, call: Call) -> str:
        function = self._graph.nodes[call.function]
        return str(function.atom) if isinstance(function, Leaf) else COMPUTED

    def _runs(
        self, values: Sequence[Any], failures: dict[int, Failure], mode: Mode
    ) -> Iterator[Run]:
        for lines in self._lines:
            met = tuple(failures[number] for number in lines if number in failures)
            if met and mode is Mode.STRICT:
                yield Run(output=None, failures=met[:1])
            else:
                yield Run(output=cast(Grid, values[lines[-1]]), failures=met)

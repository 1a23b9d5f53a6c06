"""checked programs -> one graph; graph x grid -> what each program makes of the grid.

A node that many candidates share is evaluated once per sample. What a candidate gets is, value for
value and failure for failure, what running it alone would give.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from arc_solver.program.check import Checked
from arc_solver.program.graph import Call, Graph, Leaf
from arc_solver.program.lines import INPUT
from arc_solver.program.run import COMPUTED, Failure, Mode, Run, attempt, failure_of
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


@dataclass(frozen=True, slots=True)
class _Step:
    """A call, with what is asked of it for every sample looked up before."""

    number: int
    operation: str
    function: int
    arguments: tuple[int, ...]
    constant: bool
    """Whether the input has no part in it: what it gave for one sample it gives for all."""
    done: tuple[int, ...]
    """What nobody asks for afterwards: values are large, and most are needed for a moment."""


class Batch:
    def __init__(self, programs: Sequence[Checked]) -> None:
        self._graph = Graph()
        self._lines = [self._graph.add(program) for program in programs]
        self._users: list[list[int]] = [[] for _ in self._graph.nodes]
        for candidate, lines in enumerate(self._lines):
            for number in dict.fromkeys(lines):
                self._users[number].append(candidate)
        self._steps = list(self._planned())
        self._constants: dict[int, tuple[Any, Failure | None]] = {}

    def _planned(self) -> Iterator[_Step]:
        varies = set()
        last = self._last_used()
        for number, node in enumerate(self._graph.nodes):
            if isinstance(node, Leaf):
                if str(node.atom) == INPUT:
                    varies.add(number)
                continue
            constant = varies.isdisjoint((node.function, *node.arguments))
            if not constant:
                varies.add(number)
            operation = self._operation(node)
            inputs = {node.function, *node.arguments}
            done = tuple(sorted(each for each in inputs if last[each] == number))
            yield _Step(number, operation, node.function, node.arguments, constant, done)

    def _last_used(self) -> dict[int, int]:
        """The last call that asks for each node; what a candidate answers is kept."""
        last: dict[int, int] = {}
        for number, node in enumerate(self._graph.nodes):
            if isinstance(node, Call):
                last |= dict.fromkeys((node.function, *node.arguments), number)
        return last | {lines[-1]: len(self._graph.nodes) for lines in self._lines}

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
        values = self._leaves(grid)
        failures: dict[int, Failure] = {}
        lost: set[int] = set()
        awaited = _Awaited(self._users, self._lines)
        for step in self._steps:
            if lost and mode is Mode.STRICT and not self._to_do(step, lost, awaited):
                lost.add(step.number)
                continue
            function, arguments = values[step.function], [values[n] for n in step.arguments]
            for each in step.done:
                values[each] = None
            try:
                if step.constant:
                    value, failure = self._constant(step, function, arguments)
                    if failure is None:
                        values[step.number] = value
                        continue
                else:
                    values[step.number] = function(*arguments)
                    continue
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001 - whatever an operation raises is its failure
                failure = failure_of(step.operation, error)
            failures[step.number] = failure
            lost.add(step.number)
            awaited.failed(step.number)
            if mode is Mode.SAFE:
                values[step.number] = default_of(self._graph.call(step.number).type)
        skipped = len(lost) - len(failures)
        return BatchRun(
            runs=tuple(self._runs(values, failures, mode)),
            evaluated=len(self._steps) - skipped,
            failed=len(failures),
        )

    def _leaves(self, grid: Grid) -> list[Any]:
        return [
            None if isinstance(node, Call) else grid if str(node.atom) == INPUT else node.value
            for node in self._graph.nodes
        ]

    def _to_do(self, step: _Step, lost: set[int], awaited: _Awaited) -> bool:
        if step.function in lost or not lost.isdisjoint(step.arguments):
            return False
        return awaited.still(step.number)

    def _constant(
        self, step: _Step, function: Any, arguments: Sequence[Any]
    ) -> tuple[Any, Failure | None]:
        if step.number not in self._constants:
            found = attempt(step.operation, function, tuple(arguments))
            self._constants[step.number] = found
        return self._constants[step.number]

    def _operation(self, call: Call) -> str:
        function = self._graph.nodes[call.function]
        return str(function.atom) if isinstance(function, Leaf) else COMPUTED

    def _runs(
        self, values: Sequence[Any], failures: dict[int, Failure], mode: Mode
    ) -> Iterator[Run]:
        failed = {candidate for number in failures for candidate in self._users[number]}
        for candidate, lines in enumerate(self._lines):
            if candidate not in failed:
                yield Run(output=cast(Grid, values[lines[-1]]), failures=())
                continue
            met = tuple([failures[number] for number in lines if number in failures])
            if mode is Mode.STRICT:
                yield Run(output=None, failures=met[:1])
            else:
                yield Run(output=cast(Grid, values[lines[-1]]), failures=met)

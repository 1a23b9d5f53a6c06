"""checked programs -> one graph; graph x grid -> what each program makes of the grid.

A node that many candidates share is evaluated once per sample. What a candidate gets is, value for
value and failure for failure, what running it alone would give.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple, cast

from arc_solver.program.check import Checked
from arc_solver.program.graph import Call, Graph, Leaf
from arc_solver.program.run import COMPUTED, Failure, Mode, Run, failure_of
from arc_solver.program.together import together
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
    if that hangs, the candidate would not be charged with it. What depends on a line that failed
    is among these: every candidate that has it has the line that failed before it.
    """

    def __init__(self, batch: "Batch") -> None:
        self._batch = batch
        self._ends: list[int] = []
        self._counts: list[int] = []
        self.no_longer: set[int] = set()
        self.skipped = 0

    def failed(self, number: int) -> None:
        """No candidate that uses the node goes on beyond it."""
        lines_of, users = self._batch.lines, self._batch.users
        if not self._ends:
            self._counts = [len(each) for each in users]
            self._ends = [len(each) for each in lines_of]
        for candidate in users[number]:
            lines = lines_of[candidate]
            at = lines.index(number)
            first = set(lines[: at + 1])
            for later in dict.fromkeys(lines[at + 1 : self._ends[candidate]]):
                if later not in first:
                    self._counts[later] -= 1
                    if not self._counts[later]:
                        self.no_longer.add(later)
                        self.skipped += later > number
            self._ends[candidate] = min(self._ends[candidate], at + 1)


class _Step(NamedTuple):
    """A call, with what is asked of it for every sample looked up before."""

    number: int
    function: int
    arguments: tuple[int, ...]
    fetch: Callable[[Sequence[Any]], Any]
    """Of all values those of the arguments; of one argument its value itself."""
    constant: bool
    """Whether the input has no part in it: what it gave for one sample it gives for all."""
    done: tuple[int, ...]
    """What nobody asks for afterwards: values are large, and most are needed for a moment."""


class Batch:
    def __init__(self, programs: Sequence[Checked]) -> None:
        self._graph = Graph()
        self.lines = [self._graph.add(program) for program in programs]
        self._steps = self._planned()
        self._calls = len(self._steps)
        self._start: list[Any] = [
            None if isinstance(node, Call) else node.value for node in self._graph.nodes
        ]
        self._input = self._graph.input
        self._constants = {step.number for step in self._steps if step.constant}
        """Those that were not computed yet, or not for a candidate that asked for them."""
        self._refused: dict[int, Failure] = {}
        self._call_others()

    def _call_others(self) -> None:
        """Some steps call others than they name, which stand behind all nodes."""
        nodes = self._graph.nodes
        called = [(step.number, nodes[step.function], step.arguments) for step in self._steps]
        calls = [(n, f.value if isinstance(f, Leaf) else None, inputs) for n, f, inputs in called]
        for number, function in together(calls, self.outputs).items():
            self._replace(number, function)

    def _replace(self, number: int, function: Callable[..., Any]) -> None:
        self._start.append(function)
        at = next(at for at, step in enumerate(self._steps) if step.number == number)
        self._steps[at] = self._steps[at]._replace(function=len(self._start) - 1)

    def _planned(self) -> list[_Step]:
        varies = self._varying()
        asked = {lines[-1] for lines in self.lines}
        steps = []
        for number in range(len(self._graph.nodes) - 1, -1, -1):
            node = self._graph.nodes[number]
            if isinstance(node, Leaf):
                continue
            inputs = (node.function, *node.arguments)
            done = tuple([each for each in inputs if each not in asked and each in varies])
            asked.update(inputs)
            fetch = itemgetter(*node.arguments)
            constant = number not in varies
            steps.append(_Step(number, node.function, node.arguments, fetch, constant, done))
        steps.reverse()
        return steps

    def _varying(self) -> set[int]:
        """The input, and whatever it has a part in."""
        varies = set() if self._graph.input is None else {self._graph.input}
        for number, node in enumerate(self._graph.nodes):
            if isinstance(node, Leaf):
                continue
            if node.function in varies or not varies.isdisjoint(node.arguments):
                varies.add(number)
        return varies

    @cached_property
    def users(self) -> list[list[int]]:
        """Of each node the candidates that have it."""
        users: list[list[int]] = [[] for _ in self._graph.nodes]
        for candidate, lines in enumerate(self.lines):
            for number in dict.fromkeys(lines):
                users[number].append(candidate)
        return users

    @property
    def graph(self) -> Graph:
        return self._graph

    @property
    def outputs(self) -> frozenset[int]:
        return frozenset(lines[-1] for lines in self.lines)

    @property
    def sharing(self) -> Sharing:
        return Sharing(
            candidates=len(self.lines),
            calls_alone=sum(len(lines) for lines in self.lines),
            calls_shared=self._calls,
        )

    def run(self, grid: Grid, mode: Mode = Mode.STRICT) -> BatchRun:
        steps = self._steps  # before the values: what leaves the steps is in the values then
        values = self._values(grid)
        failures: dict[int, Failure] = {}
        awaited = _Awaited(self)
        unasked = awaited.no_longer
        for number, function, arguments, fetch, constant, done in steps:
            if number in unasked:
                continue
            failure = self._refused.get(number) if constant else None
            if failure is None:
                try:
                    if len(arguments) == 1:
                        values[number] = values[function](fetch(values))
                    else:
                        values[number] = values[function](*fetch(values))
                except MemoryError:  # the end of the process's means, and no operation's failure
                    raise
                except Exception as error:  # noqa: BLE001 - whatever it raises is its failure
                    failure = failure_of(self._operation(number), error)
            for each in done:
                values[each] = None
            if failure is None:
                continue
            failures[number] = failure
            if mode is Mode.SAFE:
                values[number] = default_of(self._graph.call(number).type)
            else:
                awaited.failed(number)
        self._keep(values, failures)
        return BatchRun(
            runs=tuple(self._runs(values, failures, mode)),
            evaluated=self._calls - awaited.skipped,
            failed=len(failures),
        )

    def _values(self, grid: Grid) -> list[Any]:
        """What is known before the first call."""
        values = self._start.copy()
        if self._input is not None:
            values[self._input] = grid
        return values

    def _keep(self, values: Sequence[Any], failures: Mapping[int, Failure]) -> None:
        """Constants are not computed for the next sample again."""
        met = {n for n in self._constants if n in failures or values[n] is not None}
        if not met:
            return
        self._refused |= {number: failures[number] for number in met if number in failures}
        kept = met.difference(failures)
        for number in kept:
            self._start[number] = values[number]
        self._steps = [step for step in self._steps if step.number not in kept]
        self._constants -= met

    def _operation(self, number: int) -> str:
        function = self._graph.nodes[self._graph.call(number).function]
        return str(function.atom) if isinstance(function, Leaf) else COMPUTED

    def _runs(
        self, values: Sequence[Any], failures: dict[int, Failure], mode: Mode
    ) -> Iterator[Run]:
        failed = {candidate for number in failures for candidate in self.users[number]}
        for candidate, lines in enumerate(self.lines):
            if candidate not in failed:
                yield Run(output=cast(Grid, values[lines[-1]]), failures=())
                continue
            met = tuple([failures[number] for number in lines if number in failures])
            if mode is Mode.STRICT:
                yield Run(output=None, failures=met[:1])
            else:
                yield Run(output=cast(Grid, values[lines[-1]]), failures=met)

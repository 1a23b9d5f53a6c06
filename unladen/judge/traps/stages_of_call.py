"""suite -> which of its functions run before a call, in it, or once for all calls."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from unladen.judge.traps.reading import Module, walk_here
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import BenchmarkCode, Code


@dataclass(frozen=True, slots=True, eq=False)
class OneBenchmarkRuns:
    """Functions of the suite that run in one process, one after the other, for one benchmark."""

    benchmark: BenchmarkCode
    codes: tuple[Code, ...]


def together(suite: SuiteCode) -> Iterator[OneBenchmarkRuns]:
    """Set-up and call, and by itself what `setup_cache` runs."""
    for benchmark in suite.benchmarks:
        yield OneBenchmarkRuns(benchmark, _all(suite, (*benchmark.setups, benchmark.code)))
        if benchmark.caches:
            free = tuple(each for each in benchmark.setups if _without_parameters(each))
            yield OneBenchmarkRuns(benchmark, _all(suite, (*free, *benchmark.caches[:1])))


def prepared(suite: SuiteCode) -> dict[int, Code]:
    """All that runs before the calls that are measured."""
    starts = [each for s in suite.benchmarks for each in (*s.setups, *s.caches[:1])]
    return {id(code.function): code for start in starts for code in suite.called(start)}


def measured(suite: SuiteCode, timed_only: bool = False) -> Iterator[tuple[BenchmarkCode, Code]]:
    """What is run by calls themselves, with a benchmark that runs it; each function once."""
    seen: set[int] = set()
    for benchmark in suite.benchmarks:
        if benchmark.raw or (timed_only and benchmark.kind.value != "time"):
            continue
        for code in suite.called(benchmark.code):
            if id(code.function) not in seen:
                seen.add(id(code.function))
                yield benchmark, code


def all_that_runs(suite: SuiteCode) -> dict[int, Code]:
    """Of the functions in a suite; tools that lie beside them are not its benchmarks."""
    starts = [
        each for s in suite.benchmarks for each in (*s.setups, *s.caches[:1], s.code, *s.teardowns)
    ]
    return {id(code.function): code for start in starts for code in suite.called(start)}


def at_import(module: Module) -> Iterator[ast.AST]:
    return walk_here(*module.top)


def _all(suite: SuiteCode, starts: tuple[Code, ...]) -> tuple[Code, ...]:
    return tuple({id(c.function): c for start in starts for c in suite.called(start)}.values())


def _without_parameters(code: Code) -> bool:
    arguments = code.function.args
    needed = len(arguments.posonlyargs) + len(arguments.args) - len(arguments.defaults)
    return code.owner is None and needed == 0

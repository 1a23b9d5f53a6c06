"""suite -> what its declarations lose: benchmarks nobody finds, values nobody gets, one sample."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence

from unladen.judge.suite_names import KINDS
from unladen.judge.traps.numbers import number
from unladen.judge.traps.reading import Function, Module, walk_here
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import BenchmarkCode
from unladen.model import Kind
from unladen.model.traps import Trap

OTHER_MEANING = ("setter", "getter", "deleter", "overload", "register")


def no_answers(suite: SuiteCode) -> Iterator[Trap]:
    """Once a file: of many suites it is all of them."""
    those: dict[str, list[BenchmarkCode]] = defaultdict(list)
    for benchmark in suite.benchmarks:
        those[benchmark.code.module.file].append(benchmark)
    for file, benchmarks in those.items():
        without = [each for each in benchmarks if not each.has_answers]
        if without:
            line = min(each.code.function.lineno for each in without)
            what = f"{len(without)} of {len(benchmarks)} benchmarks do not say what they answer"
            yield Trap(file, line, "no-answers", what)


def shadowed(suite: SuiteCode) -> Iterator[Trap]:
    """Of two of one name the second is run, and nobody misses the first."""
    for module in suite.modules.values():
        yield from _twice(module, module.tree.body, "")
        for node in module.top:
            if isinstance(node, ast.ClassDef):
                yield from _twice(module, node.body, f"{node.name}.")


def _twice(module: Module, body: Sequence[ast.stmt], owner: str) -> Iterator[Trap]:
    before: dict[str, ast.stmt] = {}
    for node in body:
        if not isinstance(node, (Function, ast.ClassDef)):
            continue
        if node.name in before and _benchmarks_in(before[node.name]):
            first = before[node.name]
            what = f"{owner}{node.name} is defined again in line {node.lineno}: this one never runs"
            yield Trap(module.file, first.lineno, "shadowed", what)
        decorators = map(ast.unparse, node.decorator_list)
        if not any(each.rpartition(".")[2] in OTHER_MEANING for each in decorators):
            before[node.name] = node


def _benchmarks_in(node: ast.stmt) -> bool:
    if isinstance(node, ast.ClassDef):
        return any(isinstance(each, Function) and _named(each.name) for each in node.body)
    return isinstance(node, Function) and _named(node.name)


def _named(name: str) -> bool:
    return any(pattern.match(name) for pattern, _ in KINDS)


def never_found(suite: SuiteCode) -> Iterator[Trap]:
    """In a folder that is no package: asv does not look into it."""
    told: set[str] = set()
    for benchmark in suite.benchmarks:
        module = benchmark.code.module
        folder = "" if module.file in told else _no_package(suite, module)
        told.add(module.file)
        if folder:
            what = f"{folder} has no __init__.py: asv does not find {benchmark.id}"
            yield Trap(module.file, benchmark.code.function.lineno, "never-found", what)


def _no_package(suite: SuiteCode, module: Module) -> str:
    files = {each.file for each in suite.modules.values()}
    *folders, _ = module.file.split("/")
    for depth in range(1, len(folders) + 1):
        folder = "/".join(folders[:depth])
        if f"{folder}/__init__.py" not in files:
            return folder
    return ""


def returns_nothing(suite: SuiteCode) -> Iterator[Trap]:
    """A track_ benchmark without a value."""
    for benchmark in suite.benchmarks:
        function = benchmark.code.function
        if benchmark.kind not in (Kind.TRACK, Kind.MEMORY):
            continue
        nodes = list(walk_here(*function.body))
        values = any(isinstance(n, ast.Return) and n.value is not None for n in nodes)
        if not values and not any(isinstance(node, ast.Raise) for node in nodes):
            what = f"{benchmark.id} returns nothing, and that is what is recorded"
            yield Trap(benchmark.code.module.file, function.lineno, "returns-nothing", what)


def one_sample(suite: SuiteCode) -> Iterator[Trap]:
    """By `repeat`, with `rounds` as asv has it."""
    for benchmark in suite.benchmarks:
        if benchmark.kind is not Kind.TIME or "repeat" not in benchmark.settings:
            continue
        module, node = benchmark.settings["repeat"]
        most = node.elts[1] if isinstance(node, ast.Tuple) and len(node.elts) == 3 else node
        if number(module, most) == 1:
            what = f"repeat = {ast.unparse(node)[:40]}: one sample in each of asv's rounds"
            yield Trap(module.file, node.lineno, "one-sample", what)

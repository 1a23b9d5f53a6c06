"""sources of a suite -> its benchmarks by name, without running any of it.

For commits of the same code, of which nothing has to be run: some suites work for half a minute
when they are imported. Parameters are not known, and what a suite makes at run time is not seen.
"""

import ast
import re
from collections.abc import Iterator, Mapping

from unladen.judge.tests_used import parsed
from unladen.model import Benchmark, Kind

KINDS = (
    (re.compile(r"timeraw_|Timeraw[A-Z_]|time_|Time[A-Z_]"), Kind.TIME),
    (re.compile(r"peakmem_|PeakMem[A-Z_]"), Kind.PEAK_MEMORY),
    (re.compile(r"mem_|Mem[A-Z_]"), Kind.MEMORY),
    (re.compile(r"track_|Track[A-Z_]"), Kind.TRACK),
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def benchmarks_by_name(files: Mapping[str, bytes]) -> dict[str, Benchmark]:
    """`files`: Python, by path below the suite."""
    found: dict[str, Benchmark] = {}
    for name, source in sorted(files.items()):
        tree = parsed(source)
        if tree is not None:
            for benchmark in _in_module(name, tree):
                found.setdefault(benchmark.id, benchmark)
    return found


def _in_module(name: str, tree: ast.Module) -> Iterator[Benchmark]:
    module = name.removesuffix(".py").removesuffix("__init__").strip("/").replace("/", ".")
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in tree.body:
        if isinstance(node, Function):
            yield from _one(f"{module}.{node.name}", name, node)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for function in _methods(node, classes).values():
                yield from _one(f"{module}.{node.name}.{function.name}", name, function)


def _methods(
    node: ast.ClassDef, classes: Mapping[str, ast.ClassDef], depth: int = 20
) -> dict[str, Function]:
    """Its own, and those of bases in the same file."""
    found: dict[str, Function] = {}
    for base in node.bases if depth else ():
        if isinstance(base, ast.Name) and base.id in classes and base.id != node.name:
            found |= _methods(classes[base.id], classes, depth - 1)
    return found | {each.name: each for each in node.body if isinstance(each, Function)}


def kind_of(function: str) -> Kind | None:
    """What asv takes a function of this name for; None where it is no benchmark."""
    return next((kind for pattern, kind in KINDS if pattern.match(function)), None)


def _one(id: str, file: str, function: Function) -> Iterator[Benchmark]:
    if kind := kind_of(function.name):
        yield Benchmark(
            id=id.lstrip("."),
            name=id.lstrip("."),
            param_index=None,
            kind=kind,
            unit="seconds" if kind is Kind.TIME else "unit",
            version="",
            timeout=60.0,
            file=file,
            line=function.lineno,
        )

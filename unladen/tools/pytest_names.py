"""Python files -> the tests among them that ask for pytest-benchmark's fixture, by what is written.

Nothing is run: a project may have ten thousand tests of which twenty are benchmarks, and to import
them all would take longer than to measure the twenty. Fixtures that ask for it are followed.
"""

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

FIXTURES = frozenset({"benchmark", "benchmark_weave"})
WORD = b"benchmark"
TEST_NAMES = ("test", "bench")
"""Of functions: the second is what many suites set `python_functions` to."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test, as pytest would call it, without what its parameters add."""

    file: str
    name: str
    line: int

    @property
    def id(self) -> str:
        return f"{self.file}::{self.name}"


def benchmark_tests(sources: Mapping[str, bytes]) -> list[NamedTest]:
    """`sources`: by path below the project's folder."""
    trees = {name: tree for name, text in sorted(sources.items()) if (tree := _parsed(text))}
    fixtures = _spread(trees)
    return [
        NamedTest(file, "::".join([*classes, function.name]), function.lineno)
        for file, tree in trees.items()
        for classes, function in _functions(tree)
        if function.name.startswith(TEST_NAMES) and _asks(function) & fixtures
    ]


def fixtures_with_benchmark(sources: Mapping[str, bytes]) -> frozenset[str]:
    """Names that lead to the fixture, the fixture itself among them."""
    return _spread({name: tree for name, text in sources.items() if (tree := _parsed(text))})


def _spread(trees: Mapping[str, ast.Module]) -> frozenset[str]:
    asked_by = {
        function.name: _asks(function)
        for tree in trees.values()
        for _, function in _functions(tree)
        if _is_fixture(function)
    }
    known = set(FIXTURES)
    while more := {name for name, asked in asked_by.items() if asked & known} - known:
        known |= more
    return frozenset(known)


def _functions(tree: ast.Module) -> Iterator[tuple[tuple[str, ...], Function]]:
    """Also those below `if` and `try`; of classes their methods."""
    waiting: list[tuple[tuple[str, ...], ast.AST]] = [((), tree)]
    while waiting:
        classes, node = waiting.pop(0)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function):
                yield classes, child
            elif isinstance(child, ast.ClassDef):
                waiting.append(((*classes, child.name), child))
            elif isinstance(child, ast.If | ast.Try):
                waiting.append((classes, child))


def _asks(function: Function) -> set[str]:
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    return names | _used(function)


def _used(function: Function) -> set[str]:
    """By `usefixtures`."""
    found: set[str] = set()
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and _last(decorator.func) == "usefixtures":
            found |= {str(a.value) for a in decorator.args if isinstance(a, ast.Constant)}
    return found


def _is_fixture(function: Function) -> bool:
    each = (d.func if isinstance(d, ast.Call) else d for d in function.decorator_list)
    return any(_last(decorator).endswith("fixture") for decorator in each)


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _parsed(text: bytes) -> ast.Module | None:
    if WORD not in text:
        return None
    try:
        with warnings.catch_warnings():  # of the project's own escapes: not ours to tell
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

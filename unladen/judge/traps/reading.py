"""one file of a suite -> its tree, what its names mean, and its lines."""

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
DEEPEST = 200
"""Of what stands in each other: nobody writes deeper files, and Python's own stack ends."""
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


class Unread(NamedTuple):
    """Why a file is not looked into."""

    line: int
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Module:
    """One file of the suite."""

    file: str
    """Below the suite."""
    name: str
    """As other modules of the suite import it, without the suite's own name; empty for its top."""
    tree: ast.Module
    names: Mapping[str, str]
    """Bound by imports -> what they mean: `np` is `numpy`, `.common:Base` the suite's own."""
    defined: Mapping[str, ast.stmt]
    """Functions and classes at its top."""
    assigned: Mapping[str, ast.expr]
    """Other names of its top, as they were last bound by themselves."""
    top: tuple[ast.stmt, ...]
    """What runs at import, one statement after the other; functions and classes as definitions."""

    @property
    def is_package(self) -> bool:
        return self.file.rpartition("/")[2] == "__init__.py"


def module_of(file: str, source: bytes, suite: str) -> Module | Unread:
    """`suite` is the name that its modules know it by."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
        except SyntaxError as error:
            return Unread(error.lineno or 1, f"Python cannot read it: {error.msg}"[:200])
        except UNPARSABLE as error:
            return Unread(1, f"Python cannot read it: {error or type(error).__name__}"[:200])
    if _too_deep(tree):
        return Unread(1, f"nested more than {DEEPEST} deep: not looked into")
    top = tuple(_run_at_import(tree.body))
    name = file.removesuffix(".py").removesuffix("__init__").strip("/").replace("/", ".")
    package = name if file.endswith("__init__.py") else name.rpartition(".")[0]
    return Module(
        file=file,
        name=name,
        tree=tree,
        names=dict(_imports(top, package, suite)),
        defined={each.name: each for each in top if isinstance(each, (*SCOPES[:2], ast.ClassDef))},
        assigned=dict(_bound(top)),
        top=top,
    )


def _too_deep(tree: ast.AST) -> bool:
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return False
    return True


def _run_at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Branches opened, but for what runs only as a script or only for type checkers."""
    for node in body:
        if isinstance(node, ast.If):
            if not _script_or_types(node.test):
                yield from _run_at_import(node.body)
            yield from _run_at_import(node.orelse)
        elif isinstance(node, ast.Try):
            yield from _run_at_import([*node.body, *node.orelse, *node.finalbody])
            for handler in node.handlers:
                yield from _run_at_import(handler.body)
        else:
            yield node


def _script_or_types(test: ast.expr) -> bool:
    return any(
        (isinstance(node, ast.Name) and node.id in ("__name__", "TYPE_CHECKING"))
        or (isinstance(node, ast.Attribute) and node.attr == "TYPE_CHECKING")
        for node in ast.walk(test)
    )


def _imports(top: tuple[ast.stmt, ...], package: str, suite: str) -> Iterator[tuple[str, str]]:
    for node in top:
        yield from imports_of(node, package, suite)


def imports_of(node: ast.stmt, package: str, suite: str) -> Iterator[tuple[str, str]]:
    """Names that one statement binds; `*` and the module for a star."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            yield bound, _inside(alias.name if alias.asname else bound, suite)
    elif isinstance(node, ast.ImportFrom):
        source = _source(node, package, suite)
        for alias in node.names:
            joint = ":" if source.startswith(".") else "."
            yield alias.asname or alias.name, f"{source}{joint}{alias.name}"


def _source(node: ast.ImportFrom, package: str, suite: str) -> str:
    """With a dot before what is the suite's own."""
    module = node.module or ""
    if not node.level:
        return _inside(module, suite)
    parts = package.split(".") if package else []
    base = parts[: max(0, len(parts) - node.level + 1)]
    return "." + ".".join([*base, *([module] if module else [])])


def _inside(module: str, suite: str) -> str:
    if module == suite:
        return "."
    return module.removeprefix(suite) if module.startswith(f"{suite}.") else module


def _bound(top: tuple[ast.stmt, ...]) -> Iterator[tuple[str, ast.expr]]:
    for node in top:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def walk_here(*roots: ast.AST) -> Iterator[ast.AST]:
    """What runs when these run: not what functions and classes inside of them hold, but for the
    bodies of classes and of comprehensions. In the order of lines."""
    waiting = list(reversed(roots))
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (*SCOPES[:2],)):
            children: list[ast.AST] = [*node.decorator_list, *node.args.defaults]
        elif isinstance(node, ast.Lambda):
            children = list(node.args.defaults)
        else:
            children = list(ast.iter_child_nodes(node))
        waiting.extend(reversed(children))


@lru_cache(maxsize=20_000)
def inside(function: Function) -> tuple[ast.AST, ...]:
    """What runs when it is called, lambdas and functions inside of it included: whoever makes one
    mostly calls it."""
    return tuple(node for statement in function.body for node in ast.walk(statement))


@lru_cache(maxsize=20_000)
def is_generator(function: Function) -> bool:
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in walk_here(*function.body))


def dotted(node: ast.AST) -> str:
    """`a.b.c`, or nothing."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed([*parts, node.id])) if isinstance(node, ast.Name) else ""

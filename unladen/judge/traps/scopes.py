"""bodies -> what they define, what they import, and which names they bind for themselves."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from unladen.judge.traps.reading import Function, Module, imports_of


def functions_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, Function):
            yield node.name, node
        elif isinstance(node, ast.If):
            yield from functions_in([*node.orelse, *node.body])


def assigned_in(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


@lru_cache(maxsize=10_000)
def local_imports(module: Module, function: Function) -> Mapping[str, str]:
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    nodes = (each for statement in function.body for each in ast.walk(statement))
    found = (each for each in nodes if isinstance(each, (ast.Import, ast.ImportFrom)))
    return {name: meant for node in found for name, meant in imports_of(node, package, "\0")}


@lru_cache(maxsize=10_000)
def bound_in(function: Function) -> frozenset[str]:
    """Names that mean something else inside of it."""
    a = function.args
    names = {each.arg for each in (*a.posonlyargs, *a.args, *a.kwonlyargs)}
    names |= {each.arg for each in (a.vararg, a.kwarg) if each}
    nodes = [each for statement in function.body for each in ast.walk(statement)]
    hidden = {n for each in nodes if isinstance(each, ast.Global) for n in each.names}
    for statement in function.body:
        names |= {
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return frozenset(names - hidden)

"""Counters put into every function of a package when it is imported: exact, and nearly free.

The text is parsed, one statement is added at the start of each function, lambda, comprehension and
exception handler, and the result is compiled. The same on every version of Python.
"""

import ast
import builtins
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from typing import Any

COUNTS: list[int] = []
SITES: list[tuple[str, str, int, str, str]] = []
"""File, qualified name, line, kind, and the text of what has no name."""

MAX_TEXT = 80
COMPREHENSIONS = {
    ast.ListComp: "<listcomp>",
    ast.SetComp: "<setcomp>",
    ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}


def _count(site: int) -> None:
    COUNTS[site] += 1


def _count_iteration(site: int, iterable: Any) -> Any:
    COUNTS[site] += 1
    return iterable


class Injector(ast.NodeTransformer):
    def __init__(self, file: str, source: str) -> None:
        self._file, self._source = file, source
        self._names: list[str] = []

    def _site(self, node: ast.AST, name: str, kind: str, text: str = "") -> int:
        qualified = ".".join([*self._names, name]) if name else ".".join(self._names)
        SITES.append((self._file, qualified, getattr(node, "lineno", 0), kind, text))
        COUNTS.append(0)
        return len(COUNTS) - 1

    def _text(self, node: ast.AST) -> str:
        found = ast.get_source_segment(self._source, node) or ""
        return " ".join(found.split())[:MAX_TEXT]

    def _counted(self, site: int, body: list[ast.stmt]) -> list[ast.stmt]:
        """After the docstring, which must stay where it is."""
        statement = ast.parse(f"__unladen_count__({site})").body[0]
        first = body[0]
        documented = (
            isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        )
        for node in ast.walk(statement):
            ast.copy_location(node, first)
        return [first, statement, *body[1:]] if documented else [statement, *body]

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self._names.append(node.name)
        self.generic_visit(node)
        self._names.pop()
        return node

    def _function(self, node: Any) -> Any:
        site = self._site(node, node.name, "function")
        self._names += [node.name, "<locals>"]
        self.generic_visit(node)
        del self._names[-2:]
        node.body = self._counted(site, node.body)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        site = self._site(node, "<lambda>", "lambda", self._text(node))
        self._names += ["<lambda>", "<locals>"]
        self.generic_visit(node)
        del self._names[-2:]
        counted = ast.parse(f"__unladen_count__({site})", mode="eval").body
        node.body = ast.copy_location(
            ast.BoolOp(op=ast.Or(), values=[ast.copy_location(counted, node.body), node.body]),
            node.body,
        )
        return node

    def _comprehension(self, node: Any) -> Any:
        if any(generator.is_async for generator in node.generators):
            return node
        name = COMPREHENSIONS[type(node)]
        site = self._site(node, name, "comprehension", self._text(node))
        self.generic_visit(node)
        first = node.generators[0]
        counted = ast.parse(f"__unladen_iterate__({site})", mode="eval").body
        assert isinstance(counted, ast.Call)
        counted.args.append(first.iter)
        first.iter = ast.copy_location(counted, first.iter)
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        site = self._site(node, "", "except", self._text(node).partition(":")[0])
        self.generic_visit(node)
        node.body = self._counted(site, node.body)
        return node


class CountingLoader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        text = importlib.util.decode_source(source)
        tree = Injector(path, text).visit(ast.parse(text, path))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class CountingFinder:
    """Before all other finders: our packages by the counting loader, the rest as ever."""

    def __init__(self, packages: Sequence[str]) -> None:
        self._packages = set(packages)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.partition(".")[0] not in self._packages:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is importlib.machinery.SourceFileLoader:
            spec.loader = CountingLoader(spec.loader.name, spec.loader.path)
        return spec


def count_calls_of(packages: Sequence[str]) -> None:

    vars(builtins)["__unladen_count__"] = _count
    vars(builtins)["__unladen_iterate__"] = _count_iteration
    finder: Any = CountingFinder(packages)
    sys.meta_path.insert(0, finder)

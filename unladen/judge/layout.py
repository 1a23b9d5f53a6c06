"""source of a module -> its functions, and what its own statements bind, mention and do.

A function is the outermost `def`: a method, or one of a module. What stands around the bodies of
functions runs when the module is imported; a statement of it either only binds names, or it may do
anything.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from unladen.judge.expressions import dotted, given, harmless_ones, mentioned, plain
from unladen.judge.same_code import runnable

Def = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class OuterFunction:
    """By its place in the module and the how-manieth of that name it is."""

    key: str
    first: int
    last: int
    text: str
    """Of its body, as it runs."""
    mentions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Statement:
    """Outside of functions. `binds` is None where it may do more than bind names."""

    text: str
    binds: frozenset[str] | None
    mentions: frozenset[str]
    made: "ClassLayout | None" = None
    defines: str = ""
    """The function whose `def` this is, and its decorators unless they are harmless: of two that
    agree in this only the signature can differ."""


@dataclass(frozen=True, slots=True)
class ClassLayout:
    name: str
    header: str
    statements: tuple[Statement, ...]
    closed: bool
    """Neither decorated nor derived from a class of somebody else: nobody lists its attributes."""


@dataclass(frozen=True, slots=True)
class Layout:
    functions: Mapping[str, OuterFunction] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()

    def at(self, line: int) -> OuterFunction | None:
        """The function that a code object beginning in this line belongs to."""
        inside = (each for each in self.functions.values() if each.first <= line <= each.last)
        return min(inside, key=lambda each: each.last - each.first, default=None)


def layout(source: bytes) -> Layout | None:
    """None where this Python cannot read it."""
    tree = runnable(source)
    if tree is None:
        return None
    try:
        functions: dict[str, OuterFunction] = {}
        for path, node in _outermost(tree, ""):
            _take(path, node, functions)
        return Layout(functions, tuple(_statements(tree.body)))
    except RecursionError:
        return None


def _outermost(node: ast.AST, path: str) -> Iterator[tuple[str, Def]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Def):
            yield path + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _outermost(child, f"{path}{child.name}.")
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _outermost(child, path)


def _take(path: str, node: Def, functions: dict[str, OuterFunction]) -> None:
    """Out of its module: what is left of it there is its signature."""
    number = 0
    while (key := f"{path}#{number}" if number else path) in functions:
        number += 1
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    text = "\n".join(ast.dump(each) for each in node.body)
    mentions = frozenset(mentioned(node.body))
    functions[key] = OuterFunction(key, first, node.end_lineno or node.lineno, text, mentions)
    node.body = [ast.Pass()]


def _statements(body: Sequence[ast.stmt]) -> Iterator[Statement]:
    for node in body:
        if isinstance(node, ast.Pass) or _never_runs(node):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imports(node)
        else:
            yield _statement(node)


def _never_runs(node: ast.stmt) -> bool:
    """What stands under `if TYPE_CHECKING:` or `if __name__ == "__main__":`."""
    if not isinstance(node, ast.If) or node.orelse:
        return False
    test = node.test
    if isinstance(test, ast.Compare):
        return ast.unparse(test) == "__name__ == '__main__'"
    return dotted(test).rpartition(".")[2] == "TYPE_CHECKING"


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[Statement]:
    """Each name for itself: another one beside it changes nothing for the first."""
    where = f"{'.' * node.level}{node.module}" if isinstance(node, ast.ImportFrom) else ""
    for alias in node.names:
        bound = alias.asname or (alias.name if where else alias.name.partition(".")[0])
        binds = None if alias.name == "*" else frozenset({bound})
        words = frozenset(alias.name.split(".")) - {"*"}
        yield Statement(f"{where} import {alias.name} as {bound}", binds, words)


def _statement(node: ast.stmt) -> Statement:
    text = ast.dump(node)
    if isinstance(node, ast.ClassDef):
        return _class(node, text)
    if isinstance(node, Def):
        values = all(plain(each) for each in given(node.args))
        harmless = harmless_ones(node.decorator_list)
        binds = frozenset({node.name}) if harmless and values else None
        words = frozenset(mentioned([*given(node.args), *node.decorator_list]))
        around = "" if harmless else " ".join(ast.dump(each) for each in node.decorator_list)
        defines = f"{node.name} {around}".strip() if values else ""
        return Statement(text, binds, words, defines=defines)
    words = frozenset(mentioned([node]))
    found = _bound(node)
    return Statement(text, None if found is None else frozenset(found), words)


def _class(node: ast.ClassDef, text: str) -> Statement:
    bases = [dotted(base) for base in node.bases]
    statements = tuple(_statements(node.body))
    header = ast.dump(ast.ClassDef(node.name, node.bases, node.keywords, [], node.decorator_list))
    harmless = harmless_ones(node.decorator_list) and not node.keywords
    bound = harmless and all(each.binds is not None for each in statements)
    words = frozenset(mentioned([*node.bases, *node.keywords, *node.decorator_list]))
    words = words.union(*(each.mentions for each in statements))
    closed = not node.decorator_list and all(base in ("object", "ABC", "abc.ABC") for base in bases)
    made = ClassLayout(node.name, header, statements, closed)
    return Statement(text, frozenset({node.name}) if bound else None, words, made=made)


def _bound(node: ast.stmt) -> set[str] | None:
    """The names that it binds, if that is all it does."""
    if isinstance(node, ast.Assign | ast.AnnAssign):
        evaluated = [node.value, getattr(node, "annotation", None)]
        if not all(each is None or plain(each) for each in evaluated):
            return None
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return _names(targets)
    if isinstance(node, ast.Expr):
        return set() if isinstance(node.value, ast.Constant) else None
    if isinstance(node, ast.If):
        return _together([*node.body, *node.orelse]) if plain(node.test) else None
    if isinstance(node, ast.Try):
        handled = [each for handler in node.handlers for each in handler.body]
        return _together([*node.body, *handled, *node.orelse, *node.finalbody])
    return None


def _names(targets: Sequence[ast.expr]) -> set[str] | None:
    found: set[str] = set()
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            inner = _names(target.elts)
            if inner is None:
                return None
            found |= inner
        elif isinstance(target, ast.Name):
            found.add(target.id)
        else:
            return None
    return found


def _together(body: Sequence[ast.stmt]) -> set[str] | None:
    found: set[str] = set()
    for each in _statements(body):
        if each.binds is None:
            return None
        found |= each.binds
    return found

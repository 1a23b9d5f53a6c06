"""the source of a package -> its functions: where they are, what they do, what they mention."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from unladen.model.anatomy import Function

MAX_TEXT = 80
MAX_FILE = 4_000_000
NAMELESS = {
    ast.Lambda: "<lambda>",
    ast.ListComp: "<listcomp>",
    ast.SetComp: "<setcomp>",
    ast.DictComp: "<dictcomp>",
    ast.GeneratorExp: "<genexpr>",
}


def functions_below(root: Path, packages: list[str]) -> dict[str, Function]:
    """Of these packages or modules; a file that is no Python is left out."""
    found: dict[str, Function] = {}
    for package in packages:
        paths = sorted((root / package).rglob("*.py"))
        paths += [path for path in (root / f"{package}.py",) if path.is_file()]
        for path in paths:
            if path.stat().st_size <= MAX_FILE:
                for function in functions_of(path, path.relative_to(root).as_posix()):
                    found[function.key] = function
    return found


def functions_of(path: Path, name: str) -> Iterator[Function]:
    try:
        source = path.read_text("utf-8")
        tree = ast.parse(source)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return
    taken: dict[str, int] = {}
    for node, qualified in _walk(tree, ()):
        again = taken[qualified] = taken.get(qualified, 0) + 1
        nameless = type(node) in NAMELESS
        yield Function(
            key=key_of(name, qualified, again),
            module=module_of(name),
            name=qualified,
            line=node.lineno,
            end=node.end_lineno or node.lineno,
            text=_text(source, node) if nameless else "",
            body=_body(node),
            calls=frozenset(_mentions(node)),
            operations=dict(Counter(_operations(node))),
        )


def key_of(file: str, qualified: str, again: int = 1) -> str:
    return f"{file}:{qualified}" + (f"#{again}" if again > 1 else "")


def module_of(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


Node = (
    ast.FunctionDef
    | ast.AsyncFunctionDef
    | ast.Lambda
    | ast.ListComp
    | ast.SetComp
    | ast.DictComp
    | ast.GeneratorExp
)


def _walk(node: ast.AST, names: tuple[str, ...]) -> Iterator[tuple[Node, str]]:
    """In the order in which they stand, with qualified names as Python makes them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield child, ".".join((*names, child.name))
            yield from _walk(child, (*names, child.name, "<locals>"))
        elif isinstance(child, ast.ClassDef):
            yield from _walk(child, (*names, child.name))
        elif isinstance(child, Node):
            name = NAMELESS[type(child)]
            yield child, ".".join((*names, name))
            inner = (*names, name, "<locals>") if isinstance(child, ast.Lambda) else names
            yield from _walk(child, inner)
        else:
            yield from _walk(child, names)


def _text(source: str, node: ast.AST) -> str:
    return " ".join((ast.get_source_segment(source, node) or "").split())[:MAX_TEXT]


def _body(node: Node) -> str:
    """What it does: without its name, its docstring and its annotations."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        body = node.body
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        names = ",".join(argument.arg for argument in node.args.args)
        text = names + "".join(ast.dump(statement) for statement in body)
    else:
        text = ast.dump(node)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _operations(node: Node) -> Iterator[str]:
    """Operators, constants and the names of what is called: what stays when a body is moved."""
    for child in ast.walk(node):
        if isinstance(child, (ast.operator, ast.cmpop, ast.unaryop)):
            yield type(child).__name__
        elif isinstance(child, ast.Constant) and isinstance(child.value, (int, float)):
            yield repr(child.value)[:20]
        elif isinstance(child, ast.Call) and isinstance(child.func, (ast.Name, ast.Attribute)):
            yield f"{getattr(child.func, 'id', getattr(child.func, 'attr', ''))}()"


def _mentions(node: Node) -> Iterator[str]:
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            yield child.id
        elif isinstance(child, ast.Attribute):
            yield child.attr

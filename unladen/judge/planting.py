"""a function of a module -> the module's text with a loop in it: a slowdown of known size."""

import ast
import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple

MOST_CALLS = 200.0
"""Of a function, in a call of the benchmark: one that is called more often hides the loop in it."""


class Looped(NamedTuple):
    """A module with a loop in one of its functions: at a line, in what began at another."""

    text: str
    line: int
    first: int


def with_loop(text: str, qualified: str, line: int, rounds: int) -> Looped | None:
    """None where there is no place of its own for the loop."""
    try:
        node = _function(ast.parse(text), qualified, line)
    except (SyntaxError, ValueError, RecursionError):
        return None
    if node is None:
        return None
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    lines = text.splitlines(keepends=True)
    if not body or lines[body[0].lineno - 1][: body[0].col_offset].strip():
        return None
    first = _top_line(body[0])
    indent = lines[body[0].lineno - 1][: body[0].col_offset]
    lines.insert(first - 1, f"{indent}for _ in range({rounds}): pass\n")
    return Looped("".join(lines), first, _top_line(node))


def _top_line(statement: ast.stmt) -> int:
    """A decorated function or class begins with its decorators."""
    decorators: Iterable[ast.expr] = getattr(statement, "decorator_list", ())
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _function(tree: ast.Module, qualified: str, line: int) -> ast.FunctionDef | None:
    name = qualified.rpartition(".")[2]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name, node.lineno) == (name, line):
            return node
    return None


def by_calls(calls: Mapping[str, float]) -> list[str]:
    """Functions that a call of the benchmark runs, the ones that are called often first, up to so
    often that what is planted could not be told from what calls it."""
    fitting = {key: count for key, count in calls.items() if 1 <= count <= MOST_CALLS}
    return sorted(fitting, key=lambda key: (-fitting[key], key))


def rounds_for(seconds: float, calls: float, by: float, round_seconds: float) -> int:
    """Of a loop in each call, so that a call of the benchmark takes longer by a share."""
    return max(1, math.ceil(seconds * by / calls / round_seconds))


def spread(ids: Iterable[str], most: int) -> list[str]:
    """So many of them, from all over the suite."""
    ordered = sorted(ids)
    step = max(1.0, len(ordered) / most)
    return [ordered[int(number * step)] for number in range(min(most, len(ordered)))]


def handiest(seconds: Mapping[str, float], best: float) -> list[str]:
    """Those first whose calls are about as long as suits a demonstration."""
    fitting = {id: each for id, each in seconds.items() if each > 0}
    return sorted(fitting, key=lambda id: (abs(math.log(fitting[id] / best)), id))

"""expressions of constants -> numbers: how large, how often."""

import ast
import math
from collections.abc import Callable

from unladen.judge.traps.reading import Module
from unladen.judge.traps.suite_code import SuiteCode

TIMES_TO_WALK = 100_000
"""Turns of a loop of Python's: ten milliseconds and more."""
ELEMENTS = 1_000_000
"""Filled by compiled code: milliseconds, and megabytes in every process."""
FILLED = frozenset(
    f"numpy.{name}"
    for name in ("ones", "full", "arange", "linspace", "logspace", "random.rand", "random.randn")
) | {f"numpy.random.{n}" for n in ("random", "random_sample", "randint", "normal", "uniform")}
BY_SIZE = ("randint", "normal", "uniform")
"""What they are given first is no size."""
MOST = 10**15
Two = Callable[[float, float], float]
COUNTED: dict[type[ast.operator], Two] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Div: lambda a, b: a / b if b else 0,
    ast.Pow: lambda a, b: a**b if abs(a) < 1e6 and 0 <= b < 20 else 0,
    ast.LShift: lambda a, b: a * 2**b if 0 <= b < 60 else 0,
}


def number(module: Module, node: ast.expr | None, depth: int = 20) -> float | None:
    """Of names, those that the module's top binds."""
    if node is None or not depth:
        return None
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return None
        return float(value) if abs(value) < MOST else None
    if isinstance(node, ast.Name):
        return number(module, module.assigned.get(node.id), depth - 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = number(module, node.operand, depth - 1)
        return None if inner is None else -inner
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "int" and len(node.args) == 1:
        return number(module, node.args[0], depth - 1)
    if isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
        pair = number(module, node.left, depth - 1), number(module, node.right, depth - 1)
        if pair[0] is None or pair[1] is None:
            return None
        value = COUNTED[type(node.op)](pair[0], pair[1])
        return value if math.isfinite(value) and abs(value) < MOST else None
    return None


def length(module: Module, node: ast.expr) -> int:
    """Of a range of constants; else one."""
    if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range"):
        return 1
    found = [number(module, each) for each in node.args]
    if not found or None in found or 0 in found[2:]:
        return 1
    low, high, step = ((0, *found, 1) if len(found) == 1 else (*found, 1))[:3]
    return max(0, int(((high or 0) - (low or 0)) / (step or 1)))


def turns(module: Module, node: ast.AST) -> int:
    """Of a loop with those in it; of anything else none."""
    if isinstance(node, ast.For):
        inner = max((turns(module, each) for each in node.body), default=0)
        return length(module, node.iter) * max(1, inner)
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp)):
        return math.prod(length(module, each.iter) for each in node.generators)
    return 0


def elements(suite: SuiteCode, module: Module, node: ast.AST) -> int:
    """That an expression makes, if they are many."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = (node.left, node.right), (node.right, node.left)
        counts = [number(module, n) for many, n in sides if isinstance(many, (ast.List, ast.Tuple))]
        count = max((each for each in counts if each), default=0)
    elif isinstance(node, ast.Call):
        count = _made(suite, module, node)
    else:
        return 0
    return int(count) if count >= ELEMENTS else 0


def _made(suite: SuiteCode, module: Module, node: ast.Call) -> float:
    meant = suite.meaning(module, node.func)
    if meant in ("list", "tuple", "set") and len(node.args) == 1:
        return length(module, node.args[0])
    if meant not in FILLED:
        return 0
    name = meant.rpartition(".")[2]
    sized = [each.value for each in node.keywords if each.arg in ("size", "shape", "num")]
    if name in BY_SIZE:
        given = sized or node.args[2:3]
    elif name in ("rand", "randn"):
        given = node.args
    elif name in ("linspace", "logspace"):
        given = sized or node.args[2:3]
    elif name == "arange":
        return number(module, node.args[0]) or 0 if len(node.args) == 1 else 0
    else:
        given = sized or node.args[:1]
    flat = [
        part for each in given for part in (each.elts if isinstance(each, ast.Tuple) else [each])
    ]
    sizes = [number(module, each) or 1 for each in flat]
    return math.prod(sizes) if sizes else 0

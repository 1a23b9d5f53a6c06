"""a piece of Python -> the names it mentions, and whether evaluating it does no more than make a
value."""

import ast
from collections.abc import Iterable, Iterator, Sequence

DYNAMIC = "<dynamic>"
"""Mentioned by code that looks names up by something else than their text."""
LOOKUPS = frozenset(
    [
        "globals",
        "locals",
        "vars",
        "dir",
        "__dict__",
        "import_module",
        "__import__",
        "getmembers",
        "attrgetter",
        "methodcaller",
        "loads",
        "__code__",
        "getsource",
        "getsourcelines",
        "signature",
        "getfullargspec",
        "iter_modules",
        "__subclasses__",
    ]
)
HARMLESS_DECORATORS = frozenset(
    [
        "property",
        "staticmethod",
        "classmethod",
        "setter",
        "getter",
        "deleter",
        "abstractmethod",
        "overload",
        "cached_property",
        "lru_cache",
        "cache",
        "wraps",
        "contextmanager",
        "asynccontextmanager",
        "final",
        "override",
        "total_ordering",
        "dataclass",
        "runtime_checkable",
    ]
)
PLAIN_CALLS = frozenset(
    [
        "set",
        "frozenset",
        "dict",
        "list",
        "tuple",
        "int",
        "float",
        "str",
        "bytes",
        "len",
        "range",
        "sorted",
        "min",
        "max",
        "sum",
        "object",
        "type",
        "zip",
        "enumerate",
        "repr",
        "re.compile",
        "logging.getLogger",
        "getLogger",
        "TypeVar",
        "typing.TypeVar",
        "NewType",
        "ParamSpec",
        "namedtuple",
        "collections.namedtuple",
        "defaultdict",
        "OrderedDict",
        "field",
        "itemgetter",
        "partial",
        "Path",
        "cast",
        "Lock",
        "RLock",
        "threading.Lock",
        "ContextVar",
    ]
)
PLAIN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Starred, ast.Lambda),
    *(ast.Tuple, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp),
    *(ast.GeneratorExp, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp),
    *(ast.JoinedStr, ast.FormattedValue),
)


def mentioned(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Every name by which something could be found, texts that are names included."""
    for node in (each for top in nodes for each in ast.walk(top)):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if len(node.value) < 200 and node.value.replace(".", "_").isidentifier():
                yield from node.value.split(".")
        elif isinstance(node, ast.alias):
            yield from node.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Call):
            yield from _looked_up(node)


def _looked_up(node: ast.Call) -> Iterator[str]:
    name = dotted(node.func).rpartition(".")[2]
    if name in ("getattr", "hasattr"):  # what is only set is found by those that mention it
        told = node.args[1] if len(node.args) > 1 else None
        if not (isinstance(told, ast.Constant) and isinstance(told.value, str)):
            yield DYNAMIC


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


def harmless_ones(decorators: Sequence[ast.expr]) -> bool:
    names = [dotted(d.func if isinstance(d, ast.Call) else d) for d in decorators]
    return all(name.rpartition(".")[2] in HARMLESS_DECORATORS for name in names)


def given(arguments: ast.arguments) -> list[ast.expr]:
    """Default values."""
    return [*arguments.defaults, *(each for each in arguments.kw_defaults if each is not None)]


def plain(node: ast.AST) -> bool:
    """Whether evaluating it makes a value and does nothing else."""
    if isinstance(node, ast.Call):
        if dotted(node.func) not in PLAIN_CALLS:
            return False
    elif isinstance(node, ast.Lambda):
        return all(plain(each) for each in given(node.args))
    elif isinstance(node, ast.expr) and not isinstance(node, PLAIN):
        return False
    return all(plain(child) for child in ast.iter_child_nodes(node))

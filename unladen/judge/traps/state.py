"""suite -> what a call leaves for the next: caches, what grows, spent iterators, files."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from unladen.judge.traps.reading import Function, Module, dotted, inside
from unladen.judge.traps.stages_of_call import measured, prepared
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import BenchmarkCode, Code
from unladen.model.traps import Trap

CACHES = ("functools.cache", "functools.lru_cache", "joblib.Memory", "cachetools.cached")
GROWS = frozenset({"append", "appendleft", "extend", "insert", "pop", "popleft", "popitem"})
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKES_CONTAINERS = frozenset(
    {"list", "dict", "set", "collections.deque", "collections.OrderedDict", "bytearray"}
    | {"collections.defaultdict", "collections.Counter"}
)
ITERATORS = frozenset({"iter", "map", "filter", "zip", "enumerate", "reversed"})
LEFT_BEHIND = ("tempfile.mkdtemp", "tempfile.mkstemp")
OUTSIDE = ("tempfile.gettempdir", "os.path.expanduser", "pathlib.Path.home")
WRITERS = ("write_text", "write_bytes", "touch", "mkdir")


def cached_call(suite: SuiteCode) -> Iterator[Trap]:
    """What a call asks for is worked out by the first one only."""
    for benchmark, code in measured(suite, timed_only=True):
        if code.function is benchmark.code.function:
            if _only_imports(code.function):
                yield _of_cache(
                    code, f"{benchmark.id} only imports: all but the first call find it done"
                )
        elif by := _cached(suite, code):
            yield _of_cache(code, f"{benchmark.id} calls {code.name}, which {by} answers")
        yield from _memos(suite, benchmark, code)


def _only_imports(function: Function) -> bool:
    imports = (ast.Import, ast.ImportFrom)
    others = [each for each in function.body if not isinstance(each, imports)]
    plain = (ast.Pass, ast.Expr)
    told = all(
        isinstance(each, plain) and isinstance(getattr(each, "value", None), ast.Constant | None)
        for each in others
    )
    return told and len(others) < len(function.body)


def _of_cache(code: Code, what: str) -> Trap:
    return Trap(code.module.file, code.function.lineno, "cached-call", what)


def _cached(suite: SuiteCode, code: Code) -> str:
    for decorator in code.function.decorator_list:
        named = decorator.func if isinstance(decorator, ast.Call) else decorator
        if (meant := suite.meaning(code.module, named)) in CACHES:
            return meant
    return ""


def _memos(suite: SuiteCode, benchmark: BenchmarkCode, code: Code) -> Iterator[Trap]:
    """`if key not in KNOWN: KNOWN[key] = ...`, where KNOWN outlives the call."""
    for node in inside(code.function):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
            test = node.test
            if not isinstance(test.ops[0], ast.NotIn) or len(test.comparators) != 1:
                continue
            name = dotted(test.comparators[0])
            if _filled(node, name) and _outlives(suite, benchmark, code, name):
                what = f"{benchmark.id} finds in {name} what an earlier call worked out"
                yield Trap(code.module.file, node.lineno, "cached-call", what)


def _filled(node: ast.If, name: str) -> bool:
    return any(
        isinstance(target, ast.Subscript) and dotted(target.value) == name and name != ""
        for statement in node.body
        for each in ast.walk(statement)
        if isinstance(each, ast.Assign)
        for target in each.targets
    )


def kept_state(suite: SuiteCode) -> Iterator[Trap]:
    """What no set-up makes anew before the next call."""
    for benchmark, code in measured(suite, timed_only=True):
        for node in inside(code.function):
            name = _grown(node)
            if name and _outlives(suite, benchmark, code, name):
                what = f"{benchmark.id} changes {name}, which no setup makes anew"
                yield Trap(code.module.file, getattr(node, "lineno", 1), "kept-state", what)


def _grown(node: ast.AST) -> str:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return dotted(node.func.value) if node.func.attr in GROWS else ""
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Attribute):
        return dotted(node.target)
    return ""


def _outlives(suite: SuiteCode, benchmark: BenchmarkCode, code: Code, name: str) -> bool:
    """Made once, at import, and a container or a number; not by what runs before each call."""
    head, _, rest = name.partition(".")
    if not rest:
        made = code.module.assigned.get(head)
        if made is None or head in _stored(code.function) or not _lasting(suite, code.module, made):
            return False
        return not _anew(suite, benchmark, name)
    if head != "self" or "." in rest or _anew(suite, benchmark, name):
        return False
    return rest in benchmark.settings and _lasting(suite, *benchmark.settings[rest])


def _lasting(suite: SuiteCode, module: Module, made: ast.expr) -> bool:
    if isinstance(made, ast.Call):
        return suite.meaning(module, made.func) in MAKES_CONTAINERS
    return isinstance(made, (*CONTAINERS, ast.Constant))


def _stored(function: Function) -> set[str]:
    a = function.args
    names = {each.arg for each in (*a.posonlyargs, *a.args, *a.kwonlyargs)}
    for node in inside(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def _anew(suite: SuiteCode, benchmark: BenchmarkCode, name: str) -> bool:
    """By the set-up, or by the call itself; a global that is cleared counts."""
    starts = (*benchmark.setups, *benchmark.teardowns, benchmark.code)
    for code in (each for start in starts for each in suite.called(start)):
        for node in inside(code.function):
            if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                if dotted(node) == name and not _only_adds(code.function, node):
                    return True
            elif isinstance(node, ast.Call) and dotted(node.func) == f"{name}.clear":
                return True
    return False


def _only_adds(function: Function, target: ast.AST) -> bool:
    found = (each for each in inside(function) if isinstance(each, ast.AugAssign))
    return any(each.target is target for each in found)


def spent_iterator(suite: SuiteCode) -> Iterator[Trap]:
    """Made once, gone through by every call."""
    for benchmark, code in measured(suite):
        for node in inside(code.function):
            for gone, module, made in _gone_through(benchmark, code, node):
                name = dotted(gone)
                if _ends(suite, module, made) and not _anew(suite, benchmark, name):
                    what = f"{benchmark.id} goes through {name}, empty after the first call"
                    yield Trap(code.module.file, gone.lineno, "spent-iterator", what)


def _gone_through(
    benchmark: BenchmarkCode, code: Code, node: ast.AST
) -> Iterator[tuple[ast.expr, Module, ast.expr]]:
    if isinstance(node, (ast.For, ast.comprehension)):
        gone = [node.iter]
    elif isinstance(node, ast.Call) and dotted(node.func) in (
        "list",
        "sum",
        "next",
        "tuple",
        "set",
    ):
        gone = node.args[:1]
    else:
        return
    for each in gone:
        name = dotted(each)
        head, _, rest = name.partition(".")
        if head == "self" and rest in benchmark.settings:
            yield each, *benchmark.settings[rest]
        elif name in code.module.assigned and name not in _stored(code.function):
            yield each, code.module, code.module.assigned[name]


def _ends(suite: SuiteCode, module: Module, made: ast.expr) -> bool:
    if isinstance(made, ast.GeneratorExp):
        return True
    return isinstance(made, ast.Call) and suite.meaning(module, made.func) in ITERATORS


def files_left(suite: SuiteCode) -> Iterator[Trap]:
    """Before each call another one, and nobody takes it away."""
    for benchmark in suite.benchmarks:
        if not benchmark.teardowns and not benchmark.raw:
            for code in (each for start in benchmark.setups for each in suite.called(start)):
                yield from _temporary(suite, code)


@lru_cache(maxsize=20_000)
def _temporary(suite: SuiteCode, code: Code) -> tuple[Trap, ...]:
    found = []
    for node in inside(code.function):
        if isinstance(node, ast.Call):
            meant = suite.meaning(code.module, node.func, code.function)
            if meant in LEFT_BEHIND or _kept(meant, node):
                what = f"{code.name} makes one before each call ({meant}), with no teardown"
                found.append(Trap(code.module.file, node.lineno, "files-left", what))
    return tuple(found)


def _kept(meant: str, node: ast.Call) -> bool:
    kept = [each.value for each in node.keywords if each.arg == "delete"]
    off = kept and isinstance(kept[0], ast.Constant) and kept[0].value is False
    return meant == "tempfile.NamedTemporaryFile" and bool(off)


def files_outside(suite: SuiteCode) -> Iterator[Trap]:
    """Written where the next run, and the other side, finds them."""
    codes = {id(code.function): code for _, code in measured(suite)} | prepared(suite)
    for code in codes.values():
        for node in inside(code.function):
            where = _written(node)
            if where is not None and (place := _place(suite, code, where)):
                what = f"{code.name} writes to {place}"
                yield Trap(code.module.file, getattr(node, "lineno", 1), "files-outside", what)


def _written(node: ast.AST) -> ast.expr | None:
    if not isinstance(node, ast.Call):
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr in WRITERS:
        return node.func.value
    modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
    writing = any(isinstance(m, ast.Constant) and set(str(m.value)) & set("wxa") for m in modes)
    return node.args[0] if dotted(node.func) == "open" and node.args and writing else None


def _place(suite: SuiteCode, code: Code, where: ast.expr) -> str:
    """Outside of the folder that a run is given, as far as the expression says."""
    assigned = {
        target.id: node.value
        for node in inside(code.function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    known = {**code.module.assigned, **assigned}
    parts = list(ast.walk(where))
    parts += [
        p for n in parts if isinstance(n, ast.Name) and n.id in known for p in ast.walk(known[n.id])
    ]
    for node in parts:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.startswith(("/tmp/", "/var/tmp", "~/")):
                return node.value[:60]
        elif isinstance(node, ast.Name) and node.id == "__file__":
            return "its own folder"
        elif isinstance(node, ast.Call):
            meant = suite.meaning(code.module, node.func, code.function)
            if meant in OUTSIDE:
                return meant
    return ""

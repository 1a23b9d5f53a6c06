"""suite -> calls that do not do what is timed: nothing, later, or with their errors swallowed."""

import ast
from collections.abc import Iterator, Sequence

from unladen.judge.traps.reading import Function, dotted, inside, is_generator, walk_here
from unladen.judge.traps.stages_of_call import all_that_runs, at_import, measured
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import Code
from unladen.model import Kind
from unladen.model.traps import Trap

LAZY = frozenset(
    {
        *("map", "filter", "zip", "enumerate", "reversed", "iter", "range", "os.walk"),
        *("os.scandir", "re.finditer", "glob.iglob", "csv.reader", "ast.walk", "difflib.ndiff"),
    }
)
LAZY_PACKAGES = ("itertools.",)
BROAD = ("Exception", "BaseException")
LOUD = frozenset({"DEBUG", "INFO", "NOTSET"})
PRINTS = ("print", "pprint.pprint", "sys.stdout.write", "sys.stderr.write")
SLEEPS = ("time.sleep", "asyncio.sleep")
POOLS = {
    "concurrent.futures.ThreadPoolExecutor": "max_workers",
    "concurrent.futures.ProcessPoolExecutor": "max_workers",
    "concurrent.futures.thread.ThreadPoolExecutor": "max_workers",
    "concurrent.futures.process.ProcessPoolExecutor": "max_workers",
    "multiprocessing.Pool": "processes",
    "multiprocessing.pool.Pool": "processes",
    "multiprocessing.pool.ThreadPool": "processes",
    "multiprocessing.dummy.Pool": "processes",
}
COUNTS = ("os.cpu_count", "multiprocessing.cpu_count", "os.process_cpu_count", "psutil.cpu_count")
ALL_CORES = ("n_jobs", "workers", "num_workers")


def does_nothing(suite: SuiteCode) -> Iterator[Trap]:
    """An empty body, or one that a call does not even begin. Of a peak of memory nothing is what
    the others are compared with."""
    for benchmark in suite.benchmarks:
        function = benchmark.code.function
        if benchmark.raw or benchmark.kind is not Kind.TIME:
            continue
        if what := _idle(function):
            yield Trap(
                benchmark.code.module.file,
                function.lineno,
                "does-nothing",
                f"{benchmark.id} {what}",
            )


def _idle(function: Function) -> str:
    if isinstance(function, ast.AsyncFunctionDef):
        return "is async: a call makes a coroutine, which nobody awaits"
    if is_generator(function):
        return "is a generator: a call begins nothing of it"
    if all(_empty(statement) for statement in function.body):
        return "has an empty body"
    return ""


def _empty(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Pass, *DEFINITIONS)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def lazy_result(suite: SuiteCode) -> Iterator[Trap]:
    """What is thrown away before it was gone through."""
    for benchmark, code in measured(suite):
        is_call = code.function is benchmark.code.function and benchmark.kind is not Kind.TRACK
        for node in walk_here(*code.function.body):
            thrown = isinstance(node, ast.Expr) or (is_call and isinstance(node, ast.Return))
            value = getattr(node, "value", None) if thrown else None
            value = value or (_unused(code.function, node) if is_call else None)
            if value is not None and (what := _lazy(suite, code, value)):
                told = f"{what} is made in {code.name}, and nothing goes through it"
                yield Trap(code.module.file, value.lineno, "lazy-result", told)


def _unused(function: Function, node: ast.AST) -> ast.expr | None:
    """The value of a name that nobody reads."""
    if not (isinstance(node, ast.Assign) and all(isinstance(t, ast.Name) for t in node.targets)):
        return None
    names = {dotted(target) for target in node.targets}
    read = (
        each
        for each in inside(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load) and each.id in names
    )
    return node.value if next(read, None) is None else None


def _lazy(suite: SuiteCode, code: Code, value: ast.expr) -> str:
    if isinstance(value, ast.GeneratorExp):
        return "a generator"
    if not isinstance(value, ast.Call):
        return ""
    meant = suite.meaning(code.module, value.func, code.function)
    if meant in LAZY or meant.startswith(LAZY_PACKAGES):
        return f"{meant}()"
    for target in suite.target(code, value.func):
        plain = target.function.name != "__init__" and not target.function.decorator_list
        if plain and is_generator(target.function):
            return f"the generator {target.name}()"
    return ""


def swallowed(suite: SuiteCode) -> Iterator[Trap]:
    """Whatever goes wrong, there is a time."""
    for _, code in measured(suite):
        for node in inside(code.function):
            if isinstance(node, ast.Try):
                for handler in node.handlers:
                    if how := _caught(suite, code, handler):
                        yield _swallows(code, handler.lineno, how)
            elif isinstance(node, ast.With):
                for item in node.items:
                    if _suppresses(suite, code, item.context_expr):
                        yield _swallows(code, node.lineno, "every error is suppressed")


def _swallows(code: Code, line: int, how: str) -> Trap:
    return Trap(code.module.file, line, "swallowed", f"{code.name}: {how}, and nothing is said")


def _caught(suite: SuiteCode, code: Code, handler: ast.ExceptHandler) -> str:
    if not _says_nothing(handler.body):
        return ""
    if _any_error(handler.type, BROAD):
        return "every error is caught"
    if _any_error(handler.type, ("Warning",)) and _warnings_raise(suite, code):
        return "the first warning ends the work"
    return ""


def _warnings_raise(suite: SuiteCode, code: Code) -> bool:
    """The first warning ends the work, and that is a time like any other."""
    for node in inside(code.function):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            meant = suite.meaning(code.module, node.func, code.function)
            filters = ("warnings.filterwarnings", "warnings.simplefilter")
            if meant in filters and node.args[0].value == "error":
                return True
    return False


def _any_error(caught: ast.expr | None, named: Sequence[str]) -> bool:
    each = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(one is None or dotted(one) in named for one in each)


def _says_nothing(body: Sequence[ast.stmt]) -> bool:
    for node in body:
        constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        returned = isinstance(node, ast.Return) and (
            node.value is None or isinstance(node.value, ast.Constant)
        )
        if not (constant or returned or isinstance(node, (ast.Pass, ast.Continue, ast.Break))):
            return False
    return True


def _suppresses(suite: SuiteCode, code: Code, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    named = suite.meaning(code.module, node.func, code.function) == "contextlib.suppress"
    return named and any(dotted(each) in BROAD for each in node.args)


def logging_on(suite: SuiteCode) -> Iterator[Trap]:
    """At import, for all that runs; prints only where they are timed."""
    for module in suite.modules.values():
        for node in at_import(module):
            if isinstance(node, ast.Call) and (
                what := _loud(suite.meaning(module, node.func), node)
            ):
                yield Trap(module.file, node.lineno, "logging-on", what)
    for code in all_that_runs(suite).values():
        for node in inside(code.function):
            if isinstance(node, ast.Call):
                meant = suite.meaning(code.module, node.func, code.function)
                if what := _loud(meant, node):
                    yield Trap(code.module.file, node.lineno, "logging-on", what)
    yield from _prints(suite)


def _loud(meant: str, node: ast.Call) -> str:
    given = [*node.args, *(each.value for each in node.keywords if each.arg == "level")]
    levels = {dotted(each).rpartition(".")[2] for each in given}
    levels |= {str(each.value).upper() for each in given if isinstance(each, ast.Constant)}
    if meant == "logging.basicConfig":
        return "logging.basicConfig in the suite: all that the code logs is written"
    setter = isinstance(node.func, ast.Attribute) and node.func.attr == "setLevel"
    if setter and levels & (LOUD | {"10", "20", "0"}):
        return f"setLevel({', '.join(sorted(levels))})"
    return ""


def _prints(suite: SuiteCode) -> Iterator[Trap]:
    for benchmark, code in measured(suite):
        if benchmark.kind is not Kind.TIME:
            continue
        for node in inside(code.function):
            if isinstance(node, ast.Call):
                meant = suite.meaning(code.module, node.func, code.function)
                if meant in PRINTS and not any(each.arg == "file" for each in node.keywords):
                    what = f"{benchmark.id} is timed while it prints"
                    yield Trap(code.module.file, node.lineno, "logging-on", what)


def sleeps(suite: SuiteCode) -> Iterator[Trap]:
    for benchmark, code in measured(suite, timed_only=True):
        for node in inside(code.function):
            if isinstance(node, ast.Call):
                meant = suite.meaning(code.module, node.func, code.function)
                if meant in SLEEPS:
                    what = f"{benchmark.id} is timed while {code.name} sleeps"
                    yield Trap(code.module.file, node.lineno, "sleeps", what)


def pool_size(suite: SuiteCode) -> Iterator[Trap]:
    for code in all_that_runs(suite).values():
        for node in inside(code.function):
            if isinstance(node, ast.Call):
                meant = suite.meaning(code.module, node.func, code.function)
                if what := _as_many_as_there_are(meant, node):
                    yield Trap(code.module.file, node.lineno, "pool-size", f"{code.name}: {what}")
    for module in suite.modules.values():
        for node in at_import(module):
            if isinstance(node, ast.Call) and suite.meaning(module, node.func) in COUNTS:
                what = f"the module asks {suite.meaning(module, node.func)}"
                yield Trap(module.file, node.lineno, "pool-size", what)


def _as_many_as_there_are(meant: str, node: ast.Call) -> str:
    if meant in COUNTS:
        return f"asks {meant}"
    if meant in POOLS:
        size = [*node.args[:1], *(e.value for e in node.keywords if e.arg in (POOLS[meant], None))]
        if not size or (isinstance(size[0], ast.Constant) and size[0].value is None):
            return f"{meant.rpartition('.')[2]} without {POOLS[meant]}"
    for each in node.keywords:
        if each.arg in ALL_CORES and ast.unparse(each.value) == "-1":
            return f"{each.arg}=-1"
    return ""

"""suite -> clocks of its own: that overwrite, can be set back, or do not see who works."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from unladen.judge.traps.reading import Function, Module, dotted, inside
from unladen.judge.traps.stages_of_call import measured
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import BenchmarkCode, Code
from unladen.model import Kind
from unladen.model.traps import Trap

ELAPSED = frozenset(
    {
        *("time.time", "time.perf_counter", "time.monotonic", "time.time_ns", "time.clock"),
        *("time.perf_counter_ns", "time.monotonic_ns", "timeit.default_timer"),
        *("datetime.datetime.now", "datetime.datetime.utcnow"),
    }
)
OWN_CPU = frozenset(
    f"time.{name}" for name in ("process_time", "process_time_ns", "thread_time", "thread_time_ns")
)
SETTABLE = ("time.time", "time.time_ns", "datetime.datetime.now", "datetime.datetime.utcnow")
STARTS = frozenset(
    {
        *("subprocess.run", "subprocess.Popen", "subprocess.call", "subprocess.check_output"),
        *("subprocess.check_call", "os.system", "os.fork", "multiprocessing.Pool"),
        *("multiprocessing.Process", "concurrent.futures.ProcessPoolExecutor", "os.popen"),
        *("concurrent.futures.process.ProcessPoolExecutor", "multiprocessing.pool.Pool"),
        *("joblib.Parallel",),
    }
)


def clock(suite: SuiteCode, code: Code, node: ast.expr) -> str:
    """Which clock a call reads."""
    if not isinstance(node, ast.Call):
        return ""
    meant = suite.meaning(code.module, node.func, code.function)
    return meant if meant in ELAPSED or meant in OWN_CPU else ""


def since(suite: SuiteCode, code: Code, node: ast.AST) -> str:
    """`clock() - start`: by which clock."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return clock(suite, code, node.left)
    return ""


def timer_overwrites(suite: SuiteCode) -> Iterator[Trap]:
    """In a loop, and nobody reads it before the next turn writes it again."""
    for _, code in measured(suite):
        for loop in inside(code.function):
            if isinstance(loop, (ast.For, ast.While)):
                yield from _overwritten(suite, code, loop)


def _overwritten(suite: SuiteCode, code: Code, loop: ast.For | ast.While) -> Iterator[Trap]:
    for node in (each for s in loop.body for each in ast.walk(s)):
        if not (isinstance(node, ast.Assign) and len(node.targets) == 1):
            continue
        name = dotted(node.targets[0])
        if name and since(suite, code, node.value) and not _read(loop, name, node):
            what = f"{name} holds the last turn only"
            yield Trap(code.module.file, node.lineno, "timer-overwrites", what)


def _read(loop: ast.For | ast.While, name: str, but: ast.Assign) -> bool:
    """Within the loop, by anybody."""
    for node in (each for s in loop.body for each in ast.walk(s)):
        loads = isinstance(getattr(node, "ctx", None), ast.Load)
        if loads and isinstance(node, (ast.Name, ast.Attribute)) and dotted(node) == name:
            return True
        ends = isinstance(node, (ast.Break, ast.Return))
        if ends and getattr(node, "lineno", 0) >= but.lineno:
            return True
    return False


def times_itself(suite: SuiteCode) -> Iterator[Trap]:
    """A track_ benchmark whose value is read off a clock once."""
    for benchmark, code in measured(suite):
        if benchmark.kind is Kind.TRACK and code.function is benchmark.code.function:
            for node in inside(code.function):
                if (by := since(suite, code, node)) and not _looped(code.function, node):
                    what = f"{benchmark.id} takes its own time, once, by {by}"
                    yield Trap(code.module.file, getattr(node, "lineno", 1), "times-itself", what)


def _looped(function: Function, node: ast.AST) -> bool:
    """It repeats: by its own rules, but it does."""
    loops = (each for each in inside(function) if isinstance(each, (ast.For, ast.While)))
    return any(node is inner for loop in loops for inner in ast.walk(loop))


def settable_clock(suite: SuiteCode) -> Iterator[Trap]:
    """As a timer, or in a difference."""
    for module, timer, meant, _ in _timers(suite):
        if meant in SETTABLE:
            what = f"timer = {meant} goes backwards when the machine's clock is set"
            yield Trap(module.file, timer.lineno, "settable-clock", what)
    for benchmark, code in measured(suite):
        own = code.function is benchmark.code.function or code.owner is not None
        compared = {id(n.left) for n in inside(code.function) if isinstance(n, ast.Compare)}
        for node in inside(code.function) if own else ():
            if (by := since(suite, code, node)) in SETTABLE and id(node) not in compared:
                what = f"{code.name} takes a difference of {by}"
                yield Trap(code.module.file, getattr(node, "lineno", 1), "settable-clock", what)


def children_unseen(suite: SuiteCode) -> Iterator[Trap]:
    """A clock of one process, and work that is done by others."""
    for module, node, meant, benchmark in _timers(suite):
        if meant in OWN_CPU and (who := _starts(suite, benchmark)):
            what = f"{benchmark.id} is timed by {meant}, and {who} does its work elsewhere"
            yield Trap(module.file, node.lineno, "children-unseen", what)


def _timers(suite: SuiteCode) -> Iterator[tuple[Module, ast.expr, str, BenchmarkCode]]:
    for benchmark in suite.benchmarks:
        if benchmark.kind is Kind.TIME and "timer" in benchmark.settings:
            module, node = benchmark.settings["timer"]
            yield module, node, suite.meaning(module, node), benchmark


def _starts(suite: SuiteCode, benchmark: BenchmarkCode) -> str:
    found = (_started_in(suite, code) for code in suite.called(benchmark.code))
    return next(filter(None, found), "")


@lru_cache(maxsize=20_000)
def _started_in(suite: SuiteCode, code: Code) -> str:
    for node in inside(code.function):
        if isinstance(node, ast.Call):
            meant = suite.meaning(code.module, node.func, code.function)
            if meant in STARTS:
                return meant
    return ""

"""suite -> where its data is drawn without a seed, or read off the clock: other work every time."""

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from unladen.judge.suite_names import KINDS
from unladen.judge.traps.reading import Function, Module, dotted, inside
from unladen.judge.traps.stages_of_call import OneBenchmarkRuns, at_import, prepared, together
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import Code
from unladen.model.traps import Trap

GENERATORS = frozenset(
    f"numpy.random.{name}" for name in ("RandomState", "default_rng", "SeedSequence")
) | {"random.Random", "numpy.random.PCG64", "numpy.random.MT19937", "numpy.random.Philox"}
"""Asked without an argument, they ask the system."""
NO_DRAW = frozenset(
    {
        *("seed", "get_state", "set_state", "Generator", "BitGenerator", "bit_generator"),
        *("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64", "RandomState", "default_rng"),
        *("SeedSequence", "mtrand", "getstate", "setstate", "Random", "SystemRandom"),
        *("get_bit_generator", "set_bit_generator"),
    }
)
ALWAYS = ("uuid.uuid4", "uuid.uuid1", "os.urandom", "random.SystemRandom")
SHARED = {"random": "random", "numpy.random": "numpy", "dask.array.random": "dask"}
"""Modules whose functions draw from one generator -> the family that one seed governs."""
SEEDS = {
    "random.seed": "random",
    "random.setstate": "random",
    "numpy.random.seed": "numpy",
    "numpy.random.set_state": "numpy",
    "dask.array.random.seed": "dask",
}
GRAPHS = {
    **dict.fromkeys(("gnp_random", "fast_gnp_random", "erdos_renyi", "gnm_random"), 3),
    **dict.fromkeys(("dense_gnm_random", "barabasi_albert", "random_regular", "binomial"), 3),
    **dict.fromkeys(("watts_strogatz", "newman_watts_strogatz", "powerlaw_cluster"), 4),
}
"""networkx's; which take a seed as the argument after so many."""
BY_KEYWORD: Mapping[str, tuple[tuple[str, ...], int]] = {
    **{f"networkx.{name}_graph": (("seed",), place) for name, place in GRAPHS.items()},
    "scipy.sparse.random": (("random_state", "rng"), 6),
    "scipy.sparse.rand": (("random_state", "rng"), 6),
    "scipy.sparse.random_array": (("random_state", "rng"), 9),
    "skimage.data.binary_blobs": (("rng", "seed", "random_seed"), 5),
    "skimage.util.random_noise": (("rng", "seed", "random_seed"), 3),
    "sklearn.model_selection.train_test_split": (("random_state",), 99),
}
"""Functions of libraries that draw from a shared generator, unless they are given a seed: by which
words, or as which argument by place."""
MADE = "sklearn.datasets.make_"
NOW = frozenset(
    {
        *("datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow"),
        *("datetime.date.today", "pandas.Timestamp.now", "pandas.Timestamp.today"),
        *("pandas.Timestamp.utcnow", "astropy.time.Time.now"),
    }
)
NOW_BY_WORD = ("pandas.Timestamp", "pandas.to_datetime", "numpy.datetime64")
CLOCKS = frozenset(
    f"time.{name}" for name in ("time", "time_ns", "perf_counter", "monotonic", "perf_counter_ns")
)


class Draw(NamedTuple):
    line: int
    by: str
    families: tuple[str, ...]
    """One seed of these makes it the same every time; none does where there is none."""


def unseeded(suite: SuiteCode) -> Iterator[Trap]:
    """Of functions that benchmarks run, and of what is drawn at import."""
    found: dict[int, tuple[Code, set[Draw]]] = {}
    for group in together(suite):
        seeded = _seeded(suite, group)
        for code in group.codes:
            loose = {d for d in draws(suite, code) if not seeded & {*d.families}}
            if loose:
                found.setdefault(id(code.function), (code, set()))[1].update(loose)
    for code, loose in found.values():
        yield _trap(code.module, code.name, sorted(loose))
    for module in suite.modules.values():
        if drawn := _at_import(suite, module):
            yield _trap(module, "the module", drawn)


def _trap(module: Module, who: str, drawn: list[Draw]) -> Trap:
    first, *others = drawn
    more = tuple(sorted({each.line for each in others} - {first.line}))
    return Trap(
        module.file, first.line, "unseeded", f"{who} draws without a seed: {first.by}", more
    )


def _at_import(suite: SuiteCode, module: Module) -> list[Draw]:
    """A seed counts for what stands below it."""
    seeded: set[str] = set()
    found = []
    for node in at_import(module):
        if isinstance(node, ast.Call):
            seeded |= _seeds(suite, module, node, None)
            draw = _draw(suite, module, node, None)
            if draw is not None and not seeded & {*draw.families}:
                found.append(draw)
    return found


def _seeded(suite: SuiteCode, group: OneBenchmarkRuns) -> set[str]:
    """By a call of any of these functions, or at the import of where they stand."""
    modules = {code.module.name: code.module for code in group.codes}
    home = group.benchmark.code.owner.module if group.benchmark.code.owner else None
    if home is not None:
        modules[home.name] = home
    seeded = {family for code in group.codes for family in seeds(suite, code)}
    return seeded.union(*(_seeds_at_import(suite, module) for module in modules.values()))


@lru_cache(maxsize=20_000)
def _seeds_at_import(suite: SuiteCode, module: Module) -> frozenset[str]:
    calls = (node for node in at_import(module) if isinstance(node, ast.Call))
    return frozenset(family for node in calls for family in _seeds(suite, module, node, None))


@lru_cache(maxsize=20_000)
def seeds(suite: SuiteCode, code: Code) -> set[str]:
    found: set[str] = set()
    for node in inside(code.function):
        if isinstance(node, ast.Call):
            found |= _seeds(suite, code.module, node, code.function)
    return found


@lru_cache(maxsize=20_000)
def draws(suite: SuiteCode, code: Code) -> tuple[Draw, ...]:
    """Not those whose result is dropped: they are no data. Where a benchmark shuffles, that is what
    it measures."""
    found = []
    nodes = inside(code.function)
    timed = any(pattern.match(code.function.name) for pattern, _ in KINDS)
    dropped = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
    dropped |= {id(inner) for each in nodes for inner in _if_not_given(each)}
    for node in nodes:
        if isinstance(node, ast.Call) and (
            id(node) not in dropped or (_in_place(node) and not timed)
        ):
            draw = _draw(suite, code.module, node, code.function)
            if draw is not None:
                found.append(draw)
    return tuple(found)


def _if_not_given(node: ast.AST) -> Iterator[ast.AST]:
    """`if seed is None: seed = ...`: whoever calls it may give one."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
        test = node.test
        none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
        if none and isinstance(test.ops[0], ast.Is) and isinstance(test.left, ast.Name):
            yield from (inner for each in node.body for inner in ast.walk(each))


def _in_place(node: ast.Call) -> bool:
    return dotted(node.func).endswith(".shuffle") or dotted(node.func).endswith(".seed")


def _seeds(suite: SuiteCode, module: Module, node: ast.Call, code: Function | None) -> set[str]:
    meant = suite.meaning(module, node.func, code)
    family = SEEDS.get(meant, "")
    named = meant.rpartition(".")[2].lower()
    wide = not family and node.args and ("seed" in named or "rngcontext" in named)
    families = {*SEEDS.values()} if wide and meant not in GENERATORS else {family} - {""}
    return families if families and not _by_system(suite, module, node, code) else set()


def _by_system(suite: SuiteCode, module: Module, call: ast.Call, code: Function | None) -> bool:
    """Without an argument, with None, or with what a clock says."""
    given = [*call.args, *(each.value for each in call.keywords)]
    if not given or (isinstance(given[0], ast.Constant) and given[0].value is None):
        return True
    inner = (each for each in ast.walk(given[0]) if isinstance(each, ast.Call))
    return any(suite.meaning(module, each.func, code) in CLOCKS for each in inner)


def _draw(suite: SuiteCode, module: Module, node: ast.Call, code: Function | None) -> Draw | None:
    meant = suite.meaning(module, node.func, code)
    if not meant:
        return None
    if meant in ALWAYS or meant.startswith("secrets."):
        return Draw(node.lineno, meant, ())
    if meant in GENERATORS or meant in SEEDS:
        loose = _by_system(suite, module, node, code) and "state" not in meant
        return Draw(node.lineno, f"{meant}()", ()) if loose else None
    package, _, name = meant.rpartition(".")
    if package in SHARED and name not in NO_DRAW and name[:1].islower():
        return Draw(node.lineno, meant, (SHARED[package],))
    return _by_keyword(meant, node)


def _by_keyword(meant: str, node: ast.Call) -> Draw | None:
    made = (("random_state",), 99) if meant.startswith(MADE) else None
    words, place = BY_KEYWORD.get(meant) or made or ((), 0)
    if not words or len(node.args) >= place:
        return None
    if any(each.arg is None or each.arg in words for each in node.keywords):
        return None
    if any(isinstance(each, ast.Starred) for each in node.args):
        return None
    families = ("random", "numpy") if meant.startswith("networkx.") else ("numpy",)
    return Draw(node.lineno, f"{meant} without {words[0]}=", families)


def clock_as_data(suite: SuiteCode) -> Iterator[Trap]:
    """In what prepares benchmarks; where it stands in a call it may be what is measured."""
    for code in prepared(suite).values():
        for node in inside(code.function):
            yield from _now(suite, code.module, node, code.function)
    for module in suite.modules.values():
        for node in at_import(module):
            yield from _now(suite, module, node, None)


def _now(suite: SuiteCode, module: Module, node: ast.AST, code: Function | None) -> Iterator[Trap]:
    if not isinstance(node, ast.Call):
        return
    meant = suite.meaning(module, node.func, code)
    first = node.args[0] if node.args else None
    word = first.value if isinstance(first, ast.Constant) else None
    if meant in NOW or (meant in NOW_BY_WORD and word in ("now", "today")):
        yield Trap(module.file, node.lineno, "clock-as-data", f"data from the clock: {meant}")

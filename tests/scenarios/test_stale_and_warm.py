"""What an earlier run left behind: a cache that is warm, and compiled files of other code."""

import subprocess
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project
from tests.scenarios.machine_records import ended
from tests.scenarios.rows import Sabotage, Told, control, scenario

VERDICT = ("-q", "--no-why", "--witness", "never", "--budget", "20")
VICTIM = '''
"""A table that takes long to make is kept in a file."""

import os


def spin(n):
    total = 0
    for k in range(n):
        total += k * k % 7
    return total


def kept():
    return os.path.join(os.environ["XDG_CACHE_HOME"], "table.txt")


def load(file):
    if not os.path.exists(file):
        with open(f"{{file}}.{{os.getpid()}}", "w") as table:
            table.write(str(spin({cold})))
        os.replace(f"{{file}}.{{os.getpid()}}", file)
    with open(file) as table:
        return int(table.read())


def solve():
    return spin({solve})
'''
SUITE = """
import os
import victim


class Mixed:
    def time_load(self):
        victim.load(victim.kept())


class Apart:
    params = ["cold", "warm"]
    param_names = ["cache"]

    def setup(self, cache):
        if cache == "warm":
            victim.load("table.txt")
        elif os.path.exists("table.txt"):
            os.remove("table.txt")

    def time_load(self, cache):
        victim.load("table.txt")


class Solve:
    def time_solve(self):
        victim.solve()
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("stale") / "victim", SUITE)
    base = {"cold": 20_000, "solve": 40_000}
    changes = {"base": {}, "cold": {"cold": 120_000}, "solve": {"solve": 10_000}}
    for name, change in changes.items():
        made.write("victim/__init__.py", VICTIM.format(**(base | change)))
        made.commit(name, f"Change {name}")
    return made


@pytest.fixture
def cache(project: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = project.folder / "cache"
    folder.mkdir(exist_ok=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@scenario(
    "I27",
    "runs with a cold cache were mixed with runs whose cache was warm",
    Sabotage(
        "unladen/probe/unladen_probe_left.py",
        "if len(self._files) < 100 and (writes or file.startswith(self._caches)):",
        "if False:",
    ),
    missing="only the folder of a run is its own: a cache elsewhere is named by a gate that looks"
    " which code runs (`run` does not look), and is not emptied",
)
def test_i27_cold_and_warm_are_two_benchmarks_and_a_cache_that_outlives_a_run_is_named(
    project: Project, told: Told, cache: Path
) -> None:
    words = ("-b", "time_load", "--allow", "50%")
    done = project.unladen("gate", "base", "cold", *VERDICT, *words)
    ended(done, 1)
    told(done, "Apart.time_load('cold')", "Mixed.time_load leaves")
    (warm,) = (line for line in done.stdout.splitlines() if "Apart.time_load('warm')" in line)
    assert not warm.startswith("SLOWER")
    assert "parameters cold and warm" in done.stdout
    assert (cache / "table.txt").exists()


@control("I27")
@pytest.mark.usefixtures("cache")
def test_i27_control_a_cache_in_a_folder_of_the_runs_own_is_not_told(project: Project) -> None:
    done = project.unladen("gate", "base", "solve", *VERDICT, "-b", "Apart.time_load")
    ended(done, 0)
    assert "PASS" in done.stdout
    assert "leaves" not in done.stdout


def installed(project: Project, name: str) -> Path:
    """Where the sources of a commit are installed, in one of the two environments."""
    source = project.git("show", f"{name}:victim/__init__.py")
    places = (project.folder / ".asv" / "unladen").glob("env-[ab]/*/lib/*/site-packages/victim")
    (found,) = [each for each in places if (each / "__init__.py").read_text().strip() == source]
    return found


def make_stale(package: Path) -> int:
    """Compiled from other sources, and believed by Python without a look at those that are there;
    what a fresh interpreter computes with it."""
    other = package.parents[4] / "other.py"
    other.write_text(VICTIM.format(cold=20_000, solve=400_000))
    (compiled,) = (package / "__pycache__").glob("__init__.*.pyc")
    python = package.parents[3] / "bin" / "python"
    unchecked = "py_compile.PycInvalidationMode.UNCHECKED_HASH"
    words = f"{str(other)!r}, {str(compiled)!r}, doraise=True, invalidation_mode={unchecked}"
    subprocess.run([python, "-c", f"import py_compile; py_compile.compile({words})"], check=True)
    asked = "import victim; print(victim.solve.__code__.co_consts[1])"
    done = subprocess.run(
        [python, "-c", asked], check=True, capture_output=True, text=True, cwd="/"
    )
    return int(done.stdout)


@scenario(
    "I33",
    "stale compiled files made fast tasks look like 15 to 45 s",
    Sabotage("unladen/tools/seals.py", "if found.digest == digest:", "if True:"),
)
def test_i33_compiled_files_of_other_code_are_not_measured(project: Project, told: Told) -> None:
    ended(project.unladen("gate", "base", "solve", *VERDICT, "-b", "time_solve"), 0)
    assert make_stale(installed(project, "solve")) == 400_000
    words = ("-b", "time_solve", "--fresh")
    done = project.unladen("gate", "base", "solve", *VERDICT, *words)
    ended(done, 0)
    told(done, "FASTER", "made anew", "PASS  1 faster")


@control("I33")
def test_i33_control_an_environment_that_nobody_touched_is_used_again(project: Project) -> None:
    for _ in range(2):
        words = ("-b", "time_solve", "--fresh")
        done = project.unladen("gate", "base", "solve", *VERDICT, *words)
        ended(done, 0)
        assert "FASTER" in done.stdout
        assert "anew" not in done.stdout

"""A commit that ends whoever imports it, or does not build, is failed; all others are measured."""

import json
import shutil
import subprocess
import sys
from typing import Any

import pytest

from tests.e2e.projects import Project, new_project

SUITE = """
import os

import victim


def time_work():
    victim.work()
"""
OTHER = """
def time_other():
    sum(range(10_000))
"""
EXITS = """
import os, sys
print("no licence", file=sys.stderr)
os._exit(3)
"""
CRASHES = "\nimport ctypes\nctypes.string_at(0)\n"
LEAVES = "\nraise SystemExit('no licence')\n"
HANGS = "\nimport time\ntime.sleep(977)\n"
GATE = ("-q", "--pairs", "2", "--no-why", "--witness", "never", "--json")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """first, then commits whose package cannot be imported, one that does not build, and last."""
    made = new_project(tmp_path_factory.mktemp("broken") / "victim", SUITE)
    made.write("benchmarks/other.py", OTHER)
    made.commit("good")
    for name, extra in (("exits", EXITS), ("crashes", CRASHES), ("leaves", LEAVES)):
        made.work(extra=extra)
        made.commit(name)
    made.work(extra="\nNUMBER = 1\n")
    made.write("pyproject.toml", "this is no TOML [")
    made.commit("unbuilt")
    made.git("checkout", "-q", "good", "--", "pyproject.toml")
    made.work(extra="\nNUMBER = 2\n")
    made.commit("last")
    return made


def gated(project: Project, base: str, head: str, code: int) -> dict[str, Any]:
    done = project.unladen("gate", base, head, *GATE)
    assert done.returncode == code, done.stdout + done.stderr
    told = json.loads(done.stdout)["comparisons"]
    return {each["benchmark"]: each for each in told}


@pytest.mark.parametrize(
    ("head", "why"), [("exits", "exit code 3: no licence"), ("leaves", "SystemExit")]
)
def test_a_package_that_ends_who_imports_it_is_failed_on_head(
    project: Project, head: str, why: str
) -> None:
    found = gated(project, "good", head, 1)
    assert found["suite.time_work"]["verdict"] == "failed"
    assert why in found["suite.time_work"]["reason"]
    assert found["other.time_other"]["verdict"] != "failed", "it imports nothing of the package"


def test_what_ends_on_both_sides_is_undecided_and_never_left_out(project: Project) -> None:
    found = gated(project, "exits", "crashes", 3)
    assert found["suite.time_work"]["verdict"] == "undecided"
    assert "SIGSEGV" in found["suite.time_work"]["reason"]


RUN = ("run", "good..last", "--no-profile", "--pairs", "1", "-q", "--json")


def records(project: Project) -> dict[str, Any]:
    """By the names of their commits."""
    found = {}
    names = ("good", "exits", "crashes", "leaves", "unbuilt", "last")
    by_hash = {project.git("rev-parse", name): name for name in names}
    for path in (project.folder / "results" / "records").glob("*/*.json"):
        told = json.loads(path.read_text())
        found[by_hash[told["commit"]["hash"]]] = told
    return found


def sessions(record: Any, benchmark: str) -> set[str]:
    return {run["session"] for run in record["measurements"][benchmark]["runs"]}


@pytest.fixture
def only_the_package(project: Project) -> Any:
    """Without the module that imports nothing of the package: then nothing can be imported."""
    other = project.folder / "benchmarks" / "other.py"
    text = other.read_text()
    other.unlink()
    shutil.rmtree(project.folder / "results", ignore_errors=True)
    yield
    other.write_text(text)


@pytest.mark.usefixtures("only_the_package")
def test_a_range_goes_on_after_commits_that_fail_and_they_are_recorded(project: Project) -> None:
    words = (*RUN, "--ignore-dirty")
    done = project.unladen(*words)
    assert done.returncode == 4, done.stderr
    failed = {project.git("rev-parse", name) for name in ("exits", "crashes", "leaves", "unbuilt")}
    assert set(json.loads(done.stdout)["failed"]) == failed
    known = records(project)
    assert {name for name, each in known.items() if each.get("failed")} == {
        "exits",
        "crashes",
        "leaves",
        "unbuilt",
    }
    # the commits that can be measured are measured side by side, whatever lies between them
    assert sessions(known["good"], "suite.time_work") == sessions(known["last"], "suite.time_work")

    again = project.unladen(*words[:-3], "--ignore-dirty")
    assert again.returncode == 4
    assert again.stdout.count("NOT MEASURED") == 4
    assert "building" not in again.stderr, "what failed is not tried again"
    assert records(project)["last"]["measurements"] == known["last"]["measurements"]

    missing = project.unladen("run", "good..last", "--missing", "--no-profile", "--ignore-dirty")
    assert missing.returncode == 0, missing.stdout + missing.stderr
    assert missing.stdout.count("LEFT OUT") == 4

    good, unbuilt = (project.git("rev-parse", name)[:8] for name in ("good", "unbuilt"))
    after = project.unladen("run", "unbuilt..last", *RUN[2:4], "1", "--ignore-dirty")
    assert after.returncode == 0, after.stdout + after.stderr
    assert f"measuring  {good} and" in after.stderr, "beside the last commit that works"
    assert f"LEFT OUT  {unbuilt}" in after.stdout

    shown = project.unladen("show", "--failures").stdout
    assert f"{unbuilt} every benchmark" in shown
    assert project.unladen("history").stdout.count("FAILED") == 4
    compared = project.unladen("compare", "good", "unbuilt", "--json")
    assert compared.returncode == 1
    told = json.loads(compared.stdout)["comparisons"]
    assert [each["verdict"] for each in told] == ["failed"]
    assert project.unladen("publish", "-o", "public").returncode == 0
    page = project.folder / "public" / "c" / f"{project.git('rev-parse', 'unbuilt')[:12]}.html"
    assert "does not build" in page.read_text()

    asked = project.unladen("run", "unbuilt", "--no-profile", "--ignore-dirty")
    assert asked.returncode == 4
    assert "building" in asked.stderr, "what is asked for by itself is tried again"


@pytest.mark.long
def test_a_package_that_hangs_when_it_is_imported_is_failed(project: Project) -> None:
    project.work(extra=HANGS)
    project.commit("hangs")
    patient = "import unladen.measure.lockstep as it; it.START_SECONDS = 8; from unladen import cli"
    script = f"{patient}; import sys; sys.argv[1:] = {['gate', 'good', 'hangs', *GATE]!r}"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}; sys.exit(cli.entry())"],
        cwd=project.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "no answer" in done.stdout


@pytest.mark.long
def test_a_commit_of_which_a_part_fails_is_nobodys_neighbour(project: Project) -> None:
    """`last` was timed beside a commit whose package ends every process: so it was not timed."""
    shutil.rmtree(project.folder / "results", ignore_errors=True)
    done = project.unladen("run", "leaves..last", *RUN[2:])
    assert done.returncode == 4, done.stderr
    known = records(project)
    assert len(sessions(known["leaves"], "other.time_other")) == 1
    assert len(sessions(known["last"], "suite.time_work")) == 1


@pytest.mark.long
@pytest.mark.parametrize("which", [(), ("--missing",)])
def test_a_fleet_goes_on_as_well(project: Project, which: tuple[str, ...]) -> None:
    pytest.importorskip("distributed")
    shutil.rmtree(project.folder / "results", ignore_errors=True)
    done = project.unladen(*RUN, *which, "--ignore-dirty", "--on", "local:1")
    assert done.returncode == 4, done.stderr
    assert list(json.loads(done.stdout)["failed"]) == [project.git("rev-parse", "unbuilt")]
    known = records(project)
    assert [name for name, each in known.items() if each.get("failed")] == ["unbuilt"]
    both = [sessions(known[name], "suite.time_work") for name in ("good", "last")]
    assert both[0] & both[1], "measured side by side"

"""Code of a project runs where it is measured, and nowhere else: what it may reach from there."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project
from unladen.fleet.workspace import called
from unladen.model.units import Unit

SANDBOX = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private")
"""A namespace around all of unladen: what a benchmark kills there is nobody's work."""
HARMS = '''

def harm():
    """Kill all that can be killed; but outside of a sandbox nothing."""
    import os, pathlib
    try:
        pathlib.Path({hook!r}).write_text("#!/bin/sh")
    except OSError:
        pass
    if os.readlink("/proc/self/ns/pid") != {outside!r}:
        os.kill(-1, 9)


_work = work


def work(n=40_006):
    harm()
    return _work(n)
'''


def in_sandbox(project: Project, *words: str) -> subprocess.CompletedProcess[str]:
    limited = ("sh", "-c", 'ulimit -v 12000000; "$@"; exit $?', "sh")
    command = [*SANDBOX, "--", *limited, sys.executable, "-m", "unladen", *words]
    return subprocess.run(
        command,
        cwd=project.folder,
        env={**os.environ, "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def needs_a_sandbox() -> str:
    """The number of the namespace that is outside of it; a victim there is not seen from inside."""
    with subprocess.Popen(["sleep", "60"]) as victim:
        seen = ["sh", "-c", f"kill -9 {victim.pid}; readlink /proc/self/ns/pid"]
        done = subprocess.run([*SANDBOX, *seen], capture_output=True, text=True, check=False)
        alive = victim.poll() is None
        victim.kill()
    outside = os.readlink("/proc/self/ns/pid")
    if done.returncode or not alive or done.stdout.strip() in ("", outside):
        pytest.skip("this machine lets nobody have a PID namespace")
    return outside


@pytest.mark.slow
def test_who_kills_everything_and_writes_hooks_reaches_neither_unladen_nor_the_main_repository(
    tmp_path: Path,
) -> None:
    """unladen ended with 137 and no word; from a linked worktree a benchmark wrote a hook."""
    outside = needs_a_sandbox()
    main = new_project(tmp_path / "main")
    hook = main.folder / ".git" / "hooks" / "pre-commit"
    main.commit("base")
    main.work(loops=40_006, extra=HARMS.format(hook=str(hook), outside=outside))
    main.commit("harms")
    main.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), "harms")
    linked = Project(tmp_path / "linked")
    words = ("-b", "time_work|time_steady", "--no-why", "--decide-by", "time", "--budget", "4")
    done = in_sandbox(linked, "gate", "base", "harms", "-q", *words, "--json")
    assert done.returncode == 1, done.stdout + done.stderr
    told = json.loads(done.stdout)
    verdicts = {each["benchmark"]: each["verdict"] for each in told["comparisons"]}
    assert verdicts["suite.Work.time_work"] == "failed"
    assert verdicts["suite.Steady.time_steady"] != "failed", "the others go on"
    assert told["isolation"] == "full"
    assert not hook.exists()


TRAP = """\
import sys
with open({marker!r}, "a") as file:
    file.write(f"{{__name__}} {{sys.executable}} {{sys.orig_argv}}\\n")
"""
TRAPS = ("argparse", "venv", "virtualenv", "zipfile", "runpy", "asv", "shlex", "multiprocessing")


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Path]:
    """A project with modules of the names of others at its root, and where they write who ran
    them. Its environments are made for it."""
    folder = tmp_path_factory.mktemp("trapped")
    marker = folder / "ran"
    project = new_project(folder / "project")
    for slot in (project.folder / ".asv" / "unladen").iterdir():
        slot.unlink()
    for name in TRAPS:
        project.write(f"{name}.py", TRAP.format(marker=str(marker)))
    project.commit("base")
    project.commit("head")
    return project, marker


@pytest.mark.slow
def test_modules_at_a_projects_root_run_in_no_python_of_ours(trapped: tuple[Project, Path]) -> None:
    """`argparse.py` ran inside unladen, `virtualenv.py` in place of what makes environments."""
    project, marker = trapped
    calls = (("gate", "base", "head", "-b", "time_work"), ("doctor",), ("comment", "none.json"))
    done = [project.unladen(*words) for words in calls]
    assert [each.returncode for each in done[:2]] == [0, 0], done
    assert done[2].returncode not in (0, 70), done[2].stderr
    ran = marker.read_text().splitlines() if marker.exists() else []
    assert not [line for line in ran if sys.executable in line], ran


def test_a_unit_of_a_fleet_runs_unladen_and_nothing_of_the_project(
    trapped: tuple[Project, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    project, marker = trapped
    marker.unlink(missing_ok=True)
    monkeypatch.setenv("PYTHONPATH", f"{os.pathsep}.")
    for safe in ("", "1"):
        monkeypatch.setenv("PYTHONSAFEPATH", safe)
        ended = called(Unit(words=("--version",), label=""), project.folder, lambda: False)
        assert ended.exit == 0, ended.said
        assert not marker.exists(), marker.read_text()

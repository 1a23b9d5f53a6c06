"""A commit that decides its own verdict: it changes what is installed, or what it is timed by."""

import json
import os
from pathlib import Path

import pytest

from tests.e2e.projects import Project, new_project
from unladen.model import Isolation
from unladen.tools import isolation

SHORT = ("-q", "--budget", "20", "-b", "time_work", "--no-why")
EVIL = '''

def harm():
    """Into the other side's environment, so that a later gate calls it slow."""
    import pathlib, sys
    here = pathlib.Path(sys.modules[__name__].__file__)
    ours = next(part for part in here.parts if part.startswith("env-"))
    theirs = {"env-a": "env-b", "env-b": "env-a"}[ours]
    other = pathlib.Path(str(here).replace(f"/{ours}/", f"/{theirs}/"))
    if other != here and "HARMED" not in other.read_text():
        other.write_text(other.read_text() + "\\n\\n# HARMED\\nfor _ in range(10**6): pass\\n")


harm()
'''
PATCHED = '''

def patch():
    """Of what the probe says it takes a third away."""
    import sys
    timed = sys.modules["unladen_probe_timed"].Timed
    loop = timed._loop
    timed._loop = lambda self, number: tuple(0.62 * each for each in loop(self, number))


patch()
'''
SLOW_CLOCK = '''

def patch():
    """A clock that goes slower."""
    import time
    real = time.perf_counter, time.process_time
    time.perf_counter = lambda: 0.62 * real[0]()
    time.process_time = lambda: 0.62 * real[1]()


patch()
'''
STOPS = """

def stop():
    \"\"\"The other side, now and then, while it is its turn.\"\"\"
    import os, pathlib, signal, threading, time

    def go():
        while True:
            for path in pathlib.Path("/proc").glob("[0-9]*"):
                try:
                    words = (path / "cmdline").read_bytes()
                    mine = int(path.name) in (os.getpid(), os.getppid())
                    if b"probe/worker.py" in words and b"NAME" in words and not mine:
                        os.kill(int(path.name), signal.SIGSTOP)
                        time.sleep(0.02)
                        os.kill(int(path.name), signal.SIGCONT)
                except OSError:
                    pass
            time.sleep(0.01)

    threading.Thread(target=go, daemon=True).start()


_work = work


def work(n=40_005):
    global stop
    if stop:
        stop()
        stop = None
    return _work(n)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    made = new_project(tmp_path_factory.mktemp("trust") / "victim")
    made.work(loops=40_000)
    made.commit("base")
    made.work(loops=40_001, extra=EVIL)
    made.commit("evil", "Faster, surely")
    made.work(loops=40_002)
    made.commit("innocent")
    made.work(loops=40_003, extra=PATCHED)
    made.commit("patched")
    made.work(loops=40_004, extra=SLOW_CLOCK)
    made.commit("clock")
    made.work(loops=40_005, extra=STOPS.replace("NAME", str(made.folder)))
    made.commit("stops")
    return made


def runs_of(project: Project, name: str) -> tuple[int, int]:
    """Believed, and kept apart."""
    short = project.git("rev-parse", name)[:12]
    found = (project.folder / "results" / "records").glob(f"*/{short}-*.json")
    told = [json.loads(path.read_text()) for path in found]
    believed = [m for each in told for m in each["measurements"].values()]
    apart = [m for each in told for m in each.get("earlier", [])]
    return sum(len(m["runs"]) for m in believed), sum(len(m["runs"]) for m in apart)


def test_what_is_measured_may_only_read_environments_and_results(project: Project) -> None:
    if isolation.isolation_of([project.folder]) is Isolation.NONE:
        pytest.skip("this machine lets nobody have a mount namespace: see the next test")
    done = project.unladen("gate", "base", "evil", *SHORT, "--decide-by", "time")
    assert "[Errno 30]" in done.stdout, done.stdout + done.stderr
    assert "cannot be imported" in done.stdout
    assert done.returncode == 1


@pytest.mark.long
def test_who_writes_into_an_environment_gets_no_verdict_and_harms_no_later_gate(
    project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Head overwrote base's package, and all that came after was 49 % faster than it. Here on a
    machine that isolates nobody."""
    (tmp_path / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    done = project.unladen("gate", "base", "evil", *SHORT, "--decide-by", "time")
    assert done.returncode == 4, done.stdout + done.stderr
    assert "installed files were changed while" in done.stderr
    assert "victim/__init__.py" in done.stderr
    assert runs_of(project, "evil")[0] == runs_of(project, "base")[0] == 0
    later = project.unladen("gate", "base", "innocent", *SHORT)
    assert later.returncode == 0, later.stdout + later.stderr
    assert "not as they were left: made anew" in later.stdout
    assert "1 same" in later.stdout
    assert "isolation is off" in later.stdout


@pytest.mark.long
def test_an_environment_that_was_changed_between_two_gates_is_made_anew(project: Project) -> None:
    project.unladen("gate", "base", "innocent", *SHORT)
    environments = (project.folder / ".asv" / "unladen" / "env-b").glob("*")
    for site in (path / "lib" for path in environments):  # others are of other tests
        for package in site.glob("python3*/site-packages/victim/__init__.py"):
            package.write_text(package.read_text() + "\nraise SystemExit('harmed')\n")
    done = project.unladen("gate", "base", "innocent", *SHORT, "--fresh", "--decide-by", "time")
    assert "made anew" in done.stdout, done.stdout + done.stderr
    assert "harmed" not in done.stdout + done.stderr
    assert done.returncode in (0, 3)


@pytest.mark.parametrize("head", ["patched", "clock"])
def test_who_changes_what_it_is_timed_by_is_not_believed(project: Project, head: str) -> None:
    """Head patched the probe in its process: FASTER -38 %, PASS."""
    done = project.unladen("gate", "base", head, *SHORT, "--decide-by", "time")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "its times cannot be believed" in done.stdout
    assert "FASTER" not in done.stdout
    assert runs_of(project, head) == (0, 0)


@pytest.mark.long
def test_who_stops_the_other_side_gets_no_verdict(project: Project) -> None:
    """Head stopped base's process: FASTER -50 %."""
    done = project.unladen("gate", "base", "stops", *SHORT, "--decide-by", "time")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "its process was stopped" in done.stdout, done.stdout
    assert "FASTER" not in done.stdout

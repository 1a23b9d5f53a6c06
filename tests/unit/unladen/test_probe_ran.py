"""What the probes in a worker see of the code that runs there: each in a process of its own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import unladen

PROBES = Path(unladen.__file__).parent / "probe"
SUITE = """
import _thread
import os
import subprocess
import sys
import threading
import time


def plain():
    return inner()


def inner():
    return sum(range(10))


def nobody():
    return 1


def threads():
    thread = threading.Thread(target=inner)
    thread.start()
    thread.join()


def bare_thread():
    done = _thread.allocate_lock()
    done.acquire()

    def work():
        inner()
        done.release()

    _thread.start_new_thread(work, ())
    done.acquire()


def forks():
    if os.fork() == 0:
        os._exit(0)
    os.wait()


def starts():
    subprocess.run([sys.executable, "-c", ""], check=True)


def asks_uname():
    subprocess.run(["uname"], check=True, stdout=subprocess.DEVNULL)


def asks_platform():
    import platform

    platform.architecture(sys.executable)
    subprocess.run(["hostname"], check=True, stdout=subprocess.DEVNULL)


def asks_one_of_its_own():
    path = os.path.join(os.path.dirname(__file__), "uname")
    with open(path, "w") as script:
        script.write("#!/bin/sh\\n")
    os.chmod(path, 0o700)
    subprocess.run([path], check=True)


def executes():
    exec("made.inner()", {"made": sys.modules["suite"]})


def looks_itself():
    if hasattr(sys, "monitoring"):
        sys.monitoring.set_events(4, 0)
    else:
        sys.setprofile(None)


def sleeps():
    time.sleep(0.02)


def spins():
    while True:
        pass


def works():
    return sum(range(3_000_000))


def draws_bytes():
    return os.urandom(4)


def draws_a_generator():
    import random
    return random.Random().random()


def draws_a_secret():
    import secrets
    return secrets.randbits(64)


def draws_with_a_seed():
    import random
    return random.Random(7).random() + random.random()
"""
LOOKS = """
import json, sys
sys.path[:0] = [{probes!r}, {root!r}]
import suite
from unladen_probe_ran import Tracer, several
tracer = Tracer({root!r}, [])
tracer.start()
suite.{function}()
tracer.pause()
tracer.go_on()
print(json.dumps(tracer.stop()))
"""
COUNTS = """
import json, sys
sys.path[:0] = [{probes!r}, {root!r}]
import suite
from types import SimpleNamespace
from unladen_probe_snapshots import counted_calls
timed = SimpleNamespace(raw=False, fresh_setup=False, arguments=())
benchmark = SimpleNamespace(func=suite.{function})
order = {{"warm": 1, "regions": 2, "calls": 1, "seed": 0}}
print(json.dumps(counted_calls(benchmark, timed, None, order)))
"""
ANEW = """
import json, sys
sys.path[:0] = [{probes!r}]
import unladen_probe_snapshots
from unladen_probe_timed import Timed
unladen_probe_snapshots.snapshot = lambda: 1


class TimeBenchmark:  # as asv_runner's: what is asked for first, it leaves out
    _setups, _redo_setup_next, _current_params, seen = [1], False, (), []

    def do_setup(self):
        self.state = []

    def redo_setup(self):
        if not self._redo_setup_next:
            self._redo_setup_next = True
            return
        self.do_setup()

    def func(self):
        self.seen.append(len(self.state))
        self.state.append(0)


one = TimeBenchmark()
one.do_setup()
order = {{"warm": 1, "regions": 2, "calls": 5, "seed": 0, "anew": {{"warm": 3, "regions": 4}}}}
told = unladen_probe_snapshots.counted_calls(one, Timed(one), None, order)
print(json.dumps([one.seen, told["calls"], len(told["snapshots"])]))
"""
OPENS = """
import json, os, sys
sys.path[:0] = [{probes!r}]
sys.prefix = {place!r}
sys.path.append(os.path.join({place!r}, "site-packages"))
from unladen_probe_ran import Tracer
tracer = Tracer({place!r} + "/suite", [])
tracer.start()
place = os.path.join({place!r}, "site-packages", {folder!r})
open(os.path.join(place, "..", {folder!r}, "data", "read.txt")).read()
print(json.dumps(tracer.stop()["opened"]))
"""
WAITS = """
import json, sys
sys.path[:0] = [{probes!r}, {root!r}]
import suite
from unladen_probe_clocks import Waits
began = Waits()
suite.{function}()
print(json.dumps({{"seconds": began.seconds()}}))
"""


def newer() -> list[str]:
    """Pythons that are here beside this one, and see what runs in another way."""
    named = [shutil.which(f"python3.{minor}") for minor in (12, 13)]
    managed = sorted(Path("~/.pyenv/versions").expanduser().glob("3.1[23].*/bin/python"))
    found = {Path(each).resolve(): str(each) for each in (*named, *managed) if each}
    return [each for each in found.values() if starts(each)]


def starts(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


@pytest.fixture(params=[sys.executable, *newer()])
def python(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def told(python: str, script: str, folder: Path, function: str) -> dict[str, Any]:
    (folder / "suite.py").write_text(SUITE)
    words = script.format(probes=str(PROBES), root=str(folder), function=function)
    done = subprocess.run([python, "-c", words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def line(name: str) -> int:
    return SUITE.splitlines().index(f"def {name}():") + 1


@pytest.mark.parametrize(
    "function", ["plain", "threads", "executes", "asks_uname", "asks_platform"]
)
def test_code_is_seen_where_it_runs_also_in_threads_and_by_exec(
    tmp_path: Path, python: str, function: str
) -> None:
    ran = told(python, LOOKS, tmp_path, function)
    assert ["suite:suite.py", line(function)] in ran["codes"]
    assert ["suite:suite.py", line("nobody")] not in ran["codes"]
    assert ran["unseen"] == []
    assert "suite:suite.py" in ran["modules"]
    if not function.startswith("asks_"):
        assert ["suite:suite.py", line("inner")] in ran["codes"]
    if function == "executes":
        assert {"made", "inner"} <= set(ran["words"])


@pytest.mark.parametrize("folder", ["tests", "docs"])
def test_data_of_tests_and_documents_that_is_opened_is_told(
    tmp_path: Path, python: str, folder: str
) -> None:
    place = tmp_path / "site-packages" / folder / "data"
    place.mkdir(parents=True)
    for name in ("read.txt", "left.txt"):
        (place / name).write_text("x")
    script = OPENS.format(probes=str(PROBES), place=str(tmp_path), folder=folder)
    done = subprocess.run([python, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [f"{folder}/data/read.txt"]


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("forks", "another process"),
        ("starts", "another process"),
        ("asks_one_of_its_own", "another process (uname)"),
        ("looks_itself", "looks, too"),
    ],
)
def test_what_cannot_be_seen_is_said(tmp_path: Path, python: str, function: str, said: str) -> None:
    unseen = told(python, LOOKS, tmp_path, function)["unseen"]
    assert any(said in each for each in unseen), unseen


@pytest.mark.parametrize("function", ["draws_bytes", "draws_a_generator", "draws_a_secret"])
def test_the_line_that_draws_without_a_seed_is_named(
    tmp_path: Path, python: str, function: str
) -> None:
    below = SUITE[SUITE.index(f"def {function}") :].splitlines()
    (number,) = (n for n, text in enumerate(below[:4]) if "return" in text)
    ran = told(python, LOOKS, tmp_path, function)
    assert ran["draws"] == [f"suite:suite.py:{line(function) + number}"]


@pytest.mark.parametrize("function", ["draws_with_a_seed", "plain", "asks_platform"])
def test_who_draws_with_a_seed_or_not_at_all_is_not_named(
    tmp_path: Path, python: str, function: str
) -> None:
    assert told(python, LOOKS, tmp_path, function)["draws"] == []


def test_a_bare_thread_is_seen_or_it_is_said_that_it_is_not(tmp_path: Path, python: str) -> None:
    ran = told(python, LOOKS, tmp_path, "bare_thread")
    inside = ["suite:suite.py", line("inner")] in ran["codes"]
    assert inside or ran["unseen"] == ["a thread without a profiler"]


@pytest.mark.parametrize(
    ("function", "refused"),
    [
        ("plain", ""),
        ("threads", "a thread"),
        ("bare_thread", "a thread"),
        ("forks", "os.fork"),
        ("starts", "os.posix_spawn|subprocess.Popen|os.fork"),
    ],
)
def test_calls_that_start_others_are_not_counted(
    tmp_path: Path, python: str, function: str, refused: str
) -> None:
    found = told(python, COUNTS, tmp_path, function)
    assert len(found["snapshots"]) == 3
    if refused:
        assert any(f"it starts others ({each})" == found["refused"] for each in refused.split("|"))
    else:
        assert found["refused"] == ""


@pytest.mark.parametrize(
    ("before", "refused"),
    [
        ("import faulthandler; faulthandler.dump_traceback_later(600)", ""),
        ("import _thread; _thread.start_new_thread(suite.spins, ())", "other threads ran"),
    ],
)
def test_a_thread_from_before_that_waits_is_not_in_the_way_of_a_count_and_one_that_runs_is(
    tmp_path: Path, python: str, before: str, refused: str
) -> None:
    """multidict: pytest's watchdog was there, and none of 245 benchmarks was counted."""
    words = COUNTS.replace("timed =", f"{before}\ntimed =", 1)
    assert told(python, words, tmp_path, "works")["refused"] == refused


def test_each_call_that_is_counted_sees_what_was_set_up_for_it(python: str) -> None:
    """packaging's benchmarks of warm caches: two calls after one set-up were -45 % by count, where
    each call after a set-up of its own was -12 % by time."""
    words = ANEW.format(probes=str(PROBES))
    done = subprocess.run([python, "-c", words], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[0] * 7, 1, 5]


def test_sleeping_is_waiting(tmp_path: Path, python: str) -> None:
    found = told(python, WAITS, tmp_path, "sleeps")
    assert found["seconds"] > 0.01


def test_who_never_gives_its_core_away_has_not_waited_whatever_was_taken_from_it() -> None:
    """A guest's clock goes on while its host does something else."""
    words = (
        f"import sys; sys.path.insert(0, {str(PROBES)!r})\n"
        "import unladen_probe_clocks as clocks\n"
        "clocks.switches, clocks.queued = lambda: 7, lambda: 0.0\n"
        "began = clocks.Waits()\n"
        "began._wall -= 1.0\n"
        "print(began.seconds(), began.are_much())\n"
        "clocks.queued = iter([0.0, 0.0, 0.9, 0.9]).__next__\n"
        "later = iter([7, 8])\n"
        "clocks.switches = lambda: next(later)\n"
        "began = clocks.Waits()\n"
        "began._wall -= 1.0\n"
        "print(0.1 < began.seconds() < 0.12)\n"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0.0", "False", "True"]


def test_a_process_that_others_kept_from_its_core_calls_once_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen on packaging, on a machine with fifteen processes: it divided by no call at all."""
    from unladen_probe_ran import alone

    clock = iter(range(0, 100_000, 1000))
    monkeypatch.setattr("unladen_probe_ran.time.perf_counter", lambda: float(next(clock)))
    assert alone(lambda _: (0.5,))["seconds"] == 0.5

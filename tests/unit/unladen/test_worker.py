"""Workers that run a stranger's suite: no number they tell is killed, nothing they start stays."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from unladen.errors import ToolError
from unladen.measure.worker import Ended, Hung, Message, Place, Worker, Zygote
from unladen.tools import processes

NAP = str(10_000_000 + os.getpid())
"""Seconds that sleepers of this session sleep: others may run the same tests at once."""
SLEEPERS = """
import os, subprocess, time

def leave(count):
    '''Of a session of their own, with parents that are gone at once.'''
    for _ in range(count):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid()
                subprocess.run(["sleep", "NAP"])
            os._exit(0)

def time_leaves():
    leave(10)
    time.sleep(0.2)

def time_hangs():
    leave(10)
    time.sleep(977)

time_hangs.timeout = 1
""".replace("NAP", NAP)
TELLS = """
import os
for end in range(3, 4096):
    try:
        os.write(end, b'{"%s": %d}\\n')
    except OSError:
        pass
"""
FLOODS = """
import os
for end in range(3, 4096):
    try:
        while True:
            os.write(end, b"x" * 65536)
    except OSError:
        pass
"""
ORDER: Message = {
    "seed": 0,
    "index": None,
    "folder": "/tmp",
    "cache": False,
}


@contextmanager
def worker_of(folder: Path, source: str) -> Iterator[tuple[Worker, Zygote]]:
    suite = folder / "suite"
    suite.mkdir()
    (suite / "__init__.py").write_text("")
    (suite / "hostile.py").write_text(source)
    variables = {"PATH": os.environ["PATH"], "PYTHONHASHSEED": "0"}
    zygote = Zygote(Path(sys.executable), variables, folder / "log")
    places = [Place(prefix=Path(sys.prefix), variables=variables)]
    worker = zygote.start(places, ["1", str(suite)], ())[0]
    try:
        yield worker, zygote
    finally:
        worker.close()
        zygote.close()


@pytest.fixture
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has nothing to do with any suite, and is the leader of its group."""
    process = subprocess.Popen(["sleep", NAP], start_new_session=True)
    yield process
    process.kill()
    process.wait()


def sleepers() -> int:
    """Alive, other than the bystander: its parent is this process."""
    found = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        found += words == f"sleep\0{NAP}\0".encode() and parent != os.getpid()
    return found


def _until(count: int) -> bool:
    """Whether so many are there, in the end."""
    deadline = time.monotonic() + 30
    while sleepers() < count and time.monotonic() < deadline:
        time.sleep(0.02)
    return sleepers() == count


@pytest.mark.parametrize("field", ["pid", "started"])
def test_a_number_that_the_suite_told_is_not_killed(
    tmp_path: Path, bystander: subprocess.Popen[bytes], field: str
) -> None:
    """`{"pid": 1}` ended every process of the machine: a group of 1 is all of them."""
    with worker_of(tmp_path, TELLS % (field, bystander.pid)) as (worker, zygote):
        with pytest.raises(ToolError, match="cannot be loaded"):
            worker.greet(20)
        worker.kill()
        zygote.kill()
    time.sleep(0.1)
    assert bystander.poll() is None


@pytest.mark.parametrize("told", [1, 0, -1, 2**70, True, "7", None, [1]])
def test_a_forked_child_is_believed_only_below_its_worker(tmp_path: Path, told: object) -> None:
    with worker_of(tmp_path, "") as (worker, _):
        worker.greet(20)
        with pytest.raises(Ended):
            worker._own(told)


def test_what_a_benchmark_leaves_running_ends_with_it(tmp_path: Path) -> None:
    """Ten that called setsid and lost their parents; of 655 all were left once."""
    before = sleepers()
    with worker_of(tmp_path, SLEEPERS) as (worker, _):
        worker.greet(20)
        worker.fork(ORDER | {"name": "hostile.time_leaves"}, 20)
        worker.ask(20, "calibrate", number=1, warm=True)
        assert _until(before + 10)
        worker.release()
        assert sleepers() == before
        assert worker.alive


def test_what_a_killed_benchmark_left_ends_with_it_and_the_worker_goes_on(tmp_path: Path) -> None:
    before = sleepers()
    with worker_of(tmp_path, SLEEPERS) as (worker, _):
        worker.greet(20)
        worker.fork(ORDER | {"name": "hostile.time_hangs"}, 20)
        with pytest.raises(Hung):
            worker.ask(1, "calibrate", number=1, warm=True)
        assert sleepers() == before
        worker.fork(ORDER | {"name": "hostile.time_hangs"}, 20)
        worker.release()


def _stop_worker(worker: Worker, zygote: Zygote) -> None:
    worker.close()
    zygote.close()


def _hang_up(_: Worker, zygote: Zygote) -> None:
    """As when unladen is killed: all its ends close."""
    zygote.kill()
    assert zygote._process is not None
    zygote._process.wait(20)


@pytest.mark.parametrize("ending", [_stop_worker, _hang_up])
def test_nothing_is_left_when_the_pair_ends(
    tmp_path: Path, ending: Callable[[Worker, Zygote], None]
) -> None:
    before = sleepers()
    with worker_of(tmp_path, SLEEPERS) as (worker, zygote):
        worker.greet(20)
        worker.fork(ORDER | {"name": "hostile.time_leaves"}, 20)
        worker.ask(20, "calibrate", number=1, warm=True)
        ending(worker, zygote)
        assert sleepers() == before


def test_a_flood_does_not_outlast_its_time(tmp_path: Path) -> None:
    with worker_of(tmp_path, FLOODS) as (worker, _):
        began = time.monotonic()
        with pytest.raises(ToolError):
            worker.greet(2)
        assert time.monotonic() - began < 20


def guarding(folder: Path, count: int) -> subprocess.Popen[bytes]:
    """A guard of a command that has left so many behind."""
    script = folder / "leaves.py"
    script.write_text(f"{SLEEPERS}leave({count})\ntime.sleep(977)\n")
    before = sleepers()
    command = processes.guarded([sys.executable, str(script)])
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)
    assert _until(before + count)
    return process


def test_a_guard_ends_all_when_its_input_ends(tmp_path: Path) -> None:
    before = sleepers()
    process = guarding(tmp_path, 5)
    processes.end(process)
    assert sleepers() == before


KILLED = """
import subprocess, sys, time
from unladen.tools import processes
process = subprocess.Popen(
    processes.guarded([sys.executable, sys.argv[1]]), stdin=subprocess.PIPE, start_new_session=True
)
time.sleep(1000)
"""


def test_a_guard_outlives_the_unladen_that_was_killed_and_ends_all(tmp_path: Path) -> None:
    """Profilers went on for seconds: the guard had died first."""
    script = tmp_path / "leaves.py"
    script.write_text(SLEEPERS + "leave(5)\ntime.sleep(1000)\n")
    before = sleepers()
    parent = subprocess.Popen([sys.executable, "-c", KILLED, str(script)])
    assert _until(before + 5)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while sleepers() > before and time.monotonic() < deadline:
        time.sleep(0.02)
    assert sleepers() == before


def test_a_guard_tells_the_code_and_ends_what_the_command_left(tmp_path: Path) -> None:
    script = tmp_path / "leaves.py"
    script.write_text(SLEEPERS + "leave(5)\ntime.sleep(0.2)\nraise SystemExit(3)\n")
    before = sleepers()
    command = processes.guarded([sys.executable, str(script)])
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert process.wait(20) == 3
    assert sleepers() == before
    processes.hang_up(process)


def test_a_process_that_does_not_hear_is_ended_without_being_asked() -> None:
    """A guard that was stopped by what it guards."""
    process = subprocess.Popen(["sleep", NAP], stdin=subprocess.PIPE)
    os.kill(process.pid, signal.SIGSTOP)
    patience, processes.PATIENCE = processes.PATIENCE, 0.2
    try:
        processes.end(process)
    finally:
        processes.PATIENCE = patience
    assert process.returncode == -signal.SIGKILL


def test_what_does_not_descend_from_the_root_is_not_killed(
    bystander: subprocess.Popen[bytes],
) -> None:
    other = subprocess.Popen(["sleep", NAP])
    try:
        assert not processes.kill(bystander.pid, other.pid)
        assert bystander.poll() is None
        assert processes.kill(bystander.pid, os.getpid())
    finally:
        other.kill()
        other.wait()


def test_what_a_guard_that_was_stopped_has_started_ends_too(tmp_path: Path) -> None:
    before = sleepers()
    process = guarding(tmp_path, 3)
    os.kill(process.pid, signal.SIGSTOP)
    patience, processes.PATIENCE = processes.PATIENCE, 0.2
    try:
        processes.end(process)
    finally:
        processes.PATIENCE = patience
    assert sleepers() == before


def test_who_never_ends_a_line_is_given_up_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is always something to read."""
    monkeypatch.setattr("unladen.measure.worker.MAX_LINE", 1 << 40)
    monkeypatch.setattr("unladen.measure.worker.BLOCK", 64)
    source, sink = os.pipe()
    to = os.open(os.devnull, os.O_WRONLY)
    worker = Worker((to, source), tmp_path / "log", os.getpid(), False)
    done = threading.Event()

    def flood() -> None:
        with contextlib.suppress(BrokenPipeError):
            while not done.is_set():
                os.write(sink, b"x" * 65536)

    thread = threading.Thread(target=flood)
    thread.start()
    try:
        with pytest.raises(Hung):
            worker.receive(0.3)
    finally:
        done.set()
        worker.close()
        thread.join()
        os.close(sink)

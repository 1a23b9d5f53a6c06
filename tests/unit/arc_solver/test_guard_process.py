"""Who lives, who dies, and in which order: children, their children, parents, forks, threads."""

import _thread
import importlib
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import IO

import pytest

from arc_solver.guard import (
    Ending,
    Guard,
    GuardClosed,
    GuardError,
    Limits,
    close_all,
    guard_for,
)

PARENTS = """
import os, subprocess
from pathlib import Path

def loop_with_children(note):
    pids = [subprocess.Popen(["sleep", "60"]).pid, os.fork()]
    if pids[-1]: Path(note).write_text(f"{pids[0]} {pids[1]} {os.getpid()}")
    while True: pass
def leave_child(note):
    Path(note).write_text(str(subprocess.Popen(["sleep", "60"]).pid))
"""


@pytest.fixture(scope="module")
def parents(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("parents")
    (folder / "functions_with_children.py").write_text(PARENTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield importlib.import_module("functions_with_children")
    del sys.modules["functions_with_children"]


@pytest.fixture
def guard() -> Iterator[Guard]:
    with Guard(Limits(seconds=20.0, megabytes=64)) as patient:
        yield patient


@pytest.fixture
def hasty() -> Iterator[Guard]:
    """Only for what ends by time: a busy machine may take that long for anything."""
    with Guard(Limits(seconds=0.3, megabytes=64)) as short:
        yield short


def gone(pid: int) -> bool:
    """Whether it ends within five seconds; a zombie that nobody reaps has ended too."""
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def pid_of(guard: Guard) -> int:
    pid = guard.call(os.getpid).value
    assert isinstance(pid, int)
    return pid


def script(text: str) -> "subprocess.Popen[str]":
    """A Python process of its own that finds what we find, its output to be read by line."""
    text = f"import sys; sys.path[:] = {sys.path!r}\n" + text
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)


def numbers(output: IO[str] | None) -> list[int]:
    assert output is not None
    return [int(word) for word in output.readline().split()]


def test_a_function_that_loops_for_ever_is_killed_with_its_children(
    hasty: Guard, parents: ModuleType, tmp_path: Path
) -> None:
    note = tmp_path / "pids"
    assert hasty.call(parents.loop_with_children, str(note)).ending is Ending.TIMEOUT
    pids = [int(word) for word in note.read_text().split()]
    assert len(pids) == 3
    assert all(map(gone, pids))


def test_closing_ends_what_a_finished_call_left_running(
    guard: Guard, parents: ModuleType, tmp_path: Path
) -> None:
    child = pid_of(guard)
    guard.call(parents.leave_child, str(tmp_path / "pid"))
    guard.close()
    assert gone(child)
    assert gone(int((tmp_path / "pid").read_text()))


def test_ctrl_c_in_a_waiting_parent_kills_the_child(guard: Guard) -> None:
    child = pid_of(guard)
    threading.Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        guard.call(time.sleep, 15)
    assert gone(child)
    assert guard.call(len, "abc").value == 3


ORPHANS = {
    "C code that holds the interpreter lock": "sum(iter(int, 1))",
    "closes its end of the life line": "import os; os.closerange(3, 100)\nwhile True: pass",
}


@pytest.mark.parametrize("code", ORPHANS.values(), ids=ORPHANS)
def test_when_the_parent_is_killed_the_child_ends(code: str) -> None:
    """Even while a fork of the parent lives on. The parent is stopped first: it kills nobody."""
    parent = script(
        "import os, time; from arc_solver.guard import Guard, Limits\n"
        "guard = Guard(Limits(seconds=60.0, megabytes=64)); child = guard.call(os.getpid).value\n"
        "fork = os.fork()\n"
        "if not fork: time.sleep(60)\n"
        "print(child, fork, flush=True)\n"
        f"guard.call(exec, {'import time; time.sleep(0.3); ' + code!r})\n"
    )
    child, fork = numbers(parent.stdout)
    time.sleep(0.15)
    parent.send_signal(signal.SIGSTOP)
    time.sleep(0.3)
    assert not Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].startswith(" Z")
    parent.kill()
    try:
        assert gone(child)
        assert Path(f"/proc/{fork}").exists()
    finally:
        os.kill(fork, signal.SIGKILL)
        parent.communicate()


@pytest.mark.parametrize("fork", ["os.fork()", "ctypes.PyDLL(None).fork()"])
def test_a_fork_of_the_parent_neither_uses_nor_kills_its_child(fork: str) -> None:
    """Nor when C code forked, so that no hook was run."""
    parent = script(
        "import ctypes, os; from arc_solver.guard import Guard, Limits, close_all\n"
        "guard = Guard(Limits(seconds=9.0, megabytes=64)); mine = guard.call(os.getpid).value\n"
        f"fork = {fork}\n"
        "if not fork:\n"
        "    print(guard.call(os.getpid).value, end=' ', flush=True); close_all(); os._exit(0)\n"
        "os.waitpid(fork, 0)\n"
        "print(mine, guard.call(os.getpid).value)\n"
    )
    of_fork, before, after = numbers(parent.stdout)
    parent.communicate()
    assert before == after != of_fork


def test_close_all_stops_calls_that_wait_in_other_threads() -> None:
    limits = Limits(seconds=30.0, megabytes=64)

    def work(_: int) -> tuple[Ending, str]:
        reply = guard_for(limits).call(time.sleep, 25)
        with pytest.raises(GuardClosed):
            guard_for(limits).call(len, "")
        return reply.ending, reply.detail

    guard_for(limits).call(len, "")
    start = time.monotonic()
    with ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(work, number) for number in range(3)]
        time.sleep(0.3)
        close_all()
        assert {future.result() for future in futures} == {(Ending.DIED, "stopped")}
    assert time.monotonic() - start < 10
    assert guard_for(limits).call(len, "abc").value == 3  # here, work may begin again
    close_all()


def test_a_closed_guard_refuses_calls_and_may_be_closed_again(guard: Guard) -> None:
    child = pid_of(guard)
    guard.close()
    guard.close()
    assert gone(child)
    with pytest.raises(GuardClosed, match="was closed"):
        guard.call(len, "")


def test_every_thread_has_its_own_guard_for_its_limits_and_takes_it_along() -> None:
    limits, others = Limits(seconds=9.0, megabytes=64), Limits(seconds=8.0, megabytes=64)
    seen: list[int] = []
    thread = threading.Thread(target=lambda: seen.append(pid_of(guard_for(limits))))
    thread.start()
    thread.join()
    assert guard_for(limits) is guard_for(Limits(seconds=9.0, megabytes=64))
    assert guard_for(limits) is not guard_for(others)
    assert pid_of(guard_for(limits)) != seen[0]
    assert gone(seen[0])
    close_all()


def test_one_guard_does_not_serve_two_threads_at_once(guard: Guard) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(guard.call, time.sleep, 0.5)
        time.sleep(0.2)
        with pytest.raises(GuardError, match="in a call"):
            guard.call(len, "")
        assert waiting.result().ending is Ending.RETURNED


def test_a_child_that_does_not_start_is_an_error_and_says_why(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arc_solver.guard_process.BOOT", "raise SystemExit('no such luck')")
    with pytest.raises(GuardError, match=r"did not start.*no such luck"):
        guard.call(len, "")
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(GuardError, match=r"cannot start a child: .*/no/such/python"):
        guard.call(len, "")


def test_cpu_seconds_are_limited_too_in_case_nobody_is_left_to_watch(guard: Guard) -> None:
    limit = guard.call(resource.getrlimit, resource.RLIMIT_CPU).value
    assert limit in [(seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]) for seconds in (46, 47)]

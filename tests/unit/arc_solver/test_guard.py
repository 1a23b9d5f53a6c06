"""What becomes of functions that never end, eat memory, crash or scribble, and of the next call."""

import importlib
import os
import pickle
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from arc_solver.guard import Ending, Guard, GuardError, Limits

HOSTILE = """
import ctypes, os, sys, threading, time
import arc_solver.guard_child as child

class Unshowable(Exception):
    def __str__(self): raise KeyboardInterrupt
class Unloadable:
    def __reduce__(self): return (int, ("not a number",))

def loop():
    while True: pass
def die_while_a_fork_lives():
    if os.fork(): os._exit(3)
    time.sleep(60)
def fork_and_return_twice():
    os.fork()
    return "one of two"
def hog():
    grown = []
    while True: grown.append(bytes(1 << 16))
def hoard(chain=()):
    while True: chain = (chain,)
def large(megabytes): return bytes(megabytes << 20)
def hold(megabytes): return len(bytearray(megabytes << 20))
def swallow_and_raise():
    try: hog()
    except MemoryError: pass
    raise ValueError("late")
def recurse(): return recurse()
def throw(error): raise error
def unshowable(): raise Unshowable
def unloadable(): return Unloadable()
def unsendable(): return lambda: None
def too_large_to_send():
    child.LARGEST_REPLY = 100
    return bytes(1000)
def end(number): os.kill(os.getpid(), number)
def segfault(): ctypes.string_at(0)
def die_loudly():
    os.write(2, b"x" * 5000 + b"last words")
    os._exit(4)
def shout():
    print("noise" * 100_000)
    os.write(1, b"noise" * 100_000)
    os.write(2, b"noise" * 100_000)
    sys.stdout.close()
    os.close(1)
    return "quiet"
def scribble(after=0.0):
    time.sleep(after)
    for fd in range(3, 256):
        try: os.write(fd, b"scribble" * 50)
        except OSError: pass
def die(after):
    time.sleep(after)
    os._exit(1)
def later(function, *args): threading.Thread(target=function, args=args).start()
def burn(seconds):
    while time.process_time() < seconds: pass
def burn_in_a_child(seconds):
    if not os.fork(): burn(seconds); os._exit(0)
    os.wait()
def flood():
    os.write(2, bytes(1 << 20))
    time.sleep(0.3)
    return os.fstat(2).st_size
def hash_of(text): return hash(text)
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "hostile_functions.py").write_text(HOSTILE)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield importlib.import_module("hostile_functions")
    del sys.modules["hostile_functions"]


@pytest.fixture
def guard() -> Iterator[Guard]:
    with Guard(Limits(seconds=20.0, megabytes=64)) as patient:
        yield patient


@pytest.fixture
def hasty() -> Iterator[Guard]:
    """Only for what ends by time: a busy machine may take that long for anything."""
    with Guard(Limits(seconds=0.3, megabytes=64)) as short:
        yield short


def pid_of(guard: Guard) -> int:
    pid = guard.call(os.getpid).value
    assert isinstance(pid, int)
    return pid


# Python 3.14 frees a deep chain on a deep C stack, and a stack cannot grow when memory is used up.
HOARD = (
    (Ending.OUT_OF_MEMORY, "exceeded 64 MB")
    if sys.version_info < (3, 14)
    else (Ending.DIED, "process ended by signal SIGSEGV")
)
ENDINGS = [
    (("loop",), Ending.TIMEOUT, "killed after 0.3 s"),
    (("hog",), Ending.OUT_OF_MEMORY, "exceeded 64 MB"),
    (("hoard",), *HOARD),
    (("large", 40), Ending.OUT_OF_MEMORY, "exceeded 64 MB"),
    (("hold", 100), Ending.OUT_OF_MEMORY, "exceeded 64 MB"),
    (("swallow_and_raise",), Ending.RAISED, "ValueError: late"),
    (("throw", ValueError("no")), Ending.RAISED, "ValueError: no"),
    (("throw", SystemExit(3)), Ending.RAISED, "SystemExit: 3"),
    (("throw", KeyboardInterrupt()), Ending.RAISED, "KeyboardInterrupt"),
    (("throw", GeneratorExit()), Ending.RAISED, "GeneratorExit"),
    (("throw", ValueError("\udc00")), Ending.RAISED, r"ValueError: \\udc00"),
    (("recurse",), Ending.RAISED, "RecursionError: maximum recursion depth exceeded"),
    (("unshowable",), Ending.RAISED, r"Unshowable: \(its message cannot be shown\)"),
    (("unsendable",), Ending.RAISED, "the result cannot be pickled: .*lambda"),
    (("unloadable",), Ending.RAISED, "the result cannot be unpickled: ValueError: .*number"),
    (("too_large_to_send",), Ending.RAISED, "the pickled result has 10.. bytes, at most 100 "),
    (("_exit", 3), Ending.DIED, "process ended with exit code 3$"),
    (("die_loudly",), Ending.DIED, "exit code 4; its stderr ends: x+last words$"),
    (("segfault",), Ending.DIED, "process ended by signal SIGSEGV"),
    (("end", signal.SIGRTMIN + 1), Ending.DIED, r"process ended by signal \d+$"),
    (("end", signal.SIGKILL), Ending.OUT_OF_MEMORY, "killed by the system, most likely for mem"),
    (("end", signal.SIGXCPU), Ending.TIMEOUT, "used more than 5.6 CPU seconds"),
    (("end", signal.SIGSTOP), Ending.TIMEOUT, "killed after 0.3 s"),
    (("closerange", 3, 100), Ending.DIED, "exit code 1; its stderr ends: OSError: .*descriptor"),
    (("scribble",), Ending.DIED, "garbled reply"),
    (("die_while_a_fork_lives",), Ending.DIED, "process ended with exit code 3"),
]


@pytest.mark.parametrize(("call", "ending", "detail"), ENDINGS)
def test_every_ending_is_told_and_the_next_call_works(
    hostile: ModuleType, call: tuple[str, object], ending: Ending, detail: str
) -> None:
    name, *args = call
    function = getattr(os if name in dir(os) else hostile, name)
    seconds = 0.3 if ending is Ending.TIMEOUT else 20.0
    with Guard(Limits(seconds=seconds, megabytes=64)) as guard:
        reply = guard.call(function, *args)
        assert (reply.ending, reply.value) == (ending, None)
        assert re.search(detail, reply.detail)
        assert guard.call(len, "abc").value == 3


def test_a_call_returns_what_the_function_returns(guard: Guard) -> None:
    reply = guard.call(divmod, 17, 5)
    assert (reply.ending, reply.value, reply.detail) == (Ending.RETURNED, (3, 2), "")


def test_c_code_that_never_comes_back_to_python_is_killed(hasty: Guard) -> None:
    assert hasty.call(re.match, "(a+)+$", "a" * 64 + "b").ending is Ending.TIMEOUT


def test_a_function_that_raises_keeps_its_process_and_one_that_is_killed_does_not(
    guard: Guard, hostile: ModuleType
) -> None:
    first = pid_of(guard)
    guard.call(hostile.throw, ValueError("no"))
    assert pid_of(guard) == first
    guard.call(hostile.hold, 100)
    assert pid_of(guard) != first


def test_noise_on_stdout_and_stderr_does_not_reach_the_answer(
    guard: Guard, hostile: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guard.call(hostile.shout).value == "quiet"
    assert guard.call(hostile.shout).ending is Ending.RAISED  # what it closed stays closed
    assert capfd.readouterr() == ("", "")


def test_a_flood_of_messages_does_not_fill_the_disk(
    guard: Guard, hostile: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arc_solver.guard_process.STDERR_KEPT", 1000)
    assert guard.call(hostile.flood).value == 0


def test_an_answer_larger_than_any_pipe_arrives_whole(guard: Guard) -> None:
    data = os.urandom(1 << 20) * 8
    assert guard.call(bytes, data).value == data


def test_memory_is_counted_anew_for_every_call(guard: Guard, hostile: ModuleType) -> None:
    for _ in range(4):
        assert guard.call(hostile.hold, 40).value == 40 << 20
    assert guard.call(len, bytes(65 << 20)).value == 65 << 20  # what it is given is no charge


@pytest.mark.parametrize("name", ["burn", "burn_in_a_child"])
def test_cpu_seconds_are_those_of_the_call_and_its_children(
    guard: Guard, hostile: ModuleType, name: str
) -> None:
    guard.call(hostile.burn, 0.1)
    assert guard.call(len, "").cpu_seconds < 0.05
    reply = guard.call(getattr(hostile, name), 0.2)
    assert 0.08 < reply.cpu_seconds < 1.0


def test_cpu_seconds_of_a_killed_call_are_known(hasty: Guard, hostile: ModuleType) -> None:
    hasty.call(hostile.burn, 0.2)
    assert 0.05 < hasty.call(hostile.loop).cpu_seconds < 0.45


def test_a_function_that_forks_and_returns_twice_answers_once(
    guard: Guard, hostile: ModuleType
) -> None:
    child = pid_of(guard)
    assert guard.call(hostile.fork_and_return_twice).value == "one of two"
    assert guard.call(time.sleep, 0.1).ending is Ending.RETURNED
    assert pid_of(guard) == child


@pytest.mark.parametrize("function", ["scribble", "die"])
def test_what_a_call_left_behind_is_not_blamed_on_the_next(
    guard: Guard, hostile: ModuleType, function: str
) -> None:
    assert guard.call(hostile.later, getattr(hostile, function), 0.05).ending is Ending.RETURNED
    time.sleep(0.2)
    assert guard.call(len, "abc").value == 3


def test_ctrl_c_is_left_to_the_parent(guard: Guard, hostile: ModuleType) -> None:
    assert guard.call(hostile.end, signal.SIGINT).ending is Ending.RETURNED


def test_hashes_are_the_same_in_every_process_when_the_seed_is_set(
    hostile: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    hashes = set()
    for _ in range(2):
        with Guard(Limits(seconds=5.0, megabytes=64)) as guard:
            hashes.add(guard.call(hostile.hash_of, "a").value)
    assert len(hashes) == 1


def test_imports_are_not_charged_to_the_function(
    guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"import os, time\nif os.getpid() != {os.getpid()}: time.sleep(0.5)\ndef f(): return 1"
    (tmp_path / "slow_to_import.py").write_text(text)
    assert guard.call(len, "").value == 0  # the search path may grow while the child lives
    monkeypatch.syspath_prepend(str(tmp_path))
    assert guard.call(importlib.import_module("slow_to_import").f).value == 1


def test_an_import_that_never_ends_is_killed_all_the_same(
    guard: Guard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"import os\nwhile os.getpid() != {os.getpid()}: pass\ndef f(): return 1"
    (tmp_path / "endless_to_import.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    guard.call(len, "")
    monkeypatch.setattr("arc_solver.guard.START_SECONDS", 0.3)
    reply = guard.call(importlib.import_module("endless_to_import").f)
    assert reply.ending is Ending.TIMEOUT
    assert reply.detail == "killed after 0.3 s, before the function began"


def test_a_call_that_cannot_be_carried_over_is_an_error_of_the_caller(
    guard: Guard, hostile: ModuleType
) -> None:
    with pytest.raises(GuardError, match="cannot be pickled"):
        guard.call(lambda: None)
    with pytest.raises(GuardError, match="child cannot load the call: ValueError: "):
        guard.call(len, hostile.unloadable())
    assert guard.call(len, "abc").value == 3


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_a_time_limit_is_positive_and_finite(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds must be positive"):
        Limits(seconds=seconds, megabytes=1)


def test_a_memory_limit_is_positive() -> None:
    with pytest.raises(ValueError, match=r"megabytes must be positive .*, not 0"):
        Limits(seconds=1.0, megabytes=0)


def test_replies_and_limits_can_be_sent_to_other_processes(guard: Guard) -> None:
    for value in (guard.limits, guard.call(len, "abc")):
        assert pickle.loads(pickle.dumps(value)) == value

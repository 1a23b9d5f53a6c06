"""request -> reply, inside the guarded process: one function at a time, under its limits.

The parent side, and what the whole is for, stand in `guard`. Only light modules are imported
here: every killed child is paid for with one more start.
"""

import contextlib
import fcntl
import io
import math
import mmap
import os
import pickle
import resource
import signal
import struct
import sys
import threading
import time
import zlib
from collections.abc import Callable
from enum import Enum
from typing import NoReturn

# token, kind, CPU seconds so far, length and checksum of the payload. The token is drawn anew for
# every child: what guarded code scribbles on the channel must never be unpickled by the parent.
HEADER = struct.Struct("<8scdQI")
LARGEST_REPLY = 256 << 20
LONGEST_DETAIL = 2000
RESERVE = 4 << 20
CHUNK = 1 << 20


class Kind(Enum):
    CALL = b"C"
    READY = b"R"
    UNREADABLE = b"U"  # the call could not be loaded: the caller's mistake, not the function's
    ACCEPTED = b"A"
    RETURNED = b"V"
    RAISED = b"E"
    OUT_OF_MEMORY = b"M"


def header(token: bytes, kind: Kind, payload: bytes, cpu: float = 0.0) -> bytes:
    return HEADER.pack(token, kind.value, cpu, len(payload), zlib.crc32(payload))


def cpu_limit(seconds: float) -> float:
    """CPU seconds a call may use: twice its time and some, for work on a second thread.

    Only the backstop, should both a parent and the life line fail; what escaped the group has it
    too. A function with more than two busy threads can reach it before its time is up.
    """
    return 2 * seconds + 5


def main(arguments: list[str]) -> NoReturn:
    """Serve until the parent goes; `arguments` are written by `guard` and nobody else."""
    channel, life = int(arguments[0]), int(arguments[1])
    for descriptor in (channel, life):
        os.set_inheritable(descriptor, False)
    _take_back_signals()
    _end_with_parent(life)
    wire = _Wire(channel, bytes.fromhex(arguments[2]))
    limits = _Limits(float(arguments[3]), int(arguments[4]))
    wire.send(Kind.READY, b"")
    while True:
        _serve(wire, limits)


def _serve(wire: "_Wire", limits: "_Limits") -> None:
    """One call. A function of its own, so that nothing of this call is alive during the next."""
    request = wire.receive()
    try:
        function, args = _load(request)
    except BaseException as error:  # noqa: BLE001 - imports run here, and raise anything
        wire.send(Kind.UNREADABLE, describe(error).encode())
        return
    wire.send(Kind.ACCEPTED, b"")
    wire.send(*_answer(function, args, limits))


def _load(request: bytes) -> tuple[Callable[..., object], tuple[object, ...]]:
    """The function and its arguments; the search path first, to find the function's module."""
    stream = io.BytesIO(request)
    sys.path[:] = pickle.load(stream)
    function, args = pickle.load(stream)
    return function, args


def _answer(
    function: Callable[..., object], args: tuple[object, ...], limits: "_Limits"
) -> tuple[Kind, bytes]:
    # Unmapped first of all when memory has run out, so that there is room to say so.
    reserve = mmap.mmap(-1, RESERVE)
    limits.impose()
    try:
        return _pickled(function(*args))
    except MemoryError:
        reserve.close()
        return Kind.OUT_OF_MEMORY, b""
    except BaseException as error:  # noqa: BLE001 - whatever it raises is the answer
        reserve.close()
        return Kind.RAISED, describe(error).encode()
    finally:
        limits.lift()
        reserve.close()


def _pickled(value: object) -> tuple[Kind, bytes]:
    try:
        payload = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - __reduce__ and __getstate__ are foreign code
        return Kind.RAISED, f"the result cannot be pickled: {describe(error)}".encode()
    if len(payload) > LARGEST_REPLY:
        detail = f"the pickled result has {len(payload)} bytes, at most {LARGEST_REPLY} are sent"
        return Kind.RAISED, detail.encode()
    return Kind.RETURNED, payload


def describe(error: BaseException) -> str:
    """`ValueError: message`, from any exception, even one that cannot be shown; always UTF-8."""
    name = type.__dict__["__name__"].__get__(type(error))  # a metaclass cannot override this
    try:
        message = f"{error!s}"[:LONGEST_DETAIL].encode(errors="backslashreplace").decode()
    except BaseException:  # noqa: BLE001 - a broken __str__ must not hide what was raised
        message = "(its message cannot be shown)"
    return f"{name}: {message}" if message else str(name)


class _Limits:
    """What a call may use on top of what the process already uses.

    Address space is what the system can limit; threads and mapped files take more of it than of
    memory. What the function's module needs is imported before, and not charged.
    """

    def __init__(self, seconds: float, megabytes: int) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self.space = resource.getrlimit(resource.RLIMIT_AS)
        self.cpu = resource.getrlimit(resource.RLIMIT_CPU)

    def impose(self) -> None:
        cpu = math.ceil(time.process_time() + cpu_limit(self.seconds))
        resource.setrlimit(resource.RLIMIT_CPU, _lowered(self.cpu, cpu))
        with open("/proc/self/statm", "rb") as statm:
            pages = int(statm.read().split()[0])
        space = pages * mmap.PAGESIZE + (self.megabytes << 20)
        resource.setrlimit(resource.RLIMIT_AS, _lowered(self.space, space))

    def lift(self) -> None:
        """Only the memory limit: the next call counts its own CPU seconds."""
        resource.setrlimit(resource.RLIMIT_AS, self.space)


def _lowered(limit: tuple[int, int], wanted: int) -> tuple[int, int]:
    """The wanted soft limit, unless the one we were born with is stricter still."""
    finite = [bound for bound in limit if bound != resource.RLIM_INFINITY]
    return min([wanted, *finite]), limit[1]


class _Wire:
    """The channel to the parent, as the process that owns it sees it."""

    def __init__(self, descriptor: int, token: bytes) -> None:
        self.descriptor, self.token, self.owner = descriptor, token, os.getpid()

    def receive(self) -> bytes:
        token, kind, _, length, checksum = HEADER.unpack(self._read(HEADER.size))
        payload = self._read(length)
        if (token, kind, checksum) != (self.token, Kind.CALL.value, zlib.crc32(payload)):
            raise ValueError("garbled request")
        return payload

    def _read(self, count: int) -> bytes:
        parts = []
        while count:
            part = os.read(self.descriptor, min(count, CHUNK))
            if not part:
                _end_group()
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def send(self, kind: Kind, payload: bytes) -> None:
        if os.getpid() != self.owner:
            # The function forked and returned in both processes: only one may answer.
            os._exit(0)
        for data in (header(self.token, kind, payload, _cpu_seconds()), payload):
            left = memoryview(data)
            while left:
                left = left[os.write(self.descriptor, left) :]


def _cpu_seconds() -> float:
    """User and system time of this process and of the children it has waited for."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _take_back_signals() -> None:
    """Ignored and blocked signals survive exec; only Ctrl-C is not for us but for the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGXCPU):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _end_with_parent(life: int) -> None:
    """Die when the life line closes, whose other end nobody but the parent has.

    The system itself then kills the group, even while C code holds the interpreter lock. The
    thread is for when that is not to be had, and keeps the line open if a function closes it.
    Not PR_SET_PDEATHSIG: it fires when the *thread* which started the child ends.
    """
    with contextlib.suppress(OSError):
        fcntl.fcntl(life, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
    threading.Thread(target=_watch, args=(life,), daemon=True).start()


def _watch(life: int) -> None:
    with contextlib.suppress(OSError):
        os.read(life, 1)
        _end_group()


def _end_group() -> NoReturn:
    """End this process and all that the functions left running in its group."""
    os.killpg(0, signal.SIGKILL)
    os._exit(1)

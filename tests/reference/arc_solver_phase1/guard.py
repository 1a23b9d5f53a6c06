"""callable x limits -> outcome, in a child process that can be killed.

A thread cannot be killed and a signal waits for C code to return; a process can always be ended,
with all it started. Guards are for accidents (endless loops, run-away memory, crashes), not for
malice: results are unpickled here, a process that leaves its group escapes the kill, and what a
function changes in its process is there in the next call. The child has this process's
environment and search path, but not its interpreter flags; with PYTHONHASHSEED unset, the two
have different hash seeds.
"""

import atexit
import math
import os
import pickle
import signal
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache

from arc_solver_phase1.guard_child import Kind, cpu_limit, describe
from arc_solver_phase1.guard_process import (
    START_SECONDS,
    STOP_SECONDS,
    Child,
    Garbled,
    Gone,
    Late,
    Trouble,
    search_path,
)

MOST_SECONDS = 10.0**7
MOST_MEGABYTES = 1 << 24


class GuardError(Exception):
    """The guard could not do its work; what a function does is told by a Reply instead."""


class GuardClosed(GuardError):
    def __init__(self) -> None:
        super().__init__("this guard was closed, perhaps by close_all(): make another one")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one call may take: wall seconds, and megabytes on top of what its process has.

    Megabytes of address space, which is what the system can limit: a thread reserves many. A
    function must let MemoryError through.
    """

    seconds: float
    megabytes: int

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and 0 < self.seconds <= MOST_SECONDS):
            raise ValueError(f"seconds must be positive and below 10^7, not {self.seconds!r}")
        if not 0 < self.megabytes <= MOST_MEGABYTES:
            raise ValueError(f"megabytes must be positive and below 2^24, not {self.megabytes!r}")


class Ending(Enum):
    RETURNED = "returned"
    RAISED = "raised"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out of memory"
    DIED = "died"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """How one call ended.

    CPU seconds are those of the child and of the processes it has waited for: what it left
    running, and what was killed below it, is not in them.
    """

    ending: Ending
    value: object = None
    detail: str = ""
    cpu_seconds: float = 0.0


class Guard:
    """Calls functions in a process of its own, for one thread at a time.

    The process starts with the first call and lives until a call has to be killed; the next call
    then starts another one.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._child: Child | None = None
        self._closed = self._busy = False
        self._lock = threading.RLock()
        with _family:
            _register_hooks()
            _guards.add(self)

    def __enter__(self) -> "Guard":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def call(self, function: Callable[..., object], *args: object) -> Reply:
        """What `function(*args)` came to; GuardError when it could not even be tried."""
        request = _request(function, args)
        with self._lock:
            if self._closed:
                raise GuardClosed
            if self._busy:
                raise GuardError("this guard is in a call: take one for each thread, guard_for()")
            self._busy = True
        try:
            return self._ask(request)
        except BaseException:
            self._discard()
            raise
        finally:
            with self._lock:
                self._busy = False
                if self._closed:
                    self._discard()

    def close(self) -> None:
        """Kill and reap, from any thread: a call that waits in another one ends as DIED."""
        with self._lock:
            self._closed = True
            if self._child is not None:
                self._child.kill()
            if not self._busy:
                self._discard()

    def _ask(self, request: bytes) -> Reply:
        child = self._sound_child()
        before, value, accepted = child.cpu, None, False
        try:
            if not child.greeted:
                child.greet()
            child.send(request)
            kind, payload = child.receive(START_SECONDS)
            if kind is Kind.UNREADABLE:
                raise GuardError(f"the child cannot load the call: {payload.decode()}")
            before, accepted = child.cpu, True
            kind, payload = child.receive(self.limits.seconds)
        except Trouble as trouble:
            ending, detail = self._post_mortem(child, trouble, accepted=accepted)
        else:
            ending, value, detail = _opened(kind, payload, self.limits)
        cpu = max(0.0, child.cpu - before)
        if ending not in (Ending.RETURNED, Ending.RAISED):
            self._discard()
        return Reply(ending=ending, value=value, detail=detail, cpu_seconds=cpu)

    def _sound_child(self) -> Child:
        if self._child is not None and not self._child.sound():
            self._discard()
        child = self._child
        if child is None:
            with _family:  # no fork meanwhile: it would hold a copy of the life line
                try:
                    child = Child(self.limits.seconds, self.limits.megabytes)
                except OSError as error:
                    raise GuardError(f"cannot start a child: {error}") from error
            with self._lock:
                self._child = child
                if self._closed:
                    child.kill()
        return child

    def _post_mortem(self, child: Child, trouble: Trouble, *, accepted: bool) -> tuple[Ending, str]:
        by_itself = child.ended(STOP_SECONDS if isinstance(trouble, Gone) else 0.0)
        with self._lock:
            child.kill()
        words = child.last_words()
        if self._closed:
            return Ending.DIED, "stopped"
        if not child.greeted:
            raise GuardError(f"the child did not start{words}")
        if isinstance(trouble, Late):
            return Ending.TIMEOUT, _late(self.limits.seconds if accepted else None)
        if isinstance(trouble, Garbled):
            return Ending.DIED, "garbled reply"
        if not by_itself or child.code is None:
            return Ending.DIED, f"process closed its channel{words}"
        return _cause_of_death(child.code, words, self.limits)

    def _discard(self) -> None:
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._child.let_go()
                self._child = None

    def _forget(self) -> None:
        """In a fork of this process the child is absent: neither ours to use nor to kill."""
        self._lock, self._busy = threading.RLock(), False
        if self._child is not None:
            self._child.forget()
            self._child = None


def _request(function: Callable[..., object], args: tuple[object, ...]) -> bytes:
    try:
        return pickle.dumps(search_path()) + pickle.dumps((function, args))
    except Exception as error:
        raise GuardError(f"the call cannot be pickled: {describe(error)}") from error


def _opened(kind: Kind, payload: bytes, limits: Limits) -> tuple[Ending, object, str]:
    if kind is Kind.OUT_OF_MEMORY:
        return Ending.OUT_OF_MEMORY, None, f"exceeded {limits.megabytes} MB"
    if kind is not Kind.RETURNED:
        return Ending.RAISED, None, payload.decode()
    try:
        return Ending.RETURNED, pickle.loads(payload), ""
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - __setstate__ and the like are foreign code
        return Ending.RAISED, None, f"the result cannot be unpickled: {describe(error)}"


def _late(seconds: float | None) -> str:
    if seconds is None:
        return f"killed after {START_SECONDS} s, before the function began"
    return f"killed after {float(seconds)} s"


def _cause_of_death(code: int, words: str, limits: Limits) -> tuple[Ending, str]:
    if code >= 0:
        return Ending.DIED, f"process ended with exit code {code}{words}"
    if -code == signal.SIGKILL:
        return Ending.OUT_OF_MEMORY, "killed by the system, most likely for memory"
    if -code == signal.SIGXCPU:
        return Ending.TIMEOUT, f"used more than {cpu_limit(limits.seconds)} CPU seconds"
    names = {number.value: number.name for number in signal.Signals}
    return Ending.DIED, f"process ended by signal {names.get(-code, -code)}{words}"


class _Mine(threading.local):
    def __init__(self) -> None:
        self.guards: dict[Limits, Guard] = {}


_guards: "weakref.WeakSet[Guard]" = weakref.WeakSet()
_mine = _Mine()
# Held while guards are counted and while a child starts, and taken by every fork. Re-entrant,
# because a signal handler and the garbage collector close guards wherever they happen to come.
_family = threading.RLock()


def guard_for(limits: Limits) -> Guard:
    """This thread's guard for these limits; it lives as long as the thread. Not to be closed.

    After close_all() in another thread it stays closed, so that a worker stops with GuardClosed
    instead of going on with a new process.
    """
    if limits not in _mine.guards:
        _mine.guards[limits] = Guard(limits)
    return _mine.guards[limits]


def close_all() -> None:
    """Close every guard of this process, at once and from any thread: for Ctrl-C.

    The calling thread alone gets new ones from guard_for() afterwards.
    """
    with _family:
        guards = list(_guards)
    for guard in guards:
        guard.close()
    _mine.guards.clear()


@cache
def _register_hooks() -> None:
    atexit.register(close_all)
    os.register_at_fork(
        before=_family.acquire, after_in_parent=_family.release, after_in_child=_forget_all
    )


def _forget_all() -> None:
    for guard in list(_guards):
        guard._forget()
    _family.release()

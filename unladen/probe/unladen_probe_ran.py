"""Which code of build and suite runs in this process, at nearly its usual speed.

Each code object is noted once; audit events tell of what cannot be seen: child processes, and
threads that nobody announced.
"""

import _lsprof
import _thread
import math
import os
import shutil
import sys
import threading
import time
from types import CodeType
from typing import Any

from unladen_probe_clocks import Waits
from unladen_probe_draws import hear_draws, place_of
from unladen_probe_left import LeftBehind

Message = dict[str, Any]
EVENTS: Any = getattr(sys, "monitoring", None)
CALLS = 10
CALLS_SECONDS = 0.05
ALONE_SECONDS = 0.01
LONG_SECONDS = 0.3
"""Who takes so long is not called again without a tracer, only to know how long without one."""
ONCE_SECONDS = 3.0
"""And who takes so long not at all."""
STEADY = 1.2
MOST_DRAWS = 5
HARMLESS = frozenset(
    {
        *("arch", "arp", "c++", "cc", "clang", "clang++", "dpkg"),
        *("file", "g++", "gcc", "getconf", "git", "hostname", "id"),
        *("ifconfig", "ip", "ld", "ldconfig", "ldd", "llvm-config", "locale"),
        *("lsb_release", "lscpu", "netstat", "nproc", "nvcc", "nvidia-smi", "objdump"),
        *("pkg-config", "readelf", "rocm-smi", "rocminfo", "stty", "sw_vers", "sysctl"),
        *("tput", "uname", "which", "whoami", "xcrun"),
    }
)
"""They tell of a machine, or build for it, and run no Python; many packages ask them when they are
imported, through `platform` and `ctypes.util`."""
QUIET = frozenset({"tests", "test", "docs", "doc"})
"""Folders of a wheel whose data reaches only who opens it."""
SYSTEM = ("/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin", "/usr/local/cuda/bin")
STARTS_OTHERS = ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system")


def harmless(program: str) -> bool:
    """By name and place: a script of the project may be called as it likes."""
    found = program if os.sep in program else shutil.which(program)
    known = os.path.basename(program) in HARMLESS
    return known and (found is None or os.path.dirname(found) in SYSTEM)


class ByProfiler:
    """The profiler in C that comes with Python: one for each thread."""

    def __init__(self) -> None:
        self._profiler = _lsprof.Profiler(builtins=False)
        self._others: list[Any] = []
        self._first: list[CodeType] = []
        self._there = True
        threading.setprofile(self._thread)
        self._profiler.enable(subcalls=False, builtins=False)

    def _thread(self, frame: Any, _event: str, _argument: Any) -> None:
        """The first that happens in a thread: from here on it has a profiler of its own."""
        self._first.append(frame.f_code)
        profiler = _lsprof.Profiler(builtins=False)
        self._others.append(profiler)
        profiler.enable(subcalls=False, builtins=False)

    def pause(self) -> None:
        current: Any = sys.getprofile()
        self._there = self._there and current is self._profiler
        self._profiler.disable()

    def go_on(self) -> None:
        self._profiler.enable(subcalls=False, builtins=False)

    def stop(self) -> bool:
        """Whether nobody took it away."""
        self.pause()
        threading.setprofile(None)
        return self._there

    def codes(self) -> set[CodeType]:
        entries = [e for p in (self._profiler, *self._others) for e in p.getstats()]
        return {e.code for e in entries if isinstance(e.code, CodeType)} | set(self._first)


class ByEvents:
    """Since Python 3.12: each code object calls once, and then no more, in any thread."""

    TOOL = 4

    def __init__(self) -> None:
        self._codes: set[CodeType] = set()
        if EVENTS.get_tool(self.TOOL) is None:
            EVENTS.use_tool_id(self.TOOL, "unladen")
        kinds = (EVENTS.events.PY_START, EVENTS.events.PY_RESUME)
        self._started = kinds[0] | kinds[1]
        for kind in kinds:
            EVENTS.register_callback(self.TOOL, kind, self._seen)
        EVENTS.set_events(self.TOOL, self._started)
        EVENTS.restart_events()

    def _seen(self, code: CodeType, _offset: int) -> Any:
        self._codes.add(code)
        return EVENTS.DISABLE

    def pause(self) -> None:
        """It costs nothing by now."""

    def go_on(self) -> None:
        """It was never away."""

    def stop(self) -> bool:
        there = bool(EVENTS.get_events(self.TOOL) == self._started)
        EVENTS.set_events(self.TOOL, 0)
        EVENTS.free_tool_id(self.TOOL)
        return there

    def codes(self) -> set[CodeType]:
        return self._codes


class Tracer:
    """One for the process; what happened so far can be taken out of it again and again."""

    def __init__(self, root: str, packages: list[str]) -> None:
        places = [entry for entry in sys.path if entry.startswith(sys.prefix + os.sep)]
        self._suite = root + os.sep
        self._places = tuple(place + os.sep for place in places)
        self._packages = tuple(packages)
        self._tracer: Any = None
        self._unseen: list[str] = []
        self._opened: set[str] = set()
        self._draws: set[str] = set()
        self._left = LeftBehind(self._places)
        self._listening = False
        sys.addaudithook(self._heard)
        hear_draws(self._drew)
        if EVENTS is None:
            self._hear_threads()

    def _hear_threads(self) -> None:
        """Those of `threading` have a profiler; a bare one is not seen."""
        bare = _thread.start_new_thread

        def start_new_thread(*words: Any, **more: Any) -> Any:
            if self._listening:
                self._unseen.append("a thread without a profiler")
            return bare(*words, **more)

        vars(_thread)["start_new_thread"] = start_new_thread

    def start(self) -> None:
        self._unseen = []
        self._opened = set()
        self._draws = set()
        self._left = LeftBehind(self._places)
        self._tracer = ByEvents() if sys.version_info >= (3, 12) else ByProfiler()
        self._listening = True

    def pause(self) -> None:
        self._tracer.pause()

    def go_on(self) -> None:
        self._tracer.go_on()

    def _heard(self, event: str, arguments: Any) -> None:
        if not self._listening:
            return
        if event == "open":
            self._opens(*arguments[:3])
        elif event in STARTS_OTHERS:
            self._unseen.append(f"another process ({event})")
        elif event == "subprocess.Popen":
            program = str(arguments[0])
            if not harmless(program):
                self._unseen.append(f"another process ({os.path.basename(program)[:40]})")

    def _drew(self, frame: Any) -> None:
        if self._listening and len(self._draws) < MOST_DRAWS:
            self._draws.add(place_of(frame, self._name))

    def _opens(self, path: Any, _mode: Any, flags: Any) -> None:
        """Of what a wheel may have put beside its packages only data of tests is of interest."""
        if not isinstance(path, (str, bytes)):
            return  # a descriptor: who has it has opened it
        file = os.path.abspath(os.fsdecode(path))
        self._left.heard(file, flags)
        for place in self._places:
            if file.startswith(place) and QUIET.intersection(file.split(os.sep)):
                self._opened.add(file[len(place) :].replace(os.sep, "/"))

    def stop(self) -> Message:
        """What ran since `start`, as JSON."""
        self._listening = False
        unseen = list(dict.fromkeys(self._unseen))
        if not self._tracer.stop():
            unseen.append("somebody else looks, too")
        codes, words = set(), set()
        for code in self._tracer.codes():
            name = self._name(code.co_filename)
            if name:
                codes.add((name, code.co_firstlineno))
            elif code.co_filename.startswith("<") and "frozen" not in code.co_filename:
                words |= set(code.co_names)
                words |= {each for each in code.co_consts if isinstance(each, str)}
        loaded = list(sys.modules.items())
        files = [getattr(module, "__file__", None) for _, module in loaded]
        return {
            "codes": sorted(codes),
            "modules": sorted({n for f in files if isinstance(f, str) if (n := self._name(f))}),
            "foreign": sorted({n for name, _ in loaded if (n := self._foreign(name))}),
            "words": sorted(word for word in words if len(word) < 200),
            "unseen": unseen[:5],
            "opened": sorted(self._opened),
            "outlives": self._left.files(),
            "draws": sorted(filter(None, self._draws)),
        }

    def _name(self, file: str) -> str:
        """As the wheel calls it; empty for what belongs to neither build nor suite."""
        for place in self._places:  # they may lie below the project's folder
            if file.startswith(place):
                inside = file[len(place) :]
                top = inside.partition(os.sep)[0]
                return inside if top.partition(".")[0] in self._packages else ""
        inside = file[len(self._suite) :] if file.startswith(self._suite) else "."
        return "" if inside.startswith(".") else f"suite:{inside}"  # environments of others

    def _foreign(self, module: str) -> str:
        top = module.partition(".")[0]
        known: Any = getattr(sys, "stdlib_module_names", ())
        ours = top in self._packages or top == os.path.basename(self._suite.rstrip(os.sep))
        return "" if ours or top in known or top.startswith(("unladen", "asv_runner")) else top


def several(sample: Any) -> Message:
    """Later calls may take other ways than the first. Whether each waits for a tenth of its time;
    whether the first took as long as the next; and what a call took, if it took long."""
    started, waits = time.perf_counter(), True
    took: list[float] = []
    while len(took) < CALLS:
        elapsed = time.perf_counter() - started
        enough = len(took) > 1 or elapsed >= ONCE_SECONDS
        if took and elapsed >= CALLS_SECONDS and enough:
            break
        began = Waits()
        took.append(sample(1)[0])
        waits = waits and began.are_much()
    told: Message = {"waits": waits, "steady": len(took) > 1 and took[0] <= STEADY * took[1]}
    if took[-1] >= LONG_SECONDS:
        told |= {"seconds": took[-1], "each": (time.perf_counter() - started) / len(took)}
    return told


def alone(sample: Any) -> Message:
    """How long the quickest of a few calls takes while nobody looks, and a call with its set-up:
    one at least, however long others kept this process from its core."""
    started, calls, quickest = time.perf_counter(), 0, math.inf
    while not calls or (calls < CALLS and time.perf_counter() - started < ALONE_SECONDS):
        calls += 1
        quickest = min(quickest, sample(1)[0])
    return {"seconds": quickest, "each": (time.perf_counter() - started) / calls}

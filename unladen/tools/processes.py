"""a process that was started here -> all that came of it, ended.

A number told by a process that runs a stranger's code is a hint: it is never signalled before /proc
says that it descends from a process of ours, and then through a descriptor that cannot come to mean
another process meanwhile.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

GUARD = Path(__file__).parents[1] / "probe" / "unladen_probe_family.py"
PROC = Path("/proc")
SUBREAPER = 36
PATIENCE = 10.0
DEAD = "ZX"
_adopting = False


def adopt_orphans() -> None:
    """From now on what loses its parents becomes a child of this process, not of init."""
    import ctypes

    global _adopting
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        _adopting = True


def end_adopted() -> None:
    """At the very end: what is left of all that came of this process, if it ran anybody's code."""
    if _adopting:
        end_below(os.getpid())


def guarded(command: Sequence[str]) -> list[str]:
    """As it is run below a process of ours that has its input open, and ends with it."""
    return [sys.executable, "-I", "-S", str(GUARD), *command]


def hang_up(process: subprocess.Popen[bytes]) -> None:
    """The end of its input tells a guard, or the process that workers are forked from, to end all
    that came of it, and then itself."""
    if process.stdin is not None:
        process.stdin.close()


def end(process: subprocess.Popen[bytes]) -> None:
    """By hanging up; if it does not hear that, without it."""
    hang_up(process)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        end_below(process.pid)
        process.kill()
        process.wait()


def is_below(pid: int, root: int) -> bool:
    """Whether a living process descends from `root`."""
    seen = {pid}
    while (parent := _parent(pid)) is not None:
        if parent == root:
            return True
        if parent <= 1 or parent in seen:
            return False
        seen.add(parent)
        pid = parent
    return False


def kill(pid: int, root: int) -> bool:
    """One process, if it descends from `root`."""
    try:
        held = os.pidfd_open(pid)
    except (OSError, OverflowError, ValueError):
        return False
    try:
        if not is_below(pid, root):
            return False
        signal.pidfd_send_signal(held, signal.SIGKILL)
    except OSError:
        return False
    finally:
        os.close(held)
    return True


def end_below(root: int, seconds: float = PATIENCE) -> bool:
    """Everything that descends from `root`, but not itself; whether none is left."""
    deadline = time.monotonic() + seconds
    while found := family(root):
        if time.monotonic() > deadline:
            return False
        for pid in found:
            kill(pid, root)
        time.sleep(0.002)
    return True


def family(root: int) -> list[int]:
    """All living descendants."""
    children: dict[int, list[int]] = defaultdict(list)
    for entry in PROC.glob("[0-9]*"):
        parent = _parent(int(entry.name))
        if parent is not None:
            children[parent].append(int(entry.name))
    found, next_ = [], list(children[root])
    while next_:
        found += next_
        next_ = [each for pid in next_ for each in children[pid]]
    return found


def _parent(pid: int) -> int | None:
    """Of a process that is neither gone nor a zombie."""
    try:
        text = (PROC / str(pid) / "stat").read_bytes().decode("utf-8", "replace")
    except OSError:
        return None
    state, parent = text[text.rindex(")") + 2 :].split()[:2]
    return None if state in DEAD else int(parent)

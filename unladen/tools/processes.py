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
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from pathlib import Path

GUARD = Path(__file__).parents[1] / "probe" / "unladen_probe_family.py"
PROC = Path("/proc")
SUBREAPER = 36
PATIENCE = 10.0
DEAD = "ZX"
MOST_LOOKED_AT = 4096
SAFE_PATH, SAFE_BY_US = "PYTHONSAFEPATH", "UNLADEN_SAFE_PATH"
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


def own_python(*words: str) -> list[str]:
    """A Python of ours, which takes no module from its working folder.

    Not by `-I`: unladen may be installed for one user only, or be named by PYTHONPATH, and `-I`
    leaves out both.
    """
    return [sys.executable, "-P", *words]


def own_variables() -> dict[str, str]:
    """For a Python of ours that works in another folder: paths of PYTHONPATH that begin at the
    working folder mean the folder here."""
    variables = dict(os.environ)
    if variables.pop(SAFE_BY_US, ""):
        variables.pop(SAFE_PATH, None)
    if path := variables.get("PYTHONPATH"):
        entries = map(os.path.abspath, path.split(os.pathsep))
        variables["PYTHONPATH"] = os.pathsep.join(entries)
    return variables


def start_safely() -> None:
    """From now on whoever starts a Python in this one's name, as multiprocessing does by `-c`,
    takes no module from the working folder either. What is measured is not to see that."""
    if not os.environ.get(SAFE_PATH):
        os.environ.update({SAFE_PATH: "1", SAFE_BY_US: "1"})


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


def outside(told: int, root: int) -> int | None:
    """The number that a process has here, of one that has the number `told` in the PID namespace
    that begins below `root`. None where no descendant of `root` has it."""
    depth = len(_numbers(root))
    for pid in _descendants(root):
        numbers = _numbers(pid)
        if len(numbers) > depth and numbers[depth] == told:
            return pid
    return None


def _numbers(pid: int) -> list[int]:
    """The numbers of a process, in our namespace and in each one inside it."""
    try:
        text = (PROC / str(pid) / "status").read_text("utf-8", "replace")
    except OSError:
        return []
    lines = [line for line in text.splitlines() if line.startswith("NSpid:")]
    return [int(word) for word in lines[0].split()[1:]] if lines else []


def _descendants(root: int) -> Iterator[int]:
    """The nearest first; where the kernel lists no children, all of them, after a look at every
    process of the machine."""
    try:
        waiting = deque(_children(root))
    except OSError:
        yield from family(root)
        return
    seen = 0
    while waiting and (seen := seen + 1) < MOST_LOOKED_AT:
        yield (pid := waiting.popleft())
        with contextlib.suppress(OSError):
            waiting += _children(pid)


def _children(pid: int) -> list[int]:
    place = PROC / str(pid) / "task"
    return [
        int(word) for each in place.iterdir() for word in (each / "children").read_text().split()
    ]


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


def share_locks_by_fork() -> None:
    """Keep asv from starting a process: it makes a lock of multiprocessing's when it is imported.

    From Python 3.14 on such a lock starts a tracker. unladen ends it with everything else that it
    started, and Python then warns about it at exit.
    """
    import multiprocessing

    if multiprocessing.get_start_method(allow_none=True) is None:
        multiprocessing.set_start_method("fork")

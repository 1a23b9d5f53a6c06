"""this process -> all that came of it and is left, ended; run as a script it guards a command.

Workers use it inside the measured environment; a lane's command is run below it.
"""

import contextlib
import ctypes
import os
import select
import signal
import sys

DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36


def adopt_orphans() -> None:
    """What a benchmark starts and leaves behind becomes a child of this process, whatever session
    it has made its own."""
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)


def die_with_parent() -> None:
    """A worker whose unladen was killed must not go on burning CPU."""
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)


def children() -> set[int]:
    """Of this process, zombies too; mostly there are none, and that costs one call."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return set()
    me, found = os.getpid(), set()
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                if int(file.read().rpartition(b")")[2].split()[1]) == me:
                    found.add(int(name))
    return found


def end_children(kept: frozenset[int] = frozenset()) -> None:
    """Until there are none but those `kept`: of each that ends its children become ours."""
    while strangers := children() - kept:
        for pid in strangers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        for pid in strangers:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def guard(command: list[str]) -> int:
    """Its exit code; when the input ends before it does, it and all that came of it are killed. So
    it must outlive an unladen that was killed: for those whom it guards nobody else will."""
    adopt_orphans()
    nothing = os.open(os.devnull, os.O_RDONLY)
    actions = [(os.POSIX_SPAWN_DUP2, nothing, 0)]
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=actions, setsid=True)
    held = os.pidfd_open(pid)
    ready, _, _ = select.select([0, held], [], [])
    if held not in ready:
        end_children()
        return 1
    status = os.waitpid(pid, 0)[1]
    end_children()
    return os.waitstatus_to_exitcode(status) & 0xFF


if __name__ == "__main__":
    sys.exit(guard(sys.argv[1:]))

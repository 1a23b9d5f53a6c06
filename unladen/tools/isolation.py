"""a command -> the same, for which some folders are read-only and no process outside exists.

In a mount namespace and a PID namespace of its own, without the rights to undo it: as root, or in
a user namespace where the system lets one have that. Names are words of their own and never a part
of the script.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from unladen.model import Isolation

READ_ONLY = """\
while [ "$1" != -- ]; do mount -o bind,ro -- "$1" "$1" || exit 125; shift; done
shift
"""
# The shell stays: what is killed by a benchmark is then never the first process of the namespace.
# Its first number is another one each time, as programs name files in /tmp by their own number.
APART = """\
most=$(cat /proc/sys/kernel/pid_max) || exit 125
echo "$(($1 % (most - 2000) + 1000))" >/proc/sys/kernel/ns_last_pid || exit 125
shift
"$@"
exit "$?"
"""
FILES_ONLY = 'shift\nexec "$@"\n'
PROGRAMS = ("unshare", "mount", "setpriv", "sh", "cat", "readlink")
MOUNTS = ("--mount", "--propagation", "private")
PROCESSES = ("--pid", "--fork", "--kill-child", "--mount-proc")
AS_USER = ("--user", "--map-current-user", "--keep-caps")
RIGHTS = "-sys_admin,-sys_ptrace,-sys_module,-sys_rawio,-mknod,-bpf"
"""By which the namespace could be left, or another process written into."""
ROOT_WITHOUT = (f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}", "--no-new-privs")
USER_WITHOUT = ("--ambient-caps=-all", "--inh-caps=-all", "--no-new-privs")
TRIAL_SECONDS = 10.0
OWN_PROCESSES = "/proc/self/ns/pid"


def isolated(command: Sequence[str], read_only: Sequence[Path]) -> list[str]:
    """As it is, where the machine does not allow it (the decision says so)."""
    there = _there(read_only)
    how = _tried(there) if there else Isolation.NONE
    return list(command) if how is Isolation.NONE else _around(how, there, command)


def isolation_of(read_only: Sequence[Path]) -> Isolation:
    """How far a command is isolated for which these are to be read-only."""
    there = _there(read_only)
    return _tried(there) if there else Isolation.NONE


def _there(read_only: Sequence[Path]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(path.resolve()) for path in read_only if path.exists()))


def unshared(how: Isolation) -> list[str]:
    """The program that makes the namespaces, with its options."""
    user = () if os.geteuid() == 0 else AS_USER
    processes = PROCESSES if how is Isolation.FULL else ()
    return ["unshare", *user, *MOUNTS, *processes]


def _around(how: Isolation, read_only: Sequence[str], command: Sequence[str]) -> list[str]:
    script = READ_ONLY + (APART if how is Isolation.FULL else FILES_ONLY)
    without = ROOT_WITHOUT if os.geteuid() == 0 else USER_WITHOUT
    seed = str(int.from_bytes(os.urandom(4), "big"))
    words = ["sh", "-c", script, "sh", *read_only, "--", seed, "setpriv", *without, "--", *command]
    return [*unshared(how), "--", *words]


@lru_cache
def _tried(read_only: tuple[str, ...]) -> Isolation:
    """Tried once: containers forbid one step or another."""
    if not all(shutil.which(program) for program in PROGRAMS):
        return Isolation.NONE
    ways = (Isolation.FULL, Isolation.FILES)
    return next((how for how in ways if _works(how, read_only)), Isolation.NONE)


def _works(how: Isolation, read_only: tuple[str, ...]) -> bool:
    trial = ["sh", "-c", f'test ! -w "$1" && readlink {OWN_PROCESSES}', "sh", read_only[0]]
    try:
        done = subprocess.run(
            _around(how, read_only, trial),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
        )
        apart = done.stdout.decode().strip() != os.readlink(OWN_PROCESSES)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and (apart or how is Isolation.FILES)

"""a command -> the same, for which some folders are read-only, whatever it runs.

In a mount namespace of its own, without the rights to undo it: as root, or in a user namespace
where the system lets one have that. Names are words of their own and never a part of the script.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

SCRIPT = """\
while [ "$1" != -- ]; do mount -o bind,ro -- "$1" "$1" || exit 125; shift; done
shift
exec "$@"
"""
PROGRAMS = ("unshare", "mount", "setpriv", "sh")
NAMESPACE = ("--mount", "--propagation", "private")
RIGHTS = "-sys_admin,-sys_ptrace,-sys_module,-sys_rawio,-mknod,-bpf"
"""By which the namespace could be left, or another process written into."""
AS_ROOT = (
    ("unshare", *NAMESPACE),
    ("setpriv", f"--bounding-set={RIGHTS}", f"--inh-caps={RIGHTS}", "--no-new-privs"),
)
AS_USER = (
    ("unshare", "--user", "--map-current-user", "--keep-caps", *NAMESPACE),
    ("setpriv", "--ambient-caps=-all", "--inh-caps=-all", "--no-new-privs"),
)
TRIAL_SECONDS = 10.0


def isolated(command: Sequence[str], read_only: Sequence[Path]) -> list[str]:
    """As it is, where the machine does not allow it (`unladen doctor` says so)."""
    there = tuple(dict.fromkeys(str(path.resolve()) for path in read_only if path.exists()))
    if not there or not _works(there):
        return list(command)
    return _around(there, command)


def _around(read_only: Sequence[str], command: Sequence[str]) -> list[str]:
    into, without = AS_ROOT if os.geteuid() == 0 else AS_USER
    return [*into, "--", "sh", "-c", SCRIPT, "sh", *read_only, "--", *without, "--", *command]


@lru_cache
def _works(read_only: tuple[str, ...]) -> bool:
    """Tried once: containers forbid one step or another."""
    if not all(shutil.which(program) for program in PROGRAMS):
        return False
    try:
        done = subprocess.run(
            _around(read_only, ["test", "!", "-w", read_only[0]]),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def works(folder: Path) -> bool:
    return _works((str(folder.resolve()),))

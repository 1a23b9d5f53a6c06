"""modules of a suite -> those that end the process which imports them, and how it ended."""

import contextlib
import mmap
import os
import signal
import sys

from unladen_probe_family import end_children


def dying(names: list[str]) -> dict[str, str]:
    """Modules that end a process which imports them, and how it ended: tried in forks."""
    found: dict[str, str] = {}
    place = mmap.mmap(-1, 8)  # the number of the module that a fork is at
    while True:
        words = os.memfd_create("words")
        pid = os.fork()
        if pid == 0:
            os.dup2(words, 1)
            os.dup2(words, 2)
            for number, name in enumerate(names):
                if name not in found:
                    place[:] = number.to_bytes(8, "little")
                    with contextlib.suppress(BaseException):
                        __import__(name)
            place[:] = len(names).to_bytes(8, "little")
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        end_children()
        last = _last_line(words)
        number = int.from_bytes(place[:], "little")
        if number >= len(names):
            return found
        bad, code = names[number], os.waitstatus_to_exitcode(status)
        names_of = {each.value: each.name for each in signal.Signals}
        how = f"signal {names_of.get(-code, -code)}" if code < 0 else f"exit code {code}"
        below = [each for each in names if each == bad or each.startswith(f"{bad}.")]
        found |= dict.fromkeys(below, f"the process that imports {bad} ends with {how}{last}")


def _last_line(descriptor: int) -> str:
    """The lines that were printed at the end; they go to the log, too."""
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        text = file.read().decode(errors="replace")
    sys.stderr.write(text)
    lines = text.strip().splitlines()
    return f": {lines[-1][-200:]}" if lines else ""

"""a command -> instructions in each marked region, by callgrind.

A witness, not the judge: instructions repeat to a few parts in a million where seconds do not, and
say nothing of caches, branches or waiting (docs/statistics.md).
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

TAIL = 400


class NoCount(Exception):
    """Why there is no count."""


def available() -> bool:
    return shutil.which("valgrind") is not None


def callgrind(
    command: Sequence[str], variables: Mapping[str, str], folder: Path, seconds: float
) -> list[int]:
    """Instructions between each `getppid` and the `getpgrp` after it."""
    out = folder / "callgrind.out"
    words = [
        *["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}"],
        *["--zero-before=getppid", "--dump-before=getpgrp"],
    ]
    run([*words, *command], variables, folder, seconds)
    return [total(path) for path in dumps(out)]


def run(command: Sequence[str], variables: Mapping[str, str], folder: Path, seconds: float) -> None:
    """In a session of its own, killed as a whole when it takes too long."""
    log = folder / "valgrind.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            list(command),
            env=dict(variables),
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise NoCount(f"counting took more than {seconds:.0f} s") from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    if code:
        raise NoCount(f"valgrind ended with {code}: {_tail(log)}")


def _tail(log: Path) -> str:
    lines = log.read_text("utf-8", "replace").strip().splitlines()
    return " ".join(lines[-2:])[-TAIL:]


def dumps(out: Path) -> list[Path]:
    """In the order in which they were written; the last one, written at exit, is not a region."""
    found = [path for path in out.parent.glob(f"{out.name}.*") if path.suffix[1:].isdigit()]
    return sorted(found, key=lambda path: int(path.suffix[1:]))


def total(path: Path) -> int:
    """A dump's own sum: its `summary:` or `totals:` line."""
    with path.open("rb") as file:
        for line in file:
            found = re.match(rb"(?:summary|totals): (\d+)", line)
            if found:
                return int(found[1])
    raise NoCount(f"{path.name} has no total")

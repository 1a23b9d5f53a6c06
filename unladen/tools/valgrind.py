"""a command -> the same under callgrind; its files -> instructions in each marked region.

A witness, not the judge: instructions repeat to a few parts in a million where seconds do not, and
say nothing of caches, branches or waiting (docs/statistics.md).
"""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from unladen.errors import ToolError

QUIETLY = ("valgrind", "-q", "--vgdb=no")
"""Without pipes for a debugger, which a killed one leaves behind."""
OUT = "callgrind.out"
MARKS = ("--zero-before=getppid", "--dump-before=getpgrp")
"""Two calls that the probe makes around the timed region (probe/alone.py)."""


NAMED = re.compile(r"(?P<what>c?fn|c?fi|c?fe|c?fl|c?ob)=\((?P<id>\d+)\)(?: (?P<name>.*))?")
COST_STARTS = frozenset("0123456789+-*")


MISSING = "valgrind is not installed (apt-get install valgrind)"


def available() -> bool:
    return shutil.which("valgrind") is not None


def callgrind(command: list[str], folder: Path) -> list[str]:
    words = [*QUIETLY, "--tool=callgrind", f"--callgrind-out-file={folder / OUT}"]
    return [*words, *MARKS, *command]


def dumps(folder: Path) -> list[Path]:
    """In the order in which they were written; the last one, written at exit, is not a region."""
    found = [path for path in folder.glob(f"{OUT}.*") if path.suffix[1:].isdigit()]
    return sorted(found, key=lambda path: int(path.suffix[1:]))


def total(path: Path) -> int:
    """A dump's own sum: its `summary:` or `totals:` line."""
    with path.open("rb") as file:
        for line in file:
            found = re.match(rb"(?:summary|totals): (\d+)", line)
            if found:
                return int(found[1])
    raise ToolError(f"{path.name} has no total", "valgrind --version; it should be 3.19 or newer")


@lru_cache
def interpreter_symbols(python: Path) -> tuple[str, ...]:
    """The names of all functions of the interpreter; empty if it was stripped of them."""
    real = python.resolve()
    shared = sorted(real.parents[1].glob("lib/libpython3.*.so.1.0"))
    for path in (*shared, real):
        done = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=False)
        found = [line.split() for line in done.stdout.splitlines()]
        names = {each[2] for each in found if len(each) == 3 and each[1] in "tT"}
        if "_PyEval_EvalFrameDefault" in names:
            return tuple(sorted(names))
    return ()


def callgrind_by_function(command: list[str], folder: Path) -> list[str]:
    """What the interpreter does is folded into the Python function that it does it for."""
    python = Path(command[0])
    skips = [f"--fn-skip={name}" for name in (*interpreter_symbols(python), "__tls_get_addr")]
    words = callgrind([], folder)
    return [*words, *skips, command[0], "-X", "perf", *command[1:]]


def self_costs(path: Path) -> Iterator[tuple[str, int]]:
    """Function name or address, and what it cost itself; what its calls cost is left out."""
    names: dict[str, str] = {}
    function, inclusive = "", False
    with path.open("r", encoding="utf-8", errors="replace") as file:
        for line in file:
            found = NAMED.match(line)
            if found:
                if found["name"]:
                    names[found["id"]] = found["name"]
                if found["what"] == "fn":
                    function = names.get(found["id"], found["id"])
                continue
            if line.startswith("calls="):
                inclusive = True
            elif line[:1] in COST_STARTS:
                if not inclusive and function:
                    yield function, _cost(line, path)
                inclusive = False


def _cost(line: str, path: Path) -> int:
    try:
        return int(line.split()[-1])
    except ValueError:
        raise ToolError(
            f"{path.name} is not as callgrind writes it", "valgrind --version"
        ) from None


def perf_map(pid: int) -> dict[str, tuple[str, str]]:
    """Address -> qualified name and file, as `python -X perf` wrote it; the file is removed."""
    path = Path(f"/tmp/perf-{pid}.map")
    if not path.is_file():
        return {}
    found = {}
    for line in path.read_text("utf-8", "replace").splitlines():
        address, _, rest = line.partition(" ")
        name, _, file = rest.partition(" ")[2].removeprefix("py::").partition(":")
        found[address.removeprefix("0x").lstrip("0").lower()] = (name, file)
    path.unlink(missing_ok=True)
    return found

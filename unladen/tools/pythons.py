"""this machine -> interpreters of a version: those on the path, pyenv's, and the system's.

A name on the path may be a shim, which leads to an interpreter, or to nothing. Each candidate is
run, and what is taken is the interpreter that answers.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from unladen.tools.environments import numbers_of, of_python
from unladen.tools.files import home

PLACES = ("/opt/pyenv/versions", "/opt/python")
ASKED = re.compile(r"(pypy)?(\d+(?:\.\d+)*)?(t?)")
"""What a project may call a Python: 3.12, 3.13t, pypy3.10; a full path is one, too."""
ASK = """\
import sys
free = "t" if "t" in getattr(sys, "abiflags", "") else ""
print(sys.implementation.name + ".".join(map(str, sys.version_info[:3])) + free)
print(sys.executable)
"""
ASK_SECONDS = 20.0


@lru_cache
def interpreter(asked: str) -> str | None:
    """The path of the interpreter that a project's configuration asks for, if it is here."""
    if os.path.isabs(asked):
        found = _answer(Path(asked))
        return found[1] if found and _new_enough(found[0]) else None
    words = ASKED.fullmatch(asked)
    if words is None or not (words[1] or words[2]):
        return None
    number = re.escape(words[2]) if words[2] else r"\d+"
    wanted = re.compile(rf"{words[1] or 'cpython'}{number}(\.\d+)*{words[3]}")
    answers = map(_answer, _candidates(asked if words[1] else f"python{asked}"))
    for found in (*filter(None, answers), _running()):
        if wanted.fullmatch(found[0]) and _new_enough(found[0]):
            return found[1]
    return None


def _candidates(name: str) -> Iterator[Path]:
    """Those on the path first; of several releases in one place the newest first."""
    yield from (folder / name for folder in _on_path())
    for place in _places():
        yield from sorted(_in(place, f"*/bin/{name}"), key=_release, reverse=True)


def _on_path() -> list[Path]:
    return [Path(each) for each in os.environ.get("PATH", "").split(os.pathsep) if each]


def _places() -> Iterator[Path]:
    own = home()
    root = os.environ.get("PYENV_ROOT") or (own / ".pyenv" if own else None)
    yield from (Path(root) / "versions",) if root else ()
    yield from map(Path, PLACES)


def _in(folder: Path, pattern: str) -> list[Path]:
    """Nothing of a folder that this user may not read."""
    try:
        return list(folder.glob(pattern))
    except OSError:
        return []


def _release(path: Path) -> list[int]:
    return [int(each) for each in re.findall(r"\d+", path.parent.parent.name)]


def _answer(path: Path) -> tuple[str, str] | None:
    """What a program calls itself as an interpreter, and where that one is; None if it is none."""
    if not os.access(path, os.X_OK) or path.is_dir():
        return None
    try:
        done = subprocess.run(
            [str(path), "-I", "-S", "-c", ASK],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ASK_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    lines = done.stdout.decode(errors="replace").split("\n")
    return (lines[0], lines[1]) if done.returncode == 0 and len(lines) > 2 else None


def _running() -> tuple[str, str]:
    numbers = ".".join(map(str, sys.version_info[:3]))
    return f"{sys.implementation.name}{numbers}{'t' if 't' in sys.abiflags else ''}", sys.executable


def _new_enough(name: str) -> bool:
    """What makes environments now makes none for older ones, whether they are here or not."""
    return numbers_of(name) >= _oldest()


PLAIN = re.compile(r"\d+\.\d+")
OLDEST = (3, 10)
"""That what unladen runs inside of an environment is written for."""
VERSION = re.compile(r"python(3\.\d+)$")


def here() -> list[str]:
    """Versions of the interpreters on this machine, the newest of those on the path first."""
    on_the_path = {
        found[1]
        for folder in _on_path()
        if "shims" not in folder.parts
        for path in _in(folder, "python3.*")
        if (found := VERSION.match(path.name))
    }
    placed = {
        found[1]
        for place in _places()
        for path in _in(place, "*/bin/python3.*")
        if (found := VERSION.match(path.name))
    } - on_the_path
    every = (*_newest_first(on_the_path), *_newest_first(placed))
    return [version for version in every if interpreter(version)]


def _newest_first(versions: Iterable[str]) -> list[str]:
    return sorted(versions, key=lambda version: int(version.partition(".")[2]), reverse=True)


def _oldest() -> tuple[int, int]:
    """Of which virtualenv has a pip: each release of it drops some."""
    try:
        from virtualenv.seed.wheels.embed import BUNDLE_SUPPORT
    except ImportError:
        return OLDEST
    plain = [_numbers(each) for each in BUNDLE_SUPPORT if PLAIN.fullmatch(each)]
    return max(OLDEST, min(plain, default=OLDEST))


def _numbers(version: str) -> tuple[int, int]:
    major, minor = (int(part) for part in version.split("."))
    return major, minor


def nearest(asked: Sequence[str]) -> str:
    """Of those that are here and usable: the oldest that is no older than what is asked for, else
    the newest. A project that asks for an old one may not run on the newest."""
    usable = sorted(map(_numbers, here()))
    wanted = max((_numbers(each) for each in asked if PLAIN.fullmatch(each)), default=OLDEST)
    found = next((each for each in usable if each >= wanted), usable[-1] if usable else None)
    return f"{found[0]}.{found[1]}" if found else ""


def one_that_is_here() -> str:
    there = here()
    if not there:
        return "asv.conf.json: pythons, environment_type, matrix"
    return f"-E {of_python(there[0])}   (Python {', '.join(there)} are here)"

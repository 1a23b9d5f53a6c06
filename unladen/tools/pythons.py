"""this machine -> interpreters of a version that are not on the path: pyenv's, and the system's."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from unladen.errors import ConfigError
from unladen.tools.environments import of_python

PLACES = ("~/.pyenv/versions", "/opt/pyenv/versions", "/opt/python")


def folders(version: str) -> list[Path]:
    """Folders with a `python3.12`, newest first."""
    fitting = re.compile(rf"{re.escape(version)}(\.\d+)?$")
    found = []
    for place in PLACES:
        root = Path(place).expanduser()
        if root.is_dir():
            found += [path / "bin" for path in root.iterdir() if fitting.match(path.name)]
    return sorted((p for p in found if (p / f"python{version}").exists()), reverse=True)


def on_path(version: str) -> bool:
    """Put it on the path of this process, so that asv finds it; False if there is none."""
    there = folders(version)
    if there:
        path = os.environ.get("PATH", "")
        if str(there[0]) not in path.split(os.pathsep):
            os.environ["PATH"] = f"{there[0]}{os.pathsep}{path}"
        return True
    return any(
        (Path(folder) / f"python{version}").exists()
        for folder in os.environ.get("PATH", "").split(os.pathsep)
        if folder and "shims" not in folder
    )


PLAIN = re.compile(r"\d+\.\d+")
OLDEST = (3, 10)
"""That what unladen runs inside of an environment is written for."""
VERSION = re.compile(r"python(3\.\d+)$")


def here() -> list[str]:
    """Versions of the interpreters on this machine, the newest of those on the path first."""
    on_the_path = {
        found[1]
        for folder in os.environ.get("PATH", "").split(os.pathsep)
        if folder and Path(folder).is_dir()
        for path in Path(folder).glob("python3.*")
        if "shims" not in folder and (found := VERSION.match(path.name))
    }
    placed = {
        found[1]
        for place in PLACES
        for path in Path(place).expanduser().glob("*/bin/python3.*")
        if (found := VERSION.match(path.name))
    } - on_the_path
    return [*_newest_first(on_the_path), *_newest_first(placed)]


def _newest_first(versions: Iterable[str]) -> list[str]:
    return sorted(versions, key=lambda version: int(version.partition(".")[2]), reverse=True)


def those_here(versions: Sequence[str]) -> list[str]:
    """Found also where asv does not look; a name on the path may lead to nothing (pyenv's do). Of
    the Python that runs this, asv takes the very interpreter, wherever it is."""
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = [
        version
        for version in versions
        if version == running or not PLAIN.fullmatch(version) or _usable(version)
    ]
    if not found:
        asked = ", ".join(versions)
        what = f"Python {asked} is not here, or too old (3.10 and newer are measured)"
        raise ConfigError(what, one_that_is_here())
    return found


def _usable(version: str) -> bool:
    """What makes environments now makes none for older ones, whether they are here or not."""
    return _numbers(version) >= _oldest() and on_path(version)


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
    usable = sorted(_numbers(each) for each in here() if _usable(each))
    wanted = max((_numbers(each) for each in asked if PLAIN.fullmatch(each)), default=OLDEST)
    found = next((each for each in usable if each >= wanted), usable[-1] if usable else None)
    return f"{found[0]}.{found[1]}" if found else ""


def one_that_is_here() -> str:
    there = here()
    if not there:
        return "asv.conf.json: pythons, environment_type, matrix"
    return f"-E {of_python(there[0])}   (Python {', '.join(there)} are here)"

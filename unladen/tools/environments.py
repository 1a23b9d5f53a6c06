"""The kinds of asv's environments: what each needs here, which take any Python, how one is filled.

Private names of asv's environments are used here and in tools/asv.py only.
"""

import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from unladen.tools import builds, processes

FALLBACK = "virtualenv"
"""Where the kind that a project asks for is not here; that is said."""


@dataclass(frozen=True, slots=True)
class EnvironmentKind:
    name: str
    is_here: Callable[[], bool]
    any_python: bool = False
    """Whether `-E kind:3.12` makes one of a Python that the project does not list."""


def _always() -> bool:
    """It is one of our own requirements."""
    return True


def _program(name: str, variable: str = "") -> Callable[[], bool]:
    return lambda: bool(os.environ.get(variable) or shutil.which(name))


def _module(name: str) -> Callable[[], bool]:
    return lambda: find_spec(name) is not None


KINDS = (
    EnvironmentKind("virtualenv", _always, any_python=True),
    EnvironmentKind("uv", _program("uv"), any_python=True),
    EnvironmentKind("conda", _program("conda", "CONDA_EXE")),
    EnvironmentKind("mamba", _module("libmambapy")),
    EnvironmentKind("rattler", _module("rattler")),
)


def is_here(name: str) -> bool:
    """Of a kind that is not in the table nothing is known: asv is asked."""
    return all(kind.is_here() for kind in KINDS if kind.name == name)


def unusable(name: object) -> str:
    """What to say where another kind is taken than the project asks for; empty if it is not. asv
    itself refuses a project that asks for none."""
    if not name:
        return f"asv.conf.json names no environment_type: {FALLBACK}"
    return "" if is_here(str(name)) else f"{name} is not here: {FALLBACK} instead"


def named(environment: str) -> bool:
    """Whether a name like `uv:3.13` can be made, though the project does not list it."""
    return any(kind.any_python and kind.name == environment.partition(":")[0] for kind in KINDS)


def of_python(version: str) -> str:
    return f"{FALLBACK}:{version}"


def version_of(python: object) -> str:
    """The number in what a project calls its Python: 3.13t, pypy3.10, /usr/bin/python3.12; where
    there is none, that of the Python that runs this."""
    found = re.search(r"\d+(\.\d+)?", os.path.basename(str(python)))
    return found[0] if found else f"{sys.version_info.major}.{sys.version_info.minor}"


def numbers_of(python: object) -> tuple[int, ...]:
    return tuple(map(int, version_of(python).split(".")))


def made_of(environment: Any, interpreter: str | None) -> None:
    """uv asks the first program of the name, and gives up if that is a shim that leads nowhere: it
    gets the path of the interpreter instead."""
    setup, name = environment._setup, environment._python
    if interpreter is None or getattr(environment, "tool_name", "") != "uv":
        return

    def with_path() -> None:
        environment._python = interpreter
        try:
            setup()
        finally:
            environment._python = name

    environment._setup = with_path


def without_markers(environment: Any) -> None:
    """asv installs what a project's build asks for, and takes `tomli; python_version < '3.11'` for
    `tomli==3.11`: what is meant for other Pythons is left out, and of the rest the marker."""
    from packaging.requirements import InvalidRequirement, Requirement

    known, version = environment._base_requirements, version_of(environment.python)
    here = {"python_version": version, "python_full_version": f"{version}.0"}
    for key in [each for each in known if each.startswith("pip+") and ";" in each]:
        try:
            asked = Requirement(key.removeprefix("pip+"))
        except InvalidRequirement:
            continue
        value = known.pop(key)
        if asked.marker is None or asked.marker.evaluate(here):
            known[f"pip+{asked.name}{asked.specifier}"] = value


def filled_at_once(environment: Any) -> None:
    """asv asks pip for one requirement after the other: five times a second and a half for what
    takes two. All are asked for in one call; if that fails, it goes as asv would."""
    one_by_one = getattr(environment, "_install_requirements", None)
    pip = getattr(environment, "_run_pip", None)
    if one_by_one is None or pip is None or getattr(environment, "tool_name", "") not in AT_ONCE:
        return

    def install() -> None:
        asked: list[tuple[list[str], dict[str, Any]]] = []
        environment._run_pip = lambda words, **more: asked.append((list(words), more))
        try:
            one_by_one()
        finally:
            environment._run_pip = pip
        together = in_one_call([words for words, _ in asked])
        if together and _succeeds(pip, together):
            return
        for words, more in asked:
            pip(words, **more)

    environment._install_requirements = install


def made_safely(environment: Any) -> None:
    """asv starts virtualenv by `python -m` in the project's folder, of which a `virtualenv.py` or
    an `argparse.py` would be run in its place."""
    if getattr(environment, "tool_name", "") != FALLBACK:
        return

    def set_up() -> None:
        from asv.util import check_call

        wanted = ("--setuptools=bundle", "-p", environment._executable, environment._path)
        variables = {**os.environ, **environment.build_env_vars}
        check_call(processes.own_python("-m", "virtualenv", *wanted), env=variables)
        environment._install_requirements()

    environment._setup = set_up


def variables_in(environment: Any) -> dict[str, str]:
    """As asv sets them: the environment's programs first, nothing of Python's from outside."""
    outside = ("PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED")
    variables = {name: value for name, value in os.environ.items() if name not in outside}
    variables.update(environment.env_vars)
    variables.update(environment._global_env_vars)
    bin_folder = str(Path(environment.find_executable("python")).parent)
    variables["PATH"] = f"{bin_folder}{os.pathsep}{variables.get('PATH', '')}"
    variables["PYTHONNOUSERSITE"] = "1"
    return variables


def given(environment: Any, commit_hash: str, wheel: Path) -> None:
    """What was built for one environment need not be built for another, if it is for any Python:
    unless the project says how it is to be built."""
    usual = environment._build_command in (builds.USUAL, builds.ISOLATED)
    if wheel.name.endswith("-none-any.whl") and not environment.build_env_vars and usual:
        put(environment, commit_hash, wheel)


def put(environment: Any, commit_hash: str, wheel: Path) -> None:
    """Where asv looks before it builds."""
    cache = environment._cache
    if cache.get_cache_dir(commit_hash) is None and wheel.is_file():
        place = Path(cache.create_cache_dir(commit_hash))
        shutil.copyfile(wheel, place / wheel.name)
        Path(f"{place}.timestamp").touch()


def keep_wheel(environment: Any, commit_hash: str, wheel: Path) -> None:
    """As if it had been built there."""
    place = Path(environment._cache.create_cache_dir(commit_hash))
    shutil.copyfile(wheel, place / wheel.name)
    environment._cache.finalize_cache_dir(commit_hash)


def forget_wheel(environment: Any, commit_hash: str) -> None:
    environment._cache._remove_cache_dir(commit_hash)


def installed_as(environment: Any, commit_hash: str | None) -> None:
    """None while it is neither one nor the other."""
    environment._set_installed_commit_hash(commit_hash)


def missing(slots: Sequence[Any]) -> bool:
    return not all(Path(slot._path).is_dir() for slot in slots)


def copied(source: Any, target: Any) -> None:
    """What was just made once need not be made again: in a tenth of the time, all but the paths in
    its scripts. Only of one that holds no project yet, so that each side gets what its own commit
    asks for."""
    kinds = {getattr(each, "tool_name", "") for each in (source, target)}
    old, new = Path(source._path), Path(target._path)
    if not kinds <= set(AT_ONCE) or new.exists() or source.installed_commit_hash is not None:
        return
    if (source.requirements, source._base_requirements) != (
        target.requirements,
        target._base_requirements,
    ):
        return
    new.parent.mkdir(parents=True, exist_ok=True)
    unfinished = new.with_name(f".{new.name}.copy")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(old, unfinished, symlinks=True)
        for script in (unfinished / "bin").iterdir():
            if not script.is_symlink() and script.is_file():
                _moved(script, str(old), str(new))
        unfinished.rename(new)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)  # asv makes it the long way


def _moved(script: Path, old: str, new: str) -> None:
    text = script.read_bytes()
    if not text.startswith(b"\x7fELF") and old.encode() in text:
        script.write_bytes(text.replace(old.encode(), new.encode()))


AT_ONCE = ("virtualenv", "uv")
PLAIN = ("install", "-v", "--upgrade")


def in_one_call(calls: Sequence[Sequence[str]]) -> list[str]:
    """Nothing if any of them is more than a plain requirement: a path, an index, an option."""
    wanted = [word for call in calls for word in call if word not in PLAIN and word != "pip>=8"]
    odd = any(word.startswith(("-", ".", "/")) or "://" in word for word in wanted)
    plain = all(call[0] == "install" for call in calls) and not odd
    return [*PLAIN, *wanted] if plain and len(calls) > 1 else []


def _succeeds(pip: Callable[..., Any], words: Sequence[str]) -> bool:
    from asv.util import ProcessError

    try:
        pip(words)
    except ProcessError:
        return False
    return True

"""asv.conf.json -> asv's configuration; and one for a project that has none, but tests."""

import json
import math
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError, NoProject, shown
from unladen.tools import pythons
from unladen.tools.environments import FALLBACK
from unladen.tools.files import SUITES, suites_below
from unladen.tools.foreign import UNREADABLE, bounded_bytes, reading, toml_file
from unladen.tools.suite_sources import PytestSuite

CHECK = "asv check says more"
MOST_BYTES = 1 << 18
"""The largest that is known of has 10 kB."""
MOST_ENVIRONMENTS = 10_000
TEXTS = ("project", "repo", "repo_subdir", "benchmark_dir", "results_dir", "html_dir")
COMMANDS = ("build_command", "install_command", "uninstall_command")


def check_content(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """asv's configuration as it is, or ValueError. asv itself checks hardly any types, and a path
    with a NUL or half of a character ends Python's own functions with an exception."""
    for name in TEXTS:
        value = content.get(name)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{name} is no text: {shown(value)}")
        if value is not None and not value.isprintable():
            raise ValueError(f"{name} has characters that no path may have: {shown(value)}")
    for name in COMMANDS:
        value = content.get(name)
        each = value if isinstance(value, list) else [value]
        if value is not None and not all(isinstance(one, str) for one in each):
            raise ValueError(f"{name} is no list of commands: {shown(value)}")
    if content.get("dvcs") not in (None, "git"):
        raise ValueError(f"dvcs is {shown(content['dvcs'])}, and unladen needs git")
    if environments_in(content) > MOST_ENVIRONMENTS:
        raise ValueError(f"its matrix makes more than {MOST_ENVIRONMENTS:,} environments")
    return content


def environments_in(content: Mapping[str, Any]) -> int:
    """How many environments the matrix makes; asv would list them all."""
    matrix = content.get("matrix")
    listed = [content.get("pythons")]
    for each in matrix.values() if isinstance(matrix, dict) else ():
        listed += each.values() if isinstance(each, dict) else [each]
    return math.prod(max(1, len(each)) for each in listed if isinstance(each, list))


def configuration_in(folder: Path) -> str:
    """The name of the file."""
    found = next((name for name in SUITES if (folder / name).is_file()), None)
    if found is None:
        below = [os.path.relpath(each, folder) for each in suites_below(folder)]
        raise NoProject(str(folder), below)
    return found


def content_of(path: Path) -> dict[str, Any]:
    """The object in an asv.conf.json. Only a file with comments needs asv's reader of JSON, which
    takes 12 s for a megabyte."""
    import json5

    with reading(str(path), CHECK, ConfigError):
        text = bounded_bytes(path, MOST_BYTES).decode("utf-8")
        try:
            value = json.loads(text)
        except ValueError:
            value = json5.loads(text)
        if not isinstance(value, dict):
            raise ValueError("it is not a JSON object")
        return value


def opened(path: Path) -> Any:
    """What asv's own Config.load makes of it, without reading the file again."""
    from asv.config import Config

    content = content_of(path)
    version = content.pop("version", None)
    if version != Config.api_version:
        what = f"{path.name}: version is not {Config.api_version}"
        raise ConfigError(what, f'"version": {Config.api_version}, in {path.name}')
    return Config.from_json(content)


def check_pyproject(folder: Path) -> None:
    """asv reads this file whole for each environment, whatever it is."""
    path = folder / "pyproject.toml"
    if path.exists():
        with reading(str(path), "correct the file, or git checkout it", ConfigError):
            toml_file(path)


def configuration_for(folder: Path, suite: PytestSuite) -> Any:
    """What a project with tests would have written, for what asv does of it: environments, builds.
    asv finds no benchmarks by it, and nothing is written to where it would look for results."""
    from asv.config import Config

    top = repository_of(folder) or folder
    below = folder.resolve().relative_to(top.resolve()).as_posix()
    return Config.from_json(
        {
            "version": 1,
            "project": folder.resolve().name,
            "repo": os.path.relpath(top, folder),
            "repo_subdir": "" if below == "." else below,
            "branches": ["HEAD"],
            "environment_type": FALLBACK,
            "pythons": [python_for(folder)],
            "benchmark_dir": os.path.relpath(suite.inside, folder),
            "results_dir": "results/asv",
            "html_dir": "site/asv",
        }
    )


def python_for(folder: Path) -> str:
    """The one that runs this, unless the project needs another one that is here."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    try:
        content = toml_file(folder / "pyproject.toml")
        asked = SpecifierSet(str(content["project"]["requires-python"]))
    except (InvalidSpecifier, *UNREADABLE, OSError):
        return running
    fitting = (each for each in (running, *pythons.here()) if asked.contains(f"{each}.99"))
    return next(fitting, running)


def repository_of(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)


def with_repository(folder: Path, repository: str) -> bytes:
    """Only the way to the repository is another one."""
    told = content_of(folder / configuration_in(folder))
    told["repo"] = repository
    return json.dumps(told, indent=1).encode()


def suite_and_results(folder: Path) -> tuple[Path, Path]:
    """Where they are; the repository is not asked for."""
    path = folder / configuration_in(folder)
    with reading(path.name, CHECK, ConfigError):
        told = check_content({"benchmark_dir": "benchmarks", **content_of(path)})
    name, results = told["benchmark_dir"], told.get("results_dir", "results")
    suite = folder / str(name)
    if not suite.is_dir():
        what = f"{path.name}: benchmark_dir {str(name)[:100]} is no folder"
        raise ConfigError(what, '"benchmark_dir": "benchmarks"')
    return suite, (folder / str(results)).resolve()

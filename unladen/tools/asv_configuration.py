"""asv.conf.json -> asv's configuration; and one for a project that has none, but tests."""

import json
import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from unladen.errors import ConfigError, NoProject
from unladen.tools import pythons
from unladen.tools.environments import FALLBACK
from unladen.tools.files import SUITES, suites_below
from unladen.tools.suite_sources import PytestSuite


def configuration_in(folder: Path) -> str:
    """The name of the file."""
    found = next((name for name in SUITES if (folder / name).is_file()), None)
    if found is None:
        below = [os.path.relpath(each, folder) for each in suites_below(folder)]
        raise NoProject(str(folder), below)
    return found


def opened(path: Path) -> Any:
    from asv.config import Config

    return Config.load(str(path))


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
        content = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
        asked = SpecifierSet(str(content["project"]["requires-python"]))
    except (OSError, ValueError, KeyError, TypeError, InvalidSpecifier):
        return running
    fitting = (each for each in (running, *pythons.here()) if asked.contains(f"{each}.99"))
    return next(fitting, running)


def repository_of(folder: Path) -> Path | None:
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), None)


def with_repository(folder: Path, repository: str) -> bytes:
    """Only the way to the repository is another one."""
    from asv.util import load_json

    path = folder / configuration_in(folder)
    told = load_json(str(path), js_comments=True)
    told["repo"] = repository
    return json.dumps(told, indent=1).encode()


def suite_and_results(folder: Path) -> tuple[Path, Path]:
    """Where they are; the repository is not asked for."""
    from asv.util import UserError, load_json

    path = folder / configuration_in(folder)
    try:
        told = load_json(str(path), js_comments=True)
        name, results = told.get("benchmark_dir", "benchmarks"), told.get("results_dir", "results")
    except (UserError, ValueError, AttributeError, RecursionError) as error:
        raise ConfigError(f"{path.name}: {error}"[:300], "asv check says more") from error
    suite = folder / str(name)
    if not suite.is_dir():
        what = f"{path.name}: benchmark_dir {str(name)[:100]} is no folder"
        raise ConfigError(what, '"benchmark_dir": "benchmarks"')
    return suite, (folder / str(results)).resolve()

"""a project's build files and folders -> which of its files can reach what is measured.

The project's own packaging says which packages a wheel holds; where it does not, setuptools' own
rule of discovery does: every top-level package but those with names that are never one.
"""

import configparser
import fnmatch
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from unladen.judge.tests_used import TESTS, is_test
from unladen.tools.foreign import bounded_toml

PYPROJECT, SETUP, CFG = "pyproject.toml", "setup.py", "setup.cfg"
SOURCES = ("src", "lib", "python")
"""Folders in which packages lie, where they do not lie at the top."""
NEVER_PACKAGES = frozenset(
    {
        *("ci", "bin", "debian", "doc", "docs", "documentation", "manpages", "news", "web"),
        *("newsfragments", "changelog", "test", "tests", "unit_test", "unit_tests", "example"),
        *("examples", "scripts", "tools", "util", "utils", "python", "build", "benchmark"),
        *("benchmarks", "exercise", "exercises", "htmlcov", "tasks", "site_scons", "asv_bench"),
    }
)
BUILDS = frozenset(
    {
        *("meson.build", "meson.options", "meson_options.txt", "CMakeLists.txt", "Cargo.toml"),
        *("Cargo.lock", "build.rs", "build.py", "MANIFEST.in"),
    }
)
COMPILED = re.compile(r"\.(c|cc|cpp|cxx|h|hh|hpp|pyx|pxd|pxi|f|f90|rs|s|cu|cuh)(\.in|\.tp)?$")
NEVER = (".pyi", "/py.typed", ".md", ".rst", "/LICENSE", "/.gitignore")
TOLD_ONLY = frozenset(
    {
        *("description", "readme", "license", "license-files", "authors", "maintainers"),
        *("keywords", "classifiers", "urls", "optional-dependencies", "version"),
    }
)
BUILDERS = frozenset(
    {
        *("setuptools", "setuptools_scm", "poetry", "flit", "hatch", "pdm", "meson-python"),
        *("scikit-build", "maturin", "cython", "numpy", "mypyc", "enscons", "sipbuild", "whey"),
    }
)
NO_BUILD_SECTIONS = re.compile(
    r"flake8|pycodestyle|pydocstyle|tool:|coverage|mypy|isort|yapf|codespell|pep8|aliases|pylint"
    r"|bdist_rpm|upload_docs|build_sphinx|versioneer|doc8|rstcheck|bumpversion|zest"
)


@dataclass(frozen=True, slots=True)
class Packaged:
    """Where a repository keeps what a wheel is built of."""

    roots: tuple[str, ...]
    """Folders of import packages, each with a slash at its end; without any, all but tests, docs
    and their like may be part of the wheel."""
    suite: str = ""
    """The folder of the benchmarks, the same way."""
    scripts: tuple[str, ...] = ()
    """Modules at the top that the build files name."""
    below: str = ""
    """The folder that is built, with a slash at its end, where it is not the whole repository; all
    but the suite is told as from there."""

    def counts(self, name: str) -> bool:
        """Whether a change of this file could change what runs, by where it lies."""
        if f"/{name}".endswith(NEVER):
            return False
        if self.suite and name.startswith(self.suite):
            return True
        if not name.startswith(self.below):
            return False
        name = name.removeprefix(self.below)
        folders = name.split("/")
        if TESTS & {*folders[:-1]} or is_test(name):
            return False
        if name in (PYPROJECT, SETUP, CFG) or folders[-1] in BUILDS or name in self.scripts:
            return True
        if any(name.startswith(root) for root in self.roots):
            return True
        if folders[0] in NEVER_PACKAGES and len(folders) > 1:
            return False
        return not self.roots or bool(COMPILED.search(folders[-1].lower()))


def packaged(
    texts: Mapping[str, str], names: Iterable[str], suite: str, below: str = ""
) -> Packaged:
    """`texts` of the build files at the top of what is built; `names` of all files."""
    every = [name.removeprefix(below) for name in names if name.startswith(below)]
    found = sorted(_roots(texts, every))
    told = "\n".join(texts.get(each, "") for each in (PYPROJECT, SETUP, CFG, "meson.build"))
    modules = [name for name in every if "/" not in name and name.endswith(".py") and name != SETUP]
    scripts = tuple(name for name in modules if re.search(rf"\b{re.escape(name[:-3])}\b", told))
    inside = f"{suite.strip('/')}/" if suite.strip("/.") else ""
    roots = tuple(f"{root}/" for root in found if f"{below}{root}/" != inside)
    return Packaged(roots, inside, scripts, below)


def _roots(texts: Mapping[str, str], names: Sequence[str]) -> set[str]:
    """Folders of the outermost packages: those that the build files name, or all that may be."""
    marks = [name for name in names if name.endswith("/__init__.py")]
    packages = {name.removesuffix("/__init__.py") for name in marks}
    outermost = {each for each in packages if each.rpartition("/")[0] not in packages}
    asked = [_dotted(pattern) for pattern in _asked(texts)]
    chosen = {each for each in outermost if any(_matches(_dotted(each), one) for one in asked)}
    return chosen or {each for each in outermost if not NEVER_PACKAGES & {*_parts(each)}}


def _parts(package: str) -> list[str]:
    """Without the folder that packages lie in."""
    first, *rest = package.strip("./").split("/")
    return rest if first in SOURCES and rest else [first, *rest]


def _dotted(package: str) -> str:
    return ".".join(_parts(package))


def _matches(package: str, pattern: str) -> bool:
    """A package of names, as `a.b`, is asked for as itself, as what is in it, or by its first."""
    inside = pattern.startswith(f"{package}.") or package.startswith(f"{pattern}.")
    return inside or fnmatch.fnmatch(package, pattern)


def _asked(texts: Mapping[str, str]) -> Iterable[str]:
    """Packages that the build files name."""
    table = parsed(texts.get(PYPROJECT, ""))
    tool = table.get("tool", {}) if isinstance(table.get("tool", {}), dict) else {}
    setuptools = _at(tool, "setuptools", "packages")
    yield from _strings(setuptools)
    yield from _strings(_at(tool, "setuptools", "packages", "find", "include"))
    for each in _at(tool, "poetry", "packages") or ():
        yield from _strings([each.get("include")] if isinstance(each, dict) else [])
    yield from _strings(_at(tool, "hatch", "build", "targets", "wheel", "packages"))
    yield from _strings(
        [_at(tool, "flit", "module", "name"), _at(tool, "flit", "metadata", "module")]
    )
    cfg = _sections(texts.get(CFG, "")).get("options", {}).get("packages", "")
    if "find" not in cfg:
        yield from (each for each in re.split(r"[\s,]+", cfg) if each)


def _strings(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _at(table: Any, *keys: str) -> Any:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def parsed(text: str) -> dict[str, Any]:
    """Nothing where it is no TOML."""
    try:
        return bounded_toml(text)
    except ValueError:
        return {}


def _sections(text: str) -> dict[str, dict[str, str]]:
    reader = configparser.RawConfigParser(strict=False, allow_no_value=True)
    try:
        reader.read_string(text)
    except (configparser.Error, ValueError):
        return {}
    return {name: {k: v or "" for k, v in reader.items(name)} for name in reader.sections()}


def same_build(name: str, old: str, new: str) -> bool:
    """Whether two texts of a build file ask for the same: what people and checkers read of it does
    not matter."""
    if name == PYPROJECT:
        return bool(parsed(old)) and _asks(parsed(old)) == _asks(parsed(new))
    if name == CFG:
        return bool(_sections(old)) and _cfg_asks(old) == _cfg_asks(new)
    return old == new


def _asks(table: Mapping[str, Any]) -> dict[str, Any]:
    project, tool = table.get("project", {}), table.get("tool", {})
    if not isinstance(project, dict) or not isinstance(tool, dict):
        return dict(table)
    return {
        "build-system": table.get("build-system"),
        "project": {k: v for k, v in project.items() if k not in TOLD_ONLY},
        "tool": {k: v for k, v in tool.items() if k in BUILDERS},
    }


def _cfg_asks(text: str) -> dict[str, Any]:
    kept = {k: v for k, v in _sections(text).items() if not NO_BUILD_SECTIONS.match(k)}
    told = kept.get("metadata", {})
    return {**kept, "metadata": {k: v for k, v in told.items() if k in ("name", "packages")}}

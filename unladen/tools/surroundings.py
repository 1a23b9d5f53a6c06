"""a folder -> its Surroundings: what lies in it, read and never run."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unladen.errors import NoProject
from unladen.model.surroundings import PackageLayout, Surroundings
from unladen.tools import files
from unladen.tools.asv_repository import clone_around
from unladen.tools.foreign import UNREADABLE, toml_file
from unladen.tools.git import Git
from unladen.tools.pytest_suite import suite_in

SOURCES = (".py", ".pyx")
OTHERS = frozenset(
    {"tests", "test", "testing", "docs", "doc", "examples", "example", "benchmarks", "asv_bench"}
    | {"benchmark", "bench", "tools", "scripts", "build", "dist", "node_modules", "vendor"}
)
"""Folders that may look like packages, and are not what is measured."""
TEST_PART = re.compile(r"tests?|conftest|test_\w+|\w+_tests?")
NOT_PARTS = frozenset({"__init__", "__main__", "__pycache__"})
MOST_FILES = 20_000
OTHER_CI = {
    "azure-pipelines.yml": "Azure Pipelines",
    ".circleci/config.yml": "CircleCI",
    ".travis.yml": "Travis CI",
    "Jenkinsfile": "Jenkins",
    ".cirrus.yml": "Cirrus CI",
    "appveyor.yml": "AppVeyor",
    ".woodpecker.yml": "Woodpecker",
    "bitbucket-pipelines.yml": "Bitbucket Pipelines",
}


def surroundings(folder: Path) -> Surroundings:
    """Of the suite that is meant from here; of several the user has to choose."""
    try:
        place, has_asv = files.suite_folder(folder), True
    except NoProject as error:
        if error.several:
            raise
        place, has_asv = folder, False
    top = clone_around(place)
    return Surroundings(
        folder=place,
        top=top,
        has_asv=has_asv,
        tests=() if has_asv else _tests(place),
        packages=tuple(packages_of(place, top)),
        ci=tuple(_ci(top)) if top else (),
        suites=len(_suites(top)) if top else 1,
    )


def _suites(top: Path) -> list[Path]:
    return [*([top] if files.has_suite(top) else []), *files.suites_below(top)]


def _tests(folder: Path) -> tuple[str, ...]:
    suite = suite_in(folder)
    return suite.tests if suite is not None else ()


def _python_files(folder: Path) -> Iterator[Path]:
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_foreign(Path(place, name)))
        for name in sorted(names):
            seen += 1
            if seen > MOST_FILES:
                return
            if name.endswith(SOURCES):
                yield Path(place, name)


def _is_foreign(folder: Path) -> bool:
    hidden = folder.name.startswith(".") or folder.name in files.NO_SUITES
    return hidden or (folder / "pyvenv.cfg").exists() or (folder / ".git").exists()


def packages_of(folder: Path, top: Path | None) -> list[PackageLayout]:
    """Those of the project that the suite belongs to: in its folder, or above it. The one that has
    the project's name, where several lie side by side and one has it."""
    places = [folder, *(each for each in folder.parents if top and each.is_relative_to(top))]
    for place in places:
        for root in (place / "src", place / "lib", place / "python", place):
            found = [_layout(each, place) for each in _packages(root)]
            if found:
                named = [each for each in found if _plain(each.name) == _plain(name_of(place))]
                return named or found
    return []


def _packages(root: Path) -> Iterator[Path]:
    if not root.is_dir():
        return
    for path in sorted(root.iterdir()):
        usable = path.name.isidentifier() and path.name not in OTHERS
        if path.is_dir() and usable and any((path / f"__init__{s}").is_file() for s in SOURCES):
            yield path


def _layout(package: Path, place: Path) -> PackageLayout:
    parts: dict[str, int] = {}
    for path in _python_files(package):
        inside = path.relative_to(package).with_suffix("")
        if inside.parts[0] in NOT_PARTS or any(TEST_PART.fullmatch(each) for each in inside.parts):
            continue
        parts[inside.parts[0]] = parts.get(inside.parts[0], 0) + path.stat().st_size
    name = package.relative_to(place).as_posix()
    return PackageLayout(name=package.name, place=name, parts=parts)


def name_of(place: Path) -> str:
    """As its pyproject.toml has it, else its folder's."""
    try:
        told: Any = toml_file(place / "pyproject.toml")
        tables = (told.get("project", {}), told.get("tool", {}).get("poetry", {}))
        found = next((table["name"] for table in tables if "name" in table), place.name)
    except (*UNREADABLE, OSError):
        return place.name
    return str(found)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _ci(top: Path) -> Iterator[str]:
    """By its files; where there are none, by where the repository is fetched from."""
    found = []
    if (top / ".github" / "workflows").is_dir():
        found.append("github")
    if (top / ".gitlab-ci.yml").is_file() or (top / ".gitlab").is_dir():
        found.append("gitlab")
    found += [told for name, told in OTHER_CI.items() if (top / name).is_file()]
    addresses = " ".join(Git(top).remotes().values()).lower()
    if not found:
        found = [each for each in ("github", "gitlab") if each in addresses]
    yield from found

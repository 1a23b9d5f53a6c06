"""a project's folder -> its PytestSuite: which files hold benchmarks, how pytest is to run them.

Only these files are given to pytest. Of the project's own options for pytest those are kept that
decide what is imported: what selects tests, reports, measures coverage, or spreads tests over
processes would change what is measured, or ask for what is not installed.
"""

import configparser
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unladen.tools.foreign import MOST_OF_TOML, UNREADABLE, bounded_bytes, bounded_toml
from unladen.tools.pytest_names import FIXTURES, WORD, benchmark_tests
from unladen.tools.suite_sources import PytestSuite

MOST_FILES = 50_000
"""Of Python that is looked at."""
MOST_BYTES = 1 << 22
"""Of one file: longer ones are made by programs."""
NEVER = frozenset({"node_modules", "build", "dist", "site-packages", "__pycache__", "venv", "env"})
TEST_FOLDER = re.compile(r"(?i)(unit_?)?tests?|testing|bench(marks?|es)?|perf(ormance)?(_tests?)?")
SETTINGS = ("pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")
CONFTEST = "conftest.py"
KEPT = re.compile(r"-p|--import-mode|--ds|--dc|--asyncio-mode|--anyio-mode")
"""Options that are kept, with what follows them."""
SKIPPED_PLUGINS = re.compile(r"(no:)?(cov|pytest_cov|xdist|randomly|sugar|benchmark|codspeed)\b")


def suite_in(folder: Path) -> PytestSuite | None:
    """None where no test asks for the fixture."""
    sources = dict(_sources(folder))
    tests = sorted({each.file for each in benchmark_tests(sources)})
    if not tests:
        return None
    folders = sorted({place for name in tests if (place := _folder_of(name, folder))})
    outermost = [one for one in folders if not any(_is_below(one, other) for other in folders)]
    return PytestSuite(
        root=folder,
        tests=tuple(tests),
        folders=tuple(outermost),
        beside=tuple(sorted(set(_conftests(tests, folder)))),
        options=tuple(_options(folder)),
    )


def _sources(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Python in which the fixture's name stands, without what git or others keep here."""
    seen = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_foreign(Path(place), name))
        for name in sorted(names):
            path = Path(place, name)
            if not name.endswith(".py") or path.is_symlink():
                continue
            seen += 1
            if seen > MOST_FILES:
                return
            try:
                text = bounded_bytes(path, MOST_BYTES)
            except (ValueError, OSError):
                continue
            if WORD in text:
                yield path.relative_to(folder).as_posix(), text


def _is_foreign(place: Path, name: str) -> bool:
    """Environments, other repositories, what was built."""
    below = place / name
    hidden = name.startswith(".") or name in NEVER or name.endswith(".egg-info")
    return hidden or (below / "pyvenv.cfg").exists() or (below / ".git").exists()


def _folder_of(test: str, root: Path) -> str:
    """The outermost folder of tests that a file lies in, else its own unless that is a package of
    the project; empty for a file that stands alone."""
    parts = Path(test).parts[:-1]
    for depth, part in enumerate(parts):
        if TEST_FOLDER.fullmatch(part):
            return "/".join(parts[: depth + 1])
    if not parts or (root.joinpath(*parts) / "__init__.py").exists():
        return ""
    return "/".join(parts)


def _is_below(one: str, other: str) -> bool:
    return one.startswith(f"{other}/")


def _conftests(tests: list[str], root: Path) -> Iterator[str]:
    for name in tests:
        for above in Path(name).parents:
            if (root / above / CONFTEST).is_file():
                yield (above / CONFTEST).as_posix()


def _options(root: Path) -> Iterator[str]:
    """The next word belongs to an option that does not hold its value itself."""
    words = iter(_added(root))
    for word in words:
        name, equals, value = word.partition("=")
        if word.startswith("-p") and len(word) > 2:
            name, value = "-p", word[2:]
        if not KEPT.fullmatch(name):
            continue
        value = value if equals or value else next(words, "")
        if value and not (name == "-p" and SKIPPED_PLUGINS.match(value)):
            yield from (name, value) if name == "-p" else (f"{name}={value}",)


def _added(root: Path) -> list[str]:
    """`addopts` of the first file that has a table for pytest, as pytest chooses it."""
    for name in SETTINGS:
        found = _table(root / name)
        if found is not None:
            told = found.get("addopts", "")
            try:
                return shlex.split(told) if isinstance(told, str) else [str(e) for e in told]
            except (ValueError, TypeError):
                return []
    return []


def _table(path: Path) -> dict[str, Any] | None:
    """Its settings for pytest; None where it has none."""
    try:
        text = bounded_bytes(path, MOST_OF_TOML).decode("utf-8")
    except (OSError, ValueError):
        return None
    if path.suffix == ".toml":
        try:
            tool = bounded_toml(text).get("tool", {})
            found = tool.get("pytest", {}) if isinstance(tool, dict) else {}
        except UNREADABLE:
            return None
        if not isinstance(found, dict) or not found:
            return None
        inner = found.get("ini_options", found)
        return inner if isinstance(inner, dict) else None
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except (configparser.Error, *UNREADABLE):
        return None
    section = "tool:pytest" if path.name == "setup.cfg" else "pytest"
    return dict(parser[section]) if parser.has_section(section) else None


__all__ = ["FIXTURES", "suite_in"]

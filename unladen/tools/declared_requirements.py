"""a project's files -> what it says it needs, in extras, groups of dependencies and lists for pip.

Projects keep what their tests need in one of a dozen places. All of them are read, by no more than
name and version; nothing of a project is run for it.
"""

import configparser
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unladen.tools.foreign import UNREADABLE, bounded_bytes, bounded_toml

MOST_BYTES = 1 << 20
PLAIN = re.compile(
    r"([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(\[[\w\s,.-]*\])?\s*(\(?[<>=!~][\s\w.*,=<>!~+-]*\)?)?"
)
"""A name, extras, versions: no paths, addresses or options of pip."""
LISTS = (
    "*requirements*.txt",
    "requirements*/*.txt",
    "test*/*requirements*.txt",
    "bench*/*req*.txt",
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """One of them, and where the project says so."""

    name: str
    text: str
    """For pip."""
    place: str
    marker: str = ""


def declared(folder: Path) -> list[Requirement]:
    found = [*_pyproject(folder / "pyproject.toml"), *_setup_cfg(folder / "setup.cfg")]
    found += _tox(folder / "tox.ini")
    for path in sorted({path for pattern in LISTS for path in folder.glob(pattern)}):
        lines = _text(path).splitlines()
        found += _each(lines, path.relative_to(folder).as_posix())
    return found


def requirement(text: str, place: str) -> Requirement | None:
    """None for what is more than a name and versions."""
    plain, _, marker = text.partition(" #")[0].partition(";")
    found = PLAIN.fullmatch(plain.strip())
    if found is None:
        return None
    versions = (found[3] or "").strip().strip("()").replace(" ", "")
    extras = (found[2] or "").replace(" ", "")
    return Requirement(normalised(found[1]), f"{found[1]}{extras}{versions}", place, marker.strip())


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def applies(marker: str, python: str) -> bool:
    """To an environment of this Python, here; what makes no sense does."""
    from packaging.markers import InvalidMarker, Marker

    if not marker:
        return True
    try:
        return bool(Marker(marker).evaluate({"python_version": python, "extra": ""}))
    except (InvalidMarker, ValueError, KeyError):
        return True


def _each(texts: object, place: str) -> Iterator[Requirement]:
    for text in texts if isinstance(texts, list) else []:
        if isinstance(text, str) and (found := requirement(text, place)) is not None:
            yield found


def _text(path: Path) -> str:
    try:
        return bounded_bytes(path, MOST_BYTES).decode("utf-8")
    except (OSError, ValueError):
        return ""


def _pyproject(path: Path) -> Iterator[Requirement]:
    try:
        content = bounded_toml(_text(path))
    except UNREADABLE:
        return
    extras = _at(content, "project", "optional-dependencies")
    groups = _at(content, "dependency-groups")
    pdm, uv = _at(content, "tool", "pdm", "dev-dependencies"), _at(content, "tool", "uv")
    for where, lists in (("extra", extras), ("group", groups), ("pdm", pdm)):
        for name, texts in lists.items():
            yield from _each(texts, f"{where} {name}")
    yield from _each(uv.get("dev-dependencies"), "uv")
    yield from _poetry(_at(content, "tool", "poetry"))
    for name, environment in _at(content, "tool", "hatch", "envs").items():
        if isinstance(environment, dict):
            for key in ("dependencies", "extra-dependencies"):
                yield from _each(environment.get(key), f"hatch {name}")


def _at(content: object, *keys: str) -> Mapping[str, Any]:
    for key in keys:
        content = content.get(key) if isinstance(content, dict) else None
    return content if isinstance(content, dict) else {}


def _poetry(content: Mapping[str, Any]) -> Iterator[Requirement]:
    groups = {name: _at(group, "dependencies") for name, group in _at(content, "group").items()}
    for place, table in {"dev": _at(content, "dev-dependencies"), **groups}.items():
        for name, version in table.items():
            told = version.get("version", "") if isinstance(version, dict) else version
            text = f"{name}{_plain_version(told)}"
            if (found := requirement(text, f"poetry {place}")) is not None:
                yield found


def _plain_version(told: object) -> str:
    """Poetry's own signs as pip has them: `^1.2` is at least that, its upper end is left to pip."""
    text = str(told).strip()
    if text in ("", "*"):
        return ""
    if text[:1] == "^":
        return f">={text[1:]}"
    if text[:1] == "~" and text[:2] != "~=":
        return f">={text[1:]}"
    return f"=={text}" if text[:1].isdigit() else text


def _ini(path: Path) -> configparser.RawConfigParser:
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(_text(path))
    except configparser.Error:
        return configparser.RawConfigParser()
    return parser


def _setup_cfg(path: Path) -> Iterator[Requirement]:
    parser = _ini(path)
    if parser.has_section("options.extras_require"):
        for name, text in parser["options.extras_require"].items():
            yield from _each(_lines(text), f"extra {name}")
    if parser.has_option("options", "tests_require"):
        yield from _each(_lines(parser["options"]["tests_require"]), "tests_require")


def _tox(path: Path) -> Iterator[Requirement]:
    """What holds for some environments only is taken, too: it is chosen from, not installed."""
    parser = _ini(path)
    for section in parser.sections():
        if section.startswith("testenv") and parser.has_option(section, "deps"):
            lines = _lines(parser[section]["deps"])
            plain = [re.sub(r"^[\w,!{}.-]+:\s+", "", line) for line in lines]
            yield from _each(plain, f"tox {section}")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in re.split(r"[\n]", text) if line.strip()]


def by_name(requirements: Iterable[Requirement]) -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for each in requirements:
        found.setdefault(each.name, []).append(each)
    return found

"""pyproject.toml of a commit -> the command that builds its wheel, if it has none of its own.

A wheel is built alone; what it asks for of others is installed beside it.
"""

import re
from typing import Any

from unladen.tools.foreign import UNREADABLE, bounded_toml

USUAL = ["python -m pip wheel --no-deps --no-build-isolation -w {build_cache_dir} {build_dir}"]
ISOLATED = ["python -m pip wheel --no-deps -w {build_cache_dir} {build_dir}"]
Commands = tuple[Any, Any]
"""That build, and that install: lists, or whatever the project's configuration has."""
NO_FIT = (
    "asv.conf.json: do the versions in its matrix exist for this Python?"
    " The whole output: asv run --verbose"
)
BUILD_TOOLS = frozenset({"setuptools", "wheel"})
"""That are in each environment: who needs no others is built with these."""
INSTALL = ["in-dir={env_dir} python -m pip install --no-deps --force-reinstall {wheel_file}"]


def command_for(pyproject: str) -> list[str]:
    """A project whose build asks for more than is there would be built, and wrongly."""
    try:
        asked = bounded_toml(pyproject).get("build-system", {}).get("requires", [])
        names = {re.split(r"[^\w.-]", str(each).strip())[0].lower() for each in asked}
    except UNREADABLE:
        return ISOLATED
    return USUAL if names <= BUILD_TOOLS else ISOLATED


def attempts(own: Commands, built: list[str], as_asv: Commands) -> list[tuple[Commands, str]]:
    """Ways to build and install, the likeliest first, and what is said where one is taken."""
    if own[0] in (USUAL, ISOLATED):
        return [((built, own[1]), ""), (as_asv, "built by asv's own commands")]
    return [(own, ""), ((built, INSTALL), "built by pip: the project's own build_command fails")]


def last_lines(error: Exception) -> str:
    text = "".join(str(getattr(error, name, "") or "") for name in ("stdout", "stderr"))
    lines = [line for line in (text or str(error)).splitlines() if line.strip()]
    return "\n".join(f"    {line[:160]}" for line in lines[-8:])

"""pyproject.toml of a commit -> the command that builds its wheel, if it has none of its own.

A wheel is built alone; what it asks for of others is installed beside it.
"""

import re
import tomllib

USUAL = ["python -m pip wheel --no-deps --no-build-isolation -w {build_cache_dir} {build_dir}"]
ISOLATED = ["python -m pip wheel --no-deps -w {build_cache_dir} {build_dir}"]
BUILD_TOOLS = frozenset({"setuptools", "wheel"})
"""That are in each environment: who needs no others is built with these."""
INSTALL = ["in-dir={env_dir} python -m pip install --no-deps --force-reinstall {wheel_file}"]


def command_for(pyproject: str) -> list[str]:
    """A project whose build asks for more than is there would be built, and wrongly."""
    try:
        asked = tomllib.loads(pyproject).get("build-system", {}).get("requires", [])
        names = {re.split(r"[^\w.-]", str(each).strip())[0].lower() for each in asked}
    except (tomllib.TOMLDecodeError, AttributeError):
        return ISOLATED
    return USUAL if names <= BUILD_TOOLS else ISOLATED

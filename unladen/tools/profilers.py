"""this distribution's extra `profile` -> profilers and their versions: the one place that has them.

Environments for profiling are made from it, whether the extra is installed beside unladen or not.
"""

import re
from importlib.metadata import PackageNotFoundError, requires

PINNED = re.compile(r"([\w.-]+)==([\w.]+)\s*;\s*extra\s*==\s*['\"]profile['\"]")
NAME = "unladen"


def declared() -> dict[str, str]:
    try:
        wanted = requires(NAME) or []
    except PackageNotFoundError:  # run from its sources
        return {}
    found = (PINNED.match(each) for each in wanted)
    return {each[1]: each[2] for each in found if each is not None}

"""the modules of packages -> categories that a project could begin with.

Each sub-package and each larger module is one, as those who wrote them cut the project; whatever is
left has one together, so that nothing of the project is called somebody else's.
"""

import re
from collections.abc import Mapping, Sequence

from unladen.model.surroundings import PackageLayout

MOST = 12
"""Of one package: more are no help to a reader."""
SMALL = 0.01
"""Of a package's code: less has no category of its own."""


def proposed(packages: Sequence[PackageLayout], suite: str = "") -> dict[str, tuple[str, ...]]:
    """Category -> patterns, in the order in which they are tried."""
    found: dict[str, tuple[str, ...]] = {}
    for package in packages:
        for part in _worth(package.parts):
            found[_name(part, package, packages)] = (rf"^{package.name}\.{re.escape(part)}\b",)
    for package in packages:
        rest = f"rest of {package.name}" if package.parts else package.name
        found[rest] = (rf"^{re.escape(package.name)}\b",)
    if suite and suite not in found and re.fullmatch(r"\w+", suite):
        found[suite] = (rf"^{suite}\b",)
    return found


def _worth(parts: Mapping[str, int]) -> list[str]:
    """The largest, in the order of their names."""
    total = sum(parts.values())
    large = [name for name, size in parts.items() if size >= SMALL * total]
    return sorted(sorted(large, key=lambda name: (-parts[name], name))[:MOST])


def _name(part: str, package: PackageLayout, packages: Sequence[PackageLayout]) -> str:
    """Plain, where only one package has a part of that name."""
    plain = part.strip("_") or part
    alike = sum(each.strip("_") == plain for other in packages for each in other.parts)
    return plain if alike == 1 else f"{package.name}.{part}"

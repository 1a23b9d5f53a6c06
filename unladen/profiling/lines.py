"""a target -> the lines of the project that ran, and the statements that did not."""

from collections.abc import Mapping
from typing import Any

from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places, site_packages
from unladen.tools.alone import Order, Target, ran

SLOWDOWN = 60.0

Lines = dict[str, frozenset[int]]


def lines_run(target: Target, places: Places) -> tuple[Lines, Lines]:
    """By file, as keys name it. A file of the project that was never imported did not run."""
    order = Order(lane="lines", packages=[*places.packages, *target.suite.modules], warm=1)
    with ran(target, order, SLOWDOWN) as room:
        told = room.told["lines"]
    site = str(site_packages(target.installed))
    ran_lines: Lines = {}
    missed: Lines = {}
    for path, found in told.items():
        file = (
            path.removeprefix(site).lstrip("/") if path.startswith(site) else places.file_of(path)
        )
        ran_lines[file] = frozenset(found["ran"])
        missed[file] = frozenset(found["missed"])
    for function in places.functions.values():
        file = function.key.partition(":")[0]
        if function.body and file not in ran_lines:
            inside = frozenset(range(function.line, function.end + 1))
            missed[file] = missed.get(file, frozenset()) | inside
    return ran_lines, missed


def seconds(_: Depth) -> float:
    return 0.0


def look(at: Look) -> Mapping[str, Any]:
    """Which lines of head ran; base is not asked."""
    if not at.is_head:
        return {}
    ran_lines, missed = lines_run(at.target, at.places)
    return {"ran": ran_lines, "missed": missed}

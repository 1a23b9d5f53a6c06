"""a subject -> the lines of the project that ran, and the statements that did not."""

from unladen.profiling.places import Places, site_packages
from unladen.tools.alone import Order, Subject, ran

SLOWDOWN = 60.0

Lines = dict[str, frozenset[int]]


def lines_run(subject: Subject, places: Places) -> tuple[Lines, Lines]:
    """By file, as keys name it. A file of the project that was never imported did not run."""
    order = Order(lane="lines", packages=[*places.packages, subject.suite.name], warm=1)
    with ran(subject, order, SLOWDOWN) as room:
        told = room.told["lines"]
    site = str(site_packages(subject.installed))
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

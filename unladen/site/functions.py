"""the newest records -> which functions of the project each benchmark runs, for its page."""

from collections.abc import Mapping, Sequence

from unladen.model.histories import Group
from unladen.site.pages.html import Html, foreign, joined, tag
from unladen.store.project import Project

NEWEST = 5
"""Records that are looked at: a gate looks only at what it judges."""
MOST = 400

Functions = Mapping[str, Sequence[str]]


def functions_of(project: Project, groups: Sequence[Group]) -> Functions:
    """By the name of a benchmark, of all its parameters together; the newest record that knows."""
    found: dict[str, set[str]] = {}
    for group in groups:
        recorded = [row for row in range(len(group.commits)) if group.recorded(row)]
        known: set[str] = set()
        for row in reversed(recorded[-NEWEST:]):
            commit = group.commits[row].hash
            record = project.records.read(
                project.records.path(commit, group.machine, group.environment)
            )
            here: set[str] = set()
            for each in record.measurements.values() if record else ():
                if each.functions and each.benchmark.name not in known:
                    found.setdefault(each.benchmark.name, set()).update(each.functions)
                    here.add(each.benchmark.name)
            known |= here
    return {name: sorted(functions) for name, functions in found.items()}


def shown(functions: Sequence[str]) -> Html:
    """Folded: it is long, and asked for seldom."""
    if not functions:
        return Html("")
    names = [tag("li", tag("code", foreign(name))) for name in functions[:MOST]]
    more = len(functions) - MOST
    rest = tag("p", f"and {more} more") if more > 0 else Html("")
    head = tag("summary", f"Runs {len(functions)} functions of the project")
    return tag("details", head, joined([tag("ul", *names), rest]), id="functions")

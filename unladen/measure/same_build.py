"""two installed commits -> whether they run the same code, and what was left out to say so."""

from unladen.judge.same_code import ChangedCode, changed_code
from unladen.judge.tests_used import is_test
from unladen.tools.asv import Installed
from unladen.tools.suite_sources import BenchmarkSource, python_files
from unladen.tools.wheels import files_of


def changed_between(base: Installed, head: Installed, suite: BenchmarkSource) -> ChangedCode | None:
    """None where it cannot be known: a side that was not installed from a wheel."""
    if base.commit.tree and base.commit.tree == head.commit.tree:
        return ChangedCode()
    if base.wheel is None or head.wheel is None:
        return None
    if base.wheel.digest == head.wheel.digest:
        return ChangedCode()
    old, new = files_of(base.wheel), files_of(head.wheel)
    differing = {
        name: (old.get(name), new.get(name))
        for name in old.keys() | new.keys()
        if old.get(name) != new.get(name)
    }
    others = [text for name, text in new.items() if name.endswith(".py") and not is_test(name)]
    others += [path.read_bytes() for path in python_files(suite)]
    tests = {name: text for side in (old, new) for name, text in side.items() if is_test(name)}
    return changed_code(differing, others, tests)

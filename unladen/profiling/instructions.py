"""a target -> instructions of each Python function, by callgrind and the trampolines of 3.12."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from unladen.errors import ToolError
from unladen.judge.representatives import LONGEST_SECONDS
from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.tools import environments, valgrind
from unladen.tools.alone import NoFinding, Order, Target, ran

REGION_SECONDS = 0.015
DUMPS = 2
"""The costs of skipped functions are set to zero by a dump, not by a mark: so all that was before
the region, a set-up between calls with it, is dumped first, and the second one is read."""

AGREE = 1e-3
HARNESS = "alone.py:"
SLOWDOWN = 150.0
NATIVE = "<native>"


def why_not(python: Path, version: str) -> str:
    """Why there is no exact lane for this interpreter; empty if there is."""
    if not valgrind.available():
        return "valgrind is not there: apt-get install valgrind"
    if environments.numbers_of(version) < (3, 12):
        return f"Python {version} has no trampolines: 3.12 or newer has"
    if not valgrind.interpreter_symbols(python):
        return f"{python} is stripped of its symbols: one built by pyenv is not"
    return ""


def instructions(target: Target, places: Places) -> dict[str, float]:
    if target.seconds > LONGEST_SECONDS:
        raise NoFinding(f"{target.seconds:.1f} s a call are too long to count by function")
    number = max(1, int(REGION_SECONDS / max(target.seconds, 1e-9)))
    order = Order(lane="instructions", number=number, warm=2, dumped=True)
    with ran(target, order, SLOWDOWN, around=valgrind.callgrind_by_function) as room:
        names = valgrind.perf_map(int(room.told["pid"]))
        found = valgrind.dumps(room.folder)
        if not names or len(found) != DUMPS:
            raise NoFinding(f"{len(found)} dumps, {len(names)} functions were told")
        costs: Counter[str] = Counter()
        try:
            for name, cost in valgrind.self_costs(found[-1]):
                costs[_key(name, names, places)] += cost
            whole = valgrind.total(found[-1])
        except ToolError as error:
            raise NoFinding(error.what) from error
        if abs(costs.total() - whole) > AGREE * whole:
            raise NoFinding(f"parts are {costs.total()}, the whole is {whole}")
        calls = int(room.told["number"])
    return {key: cost / calls for key, cost in costs.items() if not key.startswith(HARNESS)}


def _key(name: str, names: dict[str, tuple[str, str]], places: Places) -> str:
    known = names.get(name.removeprefix("0x").lstrip("0").lower())
    if known is None:
        return places.named(NATIVE, name).key
    return places.named(known[1], known[0]).key


def seconds(_: Depth) -> float:
    return 0.0


def look(at: Look) -> Mapping[str, Any]:
    """In an environment of its own, whose functions are known by the same keys."""
    installed = at.target.installed
    reason = why_not(installed.python, installed.python_version)
    if reason:
        raise NoFinding(reason)
    places = Places(installed, at.target.suite, at.places.packages)
    target = at.smaller or at.target
    counted = instructions(target, places)
    for key, function in places.functions.items():
        at.places.functions.setdefault(key, function)
    return {"instructions": counted, "counted_as": at.smaller.benchmark.id if at.smaller else ""}

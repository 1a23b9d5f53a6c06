"""a target -> exact calls of each function, exceptions handled, and what is allocated."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from unladen.model.lanes import STARTED, Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.tools.alone import NoFinding, Order, Target, ran

SLOWDOWN = 20.0


@dataclass(frozen=True, slots=True)
class Counts:
    calls: dict[str, float] = field(default_factory=dict)
    handled: dict[str, float] = field(default_factory=dict)
    blocks: float = 0.0
    peak: float = 0.0
    resident: float = 0.0
    elsewhere: float = 0.0
    """The share of CPU seconds that was in other processes."""
    processes: float = 0.0
    starting: float = 0.0
    children: float = 0.0


def count_calls(target: Target, places: Places) -> Counts:
    """Of one call of the benchmark. A function that was never called counts 0, not nothing."""
    packages = [*places.packages, *target.suite.modules]
    order = Order(lane="calls", packages=packages)
    calls: dict[str, float] = {}
    handled: dict[str, float] = {}
    with ran(target, order, SLOWDOWN) as room:
        told = room.told
    _proven(told["uncounted"], places)
    for file, name, line, kind, _, count in told["sites"]:
        if kind == "except":
            key = f"{places.file_of(file)}:{name.removesuffix('.<locals>')}"
            handled[key] = handled.get(key, 0.0) + count
            continue
        function = places.starting(file, name, line)
        calls[function.key] = calls.get(function.key, 0.0) + count
    for key, function in places.functions.items():
        if function.body:
            calls.setdefault(key, 0.0)
    held = {name: float(told[name]) for name in ("blocks", "peak", "resident")}
    held |= {name: float(told["started"].get(name, 0.0)) for name in STARTED}
    cpu, children = float(told["cpu"]), float(told["children"])
    elsewhere = children / (cpu + children) if children else 0.0
    return Counts(calls, handled, elsewhere=elsewhere, **held)


def _proven(uncounted: Sequence[Sequence[str]], places: Places) -> None:
    """A counter of what ran has to move: else no count of any function is worth anything."""
    if uncounted:
        file, name = uncounted[0]
        where = f"{places.file_of(file)}:{name}"
        more = f" and {len(uncounted) - 1} more" if len(uncounted) > 1 else ""
        what = f"{where}{more} ran, and its counter did not move"
        raise NoFinding(f"not told: {what} (imported past it, by a hook of its own?)")


def seconds(_: Depth) -> float:
    return 0.0


def look(at: Look) -> Mapping[str, Any]:
    counts = count_calls(at.target, at.places)
    return asdict(counts)

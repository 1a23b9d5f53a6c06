"""two Anatomies -> what else a reader must know: work that changed, code that never ran."""

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from unladen.model.anatomy import Anatomy
from unladen.model.lanes import ELSEWHERE, Depth

SURE = 1.96
COSTS = {"instructions", "samples", "splits", "memory"}
"""Lanes that tell what a function costs."""
SCALENE_ERROR = 0.05
"""How far its shares lie from the truth at best (docs/statistics.md)."""


def exactly(*sides: Anatomy) -> bool:
    """By instructions? They are those of one process, and samples were taken of all (I46)."""
    if not all(side.instructions for side in sides):
        return False
    return max(s.elsewhere for s in sides) <= ELSEWHERE or not all(s.shares for s in sides)


def no_profile(sides: Sequence[Anatomy], depth: Depth) -> str:
    """Why nothing tells where the time goes, though it was asked for: a profile without samples is
    no profile in which everything costs 0 (I52)."""
    asked = set(depth.lanes) & COSTS if depth.lanes else COSTS
    costs = (side.instructions or side.shares or side.splits or side.memory for side in sides)
    if not asked or not sides or any(costs):
        return ""
    notes = dict.fromkeys(note for side in sides for note in side.notes)
    why = "; ".join(note for note in notes if note.partition(":")[0] in COSTS)
    return f"no profile has samples, so nothing tells where the time goes: {why}"[:500]


def disagreeing(side: Anatomy) -> list[str]:
    """Functions whose share two profilers see differently, by more than their errors; scalene sees
    one process."""
    found: list[str] = []
    if side.elsewhere > ELSEWHERE:
        return found
    for key in side.shares.keys() | side.splits.keys():
        outside = side.shares[key].share if key in side.shares else 0.0
        inside = side.splits[key].whole if key in side.splits else 0.0
        samples = max(1.0, math.fsum(share.samples for share in side.shares.values()))
        error = SURE * math.sqrt(max(outside * (1 - outside), 1 / samples) / samples)
        if side.shares and side.splits and abs(outside - inside) > error + SCALENE_ERROR:
            found.append(
                f"{key}: {100 * outside:.0f} % from outside, {100 * inside:.0f} % by scalene"
            )
    return sorted(found)


def never_ran(head: Anatomy, changed: Mapping[str, AbstractSet[int]]) -> list[str]:
    """Changed lines that the workload did not run (I38), as file:first-last."""
    found = []
    for path, lines in changed.items():
        for file, missed in head.missed.items():
            if path == file or path.endswith(f"/{file}"):
                found += [f"{file}:{_span(each)}" for each in _runs(sorted(lines & missed))]
    return sorted(found)


def not_one_ran(heads: Sequence[Anatomy], changed: Mapping[str, AbstractSet[int]]) -> list[str]:
    """Changed lines that none of several workloads ran, as file:first-last."""
    known = [head for head in heads if head.ran or head.missed]
    if not known:
        return []
    nobody: frozenset[int] = frozenset()
    missed = {
        file: frozenset.intersection(*(head.missed.get(file, nobody) for head in known))
        for file in known[0].missed
    }
    return never_ran(replace(known[0], missed=missed), changed)


def ran_any(head: Anatomy, changed: Mapping[str, AbstractSet[int]]) -> bool:
    """Whether the workload ran any changed line; that a function was defined is not that it ran."""
    defined: dict[str, set[int]] = {}
    for function in head.functions.values():
        defined.setdefault(function.key.partition(":")[0], set()).add(function.line)
    return any(
        lines & head.ran[file] - defined.get(file, set())
        for path, lines in changed.items()
        for file in head.ran
        if path == file or path.endswith(f"/{file}")
    )


def _runs(lines: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = []
    for line in lines:
        if found and line - found[-1][-1] <= 2:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _span(lines: Sequence[int]) -> str:
    return str(lines[0]) if len(lines) == 1 else f"{lines[0]}-{lines[-1]}"


def never_called(base: Anatomy, head: Anatomy) -> list[str]:
    if not head.calls:
        return []
    return sorted(
        key
        for key, function in head.functions.items()
        if function.body and key not in base.functions and not head.calls.get(key)
    )


def changed_work(base: Anatomy, head: Anatomy) -> list[str]:
    """A count that changed is other work, until somebody says that it was meant (I04)."""
    if not base.calls or not head.calls:
        return []
    found = []
    for key in sorted(base.calls.keys() & head.calls.keys()):
        old, new = base.calls[key], head.calls[key]
        if old != new:
            share = f"{100 * (new / old - 1):+.1f} %" if old else "new"
            found.append(f"{key}: {old:g} -> {new:g} calls ({share})")
    for key in sorted(base.handled.keys() | head.handled.keys()):
        old, new = base.handled.get(key, 0.0), head.handled.get(key, 0.0)
        if old != new:
            found.append(f"{key}: {old:g} -> {new:g} exceptions handled")
    return found

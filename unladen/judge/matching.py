"""functions of two versions -> which is which: kept, moved, inlined, vanished, appeared."""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

from unladen.model.anatomy import Anatomy, Function
from unladen.model.attribution import Change

INSIDE = 0.6
"""A function took another one in if it now computes so much of what that one did."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """What stands for one row: keys on each side, and what happened."""

    base: tuple[str, ...]
    head: tuple[str, ...]
    change: Change | None = None
    other: str = ""

    @property
    def key(self) -> str:
        return (self.head or self.base)[0]


def pairings(
    base: Mapping[str, Function],
    head: Mapping[str, Function],
    uncalled: Set[str] = frozenset(),
) -> list[Pairing]:
    """Each function of either side in exactly one pairing, so that parts add up to the whole; but
    for those that nobody calls any longer, and that went into a caller: they cost nothing there."""
    gone = {key: function for key, function in base.items() if key not in head}
    new = {key: function for key, function in head.items() if key not in base}
    moved = dict(_moved(gone, new))
    into = dict(_inlined((gone.keys() | uncalled) - moved.keys(), base, head))
    swallowed: dict[str, list[str]] = {}
    for small, big in into.items():
        swallowed.setdefault(big, []).append(small)
    found = [
        Pairing((old,), (there,), Change.MOVED, f"was {_place(base[old])}")
        for old, there in moved.items()
    ]
    for key in (base.keys() & head.keys()) - into.keys():
        inside = tuple(swallowed.get(key, ()))
        change = Change.INLINED if inside else None
        told = ", ".join(f"{base[each].name} went into it" for each in inside)
        found.append(Pairing((key, *inside), (key,), change, told))
    found += [Pairing((k,), (), Change.VANISHED) for k in gone if k not in moved and k not in into]
    taken = set(moved.values())
    found += [Pairing((), (k,), Change.APPEARED) for k in new if k not in taken]
    return found


def uncalled(base: Anatomy, head: Anatomy) -> Set[str]:
    """By exact counts: still there, perhaps for others, and not called once where it was."""
    if not head.calls:
        return frozenset()
    called = {key for key, count in base.calls.items() if count}
    return {k for k in called if k in head.functions and not head.calls.get(k)}


def _place(function: Function) -> str:
    return f"{function.module}.{function.name}"


def _moved(gone: Mapping[str, Function], new: Mapping[str, Function]) -> Iterator[tuple[str, str]]:
    """The same body elsewhere; else the same name elsewhere, if there is only one."""
    free = dict(new)
    rest = dict(gone)
    for by in (_by_body, _by_name):
        places: dict[str, list[str]] = {}
        for key, function in free.items():
            places.setdefault(by(function), []).append(key)
        for key, function in list(rest.items()):
            there = places.get(by(function), [])
            if by(function) and len(there) == 1:
                yield key, there[0]
                del rest[key], free[there[0]]
                places[by(function)] = []


def _by_body(function: Function) -> str:
    return function.body


def _by_name(function: Function) -> str:
    """A lambda's name is no name."""
    last = function.name.rpartition(".")[2]
    return "" if last.startswith("<") or not function.body else last


def _inlined(
    gone: set[str], base: Mapping[str, Function], head: Mapping[str, Function]
) -> Iterator[tuple[str, str]]:
    """Into a caller that no longer mentions it, and computes itself what it did."""
    for key in sorted(gone):
        name = base[key].name.rpartition(".")[2]
        callers = [
            other
            for other in base.keys() & head.keys()
            if name in base[other].calls
            and name not in head[other].calls
            and base[other].body != head[other].body
        ]
        inside = {other: _inside(base[key], base[other], head[other]) for other in callers}
        most = max(sorted(inside), key=lambda other: inside[other], default="")
        if inside.get(most, 0.0) >= INSIDE:
            yield key, most


def _inside(small: Function, before: Function, after: Function) -> float:
    """How much of what a function computed has been added to another one."""
    whole = sum(small.operations.values())
    added = sum(
        min(count, max(0, after.operations.get(name, 0) - before.operations.get(name, 0)))
        for name, count in small.operations.items()
    )
    return added / whole if whole else 0.0

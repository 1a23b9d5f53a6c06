"""two Anatomies, and what divides them -> Flags: losses that the time of the whole does not show.

Exact figures (instructions, calls, bytes by tracemalloc) are believed as they are; sampled ones
only beyond what two runs of the same code differ by.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from unladen.judge.categories import NATIVE
from unladen.judge.less_work import less_work
from unladen.model.anatomy import Anatomy
from unladen.model.attribution import Attribution, CategorySum, Change, Part
from unladen.model.flags import Flag, FlagKind

LEAST_BYTES = 65_536
"""Smaller peaks move with the size of a dictionary."""
LEAST_RESIDENT = 2_000_000
"""The process as the system sees it: pages, and what libraries keep."""
SPLIT_SHIFT, SPLIT_PART = 0.25, 0.25
"""Of the whole that scalene must see move, on both sides of the split, and of the native part: two
runs of the same code differ by less than half of it (tests/quality/canaries.py)."""
COUNTED_SHIFT = 0.05
"""Of the instructions of the whole."""
GPU_SHIFT = 0.05
"""Of the whole: what samples of a device differ by. Not measured here, where there is none."""
BALANCED = 0.8
"""Of what one function costs more, that others must cost less to have handed it over."""
REARRANGED = (Change.MOVED, Change.INLINED, Change.APPEARED, Change.VANISHED)
"""Of the project's own functions: what one lost another has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a part may grow by: of the whole, and of memory of itself."""

    allow: float = 0.01
    allow_memory: float = 0.05
    declared: AbstractSet[str] = frozenset()
    """Functions whose calls changed as the commit's author said that they would."""
    faster: bool = False
    """The whole, by its verdict: where nobody divided it over functions, that is all there is."""


def flags_of(base: Anatomy, head: Anatomy, found: Attribution, limits: Limits) -> tuple[Flag, ...]:
    """The largest first."""
    moved = list(_to_python(base, head, found))
    explained = {flag.function for flag in moved}
    flags = [
        *_heavier(base, head, limits),
        *moved,
        *(flag for flag in _hidden(found, limits) if flag.function not in explained),
        *(less_work(base, head, limits.declared) if _gained_by(found, limits) else ()),
        *_gpu(base, head, limits),
    ]
    return tuple(sorted(flags, key=lambda flag: -abs(flag.share)))


def _gained_by(found: Attribution, limits: Limits) -> bool:
    """By more than is allowed the other way."""
    gained = bool(found.base) and found.head - found.base <= -limits.allow * found.base
    return limits.faster or gained


def _heavier(base: Anatomy, head: Anatomy, limits: Limits) -> Iterator[Flag]:
    """Once for each benchmark: by the most exact source that has it."""
    for what, old, new, least in (
        ("peak of a call", base.peak, head.peak, LEAST_BYTES),
        ("memory of the process", base.resident, head.resident, LEAST_RESIDENT),
    ):
        if old is None or new is None or new - old < least:
            continue
        if new > (1 + limits.allow_memory) * old:
            yield Flag(
                kind=FlagKind.HEAVIER,
                benchmark=head.benchmark,
                what=what,
                base=old,
                head=new,
                unit="bytes",
                share=(new - old) / max(old, 1.0),
                function=_holder(base, head),
            )
            return


def _holder(base: Anatomy, head: Anatomy) -> str:
    """Who allocates more than before, by scalene."""
    grown = {
        key: memory.peak - (base.memory[key].peak if key in base.memory else 0.0)
        for key, memory in head.memory.items()
    }
    most = max(sorted(grown), key=lambda key: grown[key], default="")
    return most if grown.get(most, 0.0) > 0 else ""


def _hidden(found: Attribution, limits: Limits) -> Iterator[Flag]:
    """A category that costs more, and either the whole is within what it may, or something else
    gained; where no category says it, a function."""
    least = limits.allow * found.base
    if not found.base:
        return
    gains = [group.delta for group in found.groups]
    gain = min([*gains, *(part.delta for part in _kept(found.parts))], default=0.0)
    quiet = found.head - found.base <= least
    if not quiet and gain > -least:
        return  # it is slower, and that is told by itself
    lost = [group for group in found.groups if group.delta > least and group.low > 0]
    for group in lost:
        worst = _worst(found.parts, group)
        yield _loss(found, group.name, (group.base, group.head), worst, _gained(found))
    if not lost:
        yield from _functions(found, least)


def _kept(parts: Sequence[Part]) -> list[Part]:
    """What both sides have, where it was."""
    return [part for part in parts if part.change not in REARRANGED and part.base]


def _functions(found: Attribution, least: float) -> Iterator[Flag]:
    """Not of what was moved or inlined: what one lost another has."""
    for part in found.parts:
        moved = part.function.body and part.change in (Change.MOVED, Change.INLINED)
        if part.delta > least and part.low > 0 and not moved:
            if _balanced(found.parts, part):
                continue
            yield _loss(found, part.function.key, (part.base, part.head), part, _gained(found))


def _balanced(parts: Sequence[Part], grown: Part) -> bool:
    """Whether functions lost as much in the same file, or where it is called from: work that went
    from one to the other is no loss."""
    file = grown.function.key.partition(":")[0]
    name = grown.function.name.rpartition(".")[2]
    lost = sum(
        part.delta
        for part in parts
        if part.delta < 0
        and (part.function.key.partition(":")[0] == file or name in part.function.calls)
    )
    return -lost > BALANCED * grown.delta


def _loss(
    found: Attribution, what: str, cost: tuple[float, float], worst: Part | None, beside: str
) -> Flag:
    return Flag(
        kind=FlagKind.HIDDEN_LOSS,
        benchmark=found.benchmark,
        what=what,
        base=cost[0],
        head=cost[1],
        unit=found.unit,
        share=(cost[1] - cost[0]) / found.base,
        function=worst.function.key if worst else "",
        beside=beside,
    )


def _worst(parts: Sequence[Part], group: CategorySum) -> Part | None:
    mine = [part for part in parts if part.category == group.name and part.delta > 0]
    return max(mine, key=lambda part: part.delta, default=None)


def _gained(found: Attribution) -> str:
    """What hides it: the largest gain."""
    group = min(found.groups, key=lambda group: group.delta, default=None)
    part = min(_kept(found.parts), key=lambda part: part.delta, default=None)
    name, delta = (group.name, group.delta) if group is not None else ("", 0.0)
    if part is not None and part.delta < delta:
        name, delta = part.function.key, part.delta
    return f"{name} {100 * delta / found.base:+.1f} % of the whole" if delta < 0 else ""


def _to_python(base: Anatomy, head: Anatomy, found: Attribution) -> Iterator[Flag]:
    """By instructions, where they were counted: libraries execute less, and a function that is
    called as often more. Else by scalene: native time went down by about what Python's went up."""
    if found.unit == "instructions":
        yield from _counted_move(found)
    else:
        yield from _sampled_move(base, head)


def _counted_move(found: Attribution) -> Iterator[Flag]:
    native = [part for part in found.parts if part.category == NATIVE]
    own = [part for part in found.parts if part.function.body]
    lost = -math.fsum(part.delta for part in native)
    before = math.fsum(part.base for part in native)
    grown = max(own, key=lambda part: part.delta, default=None)
    least = COUNTED_SHIFT * found.base
    if grown is None or lost < least or lost < SPLIT_PART * before or grown.delta < least:
        return
    if not grown.base_calls or grown.base_calls != grown.head_calls:
        return
    yield Flag(
        kind=FlagKind.MOVED_TO_PYTHON,
        benchmark=found.benchmark,
        what="native code",
        base=before,
        head=before - lost,
        unit=found.unit,
        share=-lost / found.base,
        function=grown.function.key,
        beside=f"{100 * grown.delta / found.base:+.1f} % of the whole in Python",
    )


def _sampled_move(base: Anatomy, head: Anatomy) -> Iterator[Flag]:
    if not base.splits or not head.splits or not base.seconds:
        return
    native, python = _seconds(base, "native"), _seconds(base, "python")
    native_now, python_now = _seconds(head, "native"), _seconds(head, "python")
    lost = sum(native.values()) - sum(native_now.values())
    grown = sum(python_now.values()) - sum(python.values())
    least = SPLIT_SHIFT * base.seconds
    if lost < least or lost < SPLIT_PART * sum(native.values()) or grown < least:
        return
    each = {key: python_now[key] - python.get(key, 0.0) for key in python_now}
    worst = max(sorted(each), key=lambda key: each[key])
    yield Flag(
        kind=FlagKind.MOVED_TO_PYTHON,
        benchmark=head.benchmark,
        what="native code",
        base=sum(native.values()),
        head=sum(native_now.values()),
        unit="s",
        share=-lost / base.seconds,
        function=worst,
    )


def _seconds(side: Anatomy, part: str) -> Mapping[str, float]:
    return {key: getattr(split, part) * side.seconds for key, split in side.splits.items()}


def _gpu(base: Anatomy, head: Anatomy, limits: Limits) -> Iterator[Flag]:
    """More of its time, or hardly any of what it did before; nothing where no device is measured.
    What is shipped for a GPU and never runs there looks like the second."""
    old, new = _gpu_seconds(base), _gpu_seconds(head)
    if old is None or new is None or not base.seconds:
        return
    before, now = sum(old.values()), sum(new.values())
    grown, least = now - before, GPU_SHIFT * base.seconds
    more = grown > max(least, limits.allow * base.seconds)
    if not more and not (before > least and now < (1 - BALANCED) * before):
        return
    each = {key: new.get(key, 0.0) - old.get(key, 0.0) for key in {*old, *new}}
    most = max if more else min
    yield Flag(
        kind=FlagKind.GPU,
        benchmark=head.benchmark,
        what="time of the GPU" if more else "what the GPU did",
        base=before,
        head=now,
        unit="s",
        share=grown / base.seconds,
        function=most(sorted(each), key=lambda key: each[key]),
    )


def _gpu_seconds(side: Anatomy) -> dict[str, float] | None:
    """None where it was not measured: that is not zero."""
    known = {key: split.gpu for key, split in side.splits.items() if split.gpu is not None}
    return {key: share * side.seconds for key, share in known.items()} if known else None

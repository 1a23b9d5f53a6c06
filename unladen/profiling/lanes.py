"""installed commits x benchmark -> an Anatomy of each side: lane by lane, both at a time.

A lane that has nothing to say leaves its part empty and says why; it never puts a zero there.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from unladen.model import Benchmark
from unladen.model.anatomy import Anatomy
from unladen.profiling.calls import count_calls
from unladen.profiling.instructions import instructions, why_not
from unladen.profiling.lines import lines_run
from unladen.profiling.places import Places
from unladen.profiling.samples import sample
from unladen.profiling.splits import memory as memory_of
from unladen.profiling.splits import split
from unladen.tools.alone import NoFinding, Subject, on_each_side
from unladen.tools.asv import Installed

MAX_NAME = 60


@dataclass(slots=True)
class Side:
    """One commit under the knife: where it is timed, and where it is taken apart."""

    timed: Installed
    places: Places
    cache: Path | None = None
    exact: Installed | None = None
    profiled: Installed | None = None


@dataclass(slots=True)
class Table:
    """A benchmark on it: what is known so far of each side."""

    benchmark: Benchmark
    suite: Path
    sides: Sequence[Side]
    seconds: Sequence[float]
    keep: Path
    """Where raw profiles go, before anything reads them."""
    notes: list[str] = field(default_factory=list)
    found: list[Anatomy] = field(default_factory=list)

    def begin(self) -> None:
        self.found = [
            Anatomy(benchmark=self.benchmark.id, seconds=seconds) for seconds in self.seconds
        ]

    def subject(self, number: int, installed: Installed) -> Subject:
        side = self.sides[number]
        return Subject(
            installed=installed,
            suite=self.suite,
            benchmark=self.benchmark,
            cache=side.cache,
            seconds=self.seconds[number],
        )

    def raw(self, number: int, what: str) -> Path:
        name = file_name(self.benchmark.id)
        return self.keep / f"{self.sides[number].timed.commit.hash[:12]}-{name}-{what}"


def file_name(benchmark: str) -> str:
    """Readable, and another one for every id: what is cut off or replaced is in the digest."""
    plain = re.sub(r"[^\w.-]", "_", benchmark, flags=re.ASCII)
    if plain == benchmark and len(plain) <= MAX_NAME:
        return plain
    return f"{plain[:MAX_NAME]}-{hashlib.sha256(benchmark.encode()).hexdigest()[:8]}"


def lane(table: Table, name: str, one: Callable[[int], Mapping[str, Any]]) -> bool:
    """Both sides at once; if either has nothing to say, neither has."""
    try:
        told = on_each_side(one, len(table.sides))
    except NoFinding as error:
        table.notes.append(f"{name}: {error}")
        return False
    table.found = [
        replace(anatomy, **each) for anatomy, each in zip(table.found, told, strict=True)
    ]
    return True


def calls(table: Table) -> bool:
    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        found = count_calls(table.subject(number, side.timed), side.places)
        return {
            "calls": found.calls,
            "handled": found.handled,
            "blocks": found.blocks,
            "peak": found.peak,
        }

    return lane(table, "calls", one)


def samples(table: Table, seconds: float) -> bool:
    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        subject = table.subject(number, side.timed)
        keep = table.raw(number, "stacks.txt")
        told = sample(subject, side.places, seconds, keep)
        known = table.found[number].overheads
        return {
            "shares": told.shares,
            "stacks": told.stacks,
            "sampled_seconds": told.seconds,
            "unseen": told.unseen,
            "overheads": {**known, "py-spy": told.slower},
        }

    return lane(table, "samples", one)


def exact(table: Table) -> bool:
    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        if side.exact is None:
            raise NoFinding("no interpreter for it (unladen doctor)")
        reason = why_not(side.exact.python, side.exact.python_version)
        if reason:
            raise NoFinding(reason)
        places = Places(side.exact, table.suite, side.places.packages)
        found = instructions(table.subject(number, side.exact), places)
        side.places.functions.update(
            {k: f for k, f in places.functions.items() if k not in side.places.functions}
        )
        return {"instructions": found}

    return lane(table, "instructions", one)


def splits(table: Table, seconds: float) -> bool:
    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        if side.profiled is None:
            raise NoFinding("no environment with scalene in it")
        subject = table.subject(number, side.profiled)
        keep = table.raw(number, "scalene.json")
        found, slower = split(subject, side.places, seconds, keep)
        return {
            "splits": found,
            "overheads": {**table.found[number].overheads, "scalene": slower},
        }

    return lane(table, "scalene", one)


def memory(table: Table, seconds: float) -> bool:
    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        if side.profiled is None:
            raise NoFinding("no environment with scalene in it")
        subject = table.subject(number, side.profiled)
        keep = table.raw(number, "scalene-memory.json")
        found, slower = memory_of(subject, side.places, seconds, keep)
        known = table.found[number].overheads
        return {"memory": found, "overheads": {**known, "scalene for memory": slower}}

    return lane(table, "memory", one)


def lines(table: Table) -> bool:
    """Which lines of head ran; base is not asked."""

    def one(number: int) -> Mapping[str, Any]:
        side = table.sides[number]
        if number == 0 or side.profiled is None:
            return {}
        found = lines_run(table.subject(number, side.profiled), side.places)
        return {"ran": found[0], "missed": found[1]}

    return lane(table, "lines", one)


def finished(table: Table) -> tuple[Anatomy, Anatomy]:
    """With the functions that were met, and what the lanes had to say of themselves."""
    whole = []
    for side, anatomy in zip(table.sides, table.found, strict=True):
        used = side.places.used(anatomy.shares, anatomy.instructions, anatomy.splits)
        whole.append(replace(anatomy, functions=used, notes=tuple(table.notes)))
    return whole[0], whole[1]

"""a benchmark on installed commits -> an Anatomy of each side: lane by lane, both sides at a time.

A lane that has nothing to say leaves its part empty and says why; it never puts a zero there. Which
lanes there are is a table at the bottom of the house (model/lanes.py); each row's module is here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from unladen.model import Benchmark
from unladen.model.anatomy import Anatomy
from unladen.model.lanes import ELSEWHERE, LANES, Depth, Lane, When, Where
from unladen.profiling.places import Places
from unladen.tools.alone import NoFinding, Target, end_all
from unladen.tools.asv import Installed
from unladen.tools.foreign import UNREADABLE, reason_of
from unladen.tools.suite_sources import BenchmarkSource
from unladen.tools.threads import on_each_side

LACKING = {
    Where.EXACT: "no interpreter for it (unladen doctor)",
    Where.PROFILED: "no environment with scalene in it",
}


@dataclass(slots=True)
class Specimen:
    """One commit under the knife: where it is timed, and where it is taken apart."""

    timed: Installed
    places: Places
    cache: Path | None = None
    elsewhere: dict[Where, Installed | None] = field(default_factory=dict)

    def installed(self, where: Where) -> Installed:
        place = self.timed if where is Where.TIMED else self.elsewhere.get(where)
        if place is None:
            raise NoFinding(LACKING[where])
        return place


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a lane is given of one side; it answers with fields of an Anatomy."""

    target: Target
    smaller: Target | None = None
    """The same with smaller parameters, where a call of it takes too long to be counted."""
    specimen: Specimen
    depth: Depth
    is_head: bool
    raw: Callable[[str], Path]
    """Where a raw profile of this name is kept, before anything reads it (I53)."""

    @property
    def places(self) -> Places:
        return self.specimen.places


class Runner(Protocol):
    """A lane's module: how long it looks, and what it sees."""

    def seconds(self, depth: Depth) -> float: ...

    def look(self, at: Look) -> Mapping[str, Any]: ...


@dataclass(slots=True)
class Table:
    """A benchmark on it: what is known so far of each side."""

    benchmark: Benchmark
    suite: BenchmarkSource
    specimens: Sequence[Specimen]
    seconds: Sequence[float]
    raw: Sequence[Callable[[str], Path]]
    """Of each side."""
    depth: Depth
    tick: Callable[[str], None]
    smaller: tuple[Benchmark, Sequence[float]] | None = None
    """With smaller parameters, and how long a call of it takes on each side."""
    notes: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """Lanes that had their turn."""
    counted: bool = False
    """By function, exactly."""
    sides: list[Anatomy] = field(init=False)

    def __post_init__(self) -> None:
        self.sides = [
            Anatomy(
                benchmark=self.benchmark.id,
                seconds=seconds,
                environment=specimen.timed.environment,
            )
            for seconds, specimen in zip(self.seconds, self.specimens, strict=True)
        ]

    def elsewhere(self) -> str:
        """Why what is counted in one process would not tell where the time goes (I46)."""
        most = max(side.elsewhere for side in self.sides)
        if most <= ELSEWHERE:
            return ""
        return f"not counted, {100 * most:.0f} % of CPU seconds are in processes that it starts"


def run_lanes(
    table: Table, left: Callable[[], float] = lambda: 1.0, only_reasons: bool = False
) -> tuple[Anatomy, ...]:
    """All that the depth asks for, was not asked before, and there is time left for. Reasons need
    each function's cost, exactly or by samples; other lanes tell more of it, and take longer."""
    for lane in LANES:
        later = lane.when is When.DEEP or (lane.when is When.OTHERWISE and table.counted)
        if lane.name in table.asked or (only_reasons and later):
            continue
        if not left():
            table.notes.append(f"{lane.name}: no time was left for it")
            continue
        if table.depth.asks(lane.name, lane.when, table.counted):
            table.asked.add(lane.name)
            if lane.where is Where.EXACT and (note := table.elsewhere()):
                table.notes.append(f"{lane.name}: {note}")
                continue
            said = run_lane(table, lane)
            table.counted = table.counted or (said and lane.where is Where.EXACT)
    return finished(table)


def finished(table: Table) -> tuple[Anatomy, ...]:
    """With the functions that were met, and what the lanes had to say of themselves."""
    return tuple(
        replace(
            anatomy,
            functions=each.places.used(anatomy.shares, anatomy.instructions, anatomy.splits),
            notes=tuple(table.notes),
        )
        for each, anatomy in zip(table.specimens, table.sides, strict=True)
    )


def run_lane(table: Table, lane: Lane) -> bool:
    """Both sides at once; if either has nothing to say, neither has."""
    runner: Runner = import_module(lane.runner)
    seconds = runner.seconds(table.depth)
    length = f", {seconds:.0f} s" if seconds else ""
    table.tick(f"{lane.word} {table.benchmark.id}{length}")
    try:
        sides = len(table.specimens)
        told = on_each_side(lambda n: runner.look(_look(table, lane, n)), sides, end_all)
    except NoFinding as error:
        table.notes.append(f"{lane.name}: {error}")
        return False
    except UNREADABLE as error:
        # The code that is measured can write all files that a lane reads.
        table.notes.append(f"{lane.name}: not as a probe writes it: {reason_of(error)}")
        return False
    if lane.where is Where.EXACT and table.smaller is not None:
        small, long = table.smaller[0].id, max(table.seconds)
        table.notes.append(f"instructions are of {small}: a call of this takes {long:.1f} s")
    table.sides = [
        replace(side, **{**fields, "overheads": {**side.overheads, **fields.get("overheads", {})}})
        for side, fields in zip(table.sides, told, strict=True)
    ]
    return True


def _look(table: Table, lane: Lane, number: int) -> Look:
    specimen = table.specimens[number]
    target = Target(
        installed=specimen.installed(lane.where),
        suite=table.suite,
        benchmark=table.benchmark,
        cache=specimen.cache,
        seconds=table.seconds[number],
    )
    smaller = None
    if table.smaller is not None:
        benchmark, seconds = table.smaller
        smaller = replace(target, benchmark=benchmark, seconds=seconds[number])
    return Look(
        target=target,
        smaller=smaller,
        specimen=specimen,
        depth=table.depth,
        is_head=number == len(table.specimens) - 1,
        raw=table.raw[number],
    )

"""Ledger -> each benchmark over commits: its steps, who made them, what became of each, best."""

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import orjson

from unladen.accepted import Accepted
from unladen.bench import Wanted
from unladen.collect.suite import selected
from unladen.judge import tail
from unladen.judge.trend import USUAL, Step, steps
from unladen.ledger import Block, Floats, Group, Ledger, gathered
from unladen.model import Commit, Interval, Kind, Standing
from unladen.proof import Proof
from unladen.tools.archive import Column
from unladen.tools.cores import spread
from unladen.world import World

AT_ONCE = 128
PARTS_ALONE = 6
FIXED = 0.25
"""A step is fixed when all but a quarter of it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A step, what became of it, and how that is known."""

    step: Step
    standing: Standing
    why: str = ""

    @property
    def low(self) -> float:
        return self.step.low

    @property
    def high(self) -> float:
        return self.step.high

    @property
    def change(self) -> float:
        return self.step.change


@dataclass(slots=True, kw_only=True)
class Series:
    """One benchmark in one environment on one machine, oldest commit first; nan is no value."""

    column: Column
    group: Group
    place: int
    """Of the group among those of the ledger."""
    rises: bool
    values: Floats
    spread: Floats
    steps: list[Told] = field(default_factory=list)
    _levels: list[tail.Level] | None = None

    @property
    def benchmark(self) -> str:
        return self.column.series

    @property
    def environment(self) -> str:
        return self.group.environment

    @property
    def kind(self) -> Kind:
        return Kind(self.column.kind)

    @property
    def points(self) -> int:
        return int(np.isfinite(self.values).sum())

    @property
    def cuts(self) -> list[int]:
        """Where settled steps are, and both ends."""
        early = (Standing.CANDIDATE, Standing.WENT_AWAY)
        inner = [each.step.index for each in self.steps if each.standing not in early]
        return [0, *inner, len(self.values)]

    @property
    def levels(self) -> list[tail.Level]:
        """Worked out once, when the steps are known."""
        if self._levels is None:
            cuts = itertools.pairwise(self.cuts)
            self._levels = [tail.level_of(self.values[a:b]) for a, b in cuts]
        return self._levels

    @property
    def level(self) -> float:
        """Of the last stretch: since the last step."""
        return self.levels[-1].middle

    @property
    def best(self) -> float:
        """The best level that it ever had (I09)."""
        known = [each.middle for each in self.levels if math.isfinite(each.middle)]
        return (max if self.rises else min)(known, default=math.nan)

    @property
    def lost(self) -> float:
        """How much worse it is now than at its best, as a fraction."""
        level, best = self.level, self.best
        if not best or not math.isfinite(level):
            return 0.0
        return best / level - 1 if self.rises and level else level / best - 1

    def worse(self, change: float) -> bool:
        return change < 0 if self.rises else change > 0


@dataclass(slots=True)
class Event:
    """All steps of one commit, or of the commits since the last one that was measured."""

    commit: Commit
    since: Commit
    steps: list[tuple[Series, Told]] = field(default_factory=list)
    environment: tuple[str, ...] = ()
    """What changed at the same time beside the code: said first."""


@dataclass(slots=True)
class History:
    """Opened once; series come one after the other, and events when all have been seen."""

    world: World
    ledger: Ledger
    accepted: Sequence[Accepted] = ()
    today: date = field(default_factory=lambda: datetime.now(UTC).date())
    patterns: Sequence[str] = ()
    events: dict[tuple[str, str], Event] = field(default_factory=dict)
    _proof: Proof | None = None

    def series(self) -> Iterator[Series]:
        for _, family in self.families():
            yield from family

    def families(self) -> Iterator[tuple[str, list[Series]]]:
        """Each benchmark with all its series, on every machine and with every parameter."""
        self._proof = Proof(self.world)
        groups = self.ledger.groups
        if self.patterns:
            everything = {c.series: c.series for group in groups for c in group.columns}
            asked = selected(everything, self.patterns)
            for group in groups:
                group.columns = [c for c in group.columns if c.series in asked]
        known = [self._known(group) for group in groups]
        for chunk in self.ledger.chunks():
            families: dict[str, list[Series]] = {name: [] for name in chunk}
            for place, group in enumerate(groups):
                block = self.ledger.block(group, [c for c in group.columns if c.name in families])
                if block.columns and len(block.values):
                    for series in self._of_block(place, group, block, known[place]):
                        families[series.column.name].append(series)
            yield from families.items()
        facts = self.ledger.archive.facts()
        for group in groups:
            _say_environment(group, facts, self.events)
        self.ledger.archive.commit()

    def _of_block(
        self, place: int, group: Group, block: Any, known: Mapping[str, list[Step]]
    ) -> Iterator[Series]:
        at = tail.checkpoint(len(block.values))
        moved = tail.moved(block.values, at) if at else None
        restless = tail.restless(block.values)
        for number, column in enumerate(block.columns):
            values = np.ascontiguousarray(block.values[:, number])
            made = Series(
                column=column,
                group=group,
                place=place,
                rises=self.world.config.rises(column.series),
                values=values,
                spread=block.spread[:, number],
            )
            first = known.get(f"{column.series}\n{column.version}", [])
            found = tail.settled(values, first, at, moved is None or bool(moved[number]))
            made.steps = self._told(made, found, bool(restless[number]))
            self._file(made)
            yield made

    def _known(self, group: Group) -> dict[str, list[Step]]:
        """The steps up to the last checkpoint, worked out once."""
        at = tail.checkpoint(len(group.commits))
        if not at:
            return {}
        stamp = f"{group.prefix(at)} {USUAL}"
        asked = sorted(column.id for column in group.columns)
        key = f"steps of {group.name}" if not self.patterns else f"{group.name} {asked}"
        kept = self.ledger.archive.kept(key, stamp)
        if kept is not None:
            told = orjson.loads(kept)
            return {id: [Step(**each) for each in steps] for id, steps in told.items()}
        found = {}
        parts = _parts(self.ledger.blocks(group), at)
        columns = iter(group.columns)
        for steps_of in spread(_steps_of, parts, PARTS_ALONE):
            for each in steps_of:
                column = next(columns)
                found[f"{column.series}\n{column.version}"] = each
            told = f"{len(found)}/{len(group.columns)} {group.name}"
            self.world.progress.tick(f"following  {told}")
        told = {id: [dataclasses.asdict(s) for s in steps] for id, steps in found.items() if steps}
        if not self.patterns:
            self.ledger.archive.keep(key, stamp, orjson.dumps(told))
        self.world.progress.clear()
        return found

    def _told(self, series: Series, found: Sequence[Step], restless: bool) -> list[Told]:
        """Each step with its interval and what became of it; and what is beginning."""
        told = []
        for number, step in enumerate(found):
            later = [each.after for each in found[number + 1 :]]
            standing, why = self._standing(series, step, later)
            told.append(Told(step=step, standing=standing, why=why))
        start = found[-1].index if found else 0
        if restless or start > len(series.values) - tail.WINDOW:
            for step in tail.went_away(series.values, start):
                why = "the next points were back"
                told.append(Told(step=step, standing=Standing.WENT_AWAY, why=why))
            begun = tail.candidate(series.values, start)
            if begun is not None:
                points = int(np.isfinite(series.values[begun.index :]).sum())
                standing, why = self._standing(series, begun, [])
                if standing is Standing.NEW:
                    standing = Standing.CANDIDATE
                    far = f"{begun.score:.0f} times the noise"
                    why = f"{points} point{'s' if points > 1 else ''}, {far}"
                told.append(Told(step=begun, standing=standing, why=why))
        return told

    def _standing(self, series: Series, step: Step, later: Sequence[float]) -> tuple[Standing, str]:
        assert self._proof is not None
        group, id = series.group, series.benchmark
        left = FIXED * abs(step.after - step.before)
        worse = series.worse(step.change)
        if worse and any(_back(level, step, left) for level in later):
            return Standing.FIXED, "a later commit brought it back"
        since, commit = _between(series, step)
        again = self._proof.again(group, since, commit, id)
        if again is not None and not _agrees(again, step.change):
            return Standing.WENT_AWAY, f"measured side by side: {_percent(again)}"
        for entry in self.accepted:
            hashes = [each.hash for each in group.commits]
            inside = hashes[hashes.index(since.hash) + 1 : hashes.index(commit.hash) + 1]
            if entry.covers(inside, id, step.change, self.today):
                return Standing.ACCEPTED, f"by {entry.told}"
        if again is not None:
            return Standing.CONFIRMED, f"measured side by side: {_percent(again)}"
        return Standing.NEW, ""

    def _file(self, series: Series) -> None:
        for told in series.steps:
            since, commit = _between(series, told.step)
            event = self.events.setdefault((commit.hash, since.hash), Event(commit, since))
            event.steps.append((_light(series), told))

    def ranked(self) -> list[Event]:
        """The newest first."""
        return sorted(self.events.values(), key=lambda e: (-e.commit.seconds, e.commit.hash))


def _parts(blocks: Iterable[Block], rows: int) -> Iterator[Floats]:
    """The first rows of all series, a few series at a time."""
    for block in blocks:
        for start in range(0, len(block.columns), AT_ONCE):
            yield block.values[:rows, start : start + AT_ONCE].T.copy()


def _steps_of(series: Floats) -> list[list[Step]]:
    return [steps(np.ascontiguousarray(each)) for each in series]  # type: ignore[arg-type]


def _light(series: Series) -> Series:
    """For an event: its values are not kept, only what it is."""
    return dataclasses.replace(series, values=np.empty(0), spread=np.empty(0), steps=[])


def _between(series: Series, step: Step) -> tuple[Commit, Commit]:
    """The last measured commit before a step, and the first after it."""
    known = np.flatnonzero(np.isfinite(series.values[: step.index]))
    before = int(known[-1]) if len(known) else max(0, step.index - 1)
    return series.group.commits[before], series.group.commits[step.index]


def _back(level: float, step: Step, left: float) -> bool:
    return abs(level - step.before) <= left or (level < step.before) == (step.before < step.after)


def _agrees(again: Interval, change: float) -> bool:
    """Measured side by side it goes the same way, and not just by a trifle of what was seen."""
    if again.low <= 0 <= again.high:
        return max(abs(again.low), abs(again.high)) > abs(change) / 2
    return (again.estimate > 0) == (change > 0)


def _percent(found: Interval) -> str:
    low, high = 100 * found.low, 100 * found.high
    return f"{100 * found.estimate:+.2f} % [{low:+.2f}, {high:+.2f}]"


def _say_environment(
    group: Group, facts: Mapping[int, Mapping[str, Any]], events: Mapping[tuple[str, str], Event]
) -> None:
    """What else changed between the two commits of an event."""
    places = {commit.hash: place for place, commit in enumerate(group.commits)}
    for (commit, since), event in events.items():
        if commit not in places or since not in places or event.environment:
            continue
        old, new = (group.sources[places[each]][0].facts for each in (since, commit))
        if old != new:
            event.environment = tuple(environment_changes(facts[old], facts[new]))


def environment_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in ("python", "compiler"):
        if old.get(name) and new.get(name) and old[name] != new[name]:
            yield f"{name} {old[name]} -> {new[name]}"
    for name in ("machine", "packages"):
        before, after = old.get(name) or {}, new.get(name) or {}
        for key in sorted({*before, *after}):
            if before.get(key) != after.get(key) and before and after:
                yield f"{key} {before.get(key, 'absent')} -> {after.get(key, 'absent')}"


def opened(
    world: World, wanted: Wanted, machine: str | None = None, cached: bool = True
) -> History:
    from unladen.accepted import load

    ledger = gathered(world, machine, cached)
    return History(world, ledger, load(world.folder), patterns=wanted.patterns)

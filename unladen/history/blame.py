"""Ledger -> each benchmark over commits: its steps, who made them, what became of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from unladen.history.checkpoints import End, ended
from unladen.history.groups import Group
from unladen.history.ledger import Block, Ledger, gathered
from unladen.history.series import Series, Subject, Told, levels_of
from unladen.history.side_by_side import Proof
from unladen.history.states import Judge
from unladen.judge import tail
from unladen.judge.trend import USUAL, Step
from unladen.measure.session import Wanted
from unladen.measure.suite import selected
from unladen.model import Commit, Standing
from unladen.output.words import one_line
from unladen.store.accepted import Accepted, load
from unladen.store.project import World


@dataclass(slots=True)
class Event:
    """All steps of one commit, or of the commits since the last one that was measured."""

    commit: Commit
    since: Commit
    steps: list[tuple[Subject, Told]] = field(default_factory=list)
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

    def series(self, whole: bool = False) -> Iterator[Series]:
        for _, family in self.families(lambda _: whole):
            yield from family

    def families(self, whole: Callable[[str], bool]) -> Iterator[tuple[str, list[Series]]]:
        """Each benchmark with all its series, on every machine and with every parameter.

        All values are loaded of those that `whole` asks for by name, and of series that moved.
        """
        self._select()
        judge = Judge(Proof(self.world), self.accepted, self.today)
        tick = self.world.progress.tick
        groups = self.ledger.groups
        ends = [ended(self.ledger, group, not self.patterns, tick) for group in groups]
        self.world.progress.clear()
        for chunk in self._chunks(ends, whole):
            families: dict[str, list[Series]] = {name: [] for name in chunk}
            for place, end in enumerate(ends):
                for series in self._of_end(place, end, chunk, judge):
                    families[series.subject.column.name].append(series)
            yield from families.items()
        facts = self.ledger.archive.facts()
        for group in groups:
            _say_environment(group, facts, self.events)
        self.ledger.archive.commit()

    def _select(self) -> None:
        if self.patterns:
            groups = self.ledger.groups
            everything = {c.series: c.series for group in groups for c in group.columns}
            if not groups and self.others():
                return  # another machine's results: said where nothing is found
            asked = selected(everything, self.patterns)
            for group in groups:
                group.columns = [c for c in group.columns if c.series in asked]

    def _chunks(
        self, ends: Sequence[End], whole: Callable[[str], bool]
    ) -> Iterator[dict[str, bool]]:
        """Names, as many as fit at a time, and of which all values are wanted."""
        names = sorted({name for end in ends for name in end.by_name})
        asked = {name: whole(name) for name in names}
        cells = dict.fromkeys(names, 0)
        for end in ends:
            for name, numbers in end.by_name.items():
                count = sum(asked[name] or end.whole(number) for number in numbers)
                cells[name] += count * len(end.group.commits)
        for chunk in self.ledger.chunks(cells):
            yield {name: asked[name] for name in chunk}

    def _of_end(
        self, place: int, end: End, chunk: Mapping[str, bool], judge: Judge
    ) -> Iterator[Series]:
        numbers = [number for name in chunk for number in end.by_name.get(name, ())]
        loaded = [n for n in numbers if chunk[end.group.columns[n].name] or end.whole(n)]
        columns = [end.group.columns[number] for number in loaded]
        block = self.ledger.block(end.group, columns) if loaded else None
        where = {number: at for at, number in enumerate(loaded)}
        for number in numbers:
            series = self._one(place, end, number)
            if block is not None and number in where:
                _fill(series, block, where[number], end.whole(number))
            series.steps = _told(series, end, number, judge)
            self._file(series)
            yield series

    def _one(self, place: int, end: End, number: int) -> Series:
        column = end.group.columns[number]
        rises = self.world.config.rises(column.series)
        base = end.bases[number]
        recent = end.at - end.first
        return Series(
            subject=Subject(column, end.group, place, rises),
            at=end.at,
            base=base,
            recent=end.window.values[recent:, number],
            recent_spread=end.window.spread[recent:, number],
            levels=base.levels,
        )

    def _file(self, series: Series) -> None:
        for told in series.steps:
            since, commit = series.subject.commits(told.step)
            key = (commit.hash, since.hash)
            event = self.events.get(key)
            if event is None:
                event = self.events[key] = Event(commit, since)
            event.steps.append((series.subject, told))

    def checkpoint(self, group: Group) -> int:
        return tail.checkpoint(len(group.commits))

    def others(self) -> list[str]:
        """Machines that have results, whichever was asked for."""
        return sorted({one_line(each.machine, 40) for each in self.ledger.archive.sources()})

    def ranked(self) -> list[Event]:
        """The newest first."""
        return sorted(self.events.values(), key=lambda e: (-e.commit.seconds, e.commit.hash))


def _fill(series: Series, block: Block, column: int, again: bool) -> None:
    """All values; and if it moved, its steps and levels by all of them."""
    values = np.ascontiguousarray(block.values[:, column])
    series.values, series.spread = values, block.spread[:, column]
    if again:
        found = tail.settled(values, series.base.steps, series.at, moved=True)
        series.levels = levels_of(values, found)
        series.base = replace(series.base, steps=tuple(found))


def _told(series: Series, end: End, number: int, judge: Judge) -> list[Told]:
    """Each step and what became of it; and what is beginning."""
    found = series.base.steps
    subject = series.subject
    told = []
    for place, step in enumerate(found):
        later = [each.after for each in found[place + 1 :]]
        standing, why = judge.standing(subject, step, later)
        after = len(end.group.commits) - step.index
        if standing is Standing.NEW and after < USUAL.least_points:
            standing, why = Standing.CANDIDATE, f"{after} points"
        told.append(Told(step=step, standing=standing, why=why))
    start = found[-1].index if found else 0
    if end.restless[number] or start > end.first:
        window = end.window.values[:, number]
        begin = max(0, start - end.first)
        for step in tail.went_away(window, begin):
            why = "the next points were back"
            told.append(Told(step=_moved(step, end), standing=Standing.WENT_AWAY, why=why))
        begun = tail.candidate(window, begin)
        if begun is not None:
            points = int(np.isfinite(window[begun.index :]).sum())
            told.append(_candidate(subject, _moved(begun, end), points, judge))
    return told


def _moved(step: Step, end: End) -> Step:
    """From the window's rows to those of the group."""
    return replace(step, index=step.index + end.first, since=step.since + end.first)


def _candidate(subject: Subject, step: Step, points: int, judge: Judge) -> Told:
    standing, why = judge.standing(subject, step, [])
    if standing is Standing.NEW:
        standing = Standing.CANDIDATE
        why = f"{points} point{'s' if points > 1 else ''}, {step.score:.0f} times the noise"
    return Told(step=step, standing=standing, why=why)


def _say_environment(
    group: Group, facts: Mapping[int, Mapping[str, Any]], events: Mapping[tuple[str, str], Event]
) -> None:
    """What else changed between the two commits of an event."""
    places = group.places
    for (commit, since), event in events.items():
        if commit not in places or since not in places or event.environment:
            continue
        if not any(subject.group is group for subject, _ in event.steps):
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
    ledger = gathered(world, machine, cached)
    return History(world, ledger, load(world.folder), patterns=wanted.patterns)

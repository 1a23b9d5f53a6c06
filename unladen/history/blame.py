"""Ledger -> each benchmark over commits: its steps, who made them, what became of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Self

import numpy as np

from unladen.history.changes import Changes
from unladen.history.checkpoints import End, end_of
from unladen.history.elsewhere import Answerable, answerable
from unladen.history.ledger import Block, Ledger, gathered
from unladen.history.side_by_side import SideBySide
from unladen.history.staircase import sized, stairs
from unladen.history.suspects import with_suspects
from unladen.judge import candidates
from unladen.judge.ambient import module_of
from unladen.judge.candidates import levels_of, within_epoch
from unladen.judge.selection import selected
from unladen.judge.standing import Evidence, standing_of
from unladen.judge.steps import USUAL
from unladen.model import Commit
from unladen.model.accepted import Accepted
from unladen.model.histories import Event, Group, ResultFacts, Series, Subject
from unladen.model.steps import Levels, Standing, StandingStep, Step
from unladen.store.accepted import load
from unladen.store.project import Project

Steps = list[tuple[Subject, StandingStep]]


@dataclass(slots=True)
class History:
    """Opened once; series come one after the other, and events when all have been seen."""

    project: Project
    ledger: Ledger
    accepted: Sequence[Accepted] = ()
    today: date = field(default_factory=lambda: datetime.now(UTC).date())
    patterns: Sequence[str] = ()
    _steps: dict[tuple[Commit, Commit], Steps] = field(default_factory=dict)
    """By commit, and by the last measured one before it."""
    _answerable: Sequence[Answerable] = ()
    _environments: dict[tuple[Commit, Commit], list[str]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: object, error: object, __: object) -> None:
        """Others may have the archive now."""
        self.ledger.archive.close(error)

    def series(self, whole: bool = False) -> Iterator[Series]:
        for _, family in self.families(lambda _: whole):
            yield from family

    def families(self, whole: Callable[[str], bool]) -> Iterator[tuple[str, list[Series]]]:
        """Each benchmark with all its series, on every machine and with every parameter.

        All values are loaded of those that `whole` asks for by name, and of series that moved.
        """
        asked = self._asked()
        proof = SideBySide(self.project)
        ends = self._ends(keep=True)
        self._answerable = answerable(self.project, self.ledger.archive, ends)
        if asked is not self.ledger.groups:
            self.ledger.groups = asked
            ends = self._ends(keep=False)
        for chunk in self._chunks(ends, whole):
            families: dict[str, list[Series]] = {name: [] for name in chunk}
            for place, end in enumerate(ends):
                for series in self._of_end(place, end, chunk, proof):
                    families[series.subject.column.name].append(series)
            yield from families.items()
        for pair, steps in self._steps.items():
            self._environments[pair] = environment_between(pair, steps, self.ledger.facts)
        self.ledger.archive.commit()

    def _asked(self) -> list[Group]:
        """Of what was asked for by name; whose doing a step is, is told by the whole suite."""
        groups = self.ledger.groups
        if not self.patterns or (not groups and self.others()):
            return groups  # another machine's results: said where nothing is found
        asked = selected({c.series: c.series for g in groups for c in g.columns}, self.patterns)
        return [
            replace(group, columns=[c for c in group.columns if c.series in asked])
            for group in groups
        ]

    def _ends(self, keep: bool) -> list[End]:
        tick = self.project.progress.tick
        ends = [end_of(self.ledger, group, keep, tick) for group in self.ledger.groups]
        self.project.progress.clear()
        return ends

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
        self, place: int, end: End, chunk: Mapping[str, bool], proof: SideBySide
    ) -> Iterator[Series]:
        numbers = [number for name in chunk for number in end.by_name.get(name, ())]
        loaded = [n for n in numbers if chunk[end.group.columns[n].name] or end.whole(n)]
        columns = [end.group.columns[number] for number in loaded]
        block = self.ledger.block(end.group, columns) if loaded else None
        where = {number: at for at, number in enumerate(loaded)}
        for number in numbers:
            series = self._one(place, end, number)
            if block is not None and number in where:
                series = _filled(series, block, where[number], end.whole(number))
            standing = self._standing(series, end, number, proof)
            series = replace(series, steps=standing, levels=within_epoch(series.levels, standing))
            for each in series.steps:
                since, commit = series.subject.commits(each.step)
                self._steps.setdefault((commit, since), []).append((series.subject, each))
            yield series

    def _one(self, place: int, end: End, number: int) -> Series:
        column = end.group.columns[number]
        settled = end.settled[number]
        recent = end.window.values[end.at - end.first :, number]
        return Series(
            subject=Subject(column, end.group, place, self.project.config.rises(column.series)),
            at=end.at,
            settled=settled,
            recent=recent,
            recent_half_widths=end.window.half_widths[end.at - end.first :, number],
            points=settled.points + int(np.isfinite(recent).sum()),
            levels=settled.levels,
            picture=(*settled.picture, *end.lately[:, number].tolist()),
        )

    def _standing(
        self, series: Series, end: End, number: int, proof: SideBySide
    ) -> list[StandingStep]:
        """Each step and what became of it; and what is beginning."""
        subject, steps = series.subject, series.settled.steps
        standing = []
        for place, step in enumerate(steps):
            later = [each.after for each in steps[place + 1 :]]
            placed, evidence = self._evidence(subject, step, steps, proof)
            what, why = standing_of(subject, placed, later, evidence)
            after = len(end.group.commits) - step.index
            if what is Standing.NEW and after < USUAL.least_points:
                what, why = Standing.CANDIDATE, f"{after} points"
            found = sized(placed, evidence.again, what)
            standing.append(StandingStep(step=found, standing=what, why=why))
        start = steps[-1].index if steps else 0
        if end.restless[number] or start > end.first:
            window = end.window.values[:, number]
            begin = max(0, start - end.first)
            for step in candidates.went_away(window, begin):
                why = "the next points were back"
                gone = _moved(step, end)
                standing.append(StandingStep(step=gone, standing=Standing.WENT_AWAY, why=why))
            begun = candidates.candidate(window, begin)
            if begun is not None:
                points = int(np.isfinite(window[begun.index :]).sum())
                begun = _moved(begun, end)
                standing.append(self._candidate(subject, begun, steps, points, proof))
        for step, again in stairs(subject, end, number, standing, proof):
            later = [each.after for each in steps if each.index > step.index]
            known = Evidence(again=again, accepted=self.accepted, today=self.today)
            what, why = standing_of(subject, step, later, known)
            standing.append(StandingStep(step=step, standing=what, why=why))
        return sorted(standing, key=lambda each: each.step.index)

    def _candidate(
        self, subject: Subject, step: Step, steps: Sequence[Step], points: int, proof: SideBySide
    ) -> StandingStep:
        placed, evidence = self._evidence(subject, step, steps, proof)
        what, why = standing_of(subject, placed, [], evidence)
        if what is Standing.NEW:
            what = Standing.CANDIDATE
            why = f"{points} point{'s' if points > 1 else ''}, {step.score:.0f} times the noise"
        return StandingStep(step=sized(placed, evidence.again, what), standing=what, why=why)

    def _evidence(
        self, subject: Subject, step: Step, steps: Sequence[Step], proof: SideBySide
    ) -> tuple[Step, Evidence]:
        """And the step where commits are that can have made it."""
        known, module = self._answerable[subject.place], module_of(subject.column.name)
        placed, elsewhere = known.whose(step, module, steps)
        again = proof.comparison(subject.group, *subject.commits(placed), subject.benchmark)
        return placed, Evidence(
            again=again,
            accepted=self.accepted,
            today=self.today,
            elsewhere=elsewhere,
        )

    def checkpoint(self, group: Group) -> int:
        return candidates.checkpoint(len(group.commits))

    def others(self) -> list[str]:
        """Machines that have results, whichever was asked for."""
        return sorted({each.machine for each in self.ledger.archive.sources()})

    def ranked(self) -> list[Event]:
        """The newest first."""
        events = [
            Event(commit, since, steps, self._environments.get((commit, since), ()))
            for (commit, since), steps in self._steps.items()
        ]
        events.sort(key=lambda e: (-e.commit.seconds, e.commit.hash))
        changes = Changes(self.project, self.ledger.archive, self.ledger.groups)
        return with_suspects(self.project, changes, events)


def _filled(series: Series, block: Block, column: int, again: bool) -> Series:
    """All values; and if it moved, its steps and levels by all of them."""
    values = np.ascontiguousarray(block.values[:, column])
    levels: Levels = series.levels
    settled = series.settled
    if again:
        steps = candidates.settled(values, settled.steps, series.at, moved=True)
        levels = levels_of(values, steps)
        settled = replace(settled, steps=tuple(steps))
    half_widths = block.half_widths[:, column]
    return replace(series, values=values, half_widths=half_widths, levels=levels, settled=settled)


def _moved(step: Step, end: End) -> Step:
    """From the window's rows to those of the group."""
    return step.later(end.first)


def environment_between(
    pair: tuple[Commit, Commit], steps: Steps, facts: Mapping[int, ResultFacts]
) -> list[str]:
    """What else changed between the two commits of an event, in the first group where it did."""
    commit, since = pair
    groups = {subject.place: subject.group for subject, _ in steps}
    for place in sorted(groups):
        group = groups[place]
        old, new = (group.sources[group.places[each.hash]][0].facts for each in (since, commit))
        changes = list(environment_changes(facts[old], facts[new])) if old != new else []
        if changes:
            return changes
    return []


def environment_changes(old: ResultFacts, new: ResultFacts) -> Iterator[str]:
    words = (("python", old.python, new.python), ("compiler", old.compiler, new.compiler))
    for name, was, now in words:
        if was and now and was != now:
            yield f"{name} {was} -> {now}"
    for before, after in ((old.machine, new.machine), (old.packages, new.packages)):
        for key in sorted({*before, *after}):
            if before.get(key) != after.get(key) and before and after:
                yield f"{key} {before.get(key, 'absent')} -> {after.get(key, 'absent')}"


def opened(
    project: Project,
    patterns: Sequence[str] = (),
    machine: str | None = None,
    cached: bool = True,
) -> History:
    ledger = gathered(project, machine, cached)
    return History(project, ledger, load(project.folder), patterns=patterns)

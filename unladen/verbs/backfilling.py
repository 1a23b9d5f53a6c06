"""`run --missing`: what nobody measured of a range, in the order that locates steps soonest.

Ends first, then halves where something moved, then the rest, as long as the budget lasts; what is
recorded is the state, so the same command goes on. A commit that runs the same code as the one
before it is not measured at all.
"""

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen.errors import NoSpace, UnladenError
from unladen.history.changes import Changes
from unladen.history.measured_pairs import MeasuredPairs
from unladen.judge.backfill import Pair, next_pairs, pairs_left, stretches
from unladen.judge.forecast import typical
from unladen.measure.stop import pairs_for
from unladen.model import Commit
from unladen.model.options import Options
from unladen.model.stretches import BackfillTold, Foreseen, Known, Located
from unladen.model.units import Finished, Unit
from unladen.output.backfill import beforehand
from unladen.store.archive import Archive
from unladen.store.costs import Cost, Costs
from unladen.store.project import Project
from unladen.verbs import sent
from unladen.verbs.measuring import (
    Found,
    failed_before,
    failed_of,
    measured_pair,
    neighbours,
    taken_apart,
)
from unladen.verbs.opening import options_of, ranged

NOTHING = "nothing of what is asked for is measured there"


@dataclass(slots=True)
class Backfill:
    """A range while it is filled."""

    project: Project
    options: Options
    known: MeasuredPairs
    """Of the commits that run other code than the one before them."""
    found: Found
    told: BackfillTold
    began: float
    refused: set[int] = field(default_factory=set)
    """Places that could not be measured, and are not asked for again in this call."""
    most: int = 1
    """Machines."""
    recorded: set[Commit] = field(default_factory=set)
    """Commits that are recorded as failed: they are not missing any more."""

    @property
    def commits(self) -> Sequence[Commit]:
        return self.known.commits

    def chosen(self) -> list[Pair]:
        """What is measured next; nothing where the budget would not hold it."""
        each = self._seconds_each()
        left = None if self.told.budget is None else self.told.budget - self._spent()
        if left is not None and left < (each or 0.0):
            return []
        return self._next_pairs()

    def _may_be_a_base(self, place: int) -> bool:
        return place not in self.refused and self.commits[place] not in self.found.partly

    def _next_pairs(self) -> list[Pair]:
        """Among the commits that can be measured: those beside one that cannot are neighbours."""
        whole = [place for place in range(len(self.commits)) if self._may_be_a_base(place)]
        if not whole:
            return []
        new = {place: number for number, place in enumerate(whole)}
        there = {new[place] for place in self.known.measured if place in new}
        told = {
            (new[first], new[last]): effects
            for (first, last), effects in self.known.told.items()
            if first in new and last in new
        }
        pairs = next_pairs(len(whole), there, told, self.project.config.allow, self.most)
        return [(whole[first], whole[last]) for first, last in pairs]

    def _seconds_each(self) -> float | None:
        told = self.told
        if told.measured:
            return told.machine_seconds / told.measured
        return told.forecast.seconds_each

    def _spent(self) -> float:
        return time.monotonic() - self.began

    def measured(self, pair: Pair, seconds: float) -> bool:
        """Whether it really was."""
        there = self.known.look_again(pair)
        self.told = replace(
            self.told,
            measured=self.told.measured + there,
            machine_seconds=self.told.machine_seconds + seconds,
            seconds=self._spent(),
        )
        return there

    def fail(self, failed: Mapping[Commit, str]) -> None:
        """Commits that cannot be measured at all."""
        self.found.failed |= failed
        self.refused |= {self.commits.index(commit) for commit in failed}
        self.recorded |= failed.keys()

    def refuse(self, pair: Pair, why: str) -> None:
        """Of two commits the one that nobody has measured; where both are, what they show of each
        other is all that can be had."""
        for place in pair:
            if place not in self.known.measured:
                self.refused.add(place)
                self.found.failed[self.commits[place]] = why
        if self.refused.isdisjoint(pair):
            self.known.told.setdefault(pair, {})

    def ended(self) -> BackfillTold:
        failed = len(self.recorded | self.found.left_out.keys())
        missing = len(self.commits) - len(self.known.measured) - failed
        located = tuple(_located(self.project, self.known))
        return replace(self.told, seconds=self._spent(), left=missing, located=located)


def backfilled(project: Project, arguments: argparse.Namespace) -> Found:
    filling = _begun(project, arguments)
    if arguments.on:
        _by_others(filling, arguments)
    else:
        with project.measuring():
            _here(filling)
            if not arguments.no_profile:
                _apart(filling)
    filling.found.backfill = filling.ended()
    return filling.found


def _begun(project: Project, arguments: argparse.Namespace) -> Backfill:
    began, options = time.monotonic(), options_of(arguments)
    every, asked = ranged(project, arguments)
    project.commits(every[0].hash, every[-1].hash, options.ignore_dirty)
    archive = Archive(None)
    commits = Changes(project, archive, [], every[-1:]).differing(every)
    archive.close()
    machine = None if arguments.on else project.machine.name
    known = MeasuredPairs(project, commits, options.patterns, machine)
    left_out = failed_before(project, arguments, commits)
    found = Found(every, asked, left_out=left_out)
    pairs = pairs_for("run", options.pairs)
    before = Costs(project.work).like(options.patterns, pairs, False) or known.seconds
    each, spread = typical(before)
    forecast = Foreseen(
        commits=len(every),
        differing=len(commits),
        missing=len(commits) - len(known.measured) - len(left_out),
        pairs=pairs_left(len(commits) - len(left_out), known.measured),
        seconds_each=each,
        spread=spread,
        rests_on=len(before),
    )
    told = BackfillTold(forecast=forecast, budget=options.budget)
    places = {place for place, commit in enumerate(commits) if commit in left_out}
    return Backfill(project, options, known, found, told, began, places)


def _say(filling: Backfill) -> None:
    told = filling.told
    for line in beforehand(told.forecast, told.budget, filling.most):
        filling.project.progress.step(line)


def _here(filling: Backfill) -> None:
    _say(filling)
    each_has_its_own = replace(filling.options, budget=None)
    while pairs := filling.chosen():
        (pair,) = pairs
        commits = [filling.commits[place] for place in dict.fromkeys(pair)]
        began = time.monotonic()
        names = " and ".join(commit.short for commit in commits)
        missing = len(filling.commits) - len(filling.known.measured)
        filling.project.progress.step(f"measuring  {names} ({missing} commits are missing)")
        failed: Mapping[Commit, str] = {}
        why = NOTHING
        try:
            failed = measured_pair(
                filling.project, commits, each_has_its_own, filling.found, profile=False
            )
        except NoSpace:
            raise
        except UnladenError as error:
            why = str(error)
        filling.fail(failed)
        if not failed and not filling.measured(pair, time.monotonic() - began):
            filling.refuse(pair, why)


def _apart(filling: Backfill) -> None:
    """Measured neighbours that nobody took apart, as far as the budget goes."""
    commits = [filling.commits[place] for place in sorted(filling.known.measured)]
    for pair in neighbours(commits) if commits else []:
        budget = filling.told.budget
        if budget is not None and time.monotonic() - filling.began > budget:
            return
        taken_apart(filling.project, pair, filling.options, filling.found)


def _by_others(filling: Backfill, arguments: argparse.Namespace) -> None:
    """As many pairs at a time as there are machines."""
    fleet = sent.fleet_of(filling.project, arguments, filling.found.commits)
    filling.most = max(1, fleet.machines())
    _say(filling)
    while pairs := filling.chosen():
        units = [_unit(filling, arguments, pair) for pair in pairs]
        asked = {unit.label: pair for unit, pair in zip(units, pairs, strict=True)}
        for finished in fleet.brought_home(units):
            _came_home(filling, asked[finished.unit.label], finished)


def _came_home(filling: Backfill, pair: Pair, finished: Finished) -> None:
    seconds = finished.seconds + finished.beside
    commits = [filling.commits[place] for place in dict.fromkeys(pair)]
    if failed := failed_of(filling.found, commits, finished):
        filling.fail(failed)
        filling.known.look_again(pair)
        return
    if not filling.measured(pair, seconds):
        last = sent.last_words(finished) if finished.exit else NOTHING
        filling.refuse(pair, finished.failed or last)
        return
    cost = Cost(
        machine=finished.machine,
        patterns=tuple(filling.options.patterns),
        pairs=pairs_for("run", filling.options.pairs),
        profiled=False,
        seconds=seconds,
    )
    Costs(filling.project.work).add(cost)


def _unit(filling: Backfill, arguments: argparse.Namespace, pair: Pair) -> Unit:
    commits = [filling.commits[place] for place in dict.fromkeys(pair)]
    words = ["run", "..".join(each.hash for each in commits), "--ends", "--no-profile", "--json"]
    flags = (
        ("--pairs", arguments.pairs),
        ("--seed", arguments.seed),
        ("--environment", arguments.environment),
        *(("--bench", pattern) for pattern in arguments.bench),
    )
    words += [f"{flag}={value}" for flag, value in flags if value is not None]
    words += ["--fresh"] if arguments.fresh else []
    words += ["--exact-base"] if arguments.exact_base else []
    return sent.unit_with(arguments, commits, words)


def _located(project: Project, known: MeasuredPairs) -> Iterator[Located]:
    """The largest first."""
    found = stretches(known.measured, known.told, project.config.allow)
    for each in sorted(found, key=lambda one: -one.size):
        if each.known is Known.MOVED:
            yield Located(
                first=known.commits[each.first],
                last=known.commits[each.last],
                between=each.length - 1,
                benchmark=each.benchmark,
                size=each.size,
            )

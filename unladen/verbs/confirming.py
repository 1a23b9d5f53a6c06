"""events -> their steps measured again, both commits side by side: here, or by a fleet.

By a fleet each event is a unit, and goes to the machine whose history has the step, if it is there.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from unladen.errors import UnladenError
from unladen.measure.cascade import judged
from unladen.model import Commit, Interval
from unladen.model.histories import Event
from unladen.model.options import Options
from unladen.model.steps import Standing
from unladen.model.units import Finished, Unit
from unladen.output.words import one_line, percent, span
from unladen.store.fields import decoded, json_of
from unladen.store.project import Project
from unladen.tools.foreign import reading
from unladen.verbs import sent

MOST_EVENTS = 3
MOST_BENCHMARKS = 3
SECONDS = 90.0
OPEN = frozenset({Standing.CANDIDATE, Standing.NEW})
ASKED = frozenset({Standing.AMBIENT})
"""Looked at again only of benchmarks that are asked for by name."""
FINE = frozenset({0, 1, 3})


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubtful:
    """Steps of one event on one machine, that nobody has looked at again: the largest first."""

    base: Commit
    head: Commit
    machine: str
    ids: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.base.short} and {self.head.short} for {self.machine}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonTold:
    """Of schema/decision.json as much as is told here."""

    benchmark: str
    verdict: str
    change: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTold:
    identical_code: bool
    comparisons: tuple[ComparisonTold, ...]


def confirmed(
    project: Project, arguments: argparse.Namespace, events: Sequence[Event]
) -> Iterator[str]:
    """The newest first."""
    states = OPEN | ASKED if arguments.bench else OPEN
    machine = None if arguments.on else project.machine.name
    waiting = [each for event in events for each in _doubtful(event, states, machine)]
    if not waiting:
        yield "no step waits to be confirmed"
        return
    if arguments.on:
        yield from _by_others(project, arguments, waiting)
        return
    for each in waiting[:MOST_EVENTS]:
        yield f"measuring {each.base.short} and {each.head.short} side by side: {_many(each)}"
        yield from _here(project, each)
    if len(waiting) > MOST_EVENTS:
        yield f"{len(waiting) - MOST_EVENTS} older ones are left: the same command goes on"


def _many(each: Doubtful) -> str:
    return f"{len(each.ids)} benchmarks"


def _doubtful(
    event: Event, states: AbstractSet[Standing], machine: str | None
) -> Iterator[Doubtful]:
    """Of one machine, or of each."""
    found: dict[str, list[tuple[float, str]]] = {}
    for subject, each in event.steps:
        if each.standing in states and machine in (None, subject.group.machine):
            size = (abs(each.change), subject.benchmark)
            found.setdefault(subject.group.machine, []).append(size)
    for name, steps in sorted(found.items()):
        ids = tuple(id for _, id in sorted(steps, reverse=True)[:MOST_BENCHMARKS])
        yield Doubtful(base=event.since, head=event.commit, machine=name, ids=ids)


def _patterns(each: Doubtful) -> list[str]:
    return [f"^{re.escape(id)}$" for id in each.ids]


def _here(project: Project, each: Doubtful) -> Iterator[str]:
    budget = SECONDS * len(each.ids)
    options = Options(patterns=_patterns(each), budget=budget, witness="auto")
    try:
        with project.measuring():
            _, _, decision = judged(project, each.base.hash, each.head.hash, options)
    except UnladenError as error:
        yield f"  cannot be measured: {one_line(error.what, 100)}"
        return
    comparisons = tuple(
        ComparisonTold(benchmark=c.benchmark.id, verdict=c.verdict.value, change=c.change)
        for c in decision.comparisons
    )
    yield from _told(DecisionTold(identical_code=decision.identical_code, comparisons=comparisons))


def _told(decision: DecisionTold) -> Iterator[str]:
    if decision.identical_code:
        yield "  both are built to the same code: it was not the commit"
    for each in decision.comparisons:
        if each.change is not None:
            size = f"{percent(each.change.estimate)} {span(each.change)}"
            yield f"  {one_line(each.verdict, 30)}: {one_line(each.benchmark, 50)} {size}"


def _by_others(
    project: Project, arguments: argparse.Namespace, waiting: Sequence[Doubtful]
) -> Iterator[str]:
    """All of them: there are machines for it."""
    commits = [commit for each in waiting for commit in (each.base, each.head)]
    fleet = sent.fleet_of(project, arguments, commits)
    units = [_unit(each) for each in waiting]
    asked = {unit.label: each for unit, each in zip(units, waiting, strict=True)}
    for finished in fleet.brought_home(units):
        yield from _came_home(asked[finished.unit.label], finished)


def _unit(each: Doubtful) -> Unit:
    words = ["gate", each.base.hash, each.head.hash, "--exact-base", "--no-why", "--json"]
    words += [f"--bench={pattern}" for pattern in _patterns(each)]
    words += [f"--budget={SECONDS * len(each.ids):.0f}", *sent.ADDED]
    return Unit(
        words=tuple(words),
        label=each.label,
        commits=(each.base.hash, each.head.hash),
        machine=each.machine,
    )


def _came_home(each: Doubtful, finished: Finished) -> Iterator[str]:
    yield f"measured {each.base.short} and {each.head.short} side by side: {_many(each)}"
    if finished.failed or finished.exit not in FINE:
        why = finished.failed or sent.last_words(finished)
        yield f"  cannot be measured: {one_line(why, 200)}"
        return
    if finished.machine != each.machine:
        told = f"by {one_line(finished.machine, 40)}, as {one_line(each.machine, 40)} is not there"
        yield f"  {told}: its history is another one"
    with reading("what another machine answered", "unladen gate there, by hand, shows more"):
        answer = decoded(DecisionTold, json_of(finished.output.encode()))
    yield from _told(answer)

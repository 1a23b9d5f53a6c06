"""units -> Finished, by the workers of a cluster; what they measured comes home as each ends.

A unit is a call of unladen (docs/decisions/0015): a worker does what this machine would do if it
were asked the same, so that there is one path through the code, whoever goes it.
"""

import itertools
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from unladen.errors import ToolError
from unladen.fleet.arranging import Arrangement, arranged
from unladen.fleet.arrived import merged
from unladen.fleet.ledger import Units
from unladen.fleet.parcel import known_of, parcel_of, results_of
from unladen.fleet.workspace import machine_of
from unladen.model import Commit
from unladen.model.units import Finished, Unit
from unladen.store.project import Project
from unladen.tools.dask import Cluster, Lost, connected
from unladen.tools.handing_out import TaskEnd, Window

HASHES = re.compile(r"\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b")
LOOK_SECONDS = 2.0
FIRST_SECONDS = 3.0
"""For workers that have just been started."""
MOST_LOST = 5
LOST_SECONDS = 600.0
"""How long a scheduler that is gone is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetPlace:
    """Which cluster, and which machines of it."""

    cluster: str
    kinds: Sequence[str] = ()


class Fleet:
    """The workers of a cluster, for one project."""

    def __init__(self, project: Project, where: FleetPlace, commits: Sequence[Commit]) -> None:
        self._project = project
        self._where = where
        self._parcel = parcel_of(project, commits)
        self._results = results_of(project)
        self._units = Units.read(project.work, project.suite_digest())

    def brought_home(self, units: Sequence[Unit], fresh: bool = True) -> Iterator[Finished]:
        """As they end. Unless `fresh`, what came home before is not asked for again, nor what was
        given up."""
        progress = self._project.progress
        left = dict(enumerate(units))
        if not fresh:
            left = {number: unit for number, unit in left.items() if not self._is_home(unit)}
            if len(left) < len(units):
                progress.step(f"fleet      {len(units) - len(left)} units came home before")
            for number in [n for n, unit in left.items() if self._units.is_given_up(unit)]:
                why = "given up before (--fresh tries again)"
                yield Finished(unit=left.pop(number), failed=why)
        patience, lost = FIRST_SECONDS, 0
        while left:
            if lost > MOST_LOST:
                what = f"the scheduler lost {len(left)} units {lost} times in a row"
                raise ToolError(what, "what its log says; the same command goes on")
            with connected(self._where.cluster, patience, self._waiting) as cluster:
                try:
                    for number, finished in self._performed(cluster, dict(left), patience):
                        lost = 0
                        del left[number]
                        yield finished
                except Lost:
                    progress.step(f"fleet      the scheduler is gone; {len(left)} units are left")
                    patience, lost = LOST_SECONDS, lost + 1

    def machines(self) -> int:
        """How many may measure just now."""
        with connected(self._where.cluster, FIRST_SECONDS, self._waiting) as cluster:
            return len(self._workers(cluster, FIRST_SECONDS, alone=True))

    def _is_home(self, unit: Unit) -> bool:
        """And still there: who deletes results wants them measured again."""
        hashes = HASHES.findall(" ".join(unit.words))
        records = self._project.records.folder
        there = all(any(records.glob(f"*/{each[:12]}-*.json")) for each in hashes)
        return there and self._units.came_home(unit)

    def _waiting(self, why: str) -> None:
        self._project.progress.tick(f"fleet      waiting: {why}")

    def _workers(self, cluster: Cluster, patience: float, alone: bool) -> Sequence[str]:
        """Those that may measure; where the scheduler has just been started, they are still to
        come."""
        until = time.monotonic() + patience
        while not (found := cluster.workers(self._where.kinds, alone)):
            kinds = " ".join(self._where.kinds)
            what = f"no worker{f' of kind {kinds}' if kinds else ''}"
            what += " may measure: none has bench=1" if alone else " is there"
            if time.monotonic() > until:
                fix = 'dask worker ADDRESS --nthreads 1 --resources "bench=1"'
                raise ToolError(what, fix)
            self._waiting(what)
            time.sleep(0.2)
        return found

    def _performed(
        self, cluster: Cluster, units: Mapping[int, Unit], patience: float
    ) -> Iterator[tuple[int, Finished]]:
        """By the numbers of the units."""
        alone = not all(unit.builds for unit in units.values())
        workers = self._workers(cluster, patience, alone)
        progress = self._project.progress
        progress.step(f"fleet      {len(units)} units for {len(workers)} workers")
        began, done = time.monotonic(), 0
        works, owners = arranged(units, self._arrangement(cluster, units))
        window = Window(kinds=self._where.kinds, seconds=LOOK_SECONDS)
        for each in cluster.each(works, window):
            if each is not None and each.number in owners:
                done += 1
                number = owners[each.number]
                yield number, self._home(finished(units[number], each))
            progress.tick(_told(cluster, done, len(units), time.monotonic() - began))
        progress.clear()

    def _arrangement(self, cluster: Cluster, units: Mapping[int, Unit]) -> Arrangement:
        named = any(unit.machine for unit in units.values())
        return Arrangement(
            parcel=cluster.shared(self._parcel),
            known=lambda commits: known_of(self._project, commits),
            several=len(cluster.workers(self._where.kinds, alone=False)) > 1,
            machines=cluster.machines(machine_of) if named else {},
        )

    def _home(self, finished: Finished) -> Finished:
        """Results first, then that they are there: who is killed between them gets them twice, and
        merges them once."""
        source = f"what {finished.machine} measured"
        try:
            self._project.records.warnings += merged(self._results, finished.files, source)
        except ToolError as error:
            finished = replace(finished, files={}, failed=error.what)
        self._units.ended(finished)
        return finished


def _told(cluster: Cluster, done: int, all_: int, seconds: float) -> str:
    left = f", about {seconds / done * (all_ - done):.0f} s left" if done else ""
    running = ", ".join(itertools.islice(sorted(cluster.doing.running.values()), 6))
    return f"fleet      {done}/{all_} units{left}; at work: {running or 'nobody yet'}"


def finished(unit: Unit, ended: TaskEnd) -> Finished:
    if isinstance(ended.value, Finished):
        return replace(ended.value, unit=unit)
    why = "it takes its worker along: given up" if ended.poisoned else ended.failed
    return Finished(unit=unit, failed=why or "nothing came back", given_up=ended.poisoned)

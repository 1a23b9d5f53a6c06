"""the working tree against a commit -> one answer a save, by the evidence of any gate.

Both sides are commits, the second one of those that nobody sees (tools/snapshots.py); what is
measured of it is kept in a folder that goes with the watch.
"""

import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from unladen.judge.compare import clock_for, seconds
from unladen.judge.decide import worst
from unladen.measure.cascade import judged
from unladen.measure.quick_build import QuickBuilds
from unladen.measure.session import Session, Sides
from unladen.model import Comparison, Decision, Stage
from unladen.model.options import Options
from unladen.model.watched import Samples, WatchedSave
from unladen.store.project import Project
from unladen.tools import environments
from unladen.tools.saves import Saves
from unladen.tools.snapshots import Snapshots, changed_names


class Superseded(Exception):
    """Somebody saved again: what is being measured is not what is there."""


@dataclass(slots=True)
class Watching:
    """`project` keeps what it measures aside."""

    project: Project
    snapshots: Snapshots
    base: str
    options: Options
    builds: QuickBuilds
    made: set[str]
    """Hashes of the commits that were made, whose wheels go with them."""
    saves: Saves | None = None
    """None where nobody waits for the next one."""

    def answer(self, number: int) -> WatchedSave:
        """Of what is there now; UnladenError where that cannot be measured."""
        began = time.monotonic()
        project = self.project
        base = project.git.commit(self.base)
        with self.snapshots.known_to_git(), project.measuring():
            head = self.snapshots.take(base)
            told = WatchedSave(number=number, files=(), base=base.short)
            if head is None:
                return replace(told, problem=f"nothing differs from {self.base} ({base.short})")
            self.made.add(head.hash)
            changed = changed_names(project.git, base.tree, head.tree)
            told = replace(told, files=tuple(sorted(name for _, name in changed)))
            project.progress.tick("installing")
            self.builds.prepare([base, head])
            sides = project.install([base, head])
            for side in sides:
                self.builds.learn(side.commit, side.wheel)
            installing = time.monotonic() - began
            session, measured, decision = judged(
                project, base.hash, head.hash, self.options, self._clock
            )
        ordered = replace(decision, comparisons=tuple(worst(decision.comparisons)))
        return replace(
            told,
            decision=ordered,
            seconds=time.monotonic() - began,
            installing=installing,
            reach=_reach(session, measured),
            samples=_samples(measured, ordered),
        )

    def _clock(self) -> float:
        """Told to be late where there was another save: threads stop by themselves then, and who
        started them hears why."""
        if self.saves is not None and self.saves.saved():
            if threading.current_thread() is threading.main_thread():
                raise Superseded
            return math.inf
        return time.monotonic()

    def close(self) -> None:
        """What was built of commits that nobody sees is of no use to anybody."""
        environment = self.project.config.environment
        for slot in (self.project.asv.environment(each, environment) for each in "ab"):
            for made in self.made:
                environments.forget_wheel(slot, made)
            if slot.installed_commit_hash in self.made:
                environments.installed_as(slot, None)


def _reach(session: Session, sides: Sides) -> Mapping[str, str]:
    if len(sides) < 2:
        return {}
    found = {id: one.reach.get(session.builds, "") for id, one in sides[-1].items()}
    return {id: how for id, how in found.items() if how}


def _samples(sides: Sides, decision: Decision) -> Mapping[str, Samples]:
    if len(sides) < 2:
        return {}
    return {
        each.benchmark.id: found
        for each in decision.comparisons
        if each.stage is not Stage.CODE and (found := _of_one(sides, each))
    }


def _of_one(sides: Sides, comparison: Comparison) -> Samples | None:
    base, head = (side[comparison.benchmark.id].runs for side in sides)
    if not base or not head:
        return None
    clock = clock_for(base, head)
    old, new = ([s for run in runs for s in seconds(run, clock)] for runs in (base, head))
    return old, new

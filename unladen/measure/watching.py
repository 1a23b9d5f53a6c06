"""the working tree against a commit -> one answer a save, by the evidence of any gate.

Both sides are commits, the second one of those that nobody sees (tools/working_tree.py); what is
measured of it is kept in a folder that goes with the watch.
"""

import math
import re
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from unladen.judge.compare import clock_for, seconds
from unladen.judge.decide import worst
from unladen.judge.sequential import LOOKS
from unladen.measure.cascade import judged
from unladen.measure.quick_build import QuickBuilds
from unladen.measure.session import Session, Sides
from unladen.model import Commit, Comparison, Decision, Stage, Verdict
from unladen.model.commits import ComparedCommits
from unladen.model.options import Options
from unladen.model.watched import Samples, WatchedSave
from unladen.store.project import Project
from unladen.tools import environments
from unladen.tools.saves import Saves
from unladen.tools.working_tree import WorkingTree, changed_names

QUICK_SECONDS, QUICK_PAIRS = 8.0, LOOKS[3]
"""In which a change that is larger than the noise shows, if a call takes less than a second."""


class Superseded(Exception):
    """Somebody saved again: what is being measured is not what is there."""


@dataclass(slots=True)
class Watching:
    """`project` keeps what it measures aside."""

    project: Project
    working_tree: WorkingTree
    compared: Callable[[], ComparedCommits]
    """The base of now: a commit or a rebase may move it while somebody watches."""
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
        pair = self.compared()
        base, asked = pair.base, pair.asked
        with self.working_tree.known_to_git(), project.measuring():
            head = self.working_tree.as_commit(base)
            told = WatchedSave(number=number, files=(), base=base, asked_base=asked)
            if head is None:
                return replace(told, problem=f"nothing differs from {asked.name} ({base.short})")
            self.made.add(head.hash)
            changed = changed_names(project.git, base.tree, head.tree)
            told = replace(told, files=tuple(sorted(name for _, name in changed)))
            project.progress.tick("installing")
            self.builds.prepare([base, head])
            sides = project.install([base, head])
            for side in sides:
                self.builds.learn(side.commit, side.wheel)
            told = replace(told, installing=time.monotonic() - began)
            told = self._judged(told, base, head)
        return replace(told, seconds=time.monotonic() - began)

    def _judged(self, told: WatchedSave, base: Commit, head: Commit) -> WatchedSave:
        """First whether a few pairs show it: that takes seconds, while valgrind takes longer than
        that to start. What they leave open goes the way of any gate."""
        began = time.monotonic()
        options = self.options
        if Stage.TIME in self.project.config.decide_by and options.budget is not None:
            quick = min(QUICK_SECONDS, options.budget / 2)
            plainly = replace(options, witness="never", pairs=QUICK_PAIRS, budget=quick)
            told = self._heard(told, base, head, plainly)
            open_ones = [c for c in told.comparisons if c.verdict is Verdict.UNDECIDED]
            if not open_ones:
                return told
            patterns = [f"^{re.escape(each.benchmark.id)}$" for each in open_ones]
            left = max(1.0, options.budget - (time.monotonic() - began))
            options = replace(options, patterns=patterns, budget=left)
        return self._heard(told, base, head, options)

    def _heard(
        self, told: WatchedSave, base: Commit, head: Commit, options: Options
    ) -> WatchedSave:
        """What one judgement says, in the place of what was undecided before it."""
        options = replace(options, hash_seeds=1)  # a save is waited for; a gate asks again
        session, sides, decision = judged(self.project, base.hash, head.hash, options, self._clock)
        new = {each.benchmark.id: each for each in decision.comparisons}
        old = {each.benchmark.id: each for each in told.comparisons}
        comparisons = tuple(worst([*(old | new).values()]))
        ordered = replace(decision, comparisons=comparisons, asked_base=told.asked_base)
        return replace(
            told,
            decision=ordered,
            reach={**told.reach, **_reach(session, sides)},
            samples={**told.samples, **_samples(sides, ordered)},
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
        """What was built of commits that nobody sees goes, but for what is installed: the next
        watch begins with it."""
        environment = self.project.config.environment
        slots = [self.project.asv.environment(each, environment) for each in "ab"]
        unused = self.made - {slot.installed_commit_hash for slot in slots}
        for made in unused:
            for slot in slots:
                environments.forget_wheel(slot, made)


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
        if each.stage is not Stage.CODE
        and each.benchmark.id in sides[-1]
        and (found := _of_one(sides, each))
    }


def _of_one(sides: Sides, comparison: Comparison) -> Samples | None:
    base, head = (side[comparison.benchmark.id].runs for side in sides)
    if not base or not head:
        return None
    clock = clock_for(base, head)
    old, new = ([s for run in runs for s in seconds(run, clock)] for runs in (base, head))
    return old, new

"""a commit's build x its suite -> what running each benchmark shows that its source does not.

Set up and called a few times in workers that can be killed; nothing is timed for a verdict.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from unladen.judge.reach import SUITE
from unladen.judge.selection import selected
from unladen.judge.what_ran import Ran
from unladen.measure.lockstep import Lockstep
from unladen.measure.messages import Collecting, heard
from unladen.measure.ran import seen
from unladen.measure.replies import Failed, Suite
from unladen.measure.session import Session
from unladen.measure.suite import all_of
from unladen.measure.unharmed import unharmed
from unladen.measure.worker import Ended, Hung
from unladen.model import Benchmark, Commit, Kind
from unladen.model.options import Options
from unladen.model.traps import Trap
from unladen.store.project import Project

SLOW_IMPORT = 1.0
SLOW_SETUP, SETUP_BY_CALL = 0.5, 20
STARTED = "another process"
UNSEEN_THREAD = "a thread without a profiler"
MOST_TOLD = 3
COLLECTOR_SHARE = 0.1
"""Of a call's CPU with the collector on: phase 5b of docs/story.md was 14 %."""
LEAST_SEARCHES = 10


def traced(project: Project, commit: Commit, options: Options) -> tuple[list[Trap], list[str]]:
    """With what has to be said of the run itself."""
    session = Session.opened(project, [commit], options)
    with unharmed(session), session.lockstep(watch=True) as lockstep:
        project.progress.step("loading    the suite")
        lockstep.start(0)
        found = lockstep.discover()
        benchmarks = selected(all_of(found), options.patterns)
        project.progress.step(f"watching   {len(benchmarks)} benchmarks")
        until = time.monotonic() + (options.budget or 300.0)

        def left_of(share: float) -> float:
            return max(0.0, share * (until - time.monotonic()))

        looked = seen(lockstep, None, list(benchmarks.values()), left_of, lambda _: True)
        ran = looked.ran[0]
        ended = [
            benchmarks[id]
            for id, each in ran.items()
            if each.seconds and benchmarks[id].kind is Kind.TIME
        ]
        collected = dict(_collected(lockstep, ended, left_of))
    traps = list(_slow_imports(found[0]))
    for id, each in benchmarks.items():
        if id in ran:
            traps += _of(each, ran[id], project)
        if kept := collected.get(id):
            traps += _hidden(each, kept, project)
    problems = [f"not imported: {each[:150]}" for each in found[0].problems[:MOST_TOLD]]
    unasked = len(ended) - len(collected)
    late = [f"{unasked} benchmarks were not called with the collector on: no time"] * (unasked > 0)
    return traps, [*session.notes, *problems, *_unwatched(ran), *late]


def _of(benchmark: Benchmark, ran: Ran, project: Project) -> Iterator[Trap]:
    where = _below(benchmark.file, project)
    for place in sorted(ran.draws):
        file, _, line = place.removeprefix(SUITE).rpartition(":")
        if place.startswith(SUITE) and line.isdigit():
            what = f"{benchmark.id} asks the system for chance"
            yield Trap(file, int(line), "draws", what)
        else:
            what = f"{benchmark.id} asks the system for chance, in {place}"
            yield Trap(where, benchmark.line, "draws", what)
    for what in ran.unseen:
        if what.startswith((STARTED, UNSEEN_THREAD)):
            yield Trap(where, benchmark.line, "starts-others", f"{benchmark.id} starts {what}")
    if ran.seconds and ran.setup > max(SLOW_SETUP, SETUP_BY_CALL * ran.seconds):
        what = f"{benchmark.id}: {ran.setup:.2g} s of set-up for a call of {ran.seconds:.2g} s"
        yield Trap(where, benchmark.line, "slow-setup", what)


def _collected(
    lockstep: Lockstep, benchmarks: Sequence[Benchmark], left_of: Callable[[float], float]
) -> Iterator[tuple[str, Collecting | None]]:
    """In a process of its own, where nobody watches; of who fails now it was told before."""
    for each in benchmarks:
        seconds = min(each.timeout, left_of(1.0))
        if seconds <= 0:
            return
        worker = lockstep.ready(0)
        try:
            lockstep.set_up(0, each, seconds)
            yield each.id, heard(Collecting, worker.ask(seconds, "collecting"))
        except (Failed, Hung, Ended):
            yield each.id, None
        finally:
            worker.release()


def _hidden(benchmark: Benchmark, seen: Collecting, project: Project) -> Iterator[Trap]:
    share = seen.hidden / seen.seconds if seen.seconds else 0.0
    if not seen.stopped or seen.searches < LEAST_SEARCHES or share < COLLECTOR_SHARE:
        return
    what = (
        f"{benchmark.id}: {100 * share:.0f} % of a call are the collector's where it runs "
        f"({seen.each:.3g} searches), and nothing of them while it is timed"
    )
    yield Trap(_below(benchmark.file, project), benchmark.line, "collector-stopped", what)


def _below(file: str, project: Project) -> str:
    """By path below the suite."""
    return file.removeprefix(f"{project.asv.source.root}/")


def _slow_imports(suite: Suite) -> Iterator[Trap]:
    for module, seconds in suite.seconds.items():
        if seconds > SLOW_IMPORT:
            files = {
                b.file for b in suite.benchmarks.values() if suite.modules.get(b.name) == module
            }
            what = f"{module} takes {seconds:.1f} s to be imported"
            yield from (Trap(file, 1, "slow-import", what) for file in files)


def _unwatched(ran: Mapping[str, Ran]) -> Iterator[str]:
    unseen = [id for id, each in ran.items() if not each.seconds]
    if unseen:
        yield f"{len(unseen)} of {len(ran)} benchmarks were not seen to end a call: {unseen[0]}"

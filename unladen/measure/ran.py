"""two installed commits x benchmarks -> what each runs on both sides, and what of it changed.

Nothing is timed here, so both sides work at the same time.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unladen.judge.baselines import slower_than_baseline
from unladen.judge.reach import INSTALLED, SUITE, UNSEEN, Reach, Side
from unladen.judge.same_code import ChangedCode
from unladen.judge.what_ran import Ran
from unladen.measure.apart import on_both_workers
from unladen.measure.lockstep import Lockstep
from unladen.measure.messages import Facts, Looked
from unladen.measure.replies import Failed, SideResult, checked, failure
from unladen.measure.worker import END_SECONDS, Ended, Hung
from unladen.model import Benchmark
from unladen.model.started import Started, started_otherwise
from unladen.store.fields import decoded
from unladen.tools.asv import Installed
from unladen.tools.meters import BLOCKS
from unladen.tools.suite_sources import python_files
from unladen.tools.wheels import files_of


def told_by(reply: object) -> Ran:
    """What it says comes from a process that runs anybody's code."""
    try:
        told = decoded(Looked, reply)
    except (ValueError, RecursionError):
        return Ran(unseen=("what it said makes no sense",))
    return Ran(
        codes=frozenset(told.codes),
        modules=frozenset(told.modules),
        foreign=frozenset(told.foreign),
        words=frozenset(told.words),
        unseen=tuple(told.unseen),
        opened=frozenset(told.opened),
        seconds=told.seconds,
        each=told.each,
        waits=told.waits,
        steady=told.steady,
        draws=frozenset(place[:200] for place in told.draws),
        processes=told.processes,
        starting=told.starting,
        children=told.children,
        outlives=frozenset(file[:300] for file in told.outlives),
    )


CALLS_IN_A_PAIR, SAMPLE_SECONDS = 3, 0.03
QUICK_SECONDS = 2.0
"""First those that are set up and called in so many, unless there are few."""
FEW = 3
SHORT_SECONDS = (0.3, 1.0, 8.0)
"""No longer where the code decides nothing: only to know what a call takes; and no longer than the
first for what cannot be counted."""
COUNTED_SLOWER = BLOCKS.slowdown
"""What takes longer than this part of the time could not be counted in it."""
TO_LOOK, TO_LOOK_IN_VAIN = 0.6, 0.3
"""Shares of the budget after which others have their turn; where the code decides nothing."""
TOO_SLOW = "no time to look"
NO_TIME = UNSEEN + TOO_SLOW
REQUIREMENTS = "METADATA"


Failures = dict[tuple[int, str], SideResult]


@dataclass(frozen=True, slots=True)
class Seen:
    """What each side ran, by benchmark id, and how the change can reach it: empty if it cannot."""

    ran: Sequence[Mapping[str, Ran]]
    reach: Mapping[str, str]
    failures: Failures = field(default_factory=dict)
    """Those that cannot be run, by side and benchmark id."""
    functions: Mapping[str, Sequence[tuple[str, ...]]] = field(default_factory=dict)
    """Of the project, by benchmark id, on each side."""
    interpreted: bool = False
    """The machine code is the same on both sides."""

    def seconds(self, id: str) -> float:
        """Of a call, on the slower side."""
        return max(side[id].seconds for side in self.ran)

    def noted(self, benchmarks: Sequence[Benchmark]) -> dict[str, tuple[str, ...]]:
        """Processes that one side starts more of, and a baseline that is quicker, at head."""
        head = {id: one.seconds for id, one in self.ran[-1].items()}
        return {
            one.id: (self.started(one.id), slower_than_baseline(one, benchmarks, head))
            for one in benchmarks
        }

    def each(self, id: str) -> float:
        return max(side[id].each for side in self.ran)

    def setup(self, id: str) -> float:
        return max(side[id].setup for side in self.ran)

    def pair_seconds(self, id: str) -> float:
        """About what a pair of workers will take."""
        if not self.seconds(id):
            given = max(side[id].given for side in self.ran)
            return 2 * CALLS_IN_A_PAIR * min(given or QUICK_SECONDS, QUICK_SECONDS)
        return 2 * (self.setup(id) + CALLS_IN_A_PAIR * max(SAMPLE_SECONDS, self.each(id)))

    def steady(self, id: str) -> bool:
        """Whether a first call does what later ones do."""
        return all(side[id].steady for side in self.ran)

    def draws(self, id: str) -> str:
        """A line that draws without a seed; the suite's own first."""
        found = set().union(*(side[id].draws for side in self.ran))
        return min(found, key=lambda place: (not place.startswith(SUITE), place), default="")

    def started(self, id: str) -> str:
        """Processes, where one side starts more of them."""
        both = [side[id] for side in self.ran if id in side]
        each = [Started(one.processes, one.starting, one.children) for one in both]
        return started_otherwise(each[0], each[-1]) if each else ""

    def outlives(self) -> Iterator[tuple[str, str]]:
        """Each file that the next run finds, and the first benchmark that leaves it there."""
        found: dict[str, str] = {}
        for side in self.ran:
            for id in sorted(side):
                for file in sorted(side[id].outlives):
                    found.setdefault(file, id)
        yield from found.items()

    def waits(self, id: str) -> bool:
        return any(side[id].waits for side in self.ran)


def seen(
    lockstep: Lockstep,
    changed: ChangedCode | None,
    benchmarks: Sequence[Benchmark],
    left_of: Callable[[float], float],
    countable: Callable[[Benchmark], bool],
) -> Seen:
    """As many benchmarks as there is time for, the quick ones first; of the others it is not
    known. Where the change reaches them all, only what a call takes is found out, for those that
    can be counted. The lockstep's workers must have been started to watch."""

    imported = on_both_workers(lockstep, lambda side: _imported(lockstep, side))
    reach = _reach(lockstep, changed)
    everything = reach.why(imported) if reach else UNSEEN + "no wheel was built"
    passes: Sequence[float] = SHORT_SECONDS if everything else (QUICK_SECONDS, math.inf)
    worth = {each.id for each in benchmarks if not everything or countable(each)}
    share = TO_LOOK_IN_VAIN if everything else TO_LOOK
    if len(benchmarks) <= FEW and worth:
        passes, share = (max(passes[-1], left_of(TO_LOOK) / COUNTED_SLOWER),), TO_LOOK

    failures: Failures = {}

    def one(side: int) -> dict[str, Ran]:
        found: dict[str, Ran] = {}
        for most in passes:
            for each in benchmarks:
                slow = each.id in found and found[each.id].unseen[:1] == (TOO_SLOW,)
                if each.id not in found or (slow and each.id in worth):
                    seconds = min(most, left_of(share), each.timeout)
                    ran = _ran(lockstep, side, each, seconds, failures)
                    found[each.id] = ran.beside(imported[side])
        return found

    ran = on_both_workers(lockstep, one)
    _check(lockstep, benchmarks, ran, failures)
    if reach is None:
        return Seen(ran, {each.id: everything for each in benchmarks}, failures)
    interpreted = reach.interprets(one for side in ran for one in side.values())
    found, functions = {}, {}
    for each in benchmarks:
        both = [side[each.id] for side in ran]
        found[each.id] = everything or reach.why(both)
        if not any(one.unseen for one in both):
            functions[each.id] = [reach.functions(side, one) for side, one in enumerate(both)]
    return Seen(ran, found, failures, functions, interpreted)


def _check(
    lockstep: Lockstep,
    benchmarks: Sequence[Benchmark],
    ran: Sequence[Mapping[str, Ran]],
    failures: Failures,
) -> None:
    """What failed on a side is said of the commit only if the other side was tried, too: that one
    may have had no time. Where it has none now, timing will tell."""
    known = {each.id: each for each in benchmarks}
    for side, id in list(failures):
        other = 1 - side
        if len(ran) < 2 or (other, id) in failures:
            continue
        if ran[other][id].unseen[:1] == (TOO_SLOW,):
            again = _ran(lockstep, other, known[id], QUICK_SECONDS, failures)
            if again.unseen[:1] == (TOO_SLOW,):
                del failures[side, id]


def _imported(lockstep: Lockstep, side: int) -> Ran:
    """What ran, and is there, before any benchmark."""
    worker = lockstep.worker(side)
    try:
        worker.send({"do": "imported"})
        return told_by(worker.receive(END_SECONDS).get("ran"))
    except (Hung, Ended):
        return Ran(unseen=("the worker is gone",))


def _reach(lockstep: Lockstep, changed: ChangedCode | None) -> Reach | None:
    if changed is None or any(side.wheel is None for side in lockstep.sides):
        return None
    suite = {
        f"{SUITE}{path.relative_to(lockstep.suite.root)}": path.read_bytes()
        for path in python_files(lockstep.suite)
    }
    sides = [Side({**files_of(s.wheel), **suite}) for s in lockstep.sides if s.wheel is not None]
    return Reach(sides, _files(lockstep, changed))


def _ran(
    lockstep: Lockstep, side: int, benchmark: Benchmark, seconds: float, failures: Failures
) -> Ran:
    """Set-up and some calls; what cannot be run cannot be seen either."""
    worker = lockstep.worker(side)
    if seconds <= 0 or not worker.alive:
        return Ran(unseen=(TOO_SLOW,))
    try:
        began = time.monotonic()
        lockstep.set_up(side, benchmark, seconds, watched=True)
        setup = time.monotonic() - began
        reply = checked(worker.ask(seconds, "ran"))
        cache = lockstep.told_by_cache.get((side, str(benchmark.setup_cache)))
        made = told_by(cache.get("ran")) if cache else Ran()
        return replace(told_by(reply.get("ran")).beside(made), setup=setup)
    except Hung:
        return Ran(unseen=(TOO_SLOW,), given=seconds)
    except (Failed, Ended) as error:
        failures[side, benchmark.id] = failure(error, benchmark)
        return Ran(unseen=(str(error)[:200] or "it failed",))
    finally:
        worker.release()


def _files(lockstep: Lockstep, changed: ChangedCode) -> list[str]:
    """What the package asks for matters by what is there because of it."""
    both = zip(lockstep.facts, lockstep.sides, strict=True)
    base, head = (_others(facts, side) for facts, side in both)
    names = [name for name in changed.runs if name != REQUIREMENTS]
    return names if base == head else [*names, INSTALLED]


def _others(facts: Facts, side: Installed) -> dict[str, str]:
    """Versions of all packages but the project itself."""
    own = side.wheel.path.name.partition("-")[0].lower() if side.wheel else ""
    plain = {name: name.lower().replace("-", "_").replace(".", "_") for name in facts.packages}
    return {name: each for name, each in facts.packages.items() if plain[name] != own}

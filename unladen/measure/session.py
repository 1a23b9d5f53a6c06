"""commits -> their Measurements: installed side by side, answers, then values, then timings."""

import hashlib
import math
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from unladen.errors import ToolError
from unladen.judge.same_code import ChangedCode
from unladen.judge.selection import selected
from unladen.measure.gathering import Gathering, shuffled
from unladen.measure.keeping import for_asv, keep, keep_suites, known_of
from unladen.measure.lockstep import Lockstep
from unladen.measure.one_process import OneProcess, why_not_one_process
from unladen.measure.replies import Failed
from unladen.measure.same_build import changed_between
from unladen.measure.sampler import Pace
from unladen.measure.stop import Budget, Stop, budget_for
from unladen.measure.suite import all_of, named_in, not_imported
from unladen.measure.unharmed import unharmed
from unladen.measure.worker import START_SECONDS
from unladen.model import Benchmark, Commit, Isolation, Measurement, Run
from unladen.model.options import Options
from unladen.store import suites
from unladen.store.project import Project
from unladen.tools.asv import Installed
from unladen.tools.isolation import isolation_of

IDENTICAL_SECONDS = 6.0
"""To import a suite of which nothing is going to be run."""
SPARED = 0.5
"""Share of a budget after which nothing is timed that a count has told already."""

LEAST_HASH_SEEDS, LONG_ANSWERS = 2, 10.0
"""Under which answers are asked for, where asking takes so many seconds; under one, where importing
the suite does."""

Sides = list[dict[str, Measurement]]
"""Measurements by benchmark id, of each commit."""

Prepare = Callable[["Session", Gathering], Budget]
"""What is found out before anything is timed; how much time there is for the rest."""


@dataclass(slots=True)
class Session:
    """One run of unladen over commits that are installed, and what it has to say of itself."""

    project: Project
    sides: list[Installed]
    options: Options
    seed: int
    notes: list[str] = field(default_factory=list)
    changed: ChangedCode | None = None
    """What differs between two sides; None where there is one, or it cannot be known."""
    started: float = field(default_factory=time.monotonic)
    began: float = field(default_factory=time.time)
    loaded: float = field(default_factory=time.monotonic)
    """When the suite was there: a budget counts from here."""
    left: float = math.inf
    """Seconds of the budget that nobody needed."""
    broken: dict[Commit, str] = field(default_factory=dict)
    """Commits at which nothing of the suite can be imported, and why; and in part:"""
    partly: set[Commit] = field(default_factory=set)
    unsaved: str = ""
    """Why what was measured is not in the records."""

    @classmethod
    def opened(cls, project: Project, commits: Sequence[Commit], options: Options) -> Self:
        sides = project.install(commits)
        seed = options.seed if options.seed is not None else secrets.randbits(40)
        session = cls(project, sides, options, seed)
        unsaid = project.config.environment is None
        if unsaid and (others := len(project.asv.environments("a")) - 1):
            told = f"measured in 1 of {others + 1} environments; -E all measures in each"
            session.notes.append(told)
        for side in sides:
            session.notes += [f"{side.commit.short}: {note}" for note in side.notes]
        if len(sides) == 2:
            session.changed = changed_between(sides[0], sides[1], project.asv.source)
        if session.identical and session.changed and session.changed.left_out:
            left_out = ", ".join(session.changed.left_out)
            session.notes.append(f"the same code but for what never runs: {left_out}")
        return session

    @property
    def id(self) -> str:
        """The same seed given again is another session."""
        return f"{self.seed:x}-{int(self.began):x}"

    def took(self, run: Run) -> bool:
        """Whether a run is of this session, and not of one before."""
        return run.session.startswith(self.id)

    @property
    def isolation(self) -> Isolation:
        """That of the side that has the least of it."""
        found = {isolation_of(side.protected) for side in self.sides}
        return max(found, key=list(Isolation).index)

    @property
    def identical(self) -> bool:
        """Whether all sides run the same code."""
        return self.changed is not None and not self.changed.runs

    @property
    def builds(self) -> str:
        """The two that are compared, whichever is the base, as the suite of today runs them."""
        wheels = sorted(side.wheel.digest if side.wheel else "" for side in self.sides)
        return hashlib.sha256(" ".join([*wheels, self.project.suite_digest()]).encode()).hexdigest()

    def lockstep(self, watch: bool = False) -> Lockstep:
        return Lockstep(self.sides, self.project.asv.source, self.id, self.seed, watch)

    def benchmarks(self) -> dict[str, Benchmark]:
        """Those asked for, of the last side's suite, which is imported only if nobody has seen it
        in either of them; nothing is measured."""
        known = suites.kept(self.project, self.sides) if self.identical else None
        if known is not None:
            for side in self.sides:
                suites.keep(self.project, side, list(known.values()))
            return selected(known, self.options.patterns)
        if self.identical:
            try:
                return self._imported(IDENTICAL_SECONDS)
            except ToolError:
                if named := self._named():
                    return named
        return self._imported(START_SECONDS)

    def _imported(self, seconds: float) -> dict[str, Benchmark]:
        with Lockstep(self.sides[-1:], self.project.asv.source, self.id, self.seed) as lockstep:
            lockstep.patience = seconds
            lockstep.start(0)
            found = lockstep.discover()
            keep_suites(self, self.sides if self.identical else self.sides[-1:], found)
            with_pytest = self.project.asv.source.with_pytest
            return selected(all_of(found, with_pytest), self.options.patterns)

    def _named(self) -> dict[str, Benchmark]:
        """By their names in the suite's sources; nothing where none of these is asked for."""
        found = named_in(self.project.asv.source, self.options.patterns)
        told = f"the suite takes more than {IDENTICAL_SECONDS:.0f} s to be imported"
        if found:
            self.notes.append(f"{told}: benchmarks are told by name, without parameters")
        return found


@contextmanager
def caches(session: Session) -> Iterator[Callable[[int, Benchmark], Path | None]]:
    """Where what setup_cache makes on a side lies, as long as the block lasts; None where there is
    none, or it fails."""
    with session.lockstep() as lockstep:
        lockstep.start(0)

        def of(side: int, benchmark: Benchmark) -> Path | None:
            with suppress(Failed):
                return lockstep.cache_folder(side, benchmark)
            return None

        yield of


def measure(session: Session, stop: Stop, prepare: Prepare | None = None) -> Sides:
    """Answers, values, what `prepare` finds, timings; saved after each pair of workers."""
    with unharmed(session):
        return _measured(session, stop, prepare)


def _measured(session: Session, stop: Stop, prepare: Prepare | None) -> Sides:
    project = session.project
    known = [known_of(session, side) for side in session.sides]
    with session.lockstep(watch=prepare is not None) as lockstep:
        project.progress.step("loading    the suite")
        lockstep.start(0)
        found = lockstep.discover()
        keep_suites(session, session.sides, found)
        both = list(zip(session.sides, found, strict=True))
        session.broken |= {side.commit: suite.broken for side, suite in both if suite.broken}
        session.partly = {side.commit for side, suite in both if suite.lacks(found)}
        if project.asv.source.with_pytest:
            session.notes += not_imported(found)
        session.loaded = time.monotonic()
        every = all_of(found, project.asv.source.with_pytest)
        benchmarks = selected(every, session.options.patterns)
        lockstep.only(found, benchmarks.values())
        gathering = Gathering(lockstep, benchmarks)
        gathering.begin(found, known)
        try:
            _answers_and_values(session, gathering)
            _under_other_hash_seeds(session, gathering)
            gathering.variants()
            session.notes += gathering.samples()
            budget = prepare(session, gathering) if prepare is not None else None
            lockstep.watch = False
            if gathering.any_timed and _may_share_a_process(session):
                _in_one_process(session, gathering, stop, budget)
            _timings(session, gathering, stop, gathering.timed(), budget)
        finally:
            keep(session, gathering)
            project.progress.clear()
        for_asv(session, gathering, found)
        return gathering.sides


def _answers_and_values(session: Session, gathering: Gathering) -> None:
    for number, benchmark in enumerate(gathering.benchmarks.values(), 1):
        place = f"{number}/{len(gathering.benchmarks)} {benchmark.id}"
        if benchmark.has_answers:
            session.project.progress.tick(f"answers    {place}")
            gathering.answers(benchmark)
        if benchmark.exact:
            session.project.progress.tick(f"values     {place}")
            gathering.values(benchmark)


def _under_other_hash_seeds(session: Session, gathering: Gathering) -> None:
    """Ties that are broken by the order of a set answer otherwise in another process."""
    answering = [each for each in gathering.benchmarks.values() if each.has_answers]
    if not any(gathering.whole(each.id) for each in answering) or gathering.lockstep.pinned:
        return
    if gathering.lockstep.start_seconds > LONG_ANSWERS:
        session.notes.append("answers under one hash seed only: the suite takes long to import")
        return
    began = time.monotonic()
    for number in range(2, session.options.hash_seeds + 1):
        if number > LEAST_HASH_SEEDS and time.monotonic() - began > LONG_ANSWERS:
            break
        gathering.lockstep.other_hash_seed()
        for each in answering:
            session.project.progress.tick(f"answers    hash seed {number}: {each.id}")
            gathering.answers(each)
    if fickle := gathering.fickle():
        session.notes.append(fickle)


def _may_share_a_process(session: Session) -> bool:
    """If the project asks for it, and it is possible; if it is not, that is said."""
    if not session.project.config.in_process or len(session.sides) < 2:
        return False
    reason = why_not_one_process(session.sides, session.project.asv.source)
    if reason:
        session.notes.append(f"not in one process: {reason}")
    return not reason


def _in_one_process(
    session: Session, gathering: Gathering, stop: Stop, budget: Budget | None
) -> None:
    """Those without a setup_cache; what these leave open goes on in lockstep."""
    suite = session.project.asv.source
    usual = gathering.lockstep
    with OneProcess(session.sides, suite, f"{session.id}-duel", session.seed) as together:
        together.like(usual)
        together.start(0)
        gathering.lockstep = together
        try:
            simple = [each for each in gathering.timed() if not each.setup_cache]
            _timings(session, gathering, stop, simple, budget)
        finally:
            gathering.lockstep = usual


def _timings(
    session: Session,
    gathering: Gathering,
    stop: Stop,
    benchmarks: Iterable[Benchmark],
    budget: Budget | None,
) -> None:
    """A pair of workers after the other goes through those benchmarks that are still open, and
    whose turn it is."""
    project, timed = session.project, list(benchmarks)
    if budget is None:
        budget = budget_for(session.options.budget or project.config.budget, len(timed))
    pace = Pace(pair_seconds=project.config.pair_seconds)
    for pair in range(stop.most):
        waiting = [each for each in timed if gathering.is_open(each.id, stop)]
        if not waiting or (not budget.left and pair > 0):
            break
        left = (budget.left, budget.left_of(SPARED))
        now = gathering.next_ones(waiting, stop, left)
        if not now:
            break
        if pair:
            gathering.lockstep.next_pair(pair, now)
        for benchmark in shuffled(session.seed, pair, now):
            project.progress.tick(
                f"timing     pair {pair + 1}, {len(timed) - len(waiting)} of {len(timed)} decided, "
                f"{budget.left:.0f} s left: {benchmark.id}"
            )
            gathering.pair(pair, benchmark, pace)
            if not budget.left:
                break
        keep(session, gathering)

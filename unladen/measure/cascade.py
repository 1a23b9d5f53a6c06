"""BASE and HEAD -> a Decision, by the cheapest evidence first: code, answers, counts, time."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from unladen.judge.answers import agree
from unladen.judge.counts import LAYOUTS, cycled, in_blocks
from unladen.judge.stages import Unfinished, again, conclude, finer, layouts, untouched
from unladen.measure.counting import (
    Countable,
    Counted,
    Forecast,
    Regions,
    counted,
    importable,
    metered,
)
from unladen.measure.gathering import Gathering
from unladen.measure.left_behind import warm_ones
from unladen.measure.ran import NO_TIME, Seen, seen
from unladen.measure.session import Session, Sides, measure
from unladen.measure.stop import Budget, Decided, budget_of_gate
from unladen.model import Benchmark, Comparison, Count, Decision, Stage, Verdict
from unladen.model.options import Options
from unladen.store.project import Project
from unladen.tools import valgrind
from unladen.tools.meters import BLOCKS, CYCLES, INSTRUCTIONS, Meter

TOO_LONG = "its module takes too long to import"
UNLOOKED = "a call takes too long to see how long it takes"
TO_COUNT = 0.8
"""The share of the budget after which time has its turn."""


@dataclass(slots=True)
class Before:
    """What is known of each benchmark before it is timed."""

    budget: Budget
    gathering: Gathering | None = None
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds by what they were for."""
    refused: dict[str, str] = field(default_factory=dict)
    """Why instructions were not counted."""
    draws: dict[str, str] = field(default_factory=dict)
    """Lines that draw without a seed, by benchmark id."""
    noted: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What was seen of each when nobody timed it: processes, and a baseline that is quicker."""

    def prepare(self, session: Session, gathering: Gathering) -> Budget:
        self.gathering = gathering
        benchmarks = [b for b in gathering.timed() if gathering.whole(b.id)]
        asked = session.options.budget or session.project.config.budget
        self.budget.begun = session.loaded if asked else self.budget.clock()
        self.budget.seconds = budget_of_gate(asked, len(gathering.timed()))
        if len(session.sides) == 2 and benchmarks and not session.options.measure_identical:
            self._look(session, gathering, benchmarks)
        return self.budget

    def unfinished(self, id: str, stop: Decided) -> Unfinished:
        found, needed = self.gathering, None
        if found is not None and found.is_open(id, stop):
            needed = found.seconds_needed(id, stop)
        return Unfinished(self.refused.get(id, ""), needed, self.draws.get(id, ""))

    def beside(self, found: Comparison) -> Comparison:
        told = filter(None, self.noted.get(found.benchmark.id, ()))
        return replace(found, notes=(*found.notes, *told))

    def told(self) -> list[str]:
        """What time went into, and how much of the timing was spent inside benchmarks."""
        if self.gathering is None or not self.gathering.timing:
            timed = ""
        else:
            inside, all_ = self.gathering.inside, self.gathering.timing
            timed = f"timing {all_:.0f} s, {100 * inside / all_:.0f} % of it inside benchmarks"
        spent = [f"{what} {seconds:.0f} s" for what, seconds in self.spent.items()]
        told = ", ".join([*spent, timed] if timed else spent)
        return [f"time went into {told}"] if told else []

    def _look(
        self, session: Session, gathering: Gathering, benchmarks: Sequence[Benchmark]
    ) -> None:
        stages = {b.id: session.project.config.deciding(b.id) for b in benchmarks}
        if all(found == (Stage.TIME,) for found in stages.values()):
            return
        session.project.progress.step(f"looking    which code {len(benchmarks)} benchmarks run")
        began = self.budget.spent
        ordered = sorted(benchmarks, key=lambda b: not gathering.touched(b.id, session.changed))
        what = seen(
            gathering.lockstep,
            session.changed,
            ordered,
            self.budget.left_of,
            lambda each: importable(each, gathering.lockstep.parts, self.budget.left_of(TO_COUNT)),
        )
        self.spent["looking"] = self.budget.spent - began
        builds = session.builds
        for id, how in what.reach.items():
            if how != NO_TIME:  # an earlier run may have had it
                gathering.reached(id, builds, how)
        for (side, id), result in what.failures.items():
            gathering.fails(side, id, result)
        for id, functions in what.functions.items():
            gathering.ran(id, functions)
        self.draws |= {b.id: what.draws(b.id) for b in benchmarks}
        self.noted |= what.noted(benchmarks)
        session.notes += warm_ones(what.outlives())
        gathering.pair_seconds |= {b.id: what.pair_seconds(b.id) for b in benchmarks}
        gathering.settled |= {
            id
            for id in what.reach
            if Stage.CODE in stages[id] and untouched(*gathering.sides_of(id))
        }
        open_ones = [b for b in benchmarks if gathering.may_be_timed(b.id) and _agree(gathering, b)]
        if session.options.witness == "always":
            open_ones = list(benchmarks)
        elif session.options.witness == "never":
            return
        self._count(
            session, gathering, what, [b for b in open_ones if Stage.INSTRUCTIONS in stages[b.id]]
        )

    def _count(
        self, session: Session, gathering: Gathering, what: Seen, benchmarks: Iterable[Benchmark]
    ) -> None:
        coarse = BLOCKS if what.interpreted and not session.options.cache_sim else None
        subjects = self._countable(session, gathering, what, benchmarks, coarse)
        if subjects and not valgrind.available():
            self.refused |= {each.benchmark.id: valgrind.MISSING for each in subjects}
            return
        if not subjects:
            return
        session.project.progress.step(f"counting   instructions of {len(subjects)} benchmarks")
        self.refused |= {each.benchmark.id: "no time to count" for each in subjects}
        began = self.budget.spent
        forecast = Forecast(lambda: self.budget.left_of(TO_COUNT))

        for layout in range(LAYOUTS + 1):  # in the last one, what needs a finer count

            def said(id: str, both: Sequence[Counted], layout: int = layout) -> None:
                told = [each for each in both if isinstance(each, str)]
                self.refused[id] = told[0] if told else ""
                regions = [each for each in both if not isinstance(each, str)]
                if not told:
                    gathering.count(id, [_count(session.id, layout, each) for each in regions])

            due = [each for each in subjects if self._due(session, each.benchmark.id, layout)]
            if layout == 0:
                due = metered(due, coarse, gathering.lockstep.parts, forecast.left())
            elif layout < LAYOUTS:  # by what counted them before
                due = [
                    replace(each, meter=coarse) if coarse and self._in_blocks(each) else each
                    for each in due
                ]
            why = counted(gathering.lockstep, due, layout, forecast, said)
            if why:
                self.refused |= {each.benchmark.id: why for each in due}
        self.spent["counting"] = self.budget.spent - began

    def _countable(
        self,
        session: Session,
        gathering: Gathering,
        what: Seen,
        benchmarks: Iterable[Benchmark],
        coarse: Meter | None,
    ) -> list[Countable]:
        """Of the others it is noted why not."""
        asked = [
            each
            for each in benchmarks
            if any(self._due(session, each.id, layout) for layout in range(LAYOUTS + 1))
        ]
        waiting = {each.id: "it waits" for each in asked if what.waits(each.id)}
        meter = CYCLES if session.options.cache_sim else INSTRUCTIONS
        subjects = [
            _subject(each, what, meter)
            for each in asked
            if each.id not in waiting and what.seconds(each.id) > 0
        ]
        parts, left = gathering.lockstep.parts, self.budget.left_of(TO_COUNT)
        chosen = {each.benchmark.id for each in metered(subjects, coarse, parts, left)}
        self.refused |= waiting
        self.refused |= {each.id: UNLOOKED for each in asked if not what.seconds(each.id)}
        self.refused |= {
            each.benchmark.id: TOO_LONG for each in subjects if each.benchmark.id not in chosen
        }
        return [each for each in subjects if each.benchmark.id in chosen]

    def _in_blocks(self, subject: Countable) -> bool:
        assert self.gathering is not None
        return in_blocks(*self.gathering.sides_of(subject.benchmark.id))

    def _due(self, session: Session, id: str, layout: int) -> bool:
        """In the first layout what nobody counted, in the next what was counted to be a little
        different, in the last what few blocks do not tell; an earlier run may have done either."""
        assert self.gathering is not None
        rules = session.project.config.rules(id, len(self.gathering.benchmarks))
        base, head = self.gathering.sides_of(id)
        if layout == LAYOUTS:
            return finer(base, head, rules)
        if layout:
            return again(base, head, rules)
        asked = session.options.cache_sim and cycled(base, head) is None
        return asked or not layouts(base, head)


def _agree(gathering: Gathering, benchmark: Benchmark) -> bool:
    """Wrong answers are wrong, however soon they come; and other work is other work."""
    base, head = gathering.sides_of(benchmark.id)
    return base.workload == head.workload and agree(base, head)


def _count(session: str, layout: int, found: Regions) -> Count:
    return Count(
        session=session,
        layout=layout,
        regions=found.counts,
        unit=found.unit,
        cycles=found.cycles,
    )


def _subject(benchmark: Benchmark, what: Seen, meter: Meter) -> Countable:
    seconds = what.seconds(benchmark.id)
    return Countable(
        benchmark=benchmark,
        meter=meter,
        seconds=seconds,
        setup=what.setup(benchmark.id),
        between=max(0.0, what.each(benchmark.id) - seconds),
        steady=what.steady(benchmark.id),
    )


def judged(
    project: Project,
    base: str,
    head: str,
    options: Options,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Session, Sides, Decision]:
    """Build both, check answers, then take evidence until every benchmark is decided or time is
    up, by a clock that may say otherwise: it is asked wherever a moment is left between samples."""
    commits = project.commits(base, head, options.ignore_dirty)
    session = Session.opened(project, commits, options)
    if session.identical and not options.measure_identical:
        return session, [], decision_of(session, _identical(session), identical=True)
    rules = project.config.rules
    stop = Decided(rules, options.pairs) if options.pairs else Decided(rules)
    before = Before(Budget(0.0, clock))
    sides = measure(session, stop, before.prepare)
    session.notes += before.told()
    session.left = before.budget.left
    old, new = sides
    comparisons = tuple(
        before.beside(conclude(old[id], new[id], rules(id, len(old)), before.unfinished(id, stop)))
        for id in old
    )
    return session, sides, decision_of(session, comparisons, identical=False)


def _identical(session: Session) -> tuple[Comparison, ...]:
    """The same code is the same: LNT's rule. What could differ is the machine, not the commit."""
    return tuple(
        Comparison(
            benchmark=benchmark,
            verdict=Verdict.SAME,
            allow=session.project.config.allowance(id),
            stage=Stage.CODE,
            reason="identical code",
        )
        for id, benchmark in session.benchmarks().items()
    )


def decision_of(session: Session, comparisons: tuple[Comparison, ...], identical: bool) -> Decision:
    base, head = session.sides
    return Decision(
        base=base.commit,
        head=head.commit,
        machine=session.project.machine,
        environment=base.environment,
        comparisons=comparisons,
        seconds=time.monotonic() - session.started,
        seed=session.seed,
        identical_code=identical,
        notes=tuple(session.notes),
        root=str(session.project.folder),
        asked=_asked(session),
        isolation=None if identical else session.isolation,
    )


def _asked(session: Session) -> tuple[str, ...]:
    words = [word for pattern in session.options.patterns for word in ("-b", pattern)]
    environment = session.project.config.environment
    return (*words, *(("-E", environment) if environment else ()))

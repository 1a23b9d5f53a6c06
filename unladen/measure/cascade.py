"""BASE and HEAD -> a Decision, by the cheapest evidence that decides: the code, then answers, then
time, with instructions beside it."""

import time
from collections.abc import Mapping, Sequence

from unladen.judge.compare import compare, paired_runs
from unladen.judge.decide import doubtful
from unladen.measure.session import Session, Sides, measure
from unladen.measure.stop import Decided
from unladen.model import Benchmark, Comparison, Decision, Measurement, Verdict
from unladen.model.options import Options
from unladen.store.project import Project


def judged(
    project: Project, base: str, head: str, options: Options
) -> tuple[Session, Sides, Decision]:
    """Build both, check answers, then sample until every benchmark is decided or time is up."""
    commits = project.commits(base, head, options.ignore_dirty)
    session = Session.opened(project, commits, options)
    if session.identical and not options.measure_identical:
        return session, [], decision_of(session, _identical(session), identical=True)
    rules = project.config.rules
    stop = Decided(rules, options.pairs) if options.pairs else Decided(rules)

    def counts(both: Sequence[Measurement], together: int) -> bool:
        asked = options.witness == "always" and bool(paired_runs(*both))
        return asked or doubtful(both, rules(both[0].benchmark.id, together))

    sides = measure(session, stop, counts)
    old, new = sides
    comparisons = tuple(compare(old[id], new[id], rules(id, len(old))) for id in old)
    return session, sides, decision_of(session, comparisons, identical=False)


def _identical(session: Session) -> tuple[Comparison, ...]:
    """The same code is the same: LNT's rule. What could differ is the machine, not the commit."""
    benchmarks: Mapping[str, Benchmark] = session.benchmarks()
    return tuple(
        Comparison(
            benchmark=benchmark,
            verdict=Verdict.SAME,
            allow=session.project.config.allowance(id),
            reason="identical code",
        )
        for id, benchmark in benchmarks.items()
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
    )


def _asked(session: Session) -> tuple[str, ...]:
    words = [word for pattern in session.options.patterns for word in ("-b", pattern)]
    environment = session.project.config.environment
    return (*words, *(("-E", environment) if environment else ()))

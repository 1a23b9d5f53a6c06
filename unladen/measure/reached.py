"""session x benchmarks -> how what changed reaches each of them, noted before anything is timed."""

from unladen.judge.stages import untouched
from unladen.measure.gathering import Gathering
from unladen.measure.ran import NO_TIME, seen
from unladen.measure.session import Session
from unladen.measure.stop import Budget, budget_for


def note_reach(session: Session, gathering: Gathering) -> Budget:
    """The seconds that are left for timing. What the change does not reach is not timed."""
    project = session.project
    benchmarks = [b for b in gathering.benchmarks.values() if gathering.whole(b.id)]
    budget = budget_for(session.options.budget or project.config.budget, len(gathering.timed()))
    if len(session.sides) < 2 or not benchmarks:
        return budget
    project.progress.step(f"looking    which code {len(benchmarks)} benchmarks run")
    what = seen(gathering.lockstep, session.changed, benchmarks, budget.left_of, lambda _: False)
    for (side, id), result in what.failures.items():
        gathering.fails(side, id, result)
    for id, how in what.reach.items():
        if how != NO_TIME:  # an earlier run may have had it
            gathering.reached(id, session.builds, how)
        if untouched(*gathering.sides_of(id)):
            gathering.settled.add(id)
    return budget

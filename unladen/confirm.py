"""steps that nobody has looked at again -> both commits measured side by side, the newest first."""

import re
from collections.abc import Iterator, Sequence

from unladen import pipeline
from unladen.errors import UnladenError
from unladen.history.blame import Event
from unladen.measure.session import Wanted
from unladen.model import Standing
from unladen.output.words import one_line, percent, span
from unladen.store.project import World

MOST_EVENTS = 3
MOST_BENCHMARKS = 3
SECONDS = 90.0
OPEN = frozenset({Standing.CANDIDATE, Standing.NEW})


def confirmed(world: World, events: Sequence[Event]) -> Iterator[str]:
    """What pairs of processes find goes into records, where history finds it."""
    waiting = [event for event in events if _ids(world, event)]
    for event in waiting[:MOST_EVENTS]:
        base, head, ids = event.since, event.commit, _ids(world, event)
        yield f"measuring {base.short} and {head.short} side by side: {len(ids)} benchmarks"
        asked = Wanted(patterns=[f"^{re.escape(id)}$" for id in ids], budget=SECONDS * len(ids))
        try:
            with world.measuring():
                _, _, decision = pipeline.judged(world, base.hash, head.hash, asked)
        except UnladenError as error:
            yield f"  cannot be measured: {one_line(error.what, 100)}"
            continue
        if decision.identical_code:
            yield "  both are built to the same code: it was not the commit"
        for each in decision.comparisons:
            if each.change is not None:
                told = f"{percent(each.change.estimate)} {span(each.change)}"
                yield f"  {each.verdict.value}: {one_line(each.benchmark.id, 50)} {told}"
    if len(waiting) > MOST_EVENTS:
        yield f"{len(waiting) - MOST_EVENTS} older ones are left: the same command goes on"
    if not waiting:
        yield "no step waits to be confirmed"


def _ids(world: World, event: Event) -> list[str]:
    """Of this machine, the largest first."""
    found = [
        (abs(told.change), subject.benchmark)
        for subject, told in event.steps
        if told.standing in OPEN and subject.group.machine == world.machine.name
    ]
    return [id for _, id in sorted(found, reverse=True)[:MOST_BENCHMARKS]]

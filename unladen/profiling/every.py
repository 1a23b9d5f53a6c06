"""measured commits -> each taken apart, as far as it was not yet: the benchmarks that stand for the
suite, lane by lane, within their time."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from unladen.config import ProfileConfig
from unladen.judge.representatives import representatives
from unladen.model.lanes import LANES, Depth, Where
from unladen.profiling.dissect import Dissection, call_seconds, opened, table_of, taken_apart
from unladen.store.profiles import Profiles, is_there

PRECISION = 0.05
"""Of a share by sampling: four seconds."""


@dataclass(frozen=True, slots=True)
class Due:
    """What is to be taken apart: a benchmark, on those sides that have no anatomy of it."""

    benchmark: str
    sides: tuple[int, ...]


def depth_of(asked: ProfileConfig) -> Depth:
    """With the environments that those lanes need, and no others."""
    wanted = {lane.where for lane in LANES if lane.name in asked.lanes}
    return Depth(
        precision=PRECISION,
        exact=Where.EXACT in wanted,
        splits=Where.PROFILED in wanted,
        lanes=asked.lanes,
    )


def due(of: Dissection, profiles: Profiles, asked: ProfileConfig, fresh: bool) -> list[Due]:
    """The same benchmarks as before, so that a series of their parts goes on."""
    project, newest = of.project, of.measured[-1]
    known = profiles.benchmarks(project.machine.name, of.sides[-1].environment)
    seconds = call_seconds(project, newest)
    found = []
    for id in representatives(newest, seconds, known, asked.benchmarks, asked.most):
        lacking = tuple(
            number
            for number, side in enumerate(of.sides)
            if id in of.measured[number]
            and of.measured[number][id].runs
            and (fresh or not is_there(project, side.commit, id, side.environment))
        )
        if lacking:
            found.append(Due(id, lacking))
    return found


def profiled(
    of: Dissection, tasks: Sequence[Due], asked: ProfileConfig
) -> Iterator[tuple[str, int]]:
    """Benchmark and side, as soon as each is saved."""
    if not tasks:
        return
    specimens = opened(of)
    each = [call_seconds(of.project, measured) for measured in of.measured]
    for task in tasks:
        sides = [specimens[number] for number in task.sides]
        seconds = [each[number].get(task.benchmark, 0.01) for number in task.sides]
        until = time.monotonic() + asked.seconds * len(task.sides)
        table = table_of(of, sides, task.benchmark, seconds)
        taken_apart(of, table, partial(_left, until))
        of.notes += [note for note in table.notes if note not in of.notes]
        yield from ((task.benchmark, number) for number in task.sides)


def _left(until: float) -> float:
    return max(0.0, until - time.monotonic())

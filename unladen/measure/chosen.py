"""a project as it is -> benchmarks of it, and what they run: where to plant a slowdown."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unladen.judge.planting import handiest, spread
from unladen.judge.selection import selected
from unladen.judge.what_ran import Ran
from unladen.measure.ran import seen
from unladen.measure.session import Session
from unladen.measure.suite import all_of
from unladen.model import Benchmark, Kind

MOST = 12
"""Benchmarks that are looked at."""
LOOK_SECONDS = 30.0
BEST_SECONDS = 3e-3
"""A call of so long is neither lost in noise, nor does it take long to measure."""


@dataclass(frozen=True, slots=True)
class LookedAt:
    """Some benchmarks of a project: what each runs, and how long a call takes."""

    benchmarks: Mapping[str, Benchmark]
    ran: Mapping[str, Ran]

    def by_fitness(self) -> list[Benchmark]:
        seconds = {id: each.seconds for id, each in self.ran.items() if not each.waits}
        return [self.benchmarks[id] for id in handiest(seconds, BEST_SECONDS)]

    def running(self, file: str, line: int) -> set[str]:
        """Those that run the function which begins at a line of a file of the build."""
        return {id for id, each in self.ran.items() if (file, line) in each.codes}


def looked_at(session: Session) -> LookedAt:
    """Of one commit: nothing is timed that counts, so that few seconds are enough."""
    session.project.progress.step("looking    for a benchmark and a function that it runs")
    began = time.monotonic()

    def left(share: float) -> float:
        return share * LOOK_SECONDS - (time.monotonic() - began)

    with session.lockstep(watch=True) as lockstep:
        lockstep.start(0)
        found = lockstep.discover()
        began = time.monotonic()
        all_ = selected(all_of(found), session.options.patterns)
        timed = {id: each for id, each in all_.items() if each.kind is Kind.TIME}
        some = {id: timed[id] for id in spread(timed, MOST)}
        lockstep.only(found, some.values())
        what = seen(lockstep, None, list(some.values()), left, lambda _: True)
    session.project.progress.clear()
    return LookedAt(some, what.ran[0])


def file_in(repository: Path, names: Sequence[str], built: str, text: bytes) -> str:
    """Where in the repository a file of the build comes from: the same name, and the same text."""
    fitting = [name for name in names if name == built or name.endswith(f"/{built}")]
    same = [name for name in fitting if (repository / name).read_bytes() == text]
    return min(same, key=len, default="")

"""A hundred workers, a hundred thousand commits, five hundred benchmarks: arithmetic, not measured.

    python -m tests.quality.fleet_on_paper
    python -m tests.quality.fleet_on_paper --workers 10 --commits 20000 --benchmarks 80

What a record of so many benchmarks holds, and how long keeping it takes, is measured now, on this
machine. The other figures are of the commands that are named beside them; give them anew where
yours differ. What comes out says where such a fleet breaks first.
"""

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.unit.unladen.values import record, timed
from unladen.measure.stop import budget_for
from unladen.model import Record, Run
from unladen.output.backfill import duration
from unladen.store.records import Records
from unladen.tools.handing_out import Window

PAIRS, SAMPLES = 8, 10
WINDOW = Window(seconds=1.0).most


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Figures of other commands, on two cores."""

    workers: int
    commits: int
    benchmarks: int
    differing: float
    """Share of commits that run other code than the one before: 61 % of pandas' published ones
    (`python -m tests.quality.blame`)."""
    each: float
    """Seconds of a benchmark for a pair of commits, eight pairs of workers."""
    build: float
    """Seconds of a build (`python -m tests.quality.fleet --builds 12`)."""
    scheduler_kb: float
    """Of the scheduler's memory for a queued unit (`python -m tests.quality.fleet`)."""
    publish_ms: float
    """Of CPU for a record of fifty benchmarks (`python -m tests.quality.many_records`)."""
    home_mb: int
    """Memory of the machine at home."""
    pack_mb: float
    """Of git's objects, which each unit's worker gets once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCost:
    megabytes: float
    save: float
    """Seconds, beside one that is there."""


def record_cost(benchmarks: int) -> RecordCost:
    """As one comes home: decoded, merged, written."""
    one = record(timed([1.0])[0])
    ((id, measurement),) = one.measurements.items()
    runs = tuple(
        Run(
            session="5f3a91c2d4-6a0f3c21",
            pair=pair,
            hash_seed=pair,
            number=1,
            wall=tuple(0.0123456789 + 1e-9 * k for k in range(SAMPLES)),
            cpu=tuple(0.0123456789 + 1e-9 * k for k in range(SAMPLES)),
            waits=(0.0,) * SAMPLES,
        )
        for pair in range(PAIRS)
    )
    every = {
        f"{id}({n})": replace(
            measurement, runs=runs, benchmark=replace(measurement.benchmark, id=f"{id}({n})")
        )
        for n in range(benchmarks)
    }
    whole: Record = replace(one, measurements=every)
    with tempfile.TemporaryDirectory() as place:
        records = Records(Path(place))
        path = records.save(whole)
        began = time.monotonic()
        records.save(whole)
        return RecordCost(megabytes=path.stat().st_size / 1e6, save=time.monotonic() - began)


def told(given: Given, cost: RecordCost) -> Iterator[str]:
    pairs = given.commits * given.differing
    timing = min(given.each * given.benchmarks, budget_for(None, given.benchmarks).seconds)
    unit = timing + given.build
    hours = pairs * unit / 3600
    yield f"pairs of commits     {pairs:,.0f}: those that run the same code are left out"
    yield f"a pair               {duration(unit)} of a machine, of which {given.build:g} s build"
    days = hours / given.workers / 24
    yield f"machine hours        {hours:,.0f}; {days:,.1f} days of all workers"
    shown = given.each * given.benchmarks
    if timing < shown:
        yield f"                     the budget of a run ends at {timing:.0f} s: {shown:.0f} wanted"
    rate = given.workers / unit
    busy = rate * 2 * cost.save
    yield f"coming home          {rate:.2f} units a second, {100 * busy:.0f} % of a core"
    disk = given.commits * given.differing * cost.megabytes / 1000
    yield f"records              {cost.megabytes:.1f} MB a commit, {disk:,.0f} GB in all"
    publish = pairs * given.publish_ms * given.benchmarks / 50 / 1000
    yield f"publish              {duration(publish)} of CPU the first time"
    yield ""
    for what, limit in sorted(breaks(given, cost), key=lambda each: each[1]):
        verdict = "BREAKS" if limit < pairs else "holds"
        yield f"{verdict:<7} {what}: {'any number' if math.isinf(limit) else f'{limit:,.0f}'}"


def breaks(given: Given, cost: RecordCost) -> Iterator[tuple[str, float]]:
    """Up to how many pairs of commits each part holds."""
    share = given.home_mb / 2
    window = WINDOW * 2 * cost.megabytes
    memory = f"home and scheduler, a window of {WINDOW} units of measured commits, {window:,.0f} MB"
    yield memory, math.inf if window < share else 0
    yield "scheduler, if all units were queued at once", share * 1000 / given.scheduler_kb
    yield "one home that keeps what comes, a week", 7 * 86_400 / (2 * cost.save)
    yield "records on a disk of 1 TB", 1e6 / cost.megabytes
    seconds = given.publish_ms * given.benchmarks / 50 / 1000
    yield "publish from nothing within a day", 86_400 / seconds
    hour = given.pack_mb * given.workers * 8 / 1000
    parcels = f"a parcel for each worker over 1 Gbit/s, {duration(hour)}"
    yield parcels, math.inf if hour < 3600 else 0


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--workers", type=int, default=100)
    parser.add_argument("--commits", type=int, default=100_000)
    parser.add_argument("--benchmarks", type=int, default=500)
    parser.add_argument("--differing", type=float, default=0.61)
    parser.add_argument("--each", type=float, default=2.5)
    parser.add_argument("--build", type=float, default=3.0)
    parser.add_argument("--scheduler-kb", type=float, default=6.0)
    parser.add_argument("--publish-ms", type=float, default=4.2)
    parser.add_argument("--home-mb", type=int, default=16_000)
    parser.add_argument("--pack-mb", type=float, default=300.0)
    asked = parser.parse_args(words)
    given = Given(**vars(asked))
    cost = record_cost(given.benchmarks)
    print(
        f"on paper: {given.workers} workers, {given.commits:,} commits,"
        f" {given.benchmarks} benchmarks"
    )
    print(f"measured now: a record {cost.megabytes:.2f} MB, kept again in {cost.save:.2f} s")
    print(f"given: {', '.join(f'{k} {v:g}' for k, v in vars(asked).items() if k not in SHOWN)}\n")
    print("\n".join(told(given, cost)))
    return 0


SHOWN = frozenset({"workers", "commits", "benchmarks"})

if __name__ == "__main__":
    sys.exit(main())

"""Many records -> what history and publish cost of them: is it linear, and how much memory is it?

    python -m tests.quality.many_records --records 1000 10000 100000

Each size is a repository of so many commits with a record each, of fifty benchmarks timed in three
pairs; every 500th commit makes one benchmark a tenth slower or faster. History is asked twice: the
first call reads all records, the second reads none.
"""

import argparse
import hashlib
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from tests.quality import collection_git as git
from tests.quality.collection import IGNORED
from tests.quality.collection_files import TABLES
from tests.quality.noise import synthetic
from tests.quality.publishing import Cost, measured
from tests.unit.unladen.values import record, timed
from unladen.store.records import record_to_json

MACHINE = "many"
ENVIRONMENT = "virtualenv-py3.11"
PAIRS, SAMPLES = 3, 3
EVERY_STEP = 500
LIMIT_MB = 1000


@dataclass(frozen=True, slots=True)
class Costs:
    records: int
    history: Cost
    again: Cost
    publish: Cost
    publish_again: Cost


def create(folder: Path, records: int, benchmarks: int, seed: int = 1) -> None:
    """A project whose commits have a record each."""
    files = {name: orjson.dumps(told).decode() for name, told in TABLES.items()}
    files |= {".gitignore": IGNORED, "benchmarks/__init__.py": ""}
    folder.mkdir()
    hashes = git.create(folder, records, seed, files)
    place = folder / "results" / "records" / MACHINE
    place.mkdir(parents=True)
    key = hashlib.sha256(ENVIRONMENT.encode()).hexdigest()[:8]
    for number, told in enumerate(_records(hashes, benchmarks, seed)):
        path = place / f"{hashes[number][:12]}-{key}.json"
        path.write_bytes(orjson.dumps(told))


def _records(hashes: Sequence[str], benchmarks: int, seed: int) -> Iterator[dict[str, Any]]:
    noise = synthetic(benchmarks, seed)
    matrix = noise.rows(0, len(hashes))
    whole = record_to_json(record(timed([1.0])[0]))
    one = whole["measurements"].popitem()[1]
    levels = noise.levels.copy()
    for number, commit in enumerate(hashes):
        if number % EVERY_STEP == EVERY_STEP - 1:
            levels[number // EVERY_STEP % benchmarks] *= 1.1 if number % 2000 < 1000 else 1 / 1.1
        values = np.nan_to_num(matrix[number], nan=1.0) * levels
        measurements = {}
        for place, value in enumerate(values.tolist()):
            name = f"module_{place // 10}.time_{place:03}"
            benchmark = {**one["benchmark"], "id": name, "name": name}
            runs = [_run(f"s{number}", pair, value) for pair in range(PAIRS)]
            measurements[name] = {**one, "benchmark": benchmark, "runs": runs}
        yield {
            **whole,
            "commit": {
                "hash": commit,
                "tree": "t" * 40,
                "subject": git.subject(number, seed),
                "seconds": git.date(number) // 1000,
            },
            "machine": {**whole["machine"], "name": MACHINE},
            "environment": {**whole["environment"], "name": ENVIRONMENT},
            "wheel": f"w{number}",
            "measurements": measurements,
        }


def _run(session: str, pair: int, value: float) -> dict[str, Any]:
    wall = [value * (1 + 0.001 * (pair + sample)) for sample in range(SAMPLES)]
    cpu = [0.99 * each for each in wall]
    return {
        "session": session,
        "pair": pair,
        "hash_seed": pair,
        "number": 10,
        "wall": wall,
        "cpu": cpu,
        "instructions": [],
        "waits": [0.0] * SAMPLES,
    }


def cost_of(folder: Path, records: int) -> Costs:
    unladen = [sys.executable, "-m", "unladen"]
    history = [*unladen, "history", "-q", "--machine", MACHINE]
    publish = [*unladen, "publish", "-q"]
    first, again = measured(history, folder), measured(history, folder)
    return Costs(records, first, again, measured(publish, folder), measured(publish, folder))


def table(costs: Sequence[Costs]) -> Iterator[str]:
    """A line a size: seconds of CPU, and of each thousand records; memory."""
    yield f"{'records':>8}  {'history':>22}  {'history again':>22}  {'publish':>22}  publish again"
    for each in costs:
        told = [_told(each.records, c) for c in (each.history, each.again, each.publish)]
        yield f"{each.records:>8}  {'  '.join(told)}  {_told(each.records, each.publish_again)}"
    yield "seconds of CPU (of a thousand records), peak of memory"
    most = max(c.peak_mb for e in costs for c in (e.history, e.again, e.publish, e.publish_again))
    yield f"the most memory: {most:.0f} MB ({'under' if most < LIMIT_MB else 'NOT under'} 1 GB)"


def _told(records: int, cost: Cost) -> str:
    if cost.exit:
        return f"exit {cost.exit}: {cost.last_words[-200:]}"
    each = 1000 * cost.cpu_seconds / records
    return f"{cost.cpu_seconds:7.1f} ({each:5.2f}) {cost.peak_mb:5.0f} MB"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--records", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--benchmarks", type=int, default=50)
    asked = parser.parse_args(words)
    costs = []
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:  # on disk, not in memory
        for records in asked.records:
            began = time.monotonic()
            folder = Path(place) / str(records)
            create(folder, records, asked.benchmarks)
            print(f"{records} records made in {time.monotonic() - began:.0f} s", file=sys.stderr)
            costs.append(cost_of(folder, records))
    print("\n".join(table(costs)))
    told = [c for e in costs for c in (e.history, e.again, e.publish, e.publish_again)]
    return int(any(c.exit or c.peak_mb >= LIMIT_MB for c in told))


if __name__ == "__main__":
    sys.exit(main())

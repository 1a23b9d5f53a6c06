"""Counts of instructions do not depend on what was allocated before."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import unladen

PROBES = str(Path(unladen.__file__).parent / "probe")
NEXT = """
import sys, json
sys.path.insert(0, {probes!r})
import random
from unladen_probe_pools import POOL_BITS, Pools, _objects
order = random.Random(0)
holes = [bytes(order.randrange(1, 300)) for _ in range(20_000)]
order.shuffle(holes)
del holes[10_000:]
pools = Pools()
told, kept = [], []
for _ in range(2):
    pools.open()
    kept.append([len(pool) for pool in pools._pools.values()])
    for size, pool in pools._pools.items():
        made = [each for each, _ in zip(_objects(size), range(10))]
        told.append(sum(id(o) >> POOL_BITS == id(pool[0]) >> POOL_BITS for o in made))
assert kept[0] == kept[1], "as much room each time"
print(json.dumps(told))
"""
HEAPS = """
import os, random, sys
sys.path.insert(0, {probes!r})
from unladen_probe_pools import Pools

def work(n):
    total = 0
    for k in range(40_000 - n, 40_000):
        total += k * k % 7

def ended():
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)
    return process

for heap in range(12):
    child = os.fork()
    if child == 0:
        order = random.Random(heap)
        kept = [[bytes(order.randrange(1, 250)), 10**6 + k] for k in range(order.randrange(3000))]
        order.shuffle(kept)
        del kept[len(kept) // 2 :]
        pools = Pools() if {use} else None
        work(1000)
        if pools:
            pools.open()
        before = ended()
        work(1000)
        with open("told", "a") as told:
            print(before, ended(), file=told)
        os._exit(0)
    os.waitpid(child, 0)
"""


def test_what_is_allocated_next_lies_in_the_pool_that_was_opened() -> None:
    script = NEXT.format(probes=PROBES)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(told) >= 28, "of each round, and hardly a size is missing"
    assert min(told) >= 8


def spread(folder: Path, use: bool) -> float:
    """Of counts of the same work, in heaps with other holes."""
    words = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=%p.out"]
    script = HEAPS.format(probes=PROBES, use=use)
    subprocess.run(
        [*words, sys.executable, "-c", script], cwd=folder, capture_output=True, check=True
    )

    def total(process: str) -> int:
        text = (folder / f"{process}.out").read_text()
        return int(text.partition("summary:")[2].split()[0])

    pairs = [line.split() for line in (folder / "told").read_text().splitlines()]
    counts = sorted(total(after) - total(before) for before, after in pairs)
    assert len(counts) == 12
    return counts[-2] / counts[1] - 1


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="apt-get install valgrind")
def test_the_same_work_has_the_same_count_in_any_heap(tmp_path: Path) -> None:
    assert spread(tmp_path, use=True) < 0.001

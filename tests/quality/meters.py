"""Kinds of work, each counted in blocks and in instructions: what a block of each takes.

    python -m tests.quality.meters

Valgrind counts blocks in less time than instructions (unladen/tools/meters.py). They tell of a
change what instructions tell of it as long as a block of the new work is like one of the old.
"""

import hashlib
import json
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

import unladen
from unladen.tools.meters import BLOCKS, CYCLES, INSTRUCTIONS, Meter

PROBES = Path(unladen.__file__).parent / "probe"
NUMBERS = [random.Random(1).random() for _ in range(3_000)]
TEXT = " ".join(map(str, NUMBERS))
ROWS = [{"a": k, "b": str(k), "c": [1.5, None, True]} for k in range(500)]
ARRAY = np.random.default_rng(0).random(100_000)
MATRIX = ARRAY[:90_000].reshape(300, 300)


class Adder:
    def __init__(self, first: int) -> None:
        self.first = first

    def add(self, second: int) -> int:
        return self.first + second


def loop() -> None:
    total = 0
    for k in range(20_000):
        total += k & 7


def calls() -> None:
    adder = Adder(1)
    for k in range(8_000):
        adder.add(k)


def dictionaries() -> None:
    found: dict[int, int] = {}
    for k in range(10_000):
        found[k % 1000] = found.get(k % 1000, 0) + 1


def exceptions() -> None:
    for _ in range(4_000):
        try:  # noqa: SIM105 - this is what is measured
            int("x")
        except ValueError:
            pass


KINDS: dict[str, Callable[[], object]] = {
    "loop": loop,
    "calls": calls,
    "dictionaries": dictionaries,
    "exceptions": exceptions,
    "tuples": lambda: {tuple((k + j) % 10 for j in range(5)) for k in range(2_000)},
    "strings": lambda: [str(k).zfill(8).split("0") for k in range(8_000)],
    "sorting": lambda: [sorted(NUMBERS) for _ in range(10)],
    "patterns": lambda: [re.findall(r"\d+\.\d(\d)", TEXT) for _ in range(3)],
    "json": lambda: [json.loads(json.dumps(ROWS)) for _ in range(2)],
    "pickle": lambda: [pickle.loads(pickle.dumps(ROWS)) for _ in range(5)],
    "zlib": lambda: zlib.compress(TEXT.encode()),
    "long integers": lambda: [3**3000 * 3**3000 for _ in range(200)],
    "small arrays": lambda: [np.arange(5) + k for k in range(2_000)],
    "masks": lambda: [ARRAY[ARRAY > 0.5] for _ in range(5)],
    "exponentials": lambda: np.exp(ARRAY),
    "array sums": lambda: [ARRAY.sum() for _ in range(20)],
    "array sorting": lambda: np.sort(ARRAY[:30_000]),
    "matrices": lambda: MATRIX @ MATRIX,
    "sha256": lambda: [hashlib.sha256(TEXT.encode()).digest() for _ in range(10)],
}


def child() -> None:
    """Each kind once for warmth, then between two snapshots; what it told goes to stdout."""
    from unladen_probe_snapshots import snapshot  # inside of what is counted

    for work in KINDS.values():
        work()
    told = {}
    for name, work in KINDS.items():
        began = time.process_time()
        work()
        seconds = time.process_time() - began
        before = snapshot()
        work()
        told[name] = [before, snapshot(), seconds]
    json.dump(told, sys.stdout)


def run(meter: Meter | None) -> tuple[dict[str, float], float]:
    """Counts of each kind, or seconds where nobody counts; and the seconds of all."""
    fixed = {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(PROBES)}
    variables = {**os.environ, **fixed}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        around = meter.around(folder) if meter else []
        command = [*around, sys.executable, "-m", "tests.quality.meters", "child"]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, env=variables, check=True)
        whole = time.monotonic() - began
        told = json.loads(done.stdout)
        if meter is None:
            return {name: seconds for name, (_, _, seconds) in told.items()}, whole

        def spent(before: int, after: int) -> float:
            return meter.read(folder, after)[0] - meter.read(folder, before)[0]

        return {name: spent(*pair[:2]) for name, pair in told.items()}, whole


def main() -> None:
    if sys.argv[1:] == ["child"]:
        child()
        return
    seconds, bare = run(None)
    blocks, in_blocks = run(BLOCKS)
    instructions, in_full = run(INSTRUCTIONS)
    _, with_caches = run(CYCLES)
    print("of a block:        instructions   nanoseconds")
    for name in sorted(KINDS, key=lambda each: seconds[each] / blocks[each]):
        each = instructions[name] / blocks[name]
        print(f"{name:<20} {each:10.1f}   {1e9 * seconds[name] / blocks[name]:11.2f}")
    print(
        f"all of it: {bare:.1f} s; blocks counted {in_blocks:.1f} s, instructions {in_full:.1f} s,"
        f" with caches {with_caches:.1f} s"
    )


if __name__ == "__main__":
    main()

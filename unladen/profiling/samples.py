"""a target -> each function's own share of its time, in all processes of it, by a sampler that
watches from outside."""

import gzip
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unladen.model.anatomy import Share
from unladen.model.lanes import ELSEWHERE, Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.profiling.tallies import FEWEST, Kin, Watched, Weights, shares, stacks
from unladen.tools import files, pyspy
from unladen.tools.alone import NoFinding, Order, Target, ran

LEAST_SECONDS = 3.0
CALL_SECONDS = 0.01
PROCESSES = 4


def seconds_for(precision: float) -> float:
    """So that a share of a quarter is known to within `precision` (95 %)."""
    samples = 1.96**2 * 0.25 * 0.75 / precision**2
    return max(LEAST_SECONDS, 1.2 * samples / pyspy.RATE)


@dataclass(frozen=True, slots=True)
class Sampled:
    shares: dict[str, Share]
    stacks: dict[str, float]
    seconds: float
    """That were watched."""
    slower: float
    """How many times slower it was while watched."""
    elsewhere: float
    """The share of CPU seconds that was in other processes."""
    unseen: float
    """That part of it which no sample saw."""


def sample(target: Target, places: Places, seconds: float, keep: Path) -> Sampled:
    """Several processes, each with its own addresses and hash seed: what one of them is dealt
    makes a loop some per cent faster or slower for as long as it lives, and is no property of the
    code.
    """
    if pyspy.program() is None:
        raise NoFinding("py-spy is not there: pip install py-spy")
    number = max(1, math.ceil(CALL_SECONDS / max(target.seconds, 1e-9)))
    each = max(seconds / PROCESSES, 3 * target.seconds)
    order = Order(lane="samples", number=number, seconds=each)
    watched, slower, runs = 0.0, 0.0, []
    for process in range(PROCESSES):
        seed = {"PYTHONHASHSEED": target.installed.variables.get("PYTHONHASHSEED", str(process))}
        with ran(target, order, 4.0, around=pyspy.watched, variables=seed) as room:
            raw = room.folder / pyspy.OUT
            if not raw.is_file():
                raise NoFinding("py-spy wrote nothing")
            kept = keep.with_name(f"{keep.name}-{process}.txt.gz")
            files.replace_bytes(
                kept, gzip.compress(raw.read_bytes(), mtime=0)
            )  # first of all (I53)
            watched += float(room.told["wall"])
            busy = room.told["wall"] - room.told["paused"]
            took = busy / max(1, room.told["calls"])
            slower = max(slower, took / max(target.seconds, 1e-9))
            runs.append(Watched(Kin.told(room.told)).add(pyspy.stacks(kept), places))
    count = sum(run.own.total + run.others.total for run in runs)
    weights = Weights.of(runs)
    if count < FEWEST and weights.unseen <= ELSEWHERE:  # else few is what there is to be seen
        raise NoFinding(f"{count} samples of the benchmark are too few to say anything")
    elsewhere = weights.others + weights.unseen
    found = shares(runs, weights), stacks(runs, weights)
    return Sampled(*found, watched, slower, elsewhere, weights.unseen)


def seconds(depth: Depth) -> float:
    return seconds_for(depth.precision)


def look(at: Look) -> Mapping[str, Any]:
    sampled = sample(at.target, at.places, seconds(at.depth), at.raw("stacks"))
    return {
        "shares": sampled.shares,
        "stacks": sampled.stacks,
        "sampled_seconds": sampled.seconds,
        "elsewhere": sampled.elsewhere,
        "unseen": sampled.unseen,
        "overheads": {"py-spy": sampled.slower},
    }

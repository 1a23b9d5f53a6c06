"""a target -> each function's own share of its time, by a sampler that watches from outside."""

import gzip
import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from unladen.model.anatomy import Share
from unladen.model.lanes import Depth
from unladen.profiling.lanes import Look
from unladen.profiling.places import Places
from unladen.tools import files, pyspy
from unladen.tools.alone import NoFinding, Order, Target, ran

LEAST_SECONDS = 3.0
CALL_SECONDS = 0.01
FEWEST = 100
PROCESSES = 4
LARGE = 0.02
DEEPEST = 200
MOST_STACKS = 2000
LEAST_DEVIATION = 0.01


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
    unseen: float
    """The share of CPU seconds that was in other processes."""


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
    watched, slower, cpu, children, tallies = 0.0, 0.0, 0.0, 0.0, []
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
            cpu += float(room.told["cpu"])
            children += float(room.told["children"])
            busy = room.told["wall"] - room.told["paused"]
            took = busy / max(1, room.told["calls"])
            slower = max(slower, took / max(target.seconds, 1e-9))
            tallies.append(tally(kept, places))
    unseen = children / (cpu + children) if cpu + children > 0 else 0.0
    return Sampled(shares(tallies), stacks_of(tallies), watched, slower, unseen)


@dataclass(slots=True)
class Tally:
    """Samples of one process: in all, of each function itself, and who called those outside."""

    total: int = 0
    stacks: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    callers: dict[str, Counter[str]] = field(default_factory=dict)


def tally(raw: Path, places: Places) -> Tally:
    told = Tally()
    for stack, count in pyspy.stacks(raw):
        frames = [frame for frame in stack if _is_whole(frame[0])]
        told.total += count
        if not frames:
            continue
        found = [places.at(*frame) for frame in frames]
        leaf = found[-1]
        told.own[leaf.key] += count
        told.stacks["\n".join(each.key for each in found[:DEEPEST])] += count
        if not leaf.body:
            above = next((each.key for each in reversed(found) if each.body), "")
            told.callers.setdefault(leaf.key, Counter())[above] += count
    return told


def stacks_of(tallies: Sequence[Tally]) -> dict[str, float]:
    """Shares of whole stacks, the outermost function first; the rarest are left out."""
    whole = sum(told.total for told in tallies)
    both: Counter[str] = Counter()
    for told in tallies:
        both.update(told.stacks)
    return {stack: count / whole for stack, count in both.most_common(MOST_STACKS)}


def _is_whole(file: str) -> bool:
    """A name that was read while the program changed it is torn, and is left out."""
    return file.startswith("<") or (file.startswith("/") and file.endswith(".py"))


def shares(tallies: Sequence[Tally]) -> dict[str, Share]:
    whole = sum(told.total for told in tallies)
    if whole < FEWEST:
        raise NoFinding(f"{whole} samples of the benchmark are too few to say anything")
    own: Counter[str] = Counter()
    callers: dict[str, Counter[str]] = {}
    for told in tallies:
        own.update(told.own)
        for key, above in told.callers.items():
            callers.setdefault(key, Counter()).update(above)
    relative = _between(tallies, own, whole)
    return {
        key: Share(
            share=count / whole,
            samples=count,
            error=relative * count / whole,
            callers={k: n / count for k, n in callers.get(key, Counter()).items()},
        )
        for key, count in own.items()
    }


def _between(tallies: Sequence[Tally], own: Counter[str], whole: int) -> float:
    """By how much of itself a share differs between processes, more than counting explains: the
    standard error of the mean over them, one figure for all functions that are large enough."""
    excess = []
    for key, count in own.items():
        share = count / whole
        if share < LARGE or len(tallies) < 2:
            continue
        each = [told.own[key] / told.total for told in tallies if told.total]
        counted = share * (1 - share) * len(tallies) / whole
        excess.append((statistics.variance(each) - counted) / share**2)
    variance = statistics.fmean(excess) if excess else 0.0
    return math.sqrt(max(LEAST_DEVIATION**2, variance) / len(tallies))


def seconds(depth: Depth) -> float:
    return seconds_for(depth.precision)


def look(at: Look) -> Mapping[str, Any]:
    sampled = sample(at.target, at.places, seconds(at.depth), at.raw("stacks"))
    return {
        "shares": sampled.shares,
        "stacks": sampled.stacks,
        "sampled_seconds": sampled.seconds,
        "unseen": sampled.unseen,
        "overheads": {"py-spy": sampled.slower},
    }

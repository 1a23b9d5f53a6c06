"""a subject -> each function's own share of its time, by a sampler that watches from outside."""

import math
import shutil
from collections import Counter
from pathlib import Path

from unladen.anatomy import Share
from unladen.collect.alone import NoFinding, Order, Subject, ran
from unladen.collect.places import Places
from unladen.tools import pyspy

LEAST_SECONDS = 3.0
CALL_SECONDS = 0.01
FEWEST = 100
UNSEEN = 0.05


def seconds_for(precision: float) -> float:
    """So that a share of a quarter is known to within `precision` (95 %)."""
    samples = 1.96**2 * 0.25 * 0.75 / precision**2
    return max(LEAST_SECONDS, 1.2 * samples / pyspy.RATE)


def sample(
    subject: Subject, places: Places, seconds: float, keep: Path
) -> tuple[dict[str, Share], float, float]:
    """Shares; the seconds that were watched; how many times slower it was while watched."""
    if pyspy.program() is None:
        raise NoFinding("py-spy is not there: pip install py-spy")
    number = max(1, math.ceil(CALL_SECONDS / max(subject.seconds, 1e-9)))
    order = Order(lane="samples", number=number, seconds=max(seconds, 3 * subject.seconds))
    with ran(subject, order, 4.0, around=pyspy.watched) as room:
        raw = room.folder / pyspy.OUT
        if not raw.is_file():
            raise NoFinding("py-spy wrote nothing")
        keep.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(raw, keep)  # before anything reads it (I53)
        slower = room.told["wall"] / max(1, room.told["calls"]) / max(subject.seconds, 1e-9)
        return shares(keep, places), float(room.told["wall"]), slower


def shares(raw: Path, places: Places) -> dict[str, Share]:
    own: Counter[str] = Counter()
    callers: dict[str, Counter[str]] = {}
    total = 0
    for frames, count in pyspy.stacks(raw):
        total += count
        if not frames:
            continue
        found = [places.at(*frame) for frame in frames]
        leaf = found[-1]
        own[leaf.key] += count
        if not leaf.body:
            above = next((each.key for each in reversed(found) if each.body), "")
            callers.setdefault(leaf.key, Counter())[above] += count
    if total < FEWEST:
        raise NoFinding(f"{total} samples of the benchmark are too few to say anything")
    return {
        key: Share(
            share=count / total,
            samples=count,
            callers={k: n / count for k, n in callers.get(key, Counter()).items()},
        )
        for key, count in own.items()
    }

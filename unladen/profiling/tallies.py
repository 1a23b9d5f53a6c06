"""stacks of one process and of those it started -> tallies -> shares of the CPU seconds of all.

How much each part is of the whole says the system, which counts the CPU seconds of every process;
what no sample saw of it is nobody's share, and so is unaccounted for (I13, I46).
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from unladen.model.anatomy import Share
from unladen.profiling.places import Places
from unladen.tools.pyspy import RATE, Frame, Stack

NUMBERS = 1 << 22
"""The system numbers so many processes before it begins anew."""
NEARLY_ALL = 0.85
"""Of the samples that the CPU seconds let one expect: more is all of them, within what a busy
machine does to a sampler."""
FEWEST = 100
LARGE = 0.02
DEEPEST = 200
MOST_STACKS = 2000
LEAST_DEVIATION = 0.01


@dataclass(slots=True)
class Tally:
    """Samples: in all, of each function itself, and who called those outside."""

    total: int = 0
    stacks: Counter[str] = field(default_factory=Counter)
    own: Counter[str] = field(default_factory=Counter)
    callers: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, frames: Sequence[Frame], count: int, places: Places) -> None:
        frames = [frame for frame in frames if _is_whole(frame[0])]
        self.total += count
        if not frames:
            return
        found = [places.at(*frame) for frame in frames]
        leaf = found[-1]
        self.own[leaf.key] += count
        self.stacks["\n".join(each.key for each in found[:DEEPEST])] += count
        if not leaf.body:
            above = next((each.key for each in reversed(found) if each.body), "")
            self.callers.setdefault(leaf.key, Counter())[above] += count


def _is_whole(file: str) -> bool:
    """A name that was read while the program changed it is torn, and is left out."""
    return file.startswith("<") or (file.startswith("/") and file.endswith(".py"))


@dataclass(frozen=True, slots=True)
class Kin:
    """What a benchmark's process says of itself and of those that it started."""

    set_up: Sequence[tuple[int, int]]
    """Between these numbers lie processes that set-ups started."""
    alive: frozenset[int]
    """Those of them that were there for the calls."""
    cpu: float
    children: float

    @classmethod
    def told(cls, told: Mapping[str, Any]) -> "Kin":
        set_up = [(int(first), int(last)) for first, last in told["set_up"]]
        alive = frozenset(map(int, told["alive"]))
        return cls(set_up, alive, float(told["cpu"]), float(told["children"]))

    def frames(self, stack: Stack) -> list[Frame] | None:
        """Those that belong to the calls, of any process; None where none does."""
        if stack.in_region:
            return stack.below_region
        if stack.root or not self._worked(stack):
            return None
        starts = [n for n, (_, name, _) in enumerate(stack.frames) if name.endswith(BOOTSTRAP)]
        return stack.frames[starts[-1] if starts else 0 :]

    def _worked(self, stack: Stack) -> bool:
        """Of a process that a set-up started, to start is none of the calls; of one that came with
        them it is a part."""
        span = NUMBERS
        if all((stack.pid - a) % span > (b - a) % span for a, b in self.set_up):
            return True
        if stack.pid not in self.alive:
            return False
        names = [name for _, name, _ in stack.frames]
        prepares = SPAWNED in names and not any(name.endswith(BOOTSTRAP) for name in names)
        imports = any(file.startswith(IMPORTING) for file, _, _ in stack.frames)
        return not prepares and not imports


BOOTSTRAP, SPAWNED, IMPORTING = "_bootstrap", "spawn_main", "<frozen importlib"


@dataclass(slots=True)
class Watched:
    """All processes of a run: what was seen of the benchmark's own, and of the others."""

    kin: Kin
    own: Tally = field(default_factory=Tally)
    others: Tally = field(default_factory=Tally)

    def add(self, stacks: Iterable[Stack], places: Places) -> "Watched":
        for stack in stacks:
            frames = self.kin.frames(stack)
            if frames is not None:
                into = self.own if stack.root else self.others
                into.add(frames, stack.count, places)
        return self


@dataclass(frozen=True, slots=True)
class Weights:
    """Shares of all CPU seconds."""

    own: float = 1.0
    others: float = 0.0
    """That were sampled."""
    unseen: float = 0.0

    @classmethod
    def of(cls, runs: Sequence[Watched]) -> "Weights":
        own, others = sum(run.kin.cpu for run in runs), sum(run.kin.children for run in runs)
        if others <= 0:
            return cls()
        rate = float(RATE)
        if own > 0 and (samples := sum(run.own.total for run in runs)) >= FEWEST:
            rate = samples / own
        seen = sum(run.others.total for run in runs) / (others * rate)
        seen = 1.0 if seen > NEARLY_ALL else seen
        share = others / (own + others)
        return cls(1 - share, share * seen, share * (1 - seen))


def shares(runs: Sequence[Watched], weights: Weights) -> dict[str, Share]:
    groups = (
        (_shares([run.own for run in runs]), weights.own),
        (_shares([run.others for run in runs]), weights.others),
    )
    found: dict[str, Share] = {}
    for group, weight in groups:
        for key, each in group.items():
            found[key] = _sum(found.get(key), each, weight)
    unseen = weights.unseen  # it may have been any function's
    return {key: _less_sure(each, unseen) for key, each in found.items()}


def _less_sure(share: Share, unseen: float) -> Share:
    return Share(
        share=share.share,
        samples=share.samples,
        error=math.hypot(share.error, unseen * share.share),
        callers=share.callers,
    )


def _sum(one: Share | None, other: Share, weight: float) -> Share:
    one = one or Share(share=0.0, samples=0.0)
    count = one.samples + other.samples
    names = one.callers.keys() | other.callers.keys()
    both = ((one.callers, one.samples), (other.callers, other.samples))
    return Share(
        share=one.share + weight * other.share,
        samples=count,
        error=math.hypot(one.error, weight * other.error),
        callers={
            name: sum(callers.get(name, 0.0) * samples for callers, samples in both) / count
            for name in sorted(names)
        },
    )


def _shares(tallies: Sequence[Tally]) -> dict[str, Share]:
    """Of these processes together, by their own samples."""
    whole = sum(told.total for told in tallies)
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
        if len(each) < 2:
            continue
        counted = share * (1 - share) * len(tallies) / whole
        excess.append((statistics.variance(each) - counted) / share**2)
    variance = statistics.fmean(excess) if excess else 0.0
    return math.sqrt(max(LEAST_DEVIATION**2, variance) / len(tallies))


def stacks(runs: Sequence[Watched], weights: Weights) -> dict[str, float]:
    """Shares of whole stacks, the outermost function first; the rarest are left out."""
    both: Counter[str] = Counter()
    groups = (([r.own for r in runs], weights.own), ([r.others for r in runs], weights.others))
    found: dict[str, float] = {}
    for tallies, weight in groups:
        whole = sum(tally.total for tally in tallies)
        counted: Counter[str] = Counter()
        for tally in tallies:
            counted.update(tally.stacks)
        both.update(counted)
        for stack, count in counted.items():
            found[stack] = found.get(stack, 0.0) + weight * count / whole
    return {stack: found[stack] for stack, _ in both.most_common(MOST_STACKS)}

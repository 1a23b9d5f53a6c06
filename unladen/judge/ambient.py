"""steps of many series x commits that change nothing -> which steps are no commit's doing.

What the machine or the environment does shows in series all over the suite at once, in both
directions, and as often at commits that change nothing as at others: how often it is seen there
says how many of the others are of the same kind. Nothing here is told which steps are true.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from unladen.model.steps import TOGETHER, Step

LEAST_SERIES = 30
SPREAD = 0.6
"""Of the modules that as many series, drawn blindly from the suite, would lie in."""
SPREAD_BESIDE = 0.5
BESIDE = 3
"""Rows in which an event of the machine is seen before or after its time, in noisy series."""
ONE_WAY = 0.8
"""A commit slows, or it speeds up: of its steps so many go one way."""
LEAST_COMPANY = 2
LEAST_STEPS = 20
"""At commits that change nothing, to say how often steps of a kind are seen there."""
AS_LIKELY = 0.5
STANDS_OUT, MUCH = 20.0, 0.3
"""So many times as much of its module as of all others moved that way, and so much of it."""
SIZES = (0.02, 0.04, 0.08, 0.16)
COUNTS = (4, 12)
PRECEDENTS = (1, 3)


@dataclass(frozen=True, slots=True)
class Moved:
    """A step of one series, as much of it as tells whose it is."""

    row: int
    module: str
    change: float
    precedents: int = 0
    """Other steps of the same series that were half as large, or larger."""

    @property
    def up(self) -> bool:
        return self.change > 0

    @property
    def group(self) -> tuple[int, str, bool]:
        return self.row, self.module, self.up


Company = Counter[tuple[int, str, bool]]
Kind = tuple[int, int, int]
"""Of a step: its size, its company, and what its series did before and after."""


@dataclass(slots=True)
class Ambient:
    """Of one group: events of the machine by row, and kinds of steps that are mostly its."""

    rows: dict[int, str] = field(default_factory=dict)
    kinds: dict[Kind, float] = field(default_factory=dict)
    """The share of such steps that is not the commits' doing."""
    company: Company = field(default_factory=Counter)
    """How many series of a module went up, or down, in a row."""
    ways: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """How many of all series did."""
    series_in: Mapping[str, int] = field(default_factory=dict)

    def why(self, moved: Moved) -> str:
        """Why a step is no commit's doing; empty if it may be."""
        if moved.row in self.rows and not self._stands_out(moved):
            return self.rows[moved.row]
        share = self.kinds.get(_kind(moved, self.company), 0.0)
        if share <= AS_LIKELY:
            return ""
        told = min(99, round(100 * share))
        return f"{told} % of such steps are ambient, by those at idle commits"

    def _stands_out(self, moved: Moved) -> bool:
        """Far more of its module went this way than of the suite: the commit did that, beside."""
        company, size = self.company[moved.group], self.series_in[moved.module]
        others = self.ways[moved.row, moved.up] - company
        share = others / max(1, sum(self.series_in.values()) - size)
        return company >= COUNTS[0] and company / size >= max(MUCH, STANDS_OUT * share)

    def row_of_most(self, moved: Moved, rows: Sequence[int]) -> int | None:
        """Where most others of its module went the same way; None where nobody did."""
        votes = {row: self.company[row, moved.module, moved.up] for row in rows}
        votes[moved.row] = votes.get(moved.row, 0) - 1  # its own
        best = max(votes.values())
        if best < LEAST_COMPANY:
            return None
        return min((row for row in rows if votes[row] == best), key=lambda r: abs(r - moved.row))


def module_of(benchmark: str) -> str:
    """`io.csv.ReadCSV.time_skip` -> `io.csv`."""
    parts = benchmark.split(".")[:-1]
    while len(parts) > 1 and parts[-1][:1].isupper():
        parts.pop()
    return ".".join(parts)


def ambient_of(
    moved: Sequence[Moved], series_in: Mapping[str, int], runs: Sequence[bool]
) -> Ambient:
    """`series_in`: of each module how many there are; `runs`: of each row whether the commit may
    have changed what runs."""
    by_row: dict[int, list[Moved]] = {}
    for each in moved:
        by_row.setdefault(each.row, []).append(each)
    spread = {row: _spread(steps, series_in) for row, steps in by_row.items()}
    series = sum(series_in.values())
    found = Ambient(
        company=Counter(each.group for each in moved),
        ways=Counter((each.row, each.up) for each in moved),
        series_in=series_in,
    )
    for row, steps in by_row.items():
        if len(steps) < LEAST_SERIES or spread[row] < SPREAD:
            continue
        if not runs[row] or _one_way(steps) < ONE_WAY:
            modules = len({each.module for each in steps})
            found.rows[row] = f"{len(steps)} of {series} series in {modules} modules {TOGETHER}"
    for row in list(found.rows):
        for near in range(row - BESIDE, row + BESIDE + 1):
            beside = by_row.get(near, ())
            if 0 < len(beside) <= len(by_row[row]) and spread[near] >= SPREAD_BESIDE:
                found.rows.setdefault(near, f"beside {found.rows[row]}")
    found.kinds = _kinds(
        [each for each in moved if each.row not in found.rows], runs, found.company
    )
    return found


def _spread(steps: Sequence[Moved], series_in: Mapping[str, int]) -> float:
    """The modules they lie in, against those that as many drawn blindly would lie in."""
    series, count = sum(series_in.values()), len(steps)
    expected = sum(1 - (1 - size / series) ** count for size in series_in.values())
    return len({each.module for each in steps}) / max(1.0, expected)


def _one_way(steps: Sequence[Moved]) -> float:
    up = sum(each.change > 0 for each in steps) / len(steps)
    return max(up, 1 - up)


def _kinds(moved: Sequence[Moved], runs: Sequence[bool], company: Company) -> dict[Kind, float]:
    """A commit that changes nothing makes no step: others have as many of those seen there."""
    still = len(runs) - sum(runs)
    if not still or still == len(runs):
        return {}
    idle: Counter[Kind] = Counter()
    busy: Counter[Kind] = Counter()
    for each in moved:
        kind = _kind(each, company)
        (busy if runs[each.row] else idle)[kind] += 1
    return {
        kind: (count / still) / (busy[kind] / (len(runs) - still)) if busy[kind] else math.inf
        for kind, count in idle.items()
        if count >= LEAST_STEPS
    }


def precedents(step: Step, steps: Iterable[Step]) -> int:
    """In a series that steps to and fro, one more step says little."""
    least = abs(step.change) / 2
    return sum(abs(each.change) >= least for each in steps if each.index != step.index)


def _kind(moved: Moved, company: Company) -> Kind:
    size = sum(abs(moved.change) >= each for each in SIZES)
    beside = sum(company[moved.group] >= each for each in COUNTS)
    return size, beside, sum(moved.precedents >= each for each in PRECEDENTS)

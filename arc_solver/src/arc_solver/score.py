"""sample x output -> how they differ.

Only `exact` says that an answer is right. The counts of cells describe a miss and rank near misses
for a reader; nothing is ever called solved by them.
"""

from dataclasses import dataclass
from operator import eq

from arc_solver.tasks import Sample
from arc_solver.values import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """The cells of one grid that another does not have, both ways."""

    removed: int
    added: int


def differs(before: Grid, after: Grid) -> Differs:
    """Cells in the first and not in the second, and in the second and not in the first."""
    pairs = zip(before, after, strict=False)
    same = sum([len(a) if a == b else sum(map(eq, a, b)) for a, b in pairs])
    return Differs(removed=_cells(before) - same, added=_cells(after) - same)


def _cells(grid: Grid) -> int:
    return sum(map(len, grid))


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleScore:
    """`exact` is None where the right answer is not known."""

    exact: bool | None
    change: Differs
    """From the input to this output: what the program did."""
    error: Differs | None
    """From the right output to this one: missing cells, and cells that should not be."""


def score(sample: Sample, output: Grid) -> SampleScore:
    known = sample.output
    return SampleScore(
        exact=None if known is None else output == known,
        change=differs(sample.input, output),
        error=None if known is None else differs(known, output),
    )

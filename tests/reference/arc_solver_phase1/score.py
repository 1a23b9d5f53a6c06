"""sample x output -> how they differ.

Only `exact` says that an answer is right. The counts of cells describe a miss and rank near misses
for a reader; nothing is ever called solved by them.
"""

from dataclasses import dataclass

from arc_solver_phase1.dsl.colours import asobject
from arc_solver_phase1.tasks import Sample
from arc_solver_phase1.values import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Differs:
    """The cells of one grid that another does not have, both ways."""

    removed: int
    added: int


def differs(before: Grid, after: Grid) -> Differs:
    """Cells in the first and not in the second, and in the second and not in the first."""
    old, new = asobject(before), asobject(after)
    return Differs(removed=len(old - new), added=len(new - old))


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

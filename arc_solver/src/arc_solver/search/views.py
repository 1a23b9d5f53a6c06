"""Puzzle -> ways to look at it: as it is, or with its background in the place of nothing.

Search takes colour 0 for nothing. Where most cells of the inputs have another colour, the two are
exchanged before, and exchanged back in what is answered.
"""

from dataclasses import dataclass

from arc_solver.dsl.colours import mostcolor
from arc_solver.dsl.painting import switch
from arc_solver.dsl.pictures import aspicture
from arc_solver.search.puzzle import Puzzle
from arc_solver.values import Grid, Picture


@dataclass(frozen=True, slots=True)
class View:
    """The colour that is exchanged with 0, for each grid, shown ones first; 0: none is.

    `each`: it is the commonest colour of each grid, whatever that is.
    """

    colours: tuple[int, ...]
    each: bool = False

    def seen(self, number: int, grid: Grid) -> Picture:
        """A grid of the pair of that number as search sees it."""
        colour = self.colours[number]
        return aspicture(switch(grid, 0, colour) if colour else grid)

    @property
    def plain(self) -> bool:
        return not any(self.colours)


def views_of(puzzle: Puzzle) -> tuple[View, ...]:
    """The likeliest first."""
    inputs = [pair.input for pair in puzzle.shown] + [*puzzle.asked]
    plain = View(tuple(0 for _ in inputs))
    commonest = tuple(map(mostcolor, inputs))
    shown = set(commonest[: len(puzzle.shown)])
    if shown == {0}:
        return (plain,)
    if len(shown) == 1:
        return View(tuple(commonest[0] for _ in inputs)), plain
    if 0 in shown:
        return plain, View(commonest, each=True)
    return View(commonest, each=True), plain

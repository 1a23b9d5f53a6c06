"""What was reached -> answers in the order in which they are guessed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arc_solver.dsl.laying import over
from arc_solver.search.pieces import Laying, Piece
from arc_solver.search.sizes import Frame
from arc_solver.search.texts import Writer
from arc_solver.search.views import View
from arc_solver.search.walk import Walk
from arc_solver.values import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One way to answer: how good it is on the shown pairs, and how it is made."""

    missed: int
    """Shown pairs that it does not reproduce."""
    cost: float
    wrong: int
    pieces: tuple[Piece, ...] = ()
    joint: int = -1
    """A state that is the output as it is."""
    colours: tuple[tuple[int, int], ...] = ()
    """Colours that stand for others."""

    @property
    def rank(self) -> tuple[float, ...]:
        return (self.missed, self.wrong if self.missed else 0, self.cost, self.wrong)


def text_of(draft: Draft, walk: Walk, frame: Frame | None, view: View) -> str:
    writer = Writer(walk, frame, view)
    name = writer.stack(draft.pieces) if draft.pieces else writer.state(draft.joint)
    if draft.colours:
        name = writer.recolored(name, draft.colours)
    return writer.text(name)


def made_by(draft: Draft, laying: Laying | None, walk: Walk) -> tuple[Picture, ...]:
    """What it makes of every grid."""
    return tuple(_made(draft, laying, walk, graph) for graph in range(len(walk.graphs)))


def _made(draft: Draft, laying: Laying | None, walk: Walk, graph: int) -> Picture:
    if draft.pieces:
        assert laying is not None
        *upper, lowest = draft.pieces
        whole = laying.picture(graph, lowest)
        for piece in reversed(upper):
            whole = over(laying.picture(graph, piece), whole)
    else:
        whole = walk.graphs[graph].states[walk.nodes[draft.joint][graph]]
    if draft.colours:
        table = bytearray(range(256))
        for before, after in draft.colours:
            table[before] = after
        cells, *place = whole
        whole = Picture((cells.translate(bytes(table)), *place))  # type: ignore[arg-type]
    return whole


def told_apart(
    drafts: Sequence[Draft], laying: Laying | None, walk: Walk, shown: int
) -> Iterator[tuple[Draft, tuple[Picture, ...]]]:
    """The best first; of those that answer all that is asked alike, one."""
    seen = set()
    for draft in sorted(drafts, key=lambda each: each.rank):
        made = made_by(draft, laying, walk)
        key = tuple(each[:3] for each in made[shown:])
        if key not in seen:
            seen.add(key)
            yield draft, made

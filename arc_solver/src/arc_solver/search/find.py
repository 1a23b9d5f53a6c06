"""Puzzle x limits -> Found: up to three answers, each with the program that makes it."""

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from arc_solver.dsl import cellwide, looks
from arc_solver.dsl.painting import switch
from arc_solver.dsl.pictures import asgrid
from arc_solver.program.check import check
from arc_solver.program.run import run
from arc_solver.program.text import parse
from arc_solver.search.answers import Draft, text_of, told_apart
from arc_solver.search.budget import Limits, Meter
from arc_solver.search.graph import Graph
from arc_solver.search.pieces import Laying, Outputs, Piece, pieces_of
from arc_solver.search.puzzle import Puzzle
from arc_solver.search.sizes import Frame, frame_of
from arc_solver.search.stacking import Stack, stacks
from arc_solver.search.steps import COST, framed, steps_for
from arc_solver.search.views import View, views_of
from arc_solver.search.walk import Walk, most_cost
from arc_solver.values import Grid, Picture

GUESSES = 3
STARTS = 12
"""First pieces that stacking is tried with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a program makes of the inputs that were asked for."""

    text: str
    outputs: tuple[Grid, ...]
    missed: int
    """Shown pairs that the program does not reproduce."""
    rank: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    answers: tuple[Answer, ...]
    states: int
    joints: int
    pieces: int
    stopped: str
    """What ran out: time, memory, states; nothing if the depth was searched to its end."""
    seconds: float


class Search:
    """One puzzle in one view, from its grids to answers."""

    def __init__(self, puzzle: Puzzle, view: View, meter: Meter) -> None:
        self.puzzle, self.view, self.meter = puzzle, view, meter
        self.outputs = [view.seen(n, pair.output) for n, pair in enumerate(puzzle.shown)]
        self.inputs = [pair.input for pair in puzzle.shown] + [*puzzle.asked]
        seen = [view.seen(n, grid) for n, grid in enumerate(self.inputs)]
        self.walk = Walk([Graph(each, meter) for each in seen], meter)
        self.frame: Frame | None = None
        self.laying: Laying | None = None
        self.pieces: list[Piece] = []
        self.drafts: list[Draft] = []

    def grow(self) -> None:
        """Everything that is reached, with frames as soon as the outputs' size is explained.

        Where one step makes the outputs, no more are tried."""
        walk, most = self.walk, most_cost(self.meter.limits.depth)
        shown = [graph.root for graph in walk.graphs[: len(self.outputs)]]
        walk.start()
        steps = steps_for(usual_colours(shown), usual_colours(self.outputs))
        walk.add_steps(steps, [None for _ in walk.graphs])
        for joint in walk.grow(2, most):
            self._exact(joint)
        self._exact(0)
        self.frame = frame_of(walk, [(each[1], each[2]) for each in self.outputs])
        if self.frame is not None:
            laid = Outputs(self.outputs, self.frame.pictures)
            self.laying = Laying(walk, laid)
            walk.add_steps(framed(), self.frame.pictures)
        if any(not draft.colours and draft.cost <= COST for draft in self.drafts):
            return
        for joint in walk.grow(most, most):
            self._exact(joint)

    def _exact(self, joint: int) -> None:
        """Whether a state is the output, or is it in other colours."""
        walk = self.walk
        if walk.many[joint]:
            return
        table: dict[int, int] = {}
        alike = True
        for graph, node, output in zip(walk.graphs, walk.nodes[joint], self.outputs, strict=False):
            state = graph.states[node]
            if state[1] != output[1] or state[2] != output[2]:
                return
            if state[0] != output[0]:
                alike = False
                if not _mapped(state[0], output[0], table):
                    return
            elif not _mapped(state[0], output[0], table):
                return
        colours = () if alike else tuple(sorted((a, b) for a, b in table.items() if a != b))
        cost = walk.costs[joint] + (1 + 0.5 * len(colours) if colours else 0)
        self.drafts.append(Draft(missed=0, cost=cost, wrong=0, joint=joint, colours=colours))

    def stack(self) -> None:
        if self.laying is None:
            return
        seen = set()
        for joint in range(len(self.walk.nodes)):
            if not joint % 64 and self.meter.late():
                break
            for piece in pieces_of(joint, self.laying):
                key = piece.active, piece.right
                if piece.right and key not in seen:
                    seen.add(key)
                    self.pieces.append(piece)
        outputs = self.laying.outputs
        for stack in stacks(self.pieces, outputs, self.meter, STARTS):
            self.drafts.append(self._draft(stack, outputs))

    def _draft(self, stack: Stack, outputs: Outputs) -> Draft:
        missed, left = 0, stack.wrong
        for count in reversed(outputs.counts):
            missed += bool(left & ((1 << count) - 1))
            left >>= count
        wrong = stack.wrong.bit_count()
        return Draft(missed=missed, cost=stack.cost + 0.5, wrong=wrong, pieces=stack.pieces)

    def answers(self) -> Iterator[Answer]:
        """The best first; only what its own text reproduces is one."""
        shown = len(self.puzzle.shown)
        for draft, made in told_apart(self.drafts, self.laying, self.walk, shown):
            text = text_of(draft, self.walk, self.frame, self.view)
            checked = check(parse(text))
            outputs = [run(checked, grid).output for grid in self.inputs]
            wanted = [asgrid(each) for each in made]
            if not self.view.plain:
                pairs = zip(wanted, self.view.colours, strict=True)
                wanted = [switch(grid, 0, colour) if colour else grid for grid, colour in pairs]
            if outputs == wanted:
                asked = tuple(each for each in outputs[shown:] if each is not None)
                yield Answer(text=text, outputs=asked, missed=draft.missed, rank=draft.rank)


def usual_colours(pictures: Sequence[Picture]) -> tuple[int, ...]:
    """What half of the pictures have: the colour of one picture alone is no rule."""
    times = Counter(colour for each in pictures for colour in {*each[0]} - {0})
    return tuple(sorted(c for c, count in times.items() if 2 * count >= len(pictures)))


def _mapped(cells: bytes, output: bytes, table: dict[int, int]) -> bool:
    """Whether each colour stands for one; what it stands for is noted."""
    for before, after in {*zip(cells, output, strict=True)}:
        if table.setdefault(before, after) != after:
            return False
    return True


def search(puzzle: Puzzle, limits: Limits) -> Found:
    """The best answers that were found when the depth was searched, or a limit met."""
    collecting = gc.isenabled()
    gc.disable()  # states have no cycles to be searched for, and there are very many of them
    try:
        return _searched(puzzle, limits)
    finally:
        for remembering in (cellwide, looks):
            remembering.forget()
        if collecting:
            gc.enable()


def _searched(puzzle: Puzzle, limits: Limits) -> Found:
    meter = Meter(limits)
    found: list[Answer] = []
    joints = pieces = 0
    for view in views_of(puzzle):
        work = Search(puzzle, view, meter)
        work.grow()
        work.stack()
        found += islice(work.answers(), GUESSES)
        joints += len(work.walk.nodes)
        pieces += len(work.pieces)
        if any(not answer.missed for answer in found):
            break
    found.sort(key=lambda answer: answer.rank)
    answers = {answer.outputs: answer for answer in reversed(found)}
    best = [answer for answer in found if answers[answer.outputs] is answer]
    return Found(
        answers=tuple(best[:GUESSES]),
        states=meter.states,
        joints=joints,
        pieces=pieces,
        stopped=meter.reason,
        seconds=meter.spent(),
    )

"""Pieces -> the fewest that, laid over one another, make the outputs.

From the top down: each piece may only be wrong where something lies above it already, and of those
the one is taken that gets most cells right that are still open.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arc_solver.search.budget import Meter
from arc_solver.search.pieces import Outputs, Piece

MOST_PIECES = 6
NEAREST = 3


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces from the top down, and the cells of the outputs that they leave wrong."""

    pieces: tuple[Piece, ...]
    wrong: int
    cost: int


def stacks(pieces: Sequence[Piece], outputs: Outputs, meter: Meter, starts: int) -> list[Stack]:
    """With each of the best first pieces the best that follow it."""
    by_size = sorted(pieces, key=lambda piece: -piece.right.bit_count())
    ordered = [(piece, piece.right.bit_count()) for piece in by_size]
    firsts = sorted(
        (-_worth(piece, size), n) for n, (piece, size) in enumerate(ordered) if not piece.wrong
    )
    found: list[Stack] = []
    for _, n in firsts[:starts]:
        if found and meter.late():
            break
        found.append(stack_from(ordered[n][0], ordered, outputs))
    if not found:
        found = [_alone(piece, outputs) for piece in by_size[:NEAREST]]
    return sorted(found, key=lambda stack: (stack.wrong.bit_count(), stack.cost))


def _alone(piece: Piece, outputs: Outputs) -> Stack:
    """Where every piece is wrong somewhere: one of those that are right most often."""
    return Stack((piece,), piece.wrong | outputs.needed & ~piece.right, piece.cost)


def _worth(piece: Piece, gain: int) -> float:
    return gain * (1 - 0.03 * piece.cost)


def stack_from(first: Piece, ordered: Sequence[tuple[Piece, int]], outputs: Outputs) -> Stack:
    """Pieces come with the most that they can gain, those that can gain most first."""
    chosen = [first]
    open_ = outputs.all & ~first.active
    while outputs.needed & open_ and len(chosen) < MOST_PIECES:
        best, most = None, 0.0
        for piece, size in ordered:
            if size <= most:
                break
            if piece.wrong & open_:
                continue
            worth = _worth(piece, (piece.right & open_).bit_count())
            if worth > most:
                best, most = piece, worth
        if best is None:
            break
        chosen.append(best)
        open_ &= ~best.active
    cost = sum(piece.cost for piece in chosen) + len(chosen) - 1
    return Stack(tuple(chosen), outputs.needed & open_, cost)

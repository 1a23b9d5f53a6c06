"""Pieces -> the fewest that, laid over one another, make the outputs.

From the top down: each piece may only be wrong where something lies above it already, and of those
the one is taken that gets most cells right that are still open.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arc_solver.search.pieces import Outputs, Piece

MOST_PIECES = 8


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces from the top down, and the cells of the outputs that they leave wrong."""

    pieces: tuple[Piece, ...]
    wrong: int
    cost: int


def stacks(pieces: Sequence[Piece], outputs: Outputs, starts: int) -> list[Stack]:
    """With each of the best first pieces the best that follow it."""
    firsts = _ranked(pieces, outputs.all, starts)
    found = [stack_from(first, pieces, outputs) for first in firsts]
    return sorted(found, key=lambda stack: (stack.wrong.bit_count(), stack.cost))


def _ranked(pieces: Sequence[Piece], open_: int, most: int) -> list[Piece]:
    fitting = [
        (_worth(piece, (piece.right & open_).bit_count()), -n)
        for n, piece in enumerate(pieces)
        if not piece.active & ~piece.right & open_
    ]
    fitting.sort(reverse=True)
    return [pieces[-n] for _, n in fitting[:most]]


def _worth(piece: Piece, gain: int) -> float:
    return gain * (1 - 0.03 * piece.cost)


def stack_from(first: Piece, pieces: Sequence[Piece], outputs: Outputs) -> Stack:
    chosen = [first]
    open_ = outputs.all & ~first.active
    left = pieces
    while outputs.needed & open_ and len(chosen) < MOST_PIECES:
        best, most, kept = None, 0.0, []
        for piece in left:
            gained = piece.right & open_
            if not gained:
                continue
            kept.append(piece)
            if not piece.active & ~piece.right & open_:
                worth = _worth(piece, gained.bit_count())
                if worth > most:
                    best, most = piece, worth
        left = kept
        if best is None:
            break
        chosen.append(best)
        open_ &= ~best.active
    cost = sum(piece.cost for piece in chosen) + len(chosen) - 1
    return Stack(tuple(chosen), outputs.needed & open_, cost)

"""Grids -> what can be said of their colours, and the same grids in other colours."""

from collections.abc import Mapping
from typing import TypeGuard

from arc_solver.array.backend import Array
from arc_solver.array.grids import (
    COLOURS,
    FAILED,
    OK,
    PAD,
    Grids,
    Numbers,
    Patches,
    clipped,
    judged,
    remade,
    worst,
)
from arc_solver.array.shapes import Number, Pair, each, each_pair, unknown


def counts(piece: Grids | Patches) -> Array:
    """(N, 10): how many cells of each colour."""
    xp = piece.on.xp
    return xp.stack([_count(piece, colour) for colour in range(COLOURS)], axis=1)


def _count(piece: Grids | Patches, colour: int) -> Array:
    xp = piece.on.xp
    return xp.sum(xp.astype(piece.cells == colour, xp.int64), axis=(1, 2))


def mostcolor(piece: Grids | Patches) -> Numbers:
    """`argmax` takes the first of equals: the least colour, as the scalar DSL does."""
    return _chosen(piece, piece.on.xp.argmax(counts(piece), axis=1))


def leastcolor(piece: Grids | Patches) -> Numbers:
    xp = piece.on.xp
    found = counts(piece)
    rare = xp.where(found == 0, piece.on.full((), 1 << 20), found)
    return _chosen(piece, xp.argmin(rare, axis=1))


def _chosen(piece: Grids | Patches, colour: Array) -> Numbers:
    """An empty object has no colour: that is a failure."""
    on, xp = piece.on, piece.on.xp
    empty = xp.logical_not(xp.any(piece.cells != PAD, axis=(1, 2)))
    return said(piece, colour, judged(piece.status, on, empty))


def said(piece: Grids | Patches | Numbers, values: Array, status: Array | None = None) -> Numbers:
    """Numbers, zero where there is none."""
    on, xp = piece.on, piece.on.xp
    status = piece.status if status is None else status
    known = status == OK if values.ndim == 1 else (status == OK)[:, None]
    return Numbers(on, xp.where(known, xp.astype(values, xp.int64), on.full((), 0)), status)


def colorcount(piece: Grids | Patches, colour: Number) -> Numbers:
    xp, wanted = piece.on.xp, each(piece, colour)
    same = xp.logical_and(piece.cells == shade(wanted), piece.cells != PAD)
    found = xp.sum(xp.astype(same, xp.int64), axis=(1, 2))
    return said(piece, found, worst(piece, wanted))


def shade(colour: Numbers) -> Array:
    """As a byte for each grid, `PAD` for what is no colour here."""
    on, xp = colour.on, colour.on.xp
    byte = xp.where(unknown(colour), on.full((), PAD), colour.values)
    return xp.astype(byte, xp.uint8)[:, None, None]


def palette(piece: Grids | Patches) -> Array:
    """(N, 10): whether each colour occurs."""
    return counts(piece) > 0


def numcolors(piece: Grids | Patches) -> Numbers:
    xp = piece.on.xp
    return said(piece, xp.sum(xp.astype(palette(piece), xp.int64), axis=1))


def index(grids: Grids, place: Pair) -> Numbers:
    on, xp, at = grids.on, grids.on.xp, each_pair(grids, place)
    found = xp.logical_and(at.values >= 0, at.values < grids.sizes)
    status = judged(worst(grids, at), on, xp.logical_not(xp.all(found, axis=1)))
    height, width = grids.box
    row = clipped(on, at.values[:, 0], 0, height - 1)
    column = clipped(on, at.values[:, 1], 0, width - 1)
    cell = on.arange(len(grids)) * (height * width) + row * width + column
    return said(grids, xp.take(xp.reshape(grids.cells, (-1,)), cell), status)


def height(grids: Grids) -> Numbers:
    return said(grids, grids.heights)


def width(grids: Grids) -> Numbers:
    return said(grids, grids.widths)


def shape(grids: Grids) -> Numbers:
    return said(grids, grids.sizes)


def portrait(grids: Grids) -> Numbers:
    return said(grids, grids.heights > grids.widths)


def square(grids: Grids) -> Numbers:
    return said(grids, grids.heights == grids.widths)


def replace(grids: Grids, old: Number, new: Number) -> Grids:
    if _is_colour(old) and _is_colour(new):
        return _replaced(grids, old, new)
    return _swapped(grids, [(each(grids, old), each(grids, new))])


def _is_colour(number: Number) -> TypeGuard[int]:
    return isinstance(number, int) and 0 <= number < COLOURS


def _replaced(grids: Grids, old: int, new: int) -> Grids:
    """One known pair of colours for all: one comparison, no status to judge."""
    on, xp = grids.on, grids.on.xp
    cells = xp.where(grids.cells == old, on.full((), new, xp.uint8), grids.cells)
    return Grids(on, cells, grids.sizes, grids.status, grids.uniform)


def switch(grids: Grids, a: Number, b: Number) -> Grids:
    """Where the two are one colour, the second pair decides, as in the scalar DSL: no change."""
    one, other = each(grids, a), each(grids, b)
    return _swapped(grids, [(one, other), (other, one)])


def _swapped(grids: Grids, pairs: list[tuple[Numbers, Numbers]]) -> Grids:
    on, xp = grids.on, grids.on.xp
    cells, status = grids.cells, worst(grids, *(number for pair in pairs for number in pair))
    never = status > FAILED
    outside = never
    for old, new in pairs:
        met = xp.logical_and(grids.cells == shade(old), grids.inside)
        cells = xp.where(met, shade(new), cells)
        lost = xp.logical_and(unknown(new), xp.any(met, axis=(1, 2)))
        outside = xp.logical_or(outside, lost)
    status = judged(status, on, never, outside)
    return remade(on, cells, grids.sizes, status)


def recoloured(grids: Grids, to: Mapping[int, int]) -> Grids:
    """A colour map, the same for all grids; colours that it does not name stay."""
    on, xp = grids.on, grids.on.xp
    table = on.arange(PAD + 1, xp.uint8)
    for old, new in to.items():
        if not (0 <= old < COLOURS and 0 <= new < COLOURS):
            raise ValueError(f"{old} to {new} is no map of colours from 0 to {COLOURS - 1}")
        table = xp.where(on.arange(PAD + 1) == old, on.full((), new, xp.uint8), table)
    flat = xp.astype(xp.reshape(grids.cells, (-1,)), xp.int64)
    cells = xp.reshape(xp.take(table, flat), grids.cells.shape)
    return Grids(on, cells, grids.sizes, grids.status, grids.uniform)


def cellwise(a: Grids, b: Grids, fallback: Number) -> Grids:
    on, xp, other = a.on, a.on.xp, each(a, fallback)
    differ = xp.logical_and(a.cells != b.cells, a.inside)
    unlike = xp.any(a.sizes != b.sizes, axis=1)
    outside = xp.logical_and(unknown(other), xp.any(differ, axis=(1, 2)))
    status = judged(worst(a, b, other), on, unlike, outside)
    return remade(on, xp.where(differ, shade(other), a.cells), a.sizes, status)


def branch(condition: Numbers, yes: Grids, no: Grids) -> Grids:
    on, xp = yes.on, yes.on.xp
    truth = condition.values != 0
    cells = xp.where(truth[:, None, None], yes.cells, no.cells)
    sizes = xp.where(truth[:, None], yes.sizes, no.sizes)
    return remade(on, cells, sizes, worst(condition, yes, no))


def identity(grids: Grids) -> Grids:
    return grids

"""Grids and Patches -> Grids in other colours, and the patches to paint with.

A patch holds at most one cell for each place of the 30 x 30, which is what operations on whole
grids make; objects beyond that stay with the scalar DSL.
"""

from arc_solver.array.backend import Array
from arc_solver.array.colours import mostcolor, said, shade
from arc_solver.array.grids import (
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
from arc_solver.array.shapes import Number, Pair, cut, each, each_pair, unknown


def _patches(
    of: Grids | Patches, member: Array, status: Array, colour: Array | None = None
) -> Patches:
    on, xp = of.on, of.on.xp
    member = xp.logical_and(member, (status == OK)[:, None, None])
    cells = on.full((), 0, xp.uint8) if colour is None else colour
    return Patches(on, xp.where(member, cells, on.full((), PAD, xp.uint8)), status)


def ofcolor(grids: Grids, colour: Number) -> Patches:
    xp, wanted = grids.on.xp, each(grids, colour)
    member = xp.logical_and(grids.cells == shade(wanted), grids.inside)
    return _patches(grids, member, worst(grids, wanted))


def asindices(grids: Grids) -> Patches:
    return _patches(grids, grids.inside, grids.status)


def asobject(grids: Grids) -> Patches:
    return Patches(grids.on, grids.cells, grids.status)


def toindices(patch: Patches) -> Patches:
    return _patches(patch, patch.members, patch.status)


def recolor(colour: Numbers, patch: Patches) -> Patches:
    on, xp = patch.on, patch.on.xp
    lost = xp.logical_and(unknown(colour), xp.any(patch.members, axis=(1, 2)))
    given = worst(colour, patch)
    status = judged(given, on, given > FAILED, lost)
    return _patches(patch, patch.members, status, shade(colour))


def toobject(patch: Patches, grids: Grids) -> Patches:
    member = grids.on.xp.logical_and(patch.members, grids.inside)
    return _patches(grids, member, worst(patch, grids), grids.cells)


def intersection(a: Patches, b: Patches) -> Patches:
    """Of cells: an object's cell is in both only if its colour is."""
    return _patches(a, a.on.xp.logical_and(a.members, a.cells == b.cells), worst(a, b), a.cells)


def difference(a: Patches, b: Patches) -> Patches:
    return _patches(a, a.on.xp.logical_and(a.members, a.cells != b.cells), worst(a, b), a.cells)


def combine(a: Patches, b: Patches) -> Patches:
    """Two colours at one place are a value that this layout cannot hold."""
    on, xp = a.on, a.on.xp
    both = xp.logical_and(xp.logical_and(a.members, b.members), a.cells != b.cells)
    given = worst(a, b)
    status = judged(given, on, given > FAILED, xp.any(both, axis=(1, 2)))
    member = xp.logical_or(a.members, b.members)
    return _patches(a, member, status, xp.where(a.members, a.cells, b.cells))


def bounds(patch: Patches) -> tuple[Array, Array]:
    """(N, 2) first and last row and column; of an empty patch the last come before the first."""
    on, xp, members = patch.on, patch.on.xp, patch.members
    firsts, lasts = [], []
    for axis in (2, 1):
        touched = xp.any(members, axis=axis)
        length = touched.shape[1]
        line = on.arange(length)[None, :]
        firsts.append(xp.min(xp.where(touched, line, on.full((), length)), axis=1))
        lasts.append(xp.max(xp.where(touched, line, on.full((), -1)), axis=1))
    return xp.stack(firsts, axis=1), xp.stack(lasts, axis=1)


def _boxed(patch: Patches) -> Array:
    """Which cells of the layout the bounding box covers."""
    on, xp = patch.on, patch.on.xp
    first, last = bounds(patch)
    sides = []
    for axis in (0, 1):
        line = on.arange(patch.cells.shape[axis + 1])[None, :]
        begun, ended = line >= first[:, axis : axis + 1], line <= last[:, axis : axis + 1]
        sides.append(xp.logical_and(begun, ended))
    return xp.logical_and(sides[0][:, :, None], sides[1][:, None, :])


def backdrop(patch: Patches) -> Patches:
    return _patches(patch, _boxed(patch), patch.status)


def delta(patch: Patches) -> Patches:
    xp = patch.on.xp
    return _patches(patch, xp.logical_and(_boxed(patch), ~patch.members), patch.status)


def size(patch: Patches) -> Numbers:
    xp = patch.on.xp
    return said(patch, xp.sum(xp.astype(patch.members, xp.int64), axis=(1, 2)))


def ulcorner(patch: Patches) -> Numbers:
    first, _ = bounds(patch)
    return said(patch, first, _failing_if_empty(patch))


def lrcorner(patch: Patches) -> Numbers:
    _, last = bounds(patch)
    return said(patch, last, _failing_if_empty(patch))


def _failing_if_empty(patch: Patches) -> Array:
    xp = patch.on.xp
    empty = xp.logical_not(xp.any(patch.members, axis=(1, 2)))
    return judged(patch.status, patch.on, empty)


def subgrid(patch: Patches, grids: Grids) -> Grids:
    first, last = bounds(patch)
    return cut(grids, first, last - first + 1, worst(patch, grids))


def paint(grids: Grids, thing: Patches) -> Grids:
    xp = grids.on.xp
    met = xp.logical_and(thing.members, grids.inside)
    return remade(
        grids.on, xp.where(met, thing.cells, grids.cells), grids.sizes, worst(grids, thing)
    )


def underpaint(grids: Grids, thing: Patches) -> Grids:
    return paint(grids, _under(grids, thing))


def _under(grids: Grids, patch: Patches) -> Patches:
    """The part of the patch where the grid has its commonest colour."""
    xp = grids.on.xp
    common = xp.astype(mostcolor(grids).values, xp.uint8)[:, None, None]
    return _patches(
        patch, xp.logical_and(patch.members, grids.cells == common), patch.status, patch.cells
    )


def fill(grids: Grids, colour: Number, patch: Patches) -> Grids:
    """A colour that this layout cannot hold matters only where a cell of the grid gets it."""
    on, xp, new = grids.on, grids.on.xp, each(grids, colour)
    met = xp.logical_and(patch.members, grids.inside)
    lost = xp.logical_and(unknown(new), xp.any(met, axis=(1, 2)))
    given = worst(grids, new, patch)
    status = judged(given, on, given > FAILED, lost)
    return remade(on, xp.where(met, shade(new), grids.cells), grids.sizes, status)


def underfill(grids: Grids, colour: Number, patch: Patches) -> Grids:
    return fill(grids, colour, _under(grids, patch))


def cover(grids: Grids, patch: Patches) -> Grids:
    return fill(grids, mostcolor(grids), patch)


def move(grids: Grids, thing: Patches, offset: Pair) -> Grids:
    """What leaves the 30 x 30 has left every grid: it is not painted, and nothing is lost."""
    on, xp, steps = grids.on, grids.on.xp, each_pair(grids, offset)
    height, width = (int(n) for n in thing.cells.shape[1:])
    rows = on.arange(height)[None, :] - steps.values[:, 0:1]
    columns = on.arange(width)[None, :] - steps.values[:, 1:2]
    known = [xp.logical_and(at >= 0, at < n) for at, n in ((rows, height), (columns, width))]
    first = on.arange(len(grids)) * (height * width)
    rows, columns = clipped(on, rows, 0, height - 1), clipped(on, columns, 0, width - 1)
    places = first[:, None, None] + (rows * width)[:, :, None] + columns[:, None, :]
    found = xp.take(xp.reshape(thing.cells, (-1,)), xp.reshape(places, (-1,)))
    inside = xp.logical_and(known[0][:, :, None], known[1][:, None, :])
    cells = xp.where(inside, xp.reshape(found, thing.cells.shape), on.full((), PAD, xp.uint8))
    return paint(cover(grids, thing), Patches(on, cells, worst(thing, steps)))

"""Grids x Grids -> whether and how they differ; Grids -> hashes, and the first of equal ones."""

from arc_solver.array.backend import Array, BackEnd
from arc_solver.array.colours import said
from arc_solver.array.grids import OK, SIDE, Grids, Numbers, worst
from arc_solver.array.shapes import boxed

MULTIPLIER, OTHER = 0x369DEA0F31A53F85, 0x106689D45497FDB5
MASK = (1 << 64) - 1


def equality(a: Grids, b: Grids) -> Numbers:
    """Sizes need no look of their own: padding differs from every colour."""
    xp = a.on.xp
    a, b = boxed(a), boxed(b)
    return said(a, xp.all(a.cells == b.cells, axis=(1, 2)), worst(a, b))


def differs(before: Grids, after: Grids) -> Numbers:
    """(N, 2): cells of the first that the second does not have, and the other way round."""
    xp = before.on.xp
    before, after = boxed(before), boxed(after)
    unlike = before.cells != after.cells
    counts = [
        xp.sum(xp.astype(xp.logical_and(unlike, grids.inside), xp.int64), axis=(1, 2))
        for grids in (before, after)
    ]
    return said(before, xp.stack(counts, axis=1), worst(before, after))


def hashes(grids: Grids) -> Array:
    """(N,) unsigned 64 bits: the sum of each cell's colour + 1 times a weight of its place.

    Padding weighs nothing, so that a grid has one hash in every box, and its shape is part of it.
    """
    on, xp = grids.on, grids.on.xp
    if on.kernels is not None:
        return on.kernels.hashes(grids.cells, weights(on))
    height, width = grids.box
    cells = grids.cells + on.full((), 1, xp.uint8)  # 255 + 1 is 0 in a byte
    table = xp.reshape(weights(on)[:height, :width], (-1,))
    flat = xp.astype(xp.reshape(cells, (len(grids), height * width)), xp.uint64)
    return xp.matmul(flat, table)


def weights(on: BackEnd) -> Array:
    """(30, 30) odd numbers of 64 bits, made on the device: nothing has to cross for them."""
    if "weights" not in on.constants:
        xp = on.xp
        value = on.arange(SIDE * SIDE, xp.uint64) + on.full((), 1, xp.uint64)
        for multiplier in (MULTIPLIER, OTHER, MULTIPLIER):
            value = value * on.full((), multiplier, xp.uint64)
            shifted = xp.bitwise_right_shift(value, on.full((), 29, xp.uint64))
            value = xp.bitwise_xor(value, shifted)
        odd = xp.bitwise_or(value, on.full((), 1, xp.uint64))
        on.constants["weights"] = xp.reshape(odd, (SIDE, SIDE))
    return on.constants["weights"]


def hash_of(grid: tuple[tuple[int, ...], ...]) -> int:
    """The same for one grid in plain Python: what the arrays' hashes are held against."""
    total = 0
    for i, row in enumerate(grid):
        for j, colour in enumerate(row):
            total += (colour + 1) * _weight(i * SIDE + j)
    return total & MASK


def _weight(place: int) -> int:
    value = place + 1
    for multiplier in (MULTIPLIER, OTHER, MULTIPLIER):
        value = (value * multiplier) & MASK
        value ^= value >> 29
    return value | 1


def first_of_equal(grids: Grids) -> Array:
    """(N,): for each grid the number of the first that is equal to it, often its own.

    Sorted by hash, compared cell by cell: two grids of one hash that differ are never joined.
    Nothing here has a size that depends on the data, so that nothing waits for the device.
    """
    on, xp = grids.on, grids.on.xp
    grids = boxed(grids)
    found = hashes(grids)
    order = xp.argsort(found, stable=True)
    ranked = xp.take(found, order)
    first = xp.take(order, xp.searchsorted(ranked, found))
    same = xp.all(xp.take(grids.cells, first, axis=0) == grids.cells, axis=(1, 2))
    return xp.where(xp.logical_and(same, grids.status == OK), first, on.arange(len(grids)))

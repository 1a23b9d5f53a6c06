"""Grids -> Grids of another shape: cut out, turned, mirrored, scaled, joined.

Each operation is the scalar one of the same name (`arc_solver.dsl.grids`, `.tiling`), with the same
order of arguments, for all grids at once; it moves rows and columns by index, never cell by cell.
"""

from arc_solver.array.backend import Array, BackEnd
from arc_solver.array.grids import (
    COLOURS,
    OK,
    PAD,
    SIDE,
    Grids,
    Numbers,
    Patches,
    clipped,
    judged,
    numbers,
    pairs,
    remade,
    worst,
)
from arc_solver.values import MAX_CELLS

Number = Numbers | int
Pair = Numbers | tuple[int, int]


def each(grids: Grids | Patches, value: Number) -> Numbers:
    return numbers(grids.on, len(grids), value) if isinstance(value, int) else value


def each_pair(grids: Grids | Patches, value: Pair) -> Numbers:
    return pairs(grids.on, len(grids), value) if isinstance(value, tuple) else value


def remapped(grids: Grids, rows: Array, columns: Array, sizes: Array, status: Array) -> Grids:
    """Cell (i, j) comes from (rows[i], columns[j]), for as many as the new sizes say."""
    on, xp = grids.on, grids.on.xp
    height, width = grids.box
    sizes = xp.where((status == OK)[:, None], sizes, on.full((), 0))
    rows, columns = clipped(on, rows, 0, height - 1), clipped(on, columns, 0, width - 1)
    first = on.arange(len(grids)) * (height * width)
    places = first[:, None, None] + (rows * width)[:, :, None] + columns[:, None, :]
    found = xp.take(xp.reshape(grids.cells, (-1,)), xp.reshape(places, (-1,)))
    cells = xp.reshape(found, (len(grids), rows.shape[1], columns.shape[1]))
    inside = within(on, sizes, (rows.shape[1], columns.shape[1]))
    return Grids(on, xp.where(inside, cells, on.full((), PAD, xp.uint8)), sizes, status)


def within(on: BackEnd, sizes: Array, box: tuple[int, int]) -> Array:
    """Which cells of the box belong to grids of these sizes."""
    rows, columns = on.arange(box[0])[None, :], on.arange(box[1])[None, :]
    high, wide = rows < sizes[:, 0:1], columns < sizes[:, 1:2]
    return on.xp.logical_and(high[:, :, None], wide[:, None, :])


def hmirror(grids: Grids) -> Grids:
    xp = grids.on.xp
    if grids.uniform:
        return _same(grids, xp.flip(grids.cells, axis=1))
    rows = grids.heights[:, None] - 1 - grids.on.arange(grids.box[0])[None, :]
    return remapped(grids, rows, _places(grids)[1], grids.sizes, grids.status)


def vmirror(grids: Grids) -> Grids:
    xp = grids.on.xp
    if grids.uniform:
        return _same(grids, xp.flip(grids.cells, axis=2))
    columns = grids.widths[:, None] - 1 - grids.on.arange(grids.box[1])[None, :]
    return remapped(grids, _places(grids)[0], columns, grids.sizes, grids.status)


def dmirror(grids: Grids) -> Grids:
    """A transposed box has its padding where it belongs."""
    xp = grids.on.xp
    cells = xp.permute_dims(grids.cells, (0, 2, 1))
    return Grids(grids.on, cells, xp.flip(grids.sizes, axis=1), grids.status, grids.uniform)


def cmirror(grids: Grids) -> Grids:
    return vmirror(dmirror(vmirror(grids)))


def rot90(grids: Grids) -> Grids:
    return dmirror(hmirror(grids))


def rot180(grids: Grids) -> Grids:
    xp = grids.on.xp
    if grids.uniform:
        return _same(grids, xp.flip(grids.cells, axis=(1, 2)))
    height, width = grids.box
    rows = grids.heights[:, None] - 1 - grids.on.arange(height)[None, :]
    columns = grids.widths[:, None] - 1 - grids.on.arange(width)[None, :]
    return remapped(grids, rows, columns, grids.sizes, grids.status)


def rot270(grids: Grids) -> Grids:
    return hmirror(dmirror(grids))


def _same(grids: Grids, cells: Array) -> Grids:
    return Grids(grids.on, cells, grids.sizes, grids.status, uniform=True)


def _places(grids: Grids) -> tuple[Array, Array]:
    xp, count = grids.on.xp, len(grids)
    height, width = grids.box
    rows, columns = grids.on.arange(height), grids.on.arange(width)
    return (
        xp.broadcast_to(rows[None, :], (count, height)),
        xp.broadcast_to(columns[None, :], (count, width)),
    )


def cut(grids: Grids, start: Array, sizes: Array, status: Array) -> Grids:
    """What begins at these places and has these sizes; a failure where that is not inside."""
    xp = grids.on.xp
    fits = xp.all(xp.logical_and(start >= 0, start + sizes <= grids.sizes), axis=1)
    failed = xp.logical_not(xp.logical_and(fits, xp.all(sizes >= 1, axis=1)))
    status = judged(status, grids.on, failed)
    rows, columns = _places(grids)
    return remapped(grids, rows + start[:, 0:1], columns + start[:, 1:2], sizes, status)


def crop(grids: Grids, start: Pair, dimensions: Pair) -> Grids:
    at, size = each_pair(grids, start), each_pair(grids, dimensions)
    return cut(grids, at.values, size.values, worst(grids, at, size))


def trim(grids: Grids) -> Grids:
    one = grids.on.full((len(grids), 2), 1)
    return cut(grids, one, grids.sizes - 2, grids.status)


def _half(grids: Grids, axis: int, far: bool) -> Grids:
    """The first or last half of the rows (axis 0) or columns."""
    xp, length = grids.on.xp, grids.sizes[:, axis]
    half = xp.floor_divide(length, grids.on.full((), 2))
    start = length - half if far else half - half
    none, kept = half - half, grids.sizes[:, 1 - axis]
    pairs = [(start, none), (half, kept)]
    first, size = (xp.stack(pair if axis == 0 else pair[::-1], axis=1) for pair in pairs)
    return cut(grids, first, size, grids.status)


def tophalf(grids: Grids) -> Grids:
    return _half(grids, 0, far=False)


def bottomhalf(grids: Grids) -> Grids:
    return _half(grids, 0, far=True)


def lefthalf(grids: Grids) -> Grids:
    return _half(grids, 1, far=False)


def righthalf(grids: Grids) -> Grids:
    return _half(grids, 1, far=True)


def compress(grids: Grids) -> Grids:
    """Rows and columns of one colour have no cell that differs from their first."""
    on, xp, cells = grids.on, grids.on.xp, grids.cells
    inside = grids.inside
    by_row = xp.any(xp.logical_and(inside, cells != cells[:, :, 0:1]), axis=2)
    by_column = xp.any(xp.logical_and(inside, cells != cells[:, 0:1, :]), axis=1)
    order = [
        xp.argsort(xp.astype(xp.logical_not(kept), xp.uint8), axis=1, stable=True)
        for kept in (by_row, by_column)
    ]
    counts = [xp.sum(xp.astype(kept, xp.int64), axis=1) for kept in (by_row, by_column)]
    sizes = xp.stack(counts, axis=1)
    status = judged(grids.status, on, xp.any(sizes == 0, axis=1))
    return remapped(grids, order[0], order[1], sizes, status)


def canvas(colour: Numbers, dimensions: Numbers) -> Grids:
    on, xp = colour.on, colour.on.xp
    sizes = dimensions.values
    capped = clipped(on, sizes, 0, MAX_CELLS + 1)
    area = capped[:, 0] * capped[:, 1]
    failed = xp.logical_or(xp.any(sizes < 1, axis=1), area > MAX_CELLS)
    outside = xp.logical_or(xp.any(sizes > SIDE, axis=1), unknown(colour))
    status = judged(worst(colour, dimensions), on, failed, outside)
    sizes = xp.where((status == OK)[:, None], sizes, on.full((), 0))
    inside = within(on, sizes, (SIDE, SIDE))
    shade = xp.astype(clipped(on, colour.values, 0, PAD), xp.uint8)[:, None, None]
    return Grids(on, xp.where(inside, shade, on.full((), PAD, xp.uint8)), sizes, status)


def unknown(colour: Numbers) -> Array:
    """Colours that a program may name and that this layout cannot hold."""
    return colour.on.xp.logical_or(colour.values < 0, colour.values >= COLOURS)


def _scaled(grids: Grids, down: Numbers, right: Numbers) -> Grids:
    on, xp = grids.on, grids.on.xp
    factors = xp.stack([down.values, right.values], axis=1)
    capped = clipped(on, factors, 0, MAX_CELLS + 1)
    sizes = grids.sizes * capped
    sides = clipped(on, sizes, 0, MAX_CELLS + 1)
    area = sides[:, 0] * sides[:, 1]
    failed = xp.logical_or(xp.any(factors < 1, axis=1), area > MAX_CELLS)
    outside = xp.any(sizes > SIDE, axis=1)
    status = judged(worst(grids, down, right), on, failed, outside)
    steps = clipped(on, factors, 1, SIDE + 1)
    line = on.arange(SIDE)[None, :]
    rows, columns = (xp.floor_divide(line, steps[:, n : n + 1]) for n in (0, 1))
    return remapped(grids, rows, columns, sizes, status)


def vupscale(grids: Grids, factor: Number) -> Grids:
    return _scaled(grids, each(grids, factor), each(grids, 1))


def hupscale(grids: Grids, factor: Number) -> Grids:
    return _scaled(grids, each(grids, 1), each(grids, factor))


def upscale(grids: Grids, factor: Number) -> Grids:
    return _scaled(grids, each(grids, factor), each(grids, factor))


def downscale(grids: Grids, factor: Number) -> Grids:
    on, xp, by = grids.on, grids.on.xp, each(grids, factor)
    status = judged(worst(grids, by), on, by.values < 1)
    step = clipped(on, by.values, 1, SIDE)[:, None]
    rows, columns = _places(grids)
    sizes = xp.floor_divide(grids.sizes + step - 1, step)
    return remapped(grids, rows * step, columns * step, sizes, status)


def boxed(grids: Grids, box: tuple[int, int] = (SIDE, SIDE)) -> Grids:
    """The same grids in a larger box."""
    on, xp, count = grids.on, grids.on.xp, len(grids)
    height, width = grids.box
    if (height, width) == box:
        return grids
    right = on.full((count, height, box[1] - width), PAD, xp.uint8)
    below = on.full((count, box[0] - height, box[1]), PAD, xp.uint8)
    cells = xp.concat([xp.concat([grids.cells, right], axis=2), below], axis=1)
    return Grids(on, cells, grids.sizes, grids.status)


def vconcat(a: Grids, b: Grids) -> Grids:
    """The second grid's rows, moved down by the first one's height, where the first has none."""
    on, xp = a.on, a.on.xp
    a, b = boxed(a), boxed(b)
    total = xp.stack([a.heights + b.heights, a.widths], axis=1)
    status = judged(worst(a, b), on, a.widths != b.widths, total[:, 0] > SIDE)
    rows, columns = _places(b)
    moved = remapped(b, rows - a.heights[:, None], columns, total, status)
    return remade(on, xp.where(a.inside, a.cells, moved.cells), total, status)


def hconcat(a: Grids, b: Grids) -> Grids:
    return dmirror(vconcat(dmirror(a), dmirror(b)))


def vsplit(grids: Grids, count: int) -> tuple[Grids, ...]:
    """So many batches, the first with the first part of every grid."""
    on, xp = grids.on, grids.on.xp
    number = count if 1 <= count <= SIDE else 1
    height = xp.floor_divide(grids.heights, on.full((), number))
    gap = grids.heights - height * number > 0
    stride = height + xp.astype(gap, xp.int64)
    parted = xp.logical_and(height >= 1, stride * (number - 1) + height <= grids.heights)
    failed = xp.logical_not(parted) if number == count else height >= 0
    status = judged(grids.status, on, failed)
    sizes = xp.stack([height, grids.widths], axis=1)
    starts = (xp.stack([stride * part, height - height], axis=1) for part in range(number))
    return tuple(cut(grids, start, sizes, status) for start in starts)


def hsplit(grids: Grids, count: int) -> tuple[Grids, ...]:
    return tuple(dmirror(part) for part in vsplit(dmirror(grids), count))

"""Grids -> labels: which connected part each cell belongs to.

All cells of all grids take the least label around them, and then the label of the cell that their
label names; that is repeated. There is no loop over grids or cells. Whether more rounds are needed
is a question that waits for the device: there their number is fixed, and a grid for which it was
too few (long spirals) is `OUTSIDE`. On the host, and in the raw kernel, it goes on until all agree.
"""

from dataclasses import dataclass

from arc_solver.array.backend import Array, BackEnd
from arc_solver.array.colours import mostcolor, said
from arc_solver.array.grids import FAILED, OK, Grids, Numbers, judged
from arc_solver.values import Grid, Objects

ROUNDS = 64
LOOK = 4
"""On the host, after so many rounds, those that are done are left alone: most need few."""

Step = tuple[slice, slice, slice, slice]


@dataclass(frozen=True, slots=True)
class Labels:
    """`cells` (N, H, W) int64: 1 + the place, counted in reading order of the box, of the first
    cell of the part; 0 where there is none."""

    on: BackEnd
    cells: Array
    status: Array


def objects(grids: Grids, univalued: bool, diagonal: bool, without_bg: bool) -> Labels:
    """The parts that the scalar `objects` finds, by label; `objects_of` makes values of them."""
    on, xp = grids.on, grids.on.xp
    member = grids.inside
    if without_bg:
        common = xp.astype(mostcolor(grids).values, xp.uint8)[:, None, None]
        member = xp.logical_and(member, grids.cells != common)
    if on.kernels is not None:
        labels = on.kernels.labels(grids.cells, member, univalued, diagonal)
        return Labels(on, labels, grids.status)
    height, width = grids.box
    links = _links(grids, member, univalued, diagonal)
    nowhere = height * width
    start = xp.reshape(on.arange(nowhere, xp.int16), (1, height, width))
    labels = xp.where(member, start, on.full((), nowhere, xp.int16))
    settle = _settled_on_host if on.host else _rounds
    labels = settle(on, labels, links, ROUNDS)
    status = judged(grids.status, on, grids.status > FAILED, _torn(on, labels, links))
    labels = xp.where(member, xp.astype(labels, xp.int64) + 1, on.full((), 0))
    return Labels(on, labels, status)


def o_g(grids: Grids, code: int) -> Labels:
    if not 0 <= code <= 7:
        raise ValueError(f"{code} is not a connectivity code from 0 to 7")
    return objects(grids, bool(code & 4), bool(code & 2), bool(code & 1))


def count(labels: Labels) -> Numbers:
    """How many parts: each has one cell that bears its own number."""
    on, xp = labels.on, labels.on.xp
    _, height, width = labels.cells.shape
    own = xp.reshape(on.arange(height * width), (1, height, width)) + 1
    found = xp.sum(xp.astype(labels.cells == own, xp.int64), axis=(1, 2))
    return said(Numbers(on, found, labels.status), found)


STRAIGHT: tuple[Step, ...] = (
    (slice(None), slice(None, -1), slice(None), slice(1, None)),
    (slice(None, -1), slice(None), slice(1, None), slice(None)),
)
ACROSS: tuple[Step, ...] = (
    (slice(None, -1), slice(None, -1), slice(1, None), slice(1, None)),
    (slice(None, -1), slice(1, None), slice(1, None), slice(None, -1)),
)

Links = list[tuple[Step, Array]]


def _links(grids: Grids, member: Array, univalued: bool, diagonal: bool) -> Links:
    """For each direction, which neighbours belong together."""
    xp, cells = grids.on.xp, grids.cells
    found = []
    for step in STRAIGHT + (ACROSS if diagonal else ()):
        a, b, c, d = step
        linked = xp.logical_and(member[:, a, b], member[:, c, d])
        if univalued:
            linked = xp.logical_and(linked, cells[:, a, b] == cells[:, c, d])
        found.append((step, linked))
    return found


def _rounds(on: BackEnd, labels: Array, links: Links, count: int) -> Array:
    xp = on.xp
    labels = xp.asarray(labels, copy=True)
    for _ in range(count):
        labels = _jumped(on, _spread(on, labels, links))
    return labels


def _settled_on_host(on: BackEnd, labels: Array, links: Links, count: int) -> Array:
    """Until nothing changes; in each step only the grids that are not done."""
    labels = _rounds(on, labels, links, min(count, LOOK))
    left = on.xp.nonzero(_torn(on, labels, links))[0]
    if left.shape[0]:
        rest = [(step, on.xp.take(linked, left, axis=0)) for step, linked in links]
        labels[left] = _settled_on_host(on, on.xp.take(labels, left, axis=0), rest, count)
    return labels


def _spread(on: BackEnd, labels: Array, links: Links) -> Array:
    xp = on.xp
    for (a, b, c, d), linked in links:
        here, there = labels[:, a, b], labels[:, c, d]
        least = xp.minimum(here, there)
        labels[:, a, b] = xp.where(linked, least, here)
        now = labels[:, c, d]  # the two overlap: what was just lowered must not rise again
        labels[:, c, d] = xp.where(linked, xp.minimum(least, now), now)
    return labels


def _jumped(on: BackEnd, labels: Array) -> Array:
    """What is nowhere names a cell beyond the last, which stands for itself."""
    xp = on.xp
    count, height, width = labels.shape
    area = height * width
    beyond = on.full((count, 1), area, xp.int16)
    table = xp.concat([xp.reshape(labels, (count, area)), beyond], axis=1)
    first = (on.arange(count) * (area + 1))[:, None, None]
    places = xp.reshape(first + xp.astype(labels, xp.int64), (-1,))
    return xp.reshape(xp.take(xp.reshape(table, (-1,)), places), labels.shape)


def _torn(on: BackEnd, labels: Array, links: Links) -> Array:
    """(N,): whether some neighbours that belong together still differ."""
    xp = on.xp
    torn = on.full((labels.shape[0],), 0, xp.uint8) > 0
    for (a, b, c, d), linked in links:
        differ = xp.logical_and(linked, labels[:, a, b] != labels[:, c, d])
        torn = xp.logical_or(torn, xp.any(differ, axis=(1, 2)))
    return torn


def objects_of(labels: Labels, grids: list[Grid]) -> list[Objects | None]:
    """The scalar values, on the host: one transfer out."""
    on, xp = labels.on, labels.on.xp
    total, height, width = labels.cells.shape
    low = xp.astype(xp.bitwise_and(labels.cells, 255), xp.uint8)
    high = xp.astype(xp.bitwise_right_shift(labels.cells, 8), xp.uint8)
    data = on.bring(xp.concat([*(xp.reshape(part, (-1,)) for part in (low, high)), labels.status]))
    area = height * width
    parts = [data[: total * area], data[total * area : 2 * total * area]]
    return [
        _objects(parts[0][n * area :], parts[1][n * area :], grid, width)
        if data[2 * total * area + n] == OK
        else None
        for n, grid in enumerate(grids)
    ]


def _objects(low: bytes, high: bytes, grid: Grid, width: int) -> Objects:
    found: dict[int, set[tuple[int, tuple[int, int]]]] = {}
    for i, row in enumerate(grid):
        for j, colour in enumerate(row):
            label = low[i * width + j] + 256 * high[i * width + j]
            if label:
                found.setdefault(label, set()).add((colour, (i, j)))
    return frozenset(map(frozenset, found.values()))

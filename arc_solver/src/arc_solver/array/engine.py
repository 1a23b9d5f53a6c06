"""Plan x grids -> Answers: one transfer in, every step on the device, one transfer out."""

from array import array as c_array
from collections.abc import Sequence
from dataclasses import dataclass

from arc_solver.array.backend import Array, BackEnd
from arc_solver.array.grids import (
    OK,
    PAD,
    SIDE,
    Grids,
    Numbers,
    Patches,
    as_bytes,
    from_bytes,
    ints,
    packed,
    unpacked,
)
from arc_solver.array.operations import VERSIONS, Kind
from arc_solver.array.plan import Plan, Slot, Step, Use
from arc_solver.values import Grid

AREA = SIDE * SIDE


@dataclass(frozen=True, slots=True)
class Answers:
    """What was computed for one task, on the host: bytes, of which values are made when asked for.

    Plain data: they go to a worker process as they are.
    """

    slots: dict[int, Slot]
    status: dict[int, bytes]
    content: dict[int, bytes]

    def known(self, node: int, sample: int) -> bool:
        return self.status[node][sample] == OK

    def value(self, node: int, sample: int) -> Grid | int | bool | tuple[int, int]:
        kind, data = self.slots[node].kind, self.content[node]
        if kind is Kind.GRID:
            at = sample * (AREA + 2)
            cells, size = data[at : at + AREA], data[at + AREA : at + AREA + 2]
            return unpacked(cells, (size[0], size[1]))
        first, second = ints(data[8 * sample : 8 * sample + 8])
        if kind is Kind.PAIR:
            return first, second
        return bool(first) if kind is Kind.BOOL else first


class _Pools:
    """All values of a batch on the device; each step appends its own."""

    def __init__(self, on: BackEnd, plan: Plan, inputs: Sequence[Grid]) -> None:
        xp, count, first = on.xp, len(inputs), len(plan.literals)
        self.on = on
        cells, _ = packed(inputs)
        numbers = c_array("i", [n for pair in plan.literals for n in pair])
        rows = c_array("i", [n for step in plan.steps for column in step.rows for n in column])
        buffer = on.send(cells + numbers.tobytes() + rows.tobytes())
        area = count * AREA
        self.cells = on.full((plan.planes, SIDE, SIDE), PAD, xp.uint8)
        self.cells[:count, :, :] = xp.reshape(buffer[:area], (count, SIDE, SIDE))
        self.sizes = on.full((plan.planes, 2), 0)
        sizes = xp.reshape(buffer[area : area + 2 * count], (count, 2))
        self.sizes[:count, :] = xp.astype(sizes, xp.int64)
        self.status = on.full((plan.planes,), OK, xp.uint8)
        self.status[:count] = buffer[area + 2 * count : area + 3 * count]
        told = from_bytes(on, buffer[area + 3 * count :])
        self.numbers = on.full((plan.numbers, 2), 0)
        self.numbers[:first, :] = xp.reshape(told[: 2 * first], (first, 2))
        self.number_status = on.full((plan.numbers,), OK, xp.uint8)
        self._rows = told[2 * first :]
        self._at = 0

    def run(self, step: Step) -> None:
        arguments = []
        for kind, column in zip(step.kinds, step.rows, strict=True):
            rows = self._rows[self._at : self._at + len(column)]
            self._at += len(column)
            arguments.append(self._taken(kind, rows))
        result = VERSIONS[step.operation](*arguments)
        part = slice(step.first, step.first + step.count)
        if isinstance(result, Numbers):
            self._keep_numbers(result, part)
            return
        self.cells[part, :, :] = self.on.owned(result.cells)
        self.status[part] = result.status
        if isinstance(result, Grids):
            self.sizes[part, :] = result.sizes

    def _taken(self, kind: Kind, rows: Array) -> Grids | Patches | Numbers:
        on, xp = self.on, self.on.xp
        if not kind.is_plane:
            values = xp.take(self.numbers, rows, axis=0)
            status = xp.take(self.number_status, rows, axis=0)
            return Numbers(on, values if kind is Kind.PAIR else values[:, 0], status)
        cells, status = (xp.take(each, rows, axis=0) for each in (self.cells, self.status))
        if kind is Kind.GRID:
            return Grids(on, cells, xp.take(self.sizes, rows, axis=0), status)
        return Patches(on, cells, status)

    def _keep_numbers(self, result: Numbers, part: slice) -> None:
        self.number_status[part] = result.status
        if result.values.ndim == 2:
            self.numbers[part, :] = result.values
        else:
            self.numbers[part, 0] = result.values

    def bring(self, planes: Sequence[int], numbers: Sequence[int]) -> tuple[bytes, ...]:
        """Grids with their sizes, numbers, and the status of everything, in one transfer."""
        on, xp = self.on, self.on.xp
        cells, sizes = self.cells, xp.astype(self.sizes, xp.uint8)
        flat = xp.concat([xp.reshape(cells, (cells.shape[0], AREA)), sizes], axis=1)
        parts = [_some(on, flat, planes), as_bytes(on, _some(on, self.numbers, numbers))]
        parts += [self.status, self.number_status]
        data = on.bring(xp.concat([xp.reshape(part, (-1,)) for part in parts]))
        cuts, at = [], 0
        for part in parts:
            length = 1
            for n in part.shape:
                length *= int(n)
            cuts.append(data[at : at + length])
            at += length
        return tuple(cuts)


def _some(on: BackEnd, pool: Array, spans: Sequence[int]) -> Array:
    """The rows of the pool in these spans (begin, end, begin, end, ...), by slices alone: an index
    from the host would be a second transfer."""
    pairs = zip(spans[::2], spans[1::2], strict=True)
    parts = [pool[begin:end, :] for begin, end in pairs]
    return on.xp.concat(parts, axis=0) if parts else pool[:0, :]


def answers(on: BackEnd, plan: Plan, inputs: Sequence[Sequence[Grid]]) -> list[Answers]:
    """For each unit of the plan, whose samples' grids are given, in one batch."""
    if not plan.steps:
        return [Answers({}, {}, {}) for _ in inputs]
    pools = _Pools(on, plan, [grid for grids in inputs for grid in grids])
    for step in plan.steps:
        pools.run(step)
    brought = _Brought(pools, plan, [len(grids) for grids in inputs])
    pairs = zip(plan.slots, inputs, strict=True)
    return [brought.of(slots, len(grids)) for slots, grids in pairs]


class _Brought:
    def __init__(self, pools: _Pools, plan: Plan, samples: Sequence[int]) -> None:
        self._places: dict[bool, dict[int, int]] = {True: {}, False: {}}
        spans: dict[bool, list[int]] = {True: [], False: []}
        wanted = sorted(
            (slot.first, count, slot.kind.is_plane)
            for slots, count in zip(plan.slots, samples, strict=True)
            for slot in slots.values()
            if slot.use is Use.BROUGHT
        )
        ends = {True: 0, False: 0}
        for first, count, plane in wanted:
            self._places[plane][first] = ends[plane]
            ends[plane] += count
            if spans[plane] and spans[plane][-1] == first:
                spans[plane][-1] += count
            else:
                spans[plane] += [first, first + count]
        planes, numbers, *status = pools.bring(spans[True], spans[False])
        self._data = {True: planes, False: numbers}
        self._status = {True: status[0], False: status[1]}

    def of(self, slots: dict[int, Slot], samples: int) -> Answers:
        status, content = {}, {}
        for node, slot in slots.items():
            plane = slot.kind.is_plane
            status[node] = self._status[plane][slot.first : slot.first + samples]
            if slot.use is Use.BROUGHT:
                each = AREA + 2 if plane else 8
                at = self._places[plane][slot.first] * each
                content[node] = self._data[plane][at : at + samples * each]
        return Answers(slots, status, content)

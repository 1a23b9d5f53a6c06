"""Ledger -> for each group what is known up to its checkpoint, and the window at its end.

The steps of a series are looked for in the whole of it only when it is an epoch longer, or when its
last points have left their level. What is said of a series depends on its values alone, so a
history that is followed commit by commit is the same as one that is read at once.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from unladen.history.groups import Group
from unladen.history.ledger import Block, Floats, Ledger
from unladen.history.series import Base, Levels, levels_of
from unladen.judge import tail
from unladen.judge.trend import USUAL, Step, steps
from unladen.output.history import finite
from unladen.site.pages.data import scale_of
from unladen.tools.cores import spread

AT_ONCE = 128
PARTS_ALONE = 6
MADE = 3
"""Counts up when what is kept is worked out another way."""


@dataclass(slots=True)
class End:
    """The end of a group: its last rows, by column."""

    group: Group
    at: int
    first: int
    """Row that the window begins with."""
    bases: list[Base]
    window: Block
    moved: NDArray[np.bool_]
    restless: NDArray[np.bool_]
    by_name: dict[str, list[int]] = field(default_factory=dict)

    def whole(self, number: int) -> bool:
        """Whether all of a series must be looked at again."""
        young = any(step.index > self.at - tail.YOUNG for step in self.bases[number].steps)
        return bool(self.moved[number]) or young


def ended(ledger: Ledger, group: Group, keep: bool, tick: Callable[[str], None]) -> End:
    rows = len(group.commits)
    at = tail.checkpoint(rows)
    bases = _bases(ledger, group, at, keep, tick)
    first = max(0, rows - tail.WINDOW)
    window = ledger.block(group, group.columns, first)
    inside = at - first
    every = np.ones(len(group.columns), dtype=bool)
    end = End(
        group,
        at,
        first,
        bases,
        window,
        tail.moved(window.values, inside) if at and len(every) else every,
        tail.restless(window.values) if rows and len(every) else every,
    )
    for number, column in enumerate(group.columns):
        end.by_name.setdefault(column.name, []).append(number)
    return end


def _bases(
    ledger: Ledger, group: Group, at: int, keep: bool, tick: Callable[[str], None]
) -> list[Base]:
    """Aligned with the columns of the group."""
    if not at:
        return [Base()] * len(group.columns)
    stamp = f"{MADE} {group.prefix(at)} {USUAL}"
    key = f"bases of {group.name}"
    kept = ledger.archive.kept(key, stamp)
    if kept is not None:
        known = {column: _base(told) for column, told in orjson.loads(kept)}
        if all(column.id in known for column in group.columns):
            return [known[column.id] for column in group.columns]
    found: list[Base] = []
    for part in spread(_bases_of, _parts(ledger.blocks(group), at), PARTS_ALONE):
        found += part
        tick(f"following  {len(found)}/{len(group.columns)} {group.name}")
    if keep:
        told = [
            (column.id, _plain(base)) for column, base in zip(group.columns, found, strict=True)
        ]
        ledger.archive.keep(key, stamp, orjson.dumps(told))
    return found


def _parts(blocks: Iterable[Block], rows: int) -> Iterator[tuple[Floats, list[str]]]:
    """The first rows of all series, a few series at a time, and their kinds."""
    for block in blocks:
        for start in range(0, len(block.columns), AT_ONCE):
            kinds = [column.kind for column in block.columns[start : start + AT_ONCE]]
            yield block.values[:rows, start : start + AT_ONCE].T.copy(), kinds


def _bases_of(part: tuple[Floats, list[str]]) -> list[Base]:
    return [base_of(values, kind) for values, kind in zip(*part, strict=True)]


def base_of(values: Floats, kind: str) -> Base:
    found = steps(np.ascontiguousarray(values))  # type: ignore[arg-type]
    return Base(
        steps=tuple(found),
        levels=levels_of(values, found),
        points=int(np.isfinite(values).sum()),
        scale=scale_of(values, kind),
    )


def _plain(base: Base) -> Any:
    """JSON has no nan, and Python's steps have no infinity that could not be left out."""
    levels = base.levels
    return [
        [{k: v for k, v in asdict(step).items() if math.isfinite(v)} for step in base.steps],
        [finite(each) for each in (levels.now, levels.noise, levels.lowest, levels.highest)],
        base.points,
        base.scale,
    ]


def _base(told: Any) -> Base:
    found, levels, points, scale = told
    now, noise, lowest, highest = (math.nan if each is None else each for each in levels)
    return Base(
        steps=tuple(Step(**each) for each in found),
        levels=Levels(now=now, noise=noise, lowest=lowest, highest=highest),
        points=points,
        scale=scale,
    )

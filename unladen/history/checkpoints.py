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

from unladen.history.ledger import Block, Floats, Ledger
from unladen.judge import candidates
from unladen.judge.candidates import levels_of
from unladen.judge.picture import medians, picture, width_of
from unladen.judge.scale import scale_of
from unladen.judge.steps import USUAL, steps
from unladen.model.histories import Group
from unladen.model.steps import Levels, Settled, Step
from unladen.tools.cores import on_all_cores

AT_ONCE = 128
PARTS_ALONE = 6
MADE = 7
"""Counts up when what is kept is worked out another way."""


@dataclass(slots=True)
class End:
    """The end of a group: its last rows, by column."""

    group: Group
    at: int
    first: int
    """Row that the window begins with."""
    settled: list[Settled]
    window: Block
    moved: NDArray[np.bool_]
    restless: NDArray[np.bool_]
    lately: Floats
    """Medians of stretches after the checkpoint, as long as those of pictures before it."""
    by_name: dict[str, list[int]] = field(default_factory=dict)

    def whole(self, number: int) -> bool:
        """Whether all of a series must be looked at again."""
        young = any(step.index > self.at - candidates.YOUNG for step in self.settled[number].steps)
        return bool(self.moved[number]) or young


def end_of(ledger: Ledger, group: Group, keep: bool, tick: Callable[[str], None]) -> End:
    rows = len(group.commits)
    at = candidates.checkpoint(rows)
    settled = _settled(ledger, group, at, keep, tick)
    first = max(0, rows - candidates.WINDOW)
    window = ledger.block(group, group.columns, first)
    inside = at - first
    every = np.ones(len(group.columns), dtype=bool)
    end = End(
        group,
        at,
        first,
        settled,
        window,
        candidates.moved(window.values, inside) if at and len(every) else every,
        candidates.restless(window.values) if rows and len(every) else every,
        medians(window.values[inside:], width_of(at or rows)),
    )
    for number, column in enumerate(group.columns):
        end.by_name.setdefault(column.name, []).append(number)
    return end


def _settled(
    ledger: Ledger, group: Group, at: int, keep: bool, tick: Callable[[str], None]
) -> list[Settled]:
    """Aligned with the columns of the group."""
    if not at:
        return [Settled()] * len(group.columns)
    stamp = f"{MADE} {group.prefix(at)} {USUAL}"
    key = f"bases of {group.name}"
    kept = ledger.archive.kept(key, stamp)
    if kept is not None:
        known = {column: _from_plain(plain) for column, plain in orjson.loads(kept)}
        if all(column.id in known for column in group.columns):
            return [known[column.id] for column in group.columns]
    found: list[Settled] = []
    for part in on_all_cores(_settled_parts, _parts(ledger.blocks(group), at), PARTS_ALONE):
        found += part
        tick(f"following  {len(found)}/{len(group.columns)} {group.name}")
    if keep:
        plain = [
            (column.id, _plain(each)) for column, each in zip(group.columns, found, strict=True)
        ]
        ledger.archive.keep(key, stamp, orjson.dumps(plain))
    return found


def _parts(blocks: Iterable[Block], rows: int) -> Iterator[tuple[Floats, list[str]]]:
    """The first rows of all series, a few series at a time, and their kinds."""
    for block in blocks:
        for start in range(0, len(block.columns), AT_ONCE):
            kinds = [column.kind for column in block.columns[start : start + AT_ONCE]]
            yield block.values[:rows, start : start + AT_ONCE].T.copy(), kinds


def _settled_parts(part: tuple[Floats, list[str]]) -> list[Settled]:
    return [settled_of(values, kind) for values, kind in zip(*part, strict=True)]


def settled_of(values: Floats, kind: str) -> Settled:
    found = steps(np.ascontiguousarray(values))  # type: ignore[arg-type]
    return Settled(
        steps=tuple(found),
        levels=levels_of(values, found),
        points=int(np.isfinite(values).sum()),
        scale=scale_of(values, kind),
        picture=picture(values),
    )


def _plain(settled: Settled) -> Any:
    """JSON has no nan, and Python's steps have no infinity that could not be left out."""
    levels = asdict(settled.levels)
    return {
        "steps": [
            {k: v for k, v in asdict(step).items() if math.isfinite(v)} for step in settled.steps
        ],
        "levels": {name: value for name, value in levels.items() if math.isfinite(value)},
        "points": settled.points,
        "scale": settled.scale,
        "picture": settled.picture,
    }


def _from_plain(plain: Any) -> Settled:
    return Settled(
        steps=tuple(Step(**each) for each in plain["steps"]),
        levels=Levels(**plain["levels"]),
        points=plain["points"],
        scale=plain["scale"],
        picture=tuple(math.nan if each is None else each for each in plain["picture"]),
    )

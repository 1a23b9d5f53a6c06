"""The steps of search: each a primitive of the DSL, with what it is given beside a state.

They were chosen by looking at training tasks only. A state is a picture or several of them; a step
on several is done to each (`EACH`) or to all together.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from arc_solver.dsl import PRIMITIVES
from arc_solver.values import Pair


class Kind(Enum):
    """What a step takes and gives."""

    TURN = "picture -> picture"
    SPLIT = "picture -> pictures"
    EACH = "each picture -> picture"
    CHOOSE = "pictures -> pictures"
    JOIN = "pictures -> picture"

    @property
    def takes_many(self) -> bool:
        return self in (Kind.EACH, Kind.CHOOSE, Kind.JOIN)

    @property
    def gives_many(self) -> bool:
        return self in (Kind.SPLIT, Kind.EACH, Kind.CHOOSE)


class Given(Enum):
    """What else a step gets, if it is no literal."""

    NOTHING = "nothing"
    INPUT = "input"
    FRAME = "frame"


Extra = int | bool | Pair | Given

COST: Final = 2
"""Of a step of depth 1: taking apart and putting together cost half of it."""
ALWAYS: Final = 99
EARLY: Final = COST - 1
"""What the state may have cost that a step is done to: some are too dear for every state."""


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    kind: Kind
    extra: Extra = Given.NOTHING
    cost: int = COST
    latest: int = ALWAYS

    @property
    def function(self) -> Callable[..., Any]:
        return PRIMITIVES[self.name]

    def bound(self, root: Any, frame: Any) -> Callable[[Any], Any]:
        """What it does to a state of one grid."""
        function, extra = self.function, self.extra
        if extra is Given.NOTHING:
            return _each(function) if self.kind is Kind.EACH else function
        second = (
            {Given.INPUT: root, Given.FRAME: frame}[extra] if isinstance(extra, Given) else extra
        )
        if self.kind is Kind.EACH:
            return lambda state: tuple([function(each, second) for each in state])
        return lambda state: function(state, second)


def _each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda state: tuple([function(each) for each in state])


def _with(
    kind: Kind, names: str, extras: Iterable[Extra] = (Given.NOTHING,), *, latest: int = ALWAYS
) -> Iterator[Step]:
    """All of these operations with the first extra, with the second, and so on."""
    cost = 1 if kind in (Kind.SPLIT, Kind.JOIN) else COST
    for extra in extras:
        for name in names.split():
            yield Step(name, kind, extra, cost, latest)


Colours = tuple[int, ...]


def _turns(colours_in: Colours, colours_out: Colours) -> Iterator[Step]:
    """Of one picture: the cheapest and most telling first."""
    turn = Kind.TURN
    yield from _with(turn, "cropped filledin insideof inverse squeezed condensed hulled")
    yield from _with(turn, "turned", (4, 5, 2, 6, 7, 1, 3))
    yield from _with(turn, "onlycolor withoutcolor", colours_in)
    yield from _with(turn, "outlined incolor", colours_out)
    yield from _with(turn, "halfof", range(4))
    yield from _with(turn, "smeared", range(15))
    yield from _with(turn, "linked", range(5))
    yield from _with(turn, "fallen", range(4))
    yield from _with(turn, "mostcolored leastcolored incommonest exchanged nobackground")
    yield from _with(turn, "outsideof borderof coreof noisefree noise spread centerof peeled")
    yield from _with(turn, "shrunk gridlines panelsmap bars scale home boxsquare dotof")
    yield from _with(turn, "fullrows distinct touchingedge", (False, True))
    yield from _with(turn, "nudged beside", ((0, 1), (1, 0), (0, -1), (-1, 0)))
    yield from _with(turn, "enlarged", (2, 3))
    with_input = "windowed under besides expanded expandedby colorexpanded inrarest incommonestof"
    yield from _with(turn, with_input, (Given.INPUT,))
    yield from _with(turn, "mended mendedpatch", colours_in, latest=0)
    yield from _with(turn, "evened unitof retiled", latest=0)
    yield from _with(turn, "crossed cornered padded edged", colours_out)


def framed() -> tuple[Step, ...]:
    """What needs the size of the output."""
    names = "tiled mirrored stretched poured embedded coveredin"
    return (
        *_with(Kind.TURN, names, (Given.FRAME,)),
        *_with(Kind.TURN, "retiledin", (Given.FRAME,), latest=0),
        *_with(Kind.JOIN, "dropped", (Given.FRAME,), latest=EARLY),
    )


def _splits() -> Iterator[Step]:
    split = Kind.SPLIT
    yield from _with(split, "partsof colorparts", (True, False))
    yield from _with(split, "colorlayers holesof gapsof halvesof tilesof panelsof rectanglesof")
    yield from _with(split, "linesof", (False, True))


AMOUNTS = {1: range(1, 7), 2: range(1, 4), 3: range(4), 9: range(1, 4)}
"""By quantity: cells, colours, holes, parts."""


def _choices() -> Iterator[Step]:
    choose = Kind.CHOOSE
    yield from _with(choose, "mostsof notmostsof leastsof notleastsof", range(14))
    yield from _with(choose, "commonof rareof repeatedof", range(15))
    yield from _with(choose, "mirroring solid closed squares", (True, False))
    for quantity, amounts in AMOUNTS.items():
        yield from _with(choose, "amounting", [(quantity, amount) for amount in amounts])
    yield from _with(choose, "ringing nextto backwards")
    yield from _with(choose, "sortedby", (1, 0, 6, 7, 2, 3))


OFTEN_MOST = (0, 1, 2, 6, 7)
OFTEN_ODD = (0, 1, 3)
"""Quantities and looks that parts are chosen by; by the others only parts of the input are."""


def _joins() -> Iterator[Step]:
    join = Kind.JOIN
    for quantity in range(14):
        latest = ALWAYS if quantity in OFTEN_MOST else EARLY
        yield from _with(join, "mostof leastof", (quantity,), latest=latest)
    for look in range(15):
        yield from _with(join, "oddone", (look,), latest=ALWAYS if look in OFTEN_ODD else EARLY)
    yield from _with(join, "laidover inall inone innone onlyinfirst inrow incolumn tally")
    yield from _with(join, "first last")
    yield from _with(join, "stacked stackedsmall piledup usual", latest=EARLY)


def _eaches(colours_in: Colours, colours_out: Colours) -> Iterator[Step]:
    each = Kind.EACH
    yield from _with(each, "cropped filledin insideof hulled inverse")
    yield from _with(each, "turned", (4, 5, 2, 6))
    yield from _with(each, "borderof coreof mostcolored leastcolored incommonest exchanged")
    yield from _with(each, "centerof shrunk noisefree noise spread outsideof home")
    yield from _with(each, "smeared", range(7))
    yield from _with(each, "linked", range(3))
    yield from _with(each, "onlycolor withoutcolor", colours_in)
    yield from _with(each, "padded", colours_out)
    yield from _with(each, "windowed", (Given.INPUT,))


def steps_for(colours_in: Colours, colours_out: Colours) -> tuple[Step, ...]:
    """All steps for a puzzle with these colours; 0 is none."""
    return (
        *_turns(colours_in, colours_out),
        *_splits(),
        *_choices(),
        *_joins(),
        *_eaches(colours_in, colours_out),
    )

"""The steps of search: each a primitive of the DSL, with what it is given beside a state.

They were chosen by looking at training tasks only. A state is a picture or several of them; a step
on several is done to each (`EACH`) or to all together.
"""

from collections.abc import Callable, Iterator
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


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    kind: Kind
    extra: Extra = Given.NOTHING
    cost: int = COST
    latest: int = 99
    """What the state may have cost that it is done to: some steps are too dear for every state."""

    @property
    def function(self) -> Callable[..., Any]:
        return PRIMITIVES[self.name]

    def bound(self, root: Any, frame: Any) -> Callable[[Any], Any]:
        """What it does to a state of one grid."""
        function, extra = self.function, self.extra
        if extra is Given.NOTHING:
            return _each(function) if self.kind is Kind.EACH else function
        second = {Given.INPUT: root, Given.FRAME: frame}.get(extra, extra)  # type: ignore[call-overload]
        if self.kind is Kind.EACH:
            return lambda state: tuple([function(each, second) for each in state])
        return lambda state: function(state, second)


def _each(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda state: tuple([function(each) for each in state])


def _turns(colours_in: tuple[int, ...], colours_out: tuple[int, ...]) -> Iterator[Step]:
    """Of one picture: the cheapest and most telling first."""
    turn = Kind.TURN
    for name in ("cropped", "filledin", "insideof", "inverse", "squeezed", "condensed", "hulled"):
        yield Step(name, turn)
    for way in (4, 5, 2, 6, 7, 1, 3):
        yield Step("turned", turn, way)
    for colour in colours_in:
        yield Step("onlycolor", turn, colour)
        yield Step("withoutcolor", turn, colour)
    for colour in colours_out:
        yield Step("outlined", turn, colour)
        yield Step("incolor", turn, colour)
    for which in range(4):
        yield Step("halfof", turn, which)
    for kind in range(15):
        yield Step("smeared", turn, kind)
    for kind in range(5):
        yield Step("linked", turn, kind)
    for way in range(4):
        yield Step("fallen", turn, way)
    plain = (
        "mostcolored leastcolored incommonest exchanged nobackground outsideof borderof coreof "
        "noisefree noise spread centerof peeled shrunk gridlines panelsmap bars scale home "
        "boxsquare dotof"
    )
    for name in plain.split():
        yield Step(name, turn)
    for down in (False, True):
        yield Step("fullrows", turn, down)
        yield Step("distinct", turn, down)
        yield Step("touchingedge", turn, down)
    for way in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        yield Step("nudged", turn, way)
        yield Step("beside", turn, way)
    for times in (2, 3):
        yield Step("enlarged", turn, times)
    for name in ("windowed", "under", "besides", "expanded", "expandedby", "colorexpanded"):
        yield Step(name, turn, Given.INPUT)
    for name in ("inrarest", "incommonestof"):
        yield Step(name, turn, Given.INPUT)
    for colour in colours_in:
        yield Step("mended", turn, colour, latest=0)
        yield Step("mendedpatch", turn, colour, latest=0)
    yield Step("evened", turn, latest=0)
    yield Step("unitof", turn, latest=0)
    yield Step("retiled", turn, latest=0)
    for colour in colours_out:
        yield Step("crossed", turn, colour)
        yield Step("cornered", turn, colour)
        yield Step("padded", turn, colour)
        yield Step("edged", turn, colour)


FRAMED = ("tiled", "mirrored", "stretched", "poured", "embedded", "coveredin")


def framed() -> tuple[Step, ...]:
    """What needs the size of the output."""
    return (
        *(Step(name, Kind.TURN, Given.FRAME) for name in FRAMED),
        Step("retiledin", Kind.TURN, Given.FRAME, latest=0),
        Step("dropped", Kind.JOIN, Given.FRAME, 1, COST - 1),
    )


def _splits() -> Iterator[Step]:
    split = Kind.SPLIT
    for corners in (True, False):
        yield Step("partsof", split, corners, 1)
        yield Step("colorparts", split, corners, 1)
    for name in "colorlayers holesof gapsof halvesof tilesof panelsof rectanglesof".split():
        yield Step(name, split, Given.NOTHING, 1)
    for down in (False, True):
        yield Step("linesof", split, down, 1)


def _choices() -> Iterator[Step]:
    choose = Kind.CHOOSE
    for quantity in range(14):
        for name in ("mostsof", "notmostsof", "leastsof", "notleastsof"):
            yield Step(name, choose, quantity)
    for look in range(15):
        for name in ("commonof", "rareof", "repeatedof"):
            yield Step(name, choose, look)
    for wanted in (True, False):
        for name in ("mirroring", "solid", "closed", "squares"):
            yield Step(name, choose, wanted)
    for quantity, amounts in ((1, range(1, 7)), (2, range(1, 4)), (3, range(4)), (9, range(1, 4))):
        for amount in amounts:
            yield Step("amounting", choose, (quantity, amount))
    for name in ("ringing", "nextto", "backwards"):
        yield Step(name, choose)
    for quantity in (1, 0, 6, 7, 2, 3):
        yield Step("sortedby", choose, quantity)


OFTEN_MOST = (0, 1, 2, 6, 7)
OFTEN_ODD = (0, 1, 3)
"""Quantities and looks that parts are chosen by; by the others only parts of the input are."""


def _joins() -> Iterator[Step]:
    join, early = Kind.JOIN, COST - 1
    for quantity in range(14):
        latest = 99 if quantity in OFTEN_MOST else early
        yield Step("mostof", join, quantity, 1, latest)
        yield Step("leastof", join, quantity, 1, latest)
    for look in range(15):
        yield Step("oddone", join, look, 1, 99 if look in OFTEN_ODD else early)
    for name in "laidover inall inone innone onlyinfirst inrow incolumn tally first last".split():
        yield Step(name, join, Given.NOTHING, 1)
    for name in "stacked stackedsmall piledup usual".split():
        yield Step(name, join, Given.NOTHING, 1, early)


EACHES = (
    "cropped filledin insideof hulled inverse turned:4 turned:5 turned:2 turned:6 borderof coreof "
    "mostcolored leastcolored incommonest exchanged centerof shrunk noisefree noise spread "
    "outsideof home"
)


def _eaches(colours_in: tuple[int, ...], colours_out: tuple[int, ...]) -> Iterator[Step]:
    for each in EACHES.split():
        name, _, way = each.partition(":")
        yield Step(name, Kind.EACH, int(way) if way else Given.NOTHING)
    for kind in (0, 1, 2, 3, 4, 5, 6):
        yield Step("smeared", Kind.EACH, kind)
    for kind in (0, 1, 2):
        yield Step("linked", Kind.EACH, kind)
    for colour in colours_in:
        yield Step("onlycolor", Kind.EACH, colour)
        yield Step("withoutcolor", Kind.EACH, colour)
    for colour in colours_out:
        yield Step("padded", Kind.EACH, colour)
    yield Step("windowed", Kind.EACH, Given.INPUT)


def steps_for(colours_in: tuple[int, ...], colours_out: tuple[int, ...]) -> tuple[Step, ...]:
    """All steps for a puzzle with these colours; 0 is none."""
    return (
        *_turns(colours_in, colours_out),
        *_splits(),
        *_choices(),
        *_joins(),
        *_eaches(colours_in, colours_out),
    )

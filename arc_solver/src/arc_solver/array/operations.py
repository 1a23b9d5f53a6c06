"""name of an operation -> its array version, and the kinds of arguments that it takes."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from arc_solver.array import colours, comparing, painting, shapes
from arc_solver.types import BOOL, CELL, GRID, INT, PAIR, AnyType, Type


class Kind(Enum):
    """By a letter, for the table below."""

    GRID = "g"
    OBJECT = "o"
    PLACES = "p"
    INT = "n"
    BOOL = "b"
    PAIR = "d"

    @property
    def is_plane(self) -> bool:
        return self in (Kind.GRID, Kind.OBJECT, Kind.PLACES)


KINDS: Mapping[AnyType, Kind] = {
    GRID: Kind.GRID,
    Type("set", (CELL,)): Kind.OBJECT,
    Type("set", (PAIR,)): Kind.PLACES,
    INT: Kind.INT,
    BOOL: Kind.BOOL,
    PAIR: Kind.PAIR,
}

_TURNS = "hmirror vmirror dmirror cmirror rot90 rot180 rot270"
_CUTS = "trim compress tophalf bottomhalf lefthalf righthalf"
_UNARY = dict.fromkeys(f"{_TURNS} {_CUTS} identity".split(), ("g",))
_SCALES = dict.fromkeys(["hupscale", "vupscale", "upscale", "downscale"], ("gn",))
# Operation -> kinds of arguments that it has an array version for; overloads with others (mirrors
# of objects, the height of a patch) stay with the scalar DSL.
ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    **_UNARY,
    **_SCALES,
    "canvas": ("nd",),
    "crop": ("gdd",),
    "subgrid": ("pg", "og"),
    "hconcat": ("gg",),
    "vconcat": ("gg",),
    "cellwise": ("ggn",),
    "replace": ("gnn",),
    "switch": ("gnn",),
    "branch": ("bgg",),
    "mostcolor": ("g", "o"),
    "leastcolor": ("g", "o"),
    "colorcount": ("gn", "on"),
    "numcolors": ("g", "o"),
    "index": ("gd",),
    "height": ("g",),
    "width": ("g",),
    "shape": ("g",),
    "portrait": ("g",),
    "square": ("g",),
    "equality": ("gg",),
    "ofcolor": ("gn",),
    "asindices": ("g",),
    "asobject": ("g",),
    "toindices": ("p", "o"),
    "recolor": ("np", "no"),
    "toobject": ("pg", "og"),
    "intersection": ("pp", "oo"),
    "difference": ("pp", "oo"),
    "combine": ("pp", "oo"),
    "backdrop": ("p", "o"),
    "delta": ("p", "o"),
    "size": ("p", "o"),
    "ulcorner": ("p", "o"),
    "lrcorner": ("p", "o"),
    "paint": ("go",),
    "underpaint": ("go",),
    "fill": ("gnp", "gno"),
    "underfill": ("gnp", "gno"),
    "cover": ("gp", "go"),
    "move": ("god",),
}
CHEAP = frozenset(["height", "width", "shape", "portrait", "square", "identity", "index"])
"""Cheaper for the scalar DSL than fetching the answer: taken only as a step on the way."""

_MODULES = (shapes, colours, painting, comparing)
VERSIONS: Mapping[str, Callable[..., Any]] = {
    name: next(vars(module)[name] for module in _MODULES if name in vars(module))
    for name in ARGUMENTS
}

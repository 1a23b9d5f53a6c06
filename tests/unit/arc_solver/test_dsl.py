"""The primitives: complete, documented by an example that runs, bounded, and in a defined order."""

import doctest
import inspect
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arc_solver.dsl import PRIMITIVES
from arc_solver.dsl.choosing import argmax, argmin, first, mostcommon, totuple
from arc_solver.dsl.colours import leastcolor, mostcolor
from arc_solver.dsl.containers import order, repeat
from arc_solver.dsl.grids import canvas
from arc_solver.dsl.numbers import interval
from arc_solver.dsl.patches import backdrop, shoot
from arc_solver.dsl.segments import o_g, objects, objects_t
from arc_solver.dsl.tiling import upscale
from arc_solver.types import signatures
from arc_solver.values import Grid, TooLarge, order_key

WANTED = """
add subtract multiply divide invert double halve increment decrement crement sign even positive
greater flip both either equality maximum minimum interval toivec tojvec astuple contained combine
intersection difference dedupe order repeat size merge valmax valmin argmax argmin mostcommon
leastcommon initset sfilter mfilter extract totuple first last insert remove other product pair
sizefilter colorfilter identity branch compose chain matcher rbind lbind power fork apply rapply
mapply papply mpapply prapply apply_t mapply_t o_g objects_t get_nth_t difference_tuple mostcolor
leastcolor height width shape portrait square colorcount ulcorner urcorner llcorner lrcorner
center centerofmass uppermost lowermost leftmost rightmost vline hline hmatching vmatching
adjacent manhattan position gravitate bordering palette numcolors color index hperiod vperiod
asindices ofcolor toindices recolor shift normalize dneighbors ineighbors neighbors objects
partition fgpartition frontiers toobject asobject corners connect vfrontier hfrontier backdrop
delta inbox outbox box shoot occurrences crop subgrid trim compress tophalf bottomhalf lefthalf
righthalf rot90 rot180 rot270 hmirror vmirror dmirror cmirror fill underfill paint underpaint
cover move replace switch canvas hupscale vupscale upscale downscale hconcat vconcat hsplit vsplit
cellwise
""".split()  # noqa: SIM905

grids = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 3), min_size=width, max_size=width).map(tuple),
        min_size=1,
        max_size=6,
    ).map(lambda rows: Grid(tuple(rows)))
)


def test_every_primitive_that_a_complete_dsl_holds_is_there() -> None:
    assert [name for name in WANTED if name not in PRIMITIVES] == []


@pytest.mark.parametrize("name", sorted(PRIMITIVES))
def test_a_primitive_has_types_one_line_of_words_and_an_example_that_runs(name: str) -> None:
    function = PRIMITIVES[name]
    assert signatures(function)
    words, _, example = (inspect.getdoc(function) or "").partition("\n\n")
    assert words.endswith(".")
    assert len(words) < 200
    assert name in example
    globals_ = vars(sys.modules[function.__module__])
    runner = doctest.DocTestRunner(verbose=False)
    (test,) = doctest.DocTestFinder(recurse=False).find(function, name, globs=dict(globals_))
    result = runner.run(test, out=lambda _: None)
    assert result.attempted > 0
    assert result.failed == 0


def test_ties_go_to_the_first_in_reading_order() -> None:
    grid = Grid(((0, 0, 2), (0, 0, 0), (1, 0, 0)))
    things = objects(grid, True, False, True)
    assert first(things) == frozenset({(2, (0, 2))})
    assert argmax(things, len) == argmin(things, len) == frozenset({(2, (0, 2))})
    assert totuple(things)[-1] == frozenset({(1, (2, 0))})


def test_the_commonest_of_equally_common_is_the_first_in_a_tuple_and_the_least_of_colours() -> None:
    assert mostcommon((5, 3, 3, 5)) == 5
    assert mostcolor(Grid(((5, 3),))) == leastcolor(Grid(((5, 3),))) == 3


@given(st.permutations([(1, (0, 2)), (5, (0, 1)), (3, (2, 0)), (3, (1, 1))]))
def test_the_order_of_a_set_does_not_depend_on_how_it_was_made(cells: list[Any]) -> None:
    made: frozenset[Any] = frozenset()
    for cell in cells:
        made = made | {cell}
    assert totuple(made) == ((5, (0, 1)), (1, (0, 2)), (3, (1, 1)), (3, (2, 0)))


values = st.recursive(
    st.integers(-3, 3),
    lambda inner: (
        st.frozensets(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.tuples(st.integers(0, 3), st.tuples(st.integers(0, 2), st.integers(0, 2)))
    ),
    max_leaves=8,
)


@example((2, 0, 0), (0, (2, 0)))
@given(values, values)
def test_the_order_of_values_is_total_and_tells_different_values_apart(a: Any, b: Any) -> None:
    assert (order_key(a) == order_key(b)) == (a == b)
    assert (order_key(a) < order_key(b)) or (order_key(b) <= order_key(a))


def test_of_two_colours_at_one_place_the_less_comes_first() -> None:
    assert totuple(frozenset({(7, (1, 1)), (2, (1, 1))})) == ((2, (1, 1)), (7, (1, 1)))


def test_a_period_holds_to_both_sides() -> None:
    columns = frozenset((1, (0, column)) for column in (0, 1, 3))
    assert PRIMITIVES["hperiod"](columns) == 3
    assert PRIMITIVES["hperiod"](frozenset((1, (0, column)) for column in (0, 2, 4))) == 2


def test_gravity_goes_as_far_as_it_takes() -> None:
    source, target = frozenset({(0, 0)}), frozenset({(10, 0), (1, 3)})
    assert PRIMITIVES["gravitate"](source, target) == (9, 0)


def test_order_keeps_the_order_of_values_among_equals() -> None:
    assert order((3, -3, 1), abs) == (1, 3, -3)
    assert order(frozenset({3, -3, 1}), abs) == (1, -3, 3)


@pytest.mark.parametrize(
    "too_much",
    [
        lambda: canvas(0, (1000, 1000)),
        lambda: repeat(0, 10**9),
        lambda: interval(0, 10**9, 1),
        lambda: upscale(Grid(((0,),)), 10**5),
        lambda: backdrop(frozenset({(0, 0), (10**6, 10**6)})),
        lambda: PRIMITIVES["product"](tuple(range(1000)), tuple(range(1000))),
        lambda: PRIMITIVES["connect"]((0, 0), (0, 10**6)),
        lambda: PRIMITIVES["combine"](tuple(range(60000)), tuple(range(60000))),
        lambda: PRIMITIVES["merge"](tuple(tuple(range(1000)) for _ in range(1000))),
        lambda: PRIMITIVES["multiply"](10**6, 10**6),
    ],
)
def test_a_value_that_would_outgrow_its_bound_is_refused(too_much: Callable[[], Any]) -> None:
    with pytest.raises(TooLarge):
        too_much()


def test_a_ray_leaves_the_largest_grid() -> None:
    assert (29, 29) in shoot((0, 0), (1, 1))


@given(grids, st.booleans(), st.booleans())
def test_objects_cover_each_cell_of_the_foreground_once(
    grid: Grid, univalued: bool, diagonal: bool
) -> None:
    found = objects(grid, univalued, diagonal, True)
    background = mostcolor(grid)
    cells = [cell for thing in found for cell in thing]
    assert len(cells) == len(set(cells))
    assert {colour for colour, _ in cells}.isdisjoint({background})
    assert len(cells) == sum(colour != background for row in grid for colour in row)


@given(grids, st.integers(0, 7))
def test_the_connectivity_code_names_the_three_choices(grid: Grid, code: int) -> None:
    choices = (bool(code & 4), bool(code & 2), bool(code & 1))
    assert o_g(grid, code) == objects(grid, *choices)
    assert frozenset(objects_t(grid, *choices)) == objects(grid, *choices)


@given(grids)
def test_turns_and_mirrors_undo_themselves(grid: Grid) -> None:
    call = PRIMITIVES
    assert call["rot270"](call["rot90"](grid)) == grid
    assert call["rot180"](call["rot180"](grid)) == grid
    for mirror in ("hmirror", "vmirror", "dmirror", "cmirror"):
        assert call[mirror](call[mirror](grid)) == grid


@given(grids)
def test_a_patch_is_mirrored_like_the_grid_it_fills(grid: Grid) -> None:
    call = PRIMITIVES
    whole = call["asobject"](grid)
    for mirror in ("hmirror", "vmirror"):
        assert call[mirror](whole) == call["asobject"](call[mirror](grid))
    for mirror in ("dmirror", "cmirror"):
        assert call["normalize"](call[mirror](whole)) == call["asobject"](call[mirror](grid))

"""Labels of connected parts are the objects of the scalar DSL."""

from dataclasses import replace
from itertools import product

import pytest

from arc_solver.array import components
from arc_solver.array.components import count, o_g, objects, objects_of
from arc_solver.array.grids import pack, pack_tight, values_of
from arc_solver.dsl import segments
from arc_solver.values import Grid
from tests.unit.arc_solver.array.grids_of_the_tests import all_grids, numpy_back_end

ON = numpy_back_end()
CODES = list(product((False, True), repeat=3))
# One path of 465 cells from corner to corner, and its turns are all the labels must go round.
SNAKE = Grid(
    tuple(
        tuple(int(i % 2 == 0 or j == (29 if i % 4 == 1 else 0)) for j in range(30))
        for i in range(30)
    )
)


@pytest.mark.parametrize(("univalued", "diagonal", "without_bg"), CODES)
def test_labels_are_the_objects_of_every_arc_grid(
    univalued: bool, diagonal: bool, without_bg: bool, full: bool
) -> None:
    """All grids with `--full`, else one of twelve: the scalar side takes minutes for all."""
    grids = list(all_grids()[:: 1 if full else 12])
    labels = objects(pack(ON, grids), univalued, diagonal, without_bg)
    wanted = [segments.objects(grid, univalued, diagonal, without_bg) for grid in grids]
    assert objects_of(labels, grids) == wanted
    assert values_of(count(labels)) == [len(each) for each in wanted]


def test_a_code_says_which_parts_are_meant() -> None:
    grids = list(all_grids()[:60])
    for code in range(8):
        found = objects_of(o_g(pack(ON, grids), code), grids)
        assert found == [segments.o_g(grid, code) for grid in grids]
    with pytest.raises(ValueError, match="connectivity code"):
        o_g(pack(ON, grids), 8)


def test_a_path_of_many_turns_is_one_part() -> None:
    labels = objects(pack(ON, [SNAKE]), True, False, False)
    assert objects_of(labels, [SNAKE]) == [segments.objects(SNAKE, True, False, False)]


def test_grids_of_one_shape_in_a_tight_box_have_the_same_parts() -> None:
    grids = [grid for grid in all_grids() if (len(grid), len(grid[0])) == (9, 9)][:100]
    labels = objects(pack_tight(ON, grids), True, True, True)
    assert objects_of(labels, grids) == [segments.objects(g, True, True, True) for g in grids]


def test_a_device_does_all_its_rounds_unasked_and_says_where_they_were_too_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    device = replace(ON, host=False)
    grids = [*all_grids()[:200], SNAKE]
    wanted = [segments.objects(grid, True, False, False) for grid in grids]
    assert objects_of(objects(pack(device, grids), True, False, False), grids) == wanted
    monkeypatch.setattr(components, "ROUNDS", 3)
    few = objects_of(objects(pack(device, grids), True, False, False), grids)
    assert few[-1] is None
    assert all(one in (None, want) for one, want in zip(few, wanted, strict=True))
    assert sum(each is None for each in few) < 100

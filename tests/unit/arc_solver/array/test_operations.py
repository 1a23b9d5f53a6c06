"""Every array operation is the scalar one of its name on every ARC grid, padding included."""

import pytest

from arc_solver.array import colours, shapes
from arc_solver.array.comparing import differs, equality, first_of_equal, hash_of, hashes
from arc_solver.array.grids import Grids, pack, pack_tight, unpack, values_of
from arc_solver.array.operations import ARGUMENTS, VERSIONS
from arc_solver.dsl import PRIMITIVES
from arc_solver.score import differs as scalar_differs
from arc_solver.values import Grid
from tests.unit.arc_solver.array.grids_of_the_tests import (
    FAILURE,
    LOST,
    Drawn,
    all_grids,
    arrays,
    assert_equal,
    columns_for,
    fits,
    numpy_back_end,
    scalar,
)

ON = numpy_back_end()
SETS = {"asobject", "asindices", "combine", "backdrop", "delta", "difference"}
SETS |= {"intersection", "recolor", "toindices", "toobject", "ofcolor"}
PLAIN = sorted(name for name, kinds in ARGUMENTS.items() if "g" in kinds or "gg" in kinds)
CASES = [(name, kinds) for name, every in sorted(ARGUMENTS.items()) for kinds in every]


@pytest.mark.parametrize(("name", "kinds"), CASES, ids=lambda value: value)
def test_an_array_operation_is_the_scalar_one_on_every_arc_grid(
    name: str, kinds: str, full: bool
) -> None:
    """Every seventh grid, and of sets of cells, which are slow to compare, every 19th; all of them
    with `--full`."""
    grids = all_grids()[:: 1 if full else 19 if name in SETS else 7]
    draw = Drawn(grids, seed=len(name))
    columns = columns_for(name, kinds, draw)
    given = [arrays(ON, letter, column) for letter, column in zip(kinds, columns, strict=True)]
    wanted = scalar(PRIMITIVES[name], list(zip(*columns, strict=True)))
    assert_equal(VERSIONS[name](*given), wanted)
    assert len({id(want) for want in wanted}) > 1


@pytest.mark.parametrize("name", PLAIN)
def test_what_failed_or_does_not_fit_stays_so_through_every_operation(name: str) -> None:
    """First something that fails on some grids and leaves the layout on others."""
    grids = all_grids()[::9]
    once = scalar(lambda grid: PRIMITIVES["upscale"](PRIMITIVES["trim"](grid), 3), [*zip(grids)])
    once = [each if each is FAILURE or fits(each) else LOST for each in once]
    assert FAILURE in once
    assert LOST in once
    count = len(ARGUMENTS[name][0])
    whole = [each not in (FAILURE, LOST) for each in once]
    wanted = [
        scalar(PRIMITIVES[name], [(each,) * count])[0] if able else each
        for each, able in zip(once, whole, strict=True)
    ]
    changed = shapes.upscale(shapes.trim(pack(ON, grids)), 3)
    assert_equal(VERSIONS[name](*(changed,) * count), wanted)


def test_of_a_failure_and_a_value_outside_comes_a_failure() -> None:
    """Whatever the value outside is, the scalar side does not get beyond the failure."""
    grids = [Grid(((1, 2), (3, 4)))] * 2
    outside, failed = shapes.upscale(pack(ON, grids), 20), shapes.trim(pack(ON, grids))
    for pair in ((outside, failed), (failed, outside)):
        assert_equal(shapes.hconcat(*pair), [FAILURE] * 2)
    assert_equal(shapes.hconcat(outside, outside), [LOST] * 2)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 31, 0])
@pytest.mark.parametrize("name", ["hsplit", "vsplit"])
def test_a_split_is_the_scalar_one_part_by_part(name: str, count: int, full: bool) -> None:
    grids = all_grids()[:: 1 if full else 5]
    wanted = scalar(PRIMITIVES[name], [(grid, count) for grid in grids])
    parts = getattr(shapes, name)(pack(ON, grids), count)
    for number, part in enumerate(parts):
        assert_equal(part, [w if w is FAILURE else w[number] for w in wanted])


def test_numbers_may_be_given_as_plain_ones() -> None:
    grids = all_grids()[:500]
    packed = pack(ON, grids)
    replaced = colours.replace(packed, 0, 3)
    assert unpack(replaced) == [PRIMITIVES["replace"](grid, 0, 3) for grid in grids]
    cropped = shapes.crop(packed, (0, 1), (2, 2))
    assert_equal(cropped, scalar(PRIMITIVES["crop"], [(g, (0, 1), (2, 2)) for g in grids]))


def test_a_colour_map_is_as_many_replacements_at_once() -> None:
    grids, to = all_grids()[:2000], {0: 5, 5: 0, 1: 2, 3: 3}
    wanted = [Grid(tuple(tuple(to.get(c, c) for c in row) for row in grid)) for grid in grids]
    assert unpack(colours.recoloured(pack(ON, grids), to)) == wanted
    with pytest.raises(ValueError, match="no map of colours"):
        colours.recoloured(pack(ON, grids), {0: 10})


def test_a_palette_is_the_set_of_colours() -> None:
    grids = all_grids()
    rows = colours.palette(pack(ON, grids)).tolist()
    found = [frozenset(c for c, there in enumerate(row) if there) for row in rows]
    assert found == [PRIMITIVES["palette"](grid) for grid in grids]


def test_differing_cells_are_counted_as_the_score_does() -> None:
    grids = all_grids()
    others = Drawn(grids, seed=1).partners()
    found = values_of(differs(pack(ON, grids), pack(ON, others)))
    wanted = [scalar_differs(one, other) for one, other in zip(grids, others, strict=True)]
    assert found == [(each.removed, each.added) for each in wanted]


def test_a_hash_is_that_of_plain_python_whatever_the_box() -> None:
    grids = all_grids()[::40]
    wanted = [hash_of(grid) for grid in grids]
    assert hashes(pack(ON, grids)).tolist() == wanted
    assert [hashes(pack_tight(ON, [grid])).tolist()[0] for grid in grids] == wanted


def test_hashes_differ_exactly_where_grids_do() -> None:
    grids = all_grids()
    found = hashes(pack(ON, grids)).tolist()
    assert len(set(found)) == len(set(grids))
    assert len(dict(zip(grids, found, strict=True))) == len(set(zip(grids, found, strict=True)))


def test_the_first_of_equal_grids_is_the_first_one() -> None:
    grids = [*all_grids()[::3], *all_grids()[::2]]
    first: dict[Grid, int] = {}
    wanted = [first.setdefault(grid, number) for number, grid in enumerate(grids)]
    assert first_of_equal(pack(ON, grids)).tolist() == wanted


def test_two_grids_of_one_hash_are_not_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the hash as bad as can be, duplicates would be missed and nothing else."""
    from arc_solver.array import comparing

    monkeypatch.setattr(comparing, "hashes", lambda grids: grids.on.full((len(grids),), 7))
    grids = [*all_grids()[:50], *all_grids()[:50]]
    found = first_of_equal(pack(ON, grids)).tolist()
    assert all(grids[one] == grids[number] for number, one in enumerate(found))


SAME_SHAPE = [grid for grid in all_grids() if (len(grid), len(grid[0])) == (10, 10)]
TURNS = ["hmirror", "vmirror", "dmirror", "cmirror", "rot90", "rot180", "rot270"]


@pytest.mark.parametrize("name", [*TURNS, *["trim", "tophalf", "righthalf", "compress"]])
def test_grids_of_one_shape_in_a_tight_box_give_the_same(name: str) -> None:
    tight = pack_tight(ON, SAME_SHAPE)
    assert tight.uniform
    assert tight.box == (10, 10)
    wanted = scalar(PRIMITIVES[name], [(grid,) for grid in SAME_SHAPE])
    assert_equal(VERSIONS[name](tight), wanted)


def test_boxes_of_two_sizes_can_be_compared_and_joined() -> None:
    tight, padded = pack_tight(ON, SAME_SHAPE), pack(ON, SAME_SHAPE)
    assert all(values_of(equality(tight, padded)))
    joined = shapes.hconcat(tight, padded)
    assert_equal(joined, [PRIMITIVES["hconcat"](grid, grid) for grid in SAME_SHAPE])


def test_grids_come_back_as_they_went() -> None:
    grids = all_grids()
    assert unpack(pack(ON, grids)) == list(grids)
    large, odd = Grid(((0,) * 31,)), Grid(((12,),))
    assert unpack(pack(ON, [large, odd, grids[0]])) == [None, None, grids[0]]


def test_an_array_of_another_library_is_refused() -> None:
    """`cupy.flip(numpy_array)` would silently be NumPy's."""
    packed = pack(ON, all_grids()[:3])
    with pytest.raises(TypeError, match="arrays of its own"):
        Grids(ON, packed.cells.tolist(), packed.sizes, packed.status)
    with pytest.raises(TypeError, match="arrays of its own"):
        ON.bring([1, 2, 3])

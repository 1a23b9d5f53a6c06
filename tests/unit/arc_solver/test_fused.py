"""What `mapply` makes at once is what it makes one after the other."""

import sys
import tracemalloc
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from arc_solver_phase1.dsl import PRIMITIVES as PLAIN
from hypothesis import given
from hypothesis import strategies as st

from arc_solver.dsl import PRIMITIVES
from arc_solver.dsl.seen import forget
from arc_solver.values import TooLarge

numbers = st.integers(-12, 40)
pairs = st.tuples(numbers, numbers)
patches = st.one_of(
    st.frozensets(pairs, max_size=8), st.frozensets(st.tuples(st.integers(0, 3), pairs), max_size=8)
)
far = st.one_of(pairs, st.tuples(st.integers(-(10**9), 10**9), numbers))


@given(patches, st.frozensets(far, max_size=9))
def test_a_patch_moved_many_times(patch: frozenset[object], offsets: frozenset[object]) -> None:
    found = PRIMITIVES["mapply"](PRIMITIVES["lbind"](PRIMITIVES["shift"], patch), offsets)
    assert found == PLAIN["mapply"](PLAIN["lbind"](PLAIN["shift"], patch), offsets)


@given(patches, st.lists(pairs, max_size=9), st.integers(-2, 3))
def test_a_patch_moved_by_multiples(patch: frozenset[object], steps: list[object], n: int) -> None:
    found, expected = (
        known["mapply"](
            known["compose"](
                known["lbind"](known["shift"], patch), known["rbind"](known["multiply"], n)
            ),
            tuple(steps),
        )
        for known in (PRIMITIVES, PLAIN)
    )
    assert found == expected


@given(st.frozensets(pairs, max_size=9), st.sampled_from(["vfrontier", "hfrontier"]))
def test_lines_through_many_places(places: frozenset[object], name: str) -> None:
    assert PRIMITIVES["mapply"](PRIMITIVES[name], places) == PLAIN["mapply"](PLAIN[name], places)


def test_as_many_items_as_before_are_too_many() -> None:
    patch = frozenset((0, n) for n in range(300))
    moved = PRIMITIVES["lbind"](PRIMITIVES["shift"], patch)
    with pytest.raises(TooLarge):
        PRIMITIVES["mapply"](moved, tuple((n, 0) for n in range(219)))
    assert len(PRIMITIVES["mapply"](moved, tuple((n, 0) for n in range(218)))) == 300 * 218


@given(st.frozensets(st.tuples(st.integers(0, 1), st.tuples(*[st.integers(0, 4)] * 2)), min_size=1))
def test_periods(thing: frozenset[object]) -> None:
    for name in ("hperiod", "vperiod"):
        assert PRIMITIVES[name](thing) == PLAIN[name](thing)


@given(st.frozensets(pairs, max_size=7), st.frozensets(pairs, max_size=7), st.booleans())
def test_lines_between_all_places(a: frozenset[object], b: frozenset[object], same: bool) -> None:
    second = a if same else b
    found = PRIMITIVES["prapply"](PRIMITIVES["connect"], a, second)
    assert found == PLAIN["prapply"](PLAIN["connect"], a, second)
    for line in (*found, a, b):
        for name in ("hline", "vline"):
            assert PRIMITIVES[name](line) == PLAIN[name](line)


LINES_OF_PAIRS = {
    "all": "merge",
    "level": ("rbind", "mfilter", "hline"),
    "upright": ("rbind", "mfilter", "vline"),
    "both": ("rbind", "mfilter", ("fork", "either", "hline", "vline")),
    "both, otherwise": ("rbind", "mfilter", ("fork", "either", "vline", "hline")),
    "square": ("rbind", "mfilter", "square"),
}


def built(known: Mapping[str, Any], form: Any) -> Any:
    if isinstance(form, str):
        return known[form]
    name, *parts = form
    return known[name](*(built(known, part) for part in parts))


@given(
    st.frozensets(pairs, max_size=7),
    st.frozensets(pairs, max_size=7),
    st.booleans(),
    st.sampled_from(sorted(LINES_OF_PAIRS)),
)
def test_places_on_lines_between_all_places(
    a: frozenset[object], b: frozenset[object], same: bool, which: str
) -> None:
    """As `compose(rbind(mfilter, hline), fork(lbind(prapply, connect), toindices, ...))`."""
    second: Any = "toindices" if same else ("lbind", "combine", "b")
    form = (
        "compose",
        LINES_OF_PAIRS[which],
        ("fork", ("lbind", "prapply", "connect"), "toindices", second),
    )
    found, expected = (built({**known, "b": b}, form)(a) for known in (PRIMITIVES, PLAIN))
    assert found == expected


def test_too_many_lines_between_places_fail_as_before() -> None:
    places = frozenset((0, n) for n in range(0, 129))
    form = ("compose", "merge", ("fork", ("lbind", "prapply", "connect"), "toindices", "toindices"))
    for known in (PRIMITIVES, PLAIN):
        with pytest.raises(ValueError, match="16641 items are more than 16384"):
            built(known, form)(places)


@given(patches, st.tuples(numbers, numbers), st.integers(-1, 6), st.booleans())
def test_a_patch_joined_with_its_copy_again_and_again(
    patch: frozenset[object], offset: object, times: int, first: bool
) -> None:
    """`power(fork(combine, identity, rbind(shift, offset)), times)`."""
    moved = ("rbind", "shift", "offset")
    parts = ("identity", moved) if first else (moved, "identity")
    form = ("power", ("fork", "combine", *parts), "times")
    found, expected = (
        built({**known, "offset": offset, "times": times}, form)(patch)
        for known in (PRIMITIVES, PLAIN)
    )
    assert found == expected


def test_copies_of_copies_are_too_many_where_they_were() -> None:
    patch = frozenset((0, n) for n in range(1000))
    form = ("power", ("fork", "combine", "identity", ("rbind", "shift", "offset")), "times")
    for known in (PRIMITIVES, PLAIN):
        with pytest.raises(ValueError, match="more than 65536"):
            built({**known, "offset": (1, 0), "times": 70}, form)(patch)
        assert len(built({**known, "offset": (1, 0), "times": 30}, form)(patch)) == 31_000


grids = st.integers(1, 6).flatmap(
    lambda width: st.lists(
        st.tuples(*[st.integers(-1, 3) | st.just(260)] * width), min_size=1, max_size=6
    ).map(tuple)
)


cells = st.tuples(st.integers(0, 3), st.tuples(*[st.integers(-2, 4)] * 2))


@given(grids, st.frozensets(cells, min_size=1))
def test_where_an_object_occurs(grid: object, thing: frozenset[object]) -> None:
    assert PRIMITIVES["occurrences"](grid, thing) == PLAIN["occurrences"](grid, thing)


@given(grids, st.integers(-1, 4))
def test_what_is_kept_of_a_grid_is_what_it_has(grid: Any, colour: int) -> None:
    for name in ("partition", "fgpartition", "asobject", "asindices", "mostcolor", "leastcolor"):
        assert PRIMITIVES[name](grid) == PLAIN[name](grid)
    assert PRIMITIVES["ofcolor"](grid, colour) == PLAIN["ofcolor"](grid, colour)
    for code in range(8):
        assert PRIMITIVES["o_g"](grid, code) == PLAIN["o_g"](grid, code)


def test_threads_that_ask_about_grids_do_not_come_between_each_other() -> None:
    """Each asks about more grids than are kept, and forgets now and then."""
    many: list[Any] = [tuple((n + row, n) for row in range(3)) for n in range(12)]

    def asking(begin: int) -> list[int]:
        told = []
        for turn in range(20_000):
            told.append(PRIMITIVES["leastcolor"](many[(begin + turn) % len(many)]))
            if turn % 97 == 0:
                forget()
        return told

    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(asking, range(4)))
    finally:
        sys.setswitchinterval(0.005)
    for begin, told in enumerate(found):
        expected = [PLAIN["leastcolor"](many[(begin + turn) % len(many)]) for turn in range(24)]
        assert told[:24] == expected


def test_a_line_that_is_too_long_fails_although_only_its_ends_count() -> None:
    second = ("rbind", "shift", "offset")
    form = ("compose", "merge", ("fork", ("lbind", "prapply", "connect"), "identity", second))
    for known in (PRIMITIVES, PLAIN):
        with pytest.raises(ValueError, match="20000 items are more than 16384"):
            built({**known, "offset": (0, 20_000)}, form)(frozenset({(0, 0)}))


def test_a_grid_of_as_many_colours_as_cells_is_cut_in_one_pass() -> None:
    """A pass for each colour took 12 s, and as many bytes as the square of the cells."""
    side = 100
    grid: Any = tuple(tuple(300 + side * row + n for n in range(side)) for row in range(side))
    thing = frozenset({(grid[7][9], (0, 0)), (grid[8][9], (1, 0))})
    tracemalloc.start()
    assert PRIMITIVES["occurrences"](grid, thing) == {(7, 9)}
    assert len(PRIMITIVES["o_g"](grid, 6)) == len(PRIMITIVES["partition"](grid)) == side * side
    assert tracemalloc.get_traced_memory()[1] < 30_000_000
    tracemalloc.stop()

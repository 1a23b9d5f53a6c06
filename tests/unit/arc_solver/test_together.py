"""Calls that cost less together answer what they answer one after the other."""

import tracemalloc
from typing import Any

import pytest
from arc_solver_phase1.program.check import check as plain_check
from arc_solver_phase1.program.run import run as plain_run
from arc_solver_phase1.program.text import parse as plain_parse
from hypothesis import given
from hypothesis import strategies as st

from arc_solver.batch import Batch
from arc_solver.program.check import check
from arc_solver.program.run import run
from arc_solver.program.text import parse

steps = st.integers(-9, 9)
colours = st.integers(-1, 3) | st.just(300)
grids = st.integers(1, 5).flatmap(
    lambda width: st.lists(st.tuples(*[colours] * width), min_size=1, max_size=5).map(tuple)
)
COPIES = """x1 = asobject(I)
x2 = shift(x1, ({down}, {right}))
x3 = lbind(shift, x2)
x4 = interval({start}, {stop}, {step})
x5 = product(x4, x4)
x6 = mapply(x3, x5)
x7 = canvas({colour}, ({height}, 7))
"""
ENDS = {
    "painted on the input": "O = paint(I, x6)",
    "painted on another grid": "O = paint(x7, x6)",
    "painted twice": "x8 = paint(x7, x6)\nO = paint(x8, x6)",
    "painted under": "O = underpaint(x7, x6)",
    "counted, too": "x8 = size(x6)\nx9 = paint(I, x6)\nO = replace(x9, 0, x8)",
}


@given(
    grids,
    st.fixed_dictionaries(dict.fromkeys(("down", "right", "start", "stop"), steps)),
    st.fixed_dictionaries({"step": st.integers(1, 9), "colour": colours}),
    st.integers(1, 12),
    st.sampled_from(sorted(ENDS)),
)
def test_copies_that_are_painted(
    grid: Any, first: dict[str, int], second: dict[str, int], height: int, end: str
) -> None:
    text = COPIES.format(**first, **second, height=height) + ENDS[end]
    expected = plain_run(plain_check(plain_parse(text)), grid)
    checked = check(parse(text))
    alone = run(checked, grid)
    (together,) = Batch([checked]).run(grid).runs
    for found in (alone, together):
        assert found.output == expected.output
        assert [str(each) for each in found.failures] == [str(each) for each in expected.failures]


def test_too_many_copies_fail_where_they_failed() -> None:
    numbers = {"down": 0, "right": 0, "start": 0, "stop": 120, "step": 1}
    text = COPIES.format(**numbers, colour=0, height=3) + ENDS["painted on the input"]
    grid: Any = ((1, 2, 3), (4, 5, 6))
    expected = plain_run(plain_check(plain_parse(text)), grid)
    assert str(expected.failures[0]).startswith("mapply: TooLarge")
    assert str(run(check(parse(text)), grid).failures[0]) == str(expected.failures[0])


def test_what_is_painted_is_not_made_where_nothing_else_asks_for_it() -> None:
    def counting(end: str) -> int:
        """Calls of something else than what is named."""
        batch = Batch([check(parse(COPIES.format(**NUMBERS) + ENDS[end]))])
        return sum(step.function >= len(batch.graph.nodes) for step in batch._steps)

    assert counting("painted on the input") == 2
    assert counting("painted twice") == 3
    assert counting("counted, too") == 0
    assert counting("painted under") == 0


NUMBERS = {"down": 0, "right": 0, "start": 0, "stop": 9, "step": 1, "colour": 0, "height": 3}


FAR = """x1 = asobject(I)
x2 = lbind(shift, x1)
x3 = initset({offset})
x4 = mapply(x2, x3)
O = paint(I, x4)
"""


@pytest.mark.parametrize("offset", ["(0, 1000000000)", "(0, -999999999)", "(1000000000, 0)"])
def test_copies_far_away_cost_no_more_than_near_ones(offset: str) -> None:
    """As many bytes as places between would be a gigabyte for each row."""
    grid: Any = ((1, 2), (3, 4)) * 5
    tracemalloc.start()
    assert run(check(parse(FAR.format(offset=offset))), grid).output == grid
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()

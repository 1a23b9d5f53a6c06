"""What is measured next of a range: ends first, halves where something moved, and all at last."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.backfill import Pair, next_pairs, pairs_left, stretches
from unladen.model.stretches import Effects, Known

ALLOW = 0.01
SURE = 0.002


def measured_as(levels: Sequence[float], pair: Pair, noise: float = SURE) -> Effects:
    first, last = pair
    change = math.log(levels[last] / levels[first])
    return {"suite.time_it": (change - noise, change + noise)}


def filled(
    levels: Sequence[float], most: int = 1, noise: float = SURE, until: int = 10_000
) -> tuple[list[Pair], dict[Pair, Effects]]:
    """Pairs in the order in which they are asked for."""
    order: list[Pair] = []
    told: dict[Pair, Effects] = {}
    there: set[int] = set()
    while len(order) < until:
        pairs = next_pairs(len(levels), there, told, ALLOW, most)
        if not pairs:
            break
        for pair in pairs:
            order.append(pair)
            there |= {*pair}
            told[pair] = measured_as(levels, pair, noise)
    return order, told


def test_the_two_ends_are_measured_first() -> None:
    order, _ = filled([1.0] * 9)
    assert order[0] == (0, 8)


def test_a_step_among_a_thousand_commits_is_located_after_a_dozen_pairs() -> None:
    levels = [1.0] * 700 + [1.2] * 324
    order, told = filled(levels, until=12)
    there = {place for pair in order for place in pair}
    moved = [each for each in stretches(there, told, ALLOW) if each.known is Known.MOVED]
    assert [(each.first, each.last) for each in moved] == [(699, 700)]


def test_a_step_found_by_inference_is_then_measured_side_by_side() -> None:
    levels = [1.0] * 5 + [1.3] * 4
    order, told = filled(levels)
    assert (4, 5) in order
    assert stretches({*range(9)}, told, ALLOW)[4].direct


@given(
    steps=st.lists(st.tuples(st.integers(1, 39), st.sampled_from([0.8, 1.1, 1.5])), max_size=4),
    most=st.integers(1, 5),
    noise=st.sampled_from([0.002, 0.05]),
)
def test_everything_is_measured_in_the_end_and_nothing_asked_for_twice(
    steps: list[tuple[int, float]], most: int, noise: float
) -> None:
    levels = [math.prod(size for place, size in steps if place <= k) for k in range(40)]
    order, _ = filled(levels, most, noise)
    assert len(order) == len(set(order))
    assert {place for pair in order for place in pair} == {*range(40)}
    assert len(order) <= 40 + 2 * len(steps)


@given(step=st.integers(1, 63), size=st.sampled_from([0.9, 1.05, 2.0]))
def test_where_something_moved_is_looked_into_before_where_nothing_did(
    step: int, size: float
) -> None:
    levels = [1.0] * step + [size] * (64 - step)
    order, _ = filled(levels, until=8)
    assert step in {place for pair in order for place in pair}
    assert step - 1 in {place for pair in order for place in pair}


def test_a_bump_that_its_ends_do_not_show_is_found_by_what_is_left_of_the_budget() -> None:
    levels = [1.0] * 10 + [1.4] * 5 + [1.0] * 10
    order, told = filled(levels)
    moved = [
        each.last
        for each in stretches({*range(25)}, told, ALLOW)
        if each.known is Known.MOVED and each.length == 1
    ]
    assert moved == [10, 15]
    assert len(order) < 30


def test_several_machines_get_several_pairs_and_none_of_them_twice() -> None:
    pairs = next_pairs(100, set(), {}, ALLOW, 4)
    assert len({*pairs}) == 4
    assert pairs[0] == (0, 99)


def test_what_has_no_number_moved_and_nothing_is_inferred_from_it() -> None:
    told: dict[Pair, Effects] = {(0, 8): {"t": (math.inf, math.inf)}, (0, 4): {"t": (-0.1, 0.1)}}
    left, right = stretches({0, 4, 8}, told, ALLOW)
    assert left.known is Known.OPEN
    assert right.known is Known.OPEN
    (whole,) = stretches({0, 8}, told, ALLOW)
    assert whole.known is Known.MOVED


@pytest.mark.parametrize(("measured", "left"), [((), 9), ((0, 9), 8), (range(10), 0), ((3,), 9)])
def test_how_many_pairs_are_left_is_told_beforehand(measured: Sequence[int], left: int) -> None:
    assert pairs_left(10, {*measured}) == left

"""Steps of a history: found where they are, and not where they are not."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.steps import steps


def noise(count: int, seed: int, level: float = 100.0, spread: float = 1.0) -> list[float]:
    order = random.Random(seed)
    return [order.gauss(level, spread) for _ in range(count)]


@pytest.mark.parametrize("seed", range(5))
def test_a_step_of_five_per_cent_under_noise_of_one_is_found_where_it_is(seed: int) -> None:
    (step,) = steps(noise(40, seed) + noise(40, seed + 99, level=105.0))
    assert abs(step.index - 40) <= 1
    assert step.change == pytest.approx(0.05, abs=0.01)


def test_noise_alone_has_hardly_any_steps() -> None:
    """At most 0.2 in 1,000 points is what we promise."""
    found = sum(len(steps(noise(200, seed))) for seed in range(100))
    assert found <= 0.2 * 20


def test_outliers_are_no_steps() -> None:
    series = noise(80, 1)
    for place in (10, 30, 31, 60):
        series[place] *= 3
    assert steps(series) == []


def test_missing_points_keep_the_places_of_the_others() -> None:
    series = noise(30, 1) + noise(30, 2, level=120.0)
    series[5] = series[40] = math.nan
    (step,) = steps(series)
    assert step.index == 30


def test_up_and_down_again_are_two_steps() -> None:
    series = noise(20, 1) + noise(20, 2, level=130.0) + noise(20, 3)
    assert [step.index for step in steps(series)] == [20, 40]


def test_a_step_four_points_ago_is_seen_when_it_is_large() -> None:
    (step,) = steps(noise(40, 1) + noise(4, 2, level=150.0))
    assert step.index == 40


@pytest.mark.parametrize("seed", [0, 1, 5, 6])
def test_a_plain_step_is_put_at_its_first_point_though_the_level_settles_later(seed: int) -> None:
    """The next points lie between, but nearer by far to the new level: ranks alone say 22 or 23."""
    settling, settled = noise(4, seed + 99, 400.0, 4.0), noise(30, seed + 999, 412.0, 6.0)
    (step,) = steps(noise(20, seed) + settling + settled)
    assert step.index == 20


@pytest.mark.parametrize(
    ("place", "count", "size", "seed"), [(25, 40, 2.0, 54), (30, 60, 1.6, 130), (40, 60, 2.0, 17)]
)
def test_a_step_within_the_noise_is_not_put_far_from_where_most_points_part(
    place: int, count: int, size: float, seed: int
) -> None:
    """Some points before it happen to be of the new level: distances alone say 5 to 10 away."""
    (step,) = steps(noise(place, seed) + noise(count - place, seed + 99, level=100 + size))
    assert step.index == place


@given(st.integers(0, 99), st.floats(-0.002, 0.002), st.floats(0.8, 1.2))
def test_the_size_of_a_step_lies_within_its_own_interval(
    seed: int, drift: float, ratio: float
) -> None:
    """Once -10.63 % stood beside [-9.82, -7.56]: two computations, over other points."""
    before = [value * (1 + drift * k) for k, value in enumerate(noise(300, seed))]
    after = [value * (1 + drift * k) * ratio for k, value in enumerate(noise(150, seed + 1))]
    for step in steps(before + after):
        assert step.low <= step.change <= step.high


@given(st.lists(st.floats(0.001, 1e6), max_size=60), st.floats(0.01, 100))
def test_the_unit_of_measurement_does_not_matter(series: list[float], factor: float) -> None:
    indices = [step.index for step in steps(series)]
    scaled = steps([value * factor for value in series])
    assert all(0 < index < len(series) for index in indices)
    assert len(scaled) == len(indices)


@given(st.lists(st.sampled_from([1.0, math.nan]), max_size=40))
def test_a_constant_series_has_no_step(series: list[float]) -> None:
    assert steps(series) == []

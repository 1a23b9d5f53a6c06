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
    ("place", "count", "size"), [(25, 40, 2.5), (40, 60, 2.2), (100, 200, 2.0)]
)
def test_a_step_hardly_above_the_noise_is_put_where_most_points_part(
    place: int, count: int, size: float
) -> None:
    far = found = 0
    for seed in range(30):
        series = noise(place, seed) + noise(count - place, seed + 99, level=100 + size)
        places = [step.index for step in steps(series)]
        found += any(abs(each - place) <= 3 for each in places)
        far += any(abs(each - place) > 3 for each in places)
    assert found >= 24
    assert far <= 3


def remembering(count: int, seed: int, share: float, level: float = 100.0) -> list[float]:
    """Noise of one whose neighbours resemble each other."""
    order, state, found = random.Random(seed), 0.0, []
    for _ in range(count):
        state = share * state + order.gauss(0, math.sqrt(1 - share * share))
        found.append(level + state)
    return found


@pytest.mark.parametrize(
    ("count", "length", "size", "share"),
    [
        (300, 18, 26, 0.0),
        (900, 13, 27, 0.3),
        (900, 8, 12, 0.0),
        (800, 20, 5, 0.3),
        (900, 150, 4, 0.7),
    ],
)
def test_a_bump_that_is_taken_back_is_two_steps(
    count: int, length: int, size: float, share: float
) -> None:
    """What no single cut of a long series is worth."""
    start = count // 2
    for seed in range(5):
        series = remembering(count, seed, share)
        series[start : start + length] = [v + size for v in series[start : start + length]]
        found = [step.index for step in steps(series)]
        assert len(found) == 2, (seed, found)
        assert abs(found[0] - start) <= 3
        assert abs(found[1] - start - length) <= 3


def test_levels_that_alternate_do_not_take_each_other_away() -> None:
    """Once one was dropped, its neighbours looked as if they held two levels, and fell with it."""
    series = [v for k in range(16) for v in noise(30 + k, k, level=100 + 3 * (k % 2))]
    cuts = [sum(30 + each for each in range(k)) for k in range(1, 16)]
    found = [step.index for step in steps(series)]
    assert len(found) == len(cuts)
    assert all(abs(a - b) <= 3 for a, b in zip(found, cuts, strict=True))


def test_a_weak_end_does_not_take_all_levels_before_it_away() -> None:
    """In wide windows alone one that falls makes the next look like a mixture: 16 % are left."""
    found = asked = 0
    for seed in range(8):
        order, series, cuts = random.Random(seed), [], []
        for number in range(16):
            for _ in range(order.randrange(25, 55) if number < 15 else 12):
                outlier = order.uniform(5, 9) if order.random() < 0.06 else 0.0
                series.append(order.gauss(100 + 2.7 * (number % 2), 1) + outlier)
            cuts.append(len(series))
        places = [step.index for step in steps(series)]
        found += sum(any(abs(cut - place) <= 3 for place in places) for cut in cuts[:-1])
        asked += 15
    assert found >= 0.75 * asked


@pytest.mark.parametrize("seed", range(4))
def test_a_benchmark_with_two_speeds_has_no_steps_where_the_rare_one_comes_often(seed: int) -> None:
    order = random.Random(seed)
    series = [order.gauss(100 if order.random() < 0.85 else 140, 1) for _ in range(400)]
    assert steps(series) == []


def test_what_is_counted_and_hardly_ever_changes_has_its_step() -> None:
    series = [45.0] * 40 + [48.0] * 40
    series[20] = 90.0
    (step,) = steps(series)
    assert (step.index, step.before, step.after) == (40, 45.0, 48.0)


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


@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_first_points_of_a_large_step_hide_none_of_those_before_it(points: int) -> None:
    """A restore threw all optimisations away, and for three commits there was no step at all."""
    levels = [154.0] * 6 + [81.0] * 6 + [56.0] * 6 + [35.0] * 6 + [154.0] * points
    series = [level * (1 + 0.0008 * ((k * 7919) % 11 - 5)) for k, level in enumerate(levels)]
    assert [step.index for step in steps(series)] == [6, 12, 18]


def test_three_points_far_off_are_left_to_the_candidates_and_four_are_a_step() -> None:
    series = noise(30, 1)
    assert steps([*series, *noise(3, 2, level=150.0)]) == []
    (step,) = steps([*series, *noise(4, 2, level=150.0)])
    assert step.index == 30

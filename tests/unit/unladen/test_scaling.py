"""Laws of costs over sizes: found where there is one, refused where there is none."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.scaling import NoLaw, at, law_of
from unladen.model.projections import SizedCost

SIZES = (4, 6, 8, 11, 15, 20, 25, 30)


def costs(constant: float, power: float, noise: float = 0.003, seed: int = 1) -> list[SizedCost]:
    order = random.Random(seed)
    return [
        SizedCost(n, (constant + 1e-5 * n**power) * math.exp(order.gauss(0, noise)), noise)
        for n in SIZES
    ]


@given(power=st.floats(0.8, 2.5), constant=st.sampled_from([0.0, 1e-4, 1e-3]))
def test_the_power_of_an_exact_law_is_found_and_what_it_says_of_four_times_the_size(
    power: float, constant: float
) -> None:
    law = law_of(costs(constant, power, noise=0.0))
    told = at(law, 120)
    truth = constant + 1e-5 * 120**power
    assert told.low <= truth * 1.001
    assert told.high >= truth * 0.999
    assert law.power_low - 0.05 <= power <= law.power_high + 0.05


def test_the_truth_lies_in_nine_of_ten_intervals_of_ninety_five_per_cent() -> None:
    """At twice and four times the largest size, with scatter of one to five per cent."""
    inside = asked = 0
    for seed in range(60):
        noise = (0.01, 0.02, 0.05)[seed % 3]
        try:
            law = law_of(costs((0.0, 1e-3)[seed % 2], 1.0 + seed % 4 / 2, noise, seed))
        except NoLaw:
            continue
        for size in (60, 120):
            told = at(law, size)
            truth = (0.0, 1e-3)[seed % 2] + 1e-5 * size ** (1.0 + seed % 4 / 2)
            asked += 1
            inside += told.low <= truth <= told.high
    assert asked >= 100
    assert inside >= 0.9 * asked


def test_an_interval_grows_with_the_distance() -> None:
    law = law_of(costs(1e-4, 1.7, 0.02))
    widths = [math.log(at(law, size).high / at(law, size).low) for size in (40, 120, 1000)]
    assert widths == sorted(widths)
    assert at(law, 60).beyond == 2.0


def test_a_cost_that_jumps_at_its_largest_size_is_refused() -> None:
    points = costs(0.0, 1.5)
    points[-1] = SizedCost(30, 1.6 * points[-1].seconds, 0.003)
    with pytest.raises(NoLaw, match="do not tell the largest: 30 is"):
        law_of(points)


def test_sizes_that_lie_far_off_any_law_are_refused() -> None:
    points = [SizedCost(n, 1e-3 * (1 + n % 3 % 2), 0.003) for n in SIZES]
    with pytest.raises(NoLaw, match="off any power law"):
        law_of(points)


@pytest.mark.parametrize("points", [costs(0.0, 1.0)[:3], [], [SizedCost(4, 1.0, 0.1)] * 5])
def test_fewer_than_four_sizes_are_no_law(points: list[SizedCost]) -> None:
    with pytest.raises(NoLaw, match="needs 4 sizes"):
        law_of(points)


def test_a_constant_cost_has_a_power_that_may_be_nothing() -> None:
    law = law_of([SizedCost(n, 1e-3, 0.005) for n in SIZES])
    told = at(law, 60)
    assert told.low <= 1e-3 <= told.high
    assert told.high < 1.25e-3


def test_the_same_costs_tell_the_same_twice() -> None:
    points = costs(1e-4, 2.0, 0.02)
    assert at(law_of(points), 77) == at(law_of(points), 77)

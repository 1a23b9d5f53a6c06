"""The end of a series: what may begin there, and what went away again."""

import numpy as np
import pytest

from unladen.judge.candidates import candidate, went_away

LEVEL = [100.0 + (place * 7919 % 11 - 5) / 5 for place in range(40)]


@pytest.mark.parametrize(
    ("last", "told"), [((104.5, 104.5), True), ((95.5, 95.5), True), ((104.5, 95.5), False)]
)
def test_two_points_are_a_candidate_only_on_the_same_side_of_the_level(
    last: tuple[float, float], told: bool
) -> None:
    assert (candidate(np.array([*LEVEL, *last]), 0) is not None) == told
    assert bool(went_away(np.array([*LEVEL, *last, 100.0, 100.0]), 0)) == told

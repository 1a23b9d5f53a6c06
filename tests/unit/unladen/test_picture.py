"""A history on a stamp: medians of stretches, of one series or of several, as heights."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.picture import STRETCHES, medians, picture, together, width_of
from unladen.output.heights import heights

VALUE = st.one_of(st.just(math.nan), st.floats(0.001, 1000))


@given(st.lists(VALUE, min_size=1, max_size=90), st.integers(1, 9))
def test_a_stretch_is_the_median_of_what_is_there(values: list[float], width: int) -> None:
    found = medians(np.array(values)[:, None], width)[:, 0]
    for number, each in enumerate(found):
        known = [v for v in values[number * width : (number + 1) * width] if math.isfinite(v)]
        if known:
            assert each == pytest.approx(np.median(known))
        else:
            assert math.isnan(each)


@pytest.mark.parametrize("rows", [1, 39, 41, 1000, 3200])
def test_a_picture_has_no_more_than_forty_stretches(rows: int) -> None:
    found = picture(np.arange(1.0, rows + 1))
    assert len(found) == math.ceil(rows / width_of(rows)) <= STRETCHES
    assert list(found) == sorted(found)


def test_several_series_are_one_whatever_their_units() -> None:
    twice, half = [1.0, 1.0, 2.0, 2.0], [5000.0, 5000.0, 2500.0, 2500.0]
    assert heights(together([twice, twice])) == heights(twice)
    flat = together([twice, half])
    assert max(flat) == pytest.approx(min(flat))
    assert together([]) == []
    assert heights(together([[math.nan, math.nan], [math.nan, 1.0]])) == [None, 50]


def test_noise_is_no_mountain_and_a_thousandfold_is_seen_by_its_logarithm() -> None:
    calm = [each for each in heights([1.0, 1.001, 0.999]) if each is not None]
    assert max(calm) - min(calm) < 5
    assert heights([1.0, 31.6, 1000.0]) == [0, pytest.approx(50, abs=1), 99]
    assert heights([1.0, 2.0, 3.0]) == [0, 50, 99]
    assert heights([math.nan, 0.0, 0.0]) == [None, 50, 50]

"""On the CPU, NumPy is at least as fast as the scalar DSL where that is promised."""

import pytest

from arc_solver.array.backend import back_end
from tests.quality.array_speed import slower


@pytest.mark.slow
def test_flips_transposes_colour_maps_and_hashing_of_256_grids_are_as_fast_as_the_scalar_dsl() -> (
    None
):
    assert slower(back_end("numpy")) == []

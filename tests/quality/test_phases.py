"""What was optimised answers as phase 1 did: every candidate, under every hash seed."""

import pytest

from tests.quality.phases import NEW, OLD, asked


def test_every_candidate_of_the_small_workload_ends_as_in_phase_1() -> None:
    expected = asked(OLD, "evaluate", "small", 5)["outcomes"]
    for seed in ("0", "1", "2"):
        assert asked(NEW, "evaluate", "small", 5, seed)["outcomes"] == expected


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_all_candidates_end_as_in_phase_1_under_three_hash_seeds(full: bool) -> None:
    name, count = ("full", 400) if full else ("standard", 12)
    old = asked(OLD, "evaluate", name, count)
    assert old["candidates"] == 33 * count
    for seed in ("0", "1", "2") if full else ("2",):  # the small workload has all three
        assert asked(NEW, "evaluate", name, count, seed)["outcomes"] == old["outcomes"]

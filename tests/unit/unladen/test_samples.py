"""What a spot check is good for."""

import pytest

from unladen.judge.samples import missed, power_told


def test_thirteen_of_four_hundred_miss_a_loss_of_23_nearly_every_other_time() -> None:
    """As it happened: "100 % correct" was a spot check of 13 solvers, and the full run lost 23."""
    assert missed(13, 400, 23) == pytest.approx(0.46, abs=0.005)


@pytest.mark.parametrize(
    ("sample", "lost", "expected"), [(1, 1, 0.9), (9, 1, 0.1), (9, 2, 0.0), (5, 10, 0.0)]
)
def test_by_counting_the_samples_that_there_are(sample: int, lost: int, expected: float) -> None:
    assert missed(sample, 10, lost) == pytest.approx(expected)


def test_what_is_told_is_what_is_missed() -> None:
    told = power_told("suite.Solve", 13, 400)
    assert "13 of 400 items" in told
    assert "breaks 20 of all goes unseen 51 times in 100" in told
    sure = int(told.split("one that breaks ")[1].split()[0])
    assert missed(13, 400, sure) <= 0.01 < missed(13, 400, sure - 1)


@pytest.mark.parametrize(("sample", "corpus"), [(400, 400), (400, 0), (0, 400), (500, 400)])
def test_nothing_is_told_of_a_whole_corpus(sample: int, corpus: int) -> None:
    assert power_told("suite.Solve", sample, corpus) == ""

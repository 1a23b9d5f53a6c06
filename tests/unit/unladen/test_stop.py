"""When to stop: one rule a verb, one number of pairs, one budget; no process, no clock."""

from dataclasses import replace

import pytest

from tests.unit.unladen.values import timed
from unladen.config import Config
from unladen.measure.stop import (
    PAIRS,
    ROUNDS_OF_FIND,
    Another,
    Budget,
    Decided,
    Enough,
    budget_for,
    pairs_for,
    rounds_of_find,
)
from unladen.model import Outcome
from unladen.verbs import VERBS

SAME, SLOWER = [1.0, 1.001, 0.999] * 40, [1.3, 1.31, 1.29] * 40


@pytest.mark.parametrize("verb", PAIRS)
def test_so_many_pairs_as_are_asked_for_are_taken_and_the_verbs_own_number_otherwise(
    verb: str,
) -> None:
    """Once doctor took 20 whatever was asked for, and explain no more than 12."""
    assert verb in VERBS
    assert pairs_for(verb, 37) == 37
    assert pairs_for(verb, 3) == 3
    assert pairs_for(verb, None) == PAIRS[verb]


def test_bisection_looks_at_most_at_so_many_pairs_as_are_asked_for() -> None:
    assert rounds_of_find(None) == ROUNDS_OF_FIND
    assert rounds_of_find(30) == (12, 24, 30)
    assert rounds_of_find(8) == (8,)


@pytest.mark.parametrize(("taken", "is_open"), [(0, True), (11, True), (12, False), (20, False)])
def test_enough_counts_pairs_that_the_records_have(taken: int, is_open: bool) -> None:
    assert Enough(12).is_open(timed(SAME[:taken]), 1) == is_open


def test_pairs_that_are_not_of_both_sides_are_no_pairs() -> None:
    base, head = timed(SAME[:20])
    other = replace(head, runs=tuple(replace(run, session="other") for run in head.runs))
    assert Enough(12).is_open((base, other), 1)


def test_what_answers_otherwise_is_not_timed_where_only_right_answers_count() -> None:
    base, head = (replace(one, answers={"a": "1"}) for one in timed([]))
    wrong = replace(head, answers={"a": "2"})
    assert Enough(12).is_open((base, wrong), 1)
    assert Enough(12, only_right=True).is_open((base, head), 1)
    assert not Enough(12, only_right=True).is_open((base, wrong), 1)


def test_another_so_many_are_taken_whatever_is_known() -> None:
    assert Another(8).is_open(timed(SAME), 1)
    assert Another(8).most == 8


@pytest.mark.parametrize("ratios", [SAME, SLOWER])
def test_a_gate_goes_on_until_the_judge_has_decided_and_no_further(ratios: list[float]) -> None:
    stop = Decided(Config().rules)
    assert stop.is_open(timed(ratios[:3]), 1)
    assert not stop.is_open(timed(ratios), 1)


def test_a_benchmark_that_failed_needs_no_more_pairs() -> None:
    base, head = timed(SAME[:2])
    wrong = replace(head, answers={"a": "2"})
    assert Decided(Config().rules).is_open((base, head), 1)
    assert not Decided(Config().rules).is_open((replace(base, answers={"a": "1"}), wrong), 1)
    died = replace(head, outcome=Outcome.DIED)
    assert not Decided(Config().rules).is_open((base, died), 1)


def test_a_suite_of_many_is_asked_for_more_than_a_single_benchmark() -> None:
    """All share one risk of a false alarm."""
    noisy = [1.02, 1.035, 1.028, 1.018, 1.04, 1.03, 1.022, 1.036, 1.026, 1.031, 1.024, 1.033] * 8
    stop = Decided(Config().rules)

    def needed(together: int) -> int:
        opened = (n for n in range(len(noisy)) if not stop.is_open(timed(noisy[:n]), together))
        return next(opened)

    assert needed(1) < needed(1000)


def test_a_budget_is_spent_by_the_clock() -> None:
    now = 100.0
    budget = Budget(10.0, clock=lambda: now)
    assert budget.left == 10.0
    now = 109.0
    assert budget.left == 1.0
    now = 112.0
    assert budget.left == 0.0


@pytest.mark.parametrize(
    ("asked", "benchmarks", "seconds"), [(7.0, 40, 7.0), (None, 1, 60), (None, 4, 120)]
)
def test_a_budget_grows_with_the_suite_unless_it_is_given(
    asked: float | None, benchmarks: int, seconds: float
) -> None:
    assert budget_for(asked, benchmarks).seconds == seconds
    assert budget_for(None, 10_000).seconds == 1200

"""Strangers' input, in a short form; `python -m tests.quality.foreign` has 500 of it."""

from tests.quality.foreign import problems


def test_no_mutant_ends_as_a_bug_or_leaves_an_older_verdict(full: bool) -> None:
    assert problems(500 if full else 40, seed=1) == []

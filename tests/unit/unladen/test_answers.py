"""Whether two commits answer alike, under each hash seed that they were asked under."""

from collections.abc import Mapping

import pytest

from tests.unit.unladen.values import benchmark
from unladen.judge.answers import agree, differing, fickle, how_answers_differ
from unladen.model import Measurement, Outcome

Told = Mapping[str, Mapping[str, str]]
ANSWERS = {"a": "1", "b": "2", "c": "3"}
STEADY: Told = {"7": {}, "8": {}, "9": {}}


def one(answers: Mapping[str, str] | None = ANSWERS, told: Told = STEADY) -> Measurement:
    return Measurement(
        benchmark=benchmark(), outcome=Outcome.OK, answers=answers, by_hash_seed=told
    )


def test_who_says_nothing_agrees_with_everybody() -> None:
    assert agree(one(None, {}), one())
    assert agree(one(), one(None, {}))
    assert agree(one(), one())


def test_a_tie_that_is_broken_by_the_hash_seed_differs_though_the_first_seed_agrees() -> None:
    head = one(told={"7": {}, "8": {"b": "other"}, "9": {"c": ""}})
    assert differing(one(), head) == ["b", "c"]
    said = how_answers_differ(one(), head)
    assert "2 of 3 answers differ (0 lost, 0 gained)" in said
    assert "2 of them change with the hash seed (PYTHONHASHSEED 7, 8, 9)" in said


def test_what_changes_with_the_seed_alike_on_both_sides_agrees() -> None:
    told = {"7": {}, "8": {"b": "other"}}
    assert agree(one(told=told), one(told=told))
    assert differing(one(told=told), one(told={"7": {}, "8": {"b": "a third"}})) == ["b"]


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ({"7": {}, "8": {"b": "x"}}, {"1": {}, "2": {"b": "y"}}, []),
        ({"7": {}, "8": {}}, {"1": {}, "2": {"b": "y"}}, ["b"]),
        ({}, {"1": {}, "2": {"b": "y"}}, []),
        ({"7": {}}, {"1": {}, "2": {}}, []),
    ],
)
def test_records_that_were_asked_under_other_seeds(
    old: Told, new: Told, changed: list[str]
) -> None:
    """As those of before say nothing of seeds, they say nothing of what changes with them."""
    assert differing(one(told=old), one(told=new)) == changed
    assert fickle(one(told=new)) == ({"b"} if new.get("2") else set())


def test_an_answer_that_is_another_one_is_that_under_any_seeds() -> None:
    head = one({"a": "1", "b": "2", "d": "4"}, {"1": {}, "2": {}})
    assert differing(one(), head) == ["c", "d"]
    assert "2 of 4 answers differ (1 lost, 1 gained)" in how_answers_differ(one(), head)
    assert "hash seed" not in how_answers_differ(one(), head)

"""What a benchmark says of its work is held to what it was asked for."""

from types import SimpleNamespace
from typing import Any

import pytest
from unladen_probe_answers import (
    NotDone,
    alike_of,
    check_answered,
    check_done,
    compare_work,
    corpus_of,
    workload_of,
)


@pytest.mark.parametrize(
    ("asked", "done"),
    [(100, 100), (2, ["a", "b"]), (["a", "b"], 2), (["a", "b"], ["b", "a"]), (0, [])],
)
def test_as_much_as_was_asked_for_is_fine(asked: Any, done: Any) -> None:
    compare_work(asked, done, "did")


@pytest.mark.parametrize(
    ("asked", "done", "told"),
    [
        (100, 0, "asked for 100 items, did 0"),
        (100, ["task057"], "asked for 100 items, did 1: task057"),
        (1, 2, "asked for 1 items, did 2"),
        (["a", "b"], ["a"], "asked for 2 items, did 1, without b"),
        (["a", "b"], ["a", "c"], "asked for 2 items, did 2, without b"),
        (["a"], ["a", "a"], "asked for 1 items, did 2"),
        (["a", "b"], 1, "asked for 2 items, did 1"),
    ],
)
def test_less_or_other_or_more_is_told_with_what_is_known_of_it(
    asked: Any, done: Any, told: str
) -> None:
    with pytest.raises(NotDone) as error:
        compare_work(asked, done, "did")
    assert str(error.value) == told


def test_names_of_any_length_make_a_line() -> None:
    with pytest.raises(NotDone) as error:
        compare_work(10_000, ["x" * 10_000] * 50, "did")
    assert len(str(error.value)) <= 300


class Suite:
    corpus = 400

    def time_it(self, _: int) -> None: ...

    def asked(self, count: int) -> int:
        return count

    def done(self, count: int) -> list[int]:
        return list(range(count - 1))

    def same_answers(self, _: int) -> str:
        return "all"


def benchmark(owner: object) -> Any:
    return SimpleNamespace(func=getattr(owner, "time_it", print), _current_params=(3,))


def test_a_class_says_it_by_numbers_or_by_methods_that_know_the_parameters() -> None:
    said = benchmark(Suite())
    with pytest.raises(NotDone, match="asked for 3 items, the last call did 2: 0 1"):
        check_done(said)
    with pytest.raises(NotDone, match="asked for 3 items, answered 1"):
        check_answered(said, {"a": "1"})
    check_answered(said, None)
    assert corpus_of(said) == 400
    assert alike_of(said) == alike_of(benchmark(Suite()))


def test_who_says_nothing_is_asked_nothing() -> None:
    """Functions at the top of a module, too."""
    plain = benchmark(None)
    check_done(plain)
    check_answered(plain, {"a": "1"})
    assert (corpus_of(plain), alike_of(plain), workload_of(plain)) == (0, None, "")


@pytest.mark.parametrize("name", ["asked", "done"])
def test_one_of_both_names_alone_is_the_suites_own_and_is_not_called(name: str) -> None:
    """A benchmark of somebody else's may well have a method `done`, which tidies up."""

    def not_ours(*_: object) -> None:
        raise AssertionError("it was called")

    owner = type("Foreign", (), {"time_it": Suite.time_it, name: not_ours})()
    check_done(benchmark(owner))


def test_a_corpus_is_a_number_or_what_is_in_it() -> None:
    for corpus, count in ((400, 400), (["a", "b"], 2), (None, 0)):
        owner = type("Sampled", (), {"time_it": Suite.time_it, "corpus": corpus})()
        assert corpus_of(benchmark(owner)) == count

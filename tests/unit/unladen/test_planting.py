"""A planted loop is a slowdown of known size, in code that stays what it was."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unladen.judge.planting import by_calls, handiest, rounds_for, spread, with_loop

MODULE = '''\
"""A module."""

import functools


class Shop:
    @functools.cache
    def price(
        self, item,
    ):
        """What it costs."""
        return len(item)

    def one(self): return 1


def outer():
    @functools.cache
    def inner():
        return 2

    return inner()


async def later():
    return 3


def empty():
    """Nothing but words."""
'''


def planted(qualified: str, line: int, rounds: int = 7) -> tuple[str, int]:
    made = with_loop(MODULE, qualified, line, rounds)
    assert made is not None
    return made.text, made.line


def test_where_the_function_begins_is_told_as_python_does() -> None:
    code = compile(MODULE, "module", "exec")
    shop = next(each for each in code.co_consts if getattr(each, "co_name", "") == "Shop")
    price = next(each for each in shop.co_consts if getattr(each, "co_name", "") == "price")
    made = with_loop(MODULE, "Shop.price", 8, 1)
    assert made is not None
    assert made.first == price.co_firstlineno == 7


def test_the_loop_comes_first_after_the_docstring_and_its_line_is_told() -> None:
    text, line = planted("Shop.price", 8)
    assert text.splitlines()[line - 1] == "        for _ in range(7): pass"
    assert text.splitlines()[line - 2].strip() == '"""What it costs."""'


def test_a_loop_before_a_decorated_function_stands_before_its_decorator() -> None:
    text, line = planted("outer", 17)
    assert text.splitlines()[line].strip() == "@functools.cache"
    ast.parse(text)


def test_what_the_function_does_and_says_of_itself_stays_the_same() -> None:
    text, _ = planted("Shop.price", 8)
    spaces: tuple[dict[str, object], dict[str, object]] = ({}, {})
    for source, space in zip((MODULE, text), spaces, strict=True):
        exec(source, space)
    told = [space["Shop"].price.__doc__ for space in spaces]  # type: ignore[attr-defined]
    assert told == ["What it costs."] * 2
    assert [space["Shop"]().price("four") for space in spaces] == [4, 4]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("qualified", "line"),
    [("Shop.one", 14), ("later", 26), ("empty", 30), ("Shop.price", 9), ("nobody", 1)],
    ids=["on one line", "async", "no body", "another line", "not there"],
)
def test_where_there_is_no_place_for_a_loop_none_is_planted(qualified: str, line: int) -> None:
    assert with_loop(MODULE, qualified, line, 7) is None


def test_text_that_is_no_python_is_left_alone() -> None:
    assert with_loop("def f(:\n", "f", 1, 7) is None


@given(st.floats(1e-5, 10), st.integers(1, 200), st.floats(0.02, 5))
def test_rounds_add_what_was_asked_for_to_a_call_of_the_benchmark(
    seconds: float, calls: int, by: float
) -> None:
    rounds = rounds_for(seconds, calls, by, 1e-9)
    assert rounds * calls * 1e-9 >= 0.999 * seconds * by
    assert (rounds - 1) * calls * 1e-9 <= seconds * by


def test_functions_that_are_called_too_often_or_never_are_not_taken() -> None:
    assert by_calls({"often": 201.0, "never": 0.0, "some": 5.0, "once": 1.0}) == ["some", "once"]


@given(st.sets(st.text("ab", max_size=6)), st.integers(1, 12))
def test_benchmarks_are_taken_from_all_over_the_suite_each_once(ids: set[str], most: int) -> None:
    chosen = spread(ids, most)
    assert len(chosen) == len(set(chosen)) == min(most, len(ids))
    assert set(chosen) <= ids


def test_a_call_that_is_neither_too_short_nor_too_long_is_the_handiest() -> None:
    assert handiest({"long": 3.0, "short": 1e-6, "fit": 2e-3, "failed": 0.0}, 3e-3) == [
        "fit",
        "long",
        "short",
    ]

"""The few benchmarks that stand for a suite."""

from dataclasses import replace

from tests.unit.unladen.values import benchmark
from unladen.judge.representatives import representatives, smaller
from unladen.model import Kind, Measurement, Outcome


def measured(**functions: tuple[str, ...]) -> dict[str, Measurement]:
    return {
        id: Measurement(
            benchmark=benchmark(f"suite.{id}.time_it"), outcome=Outcome.OK, functions=names
        )
        for id, names in functions.items()
    }


def test_what_runs_the_most_that_no_other_runs_goes_first() -> None:
    suite = measured(a=("f", "g"), b=("f", "g", "h"), c=("i",), d=("h",))
    assert representatives(suite, dict.fromkeys(suite, 0.01)) == ["b", "c"]


def test_of_those_that_run_as_much_the_longest_that_can_be_counted() -> None:
    suite = measured(a=("f",), b=("f",), c=("f",))
    assert representatives(suite, {"a": 0.01, "b": 0.1, "c": 2.0}, most=1) == ["b"]


def test_where_nobody_looked_one_of_each_class() -> None:
    suite = measured(a=(), b=())
    suite["a2"] = replace(suite["a"], benchmark=benchmark("suite.a.time_other"))
    assert representatives(suite, {"a": 0.01, "a2": 0.02, "b": 0.005}) == ["a2", "b"]


def test_those_of_the_commit_before_go_on() -> None:
    suite = measured(a=("f",), b=("f", "g"))
    assert representatives(suite, dict.fromkeys(suite, 0.01), known=["a"], most=1) == ["a"]


def test_what_was_asked_for_is_taken() -> None:
    suite = measured(a=("f",), b=("f", "g"))
    assert representatives(suite, dict.fromkeys(suite, 0.01), patterns=["^a"]) == ["a"]


def test_only_times_of_what_ran() -> None:
    suite = measured(a=("f",), b=("g",), c=("h",))
    suite["a"] = replace(suite["a"], benchmark=benchmark("a", Kind.TRACK))
    suite["b"] = replace(suite["b"], outcome=Outcome.DIED)
    assert representatives(suite, dict.fromkeys(suite, 0.01)) == ["c"]
    assert representatives(suite, {}) == []


def test_of_a_call_of_seconds_the_same_with_smaller_parameters_is_counted() -> None:
    one = measured(a=())["a"]
    suite = {f"t({k})": replace(one, benchmark=replace(one.benchmark, name="t")) for k in range(4)}
    suite["u"] = measured(u=())["u"]
    seconds = {"t(0)": 0.01, "t(1)": 0.3, "t(2)": 2.0, "t(3)": 9.0, "u": 0.5}
    assert smaller("t(3)", suite, seconds) == "t(1)"
    assert smaller("t(1)", suite, seconds) is None, "it needs no other"
    suite["t(1)"] = replace(suite["t(1)"], outcome=Outcome.DIED)
    assert smaller("t(3)", suite, seconds) == "t(0)"
    assert smaller("t(3)", {"t(3)": suite["t(3)"]}, seconds) is None

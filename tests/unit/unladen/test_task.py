"""What the fork of a worker says of its benchmark before it is measured."""

import gc
import logging
import time
from types import SimpleNamespace

import pytest
import unladen_probe_answers
import unladen_probe_ran
import unladen_probe_task
from unladen_probe_task import Task


@pytest.mark.parametrize("quick", [0.0, 9.0], ids=["a first call of seconds", "a quick one"])
def test_how_many_cores_a_call_keeps_busy_is_known_however_long_it_takes(
    quick: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call of seconds is not made once more to warm up."""
    monkeypatch.setattr(unladen_probe_task, "QUICK_SECONDS", quick)
    calls: list[str] = []

    def waits() -> None:
        calls.append("one")
        time.sleep(0.05)

    benchmark = SimpleNamespace(func=waits, number=0, _setups=[], _current_params=())
    task = Task(None, benchmark, {})
    told = task.do_calibrate({"sample_seconds": 0.01, "longest_seconds": 1.0})
    assert told["parallel"] < 0.5
    assert told["first"] >= 0.05
    assert len(calls) == (3 if quick else 2)


def test_a_start_is_told_apart_and_says_neither_how_long_a_call_is_nor_how_many_make_a_sample(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A start of two seconds was taken for a call of two seconds: every later pair of workers then
    began with a sample that had the start in it."""
    monkeypatch.setattr(unladen_probe_task, "QUICK_SECONDS", 0.5)
    calls: list[str] = []

    def starts() -> None:
        calls.append("one")
        if len(calls) == 1:
            time.sleep(0.6)

    benchmark = SimpleNamespace(func=starts, number=0, _setups=[], _current_params=())
    task = Task(None, benchmark, {})
    told = task.do_calibrate({"sample_seconds": 0.2, "longest_seconds": 1.0})
    assert told["cold"] >= 0.6
    assert told["first"] < 0.5
    assert told["number"] > 1
    calls.clear()
    again = Task(None, benchmark, {}).do_calibrate({"number": 1})
    assert again["cold"] >= 0.6
    assert again["first"] < 0.5
    assert len(calls) == 2
    warm = Task(None, benchmark, {}).do_calibrate({"number": 1})
    assert len(calls) == 3, "one call is enough to warm up, and is the first"
    assert warm["first"] == warm["cold"]


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({"threads": 40}, {"threads": "40"}),
        ({}, {}),
        ({"x" * 200: "y" * 200}, {"x" * 80: "y" * 80}),
    ],
)
def test_a_benchmark_says_which_way_it_took_when_it_was_called(
    found: dict[str, object], told: dict[str, str]
) -> None:
    class Suite:
        def mode_taken(self) -> dict[str, object]:
            return found

        def time_it(self) -> None:
            """Nothing."""

    benchmark = SimpleNamespace(func=Suite().time_it, number=1, _setups=[], _current_params=())
    said = Task(None, benchmark, {}).do_calibrate({"number": 1})["mode"]
    said.pop("log level", None)
    assert said == told


def test_a_level_of_logging_that_is_not_the_usual_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logging.root, "level", logging.DEBUG)
    assert unladen_probe_answers.log_level() == {"log level": "DEBUG"}
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    assert unladen_probe_answers.log_level() == {"log level": "CRITICAL"}
    monkeypatch.setattr(logging.root, "level", logging.WARNING)
    monkeypatch.setattr(logging.root.manager, "disable", 0)
    assert unladen_probe_answers.log_level() == {}


@pytest.mark.parametrize(
    ("calls", "steady", "long", "made"),
    [
        ([0.4, 0.01], False, False, 2),  # a cold cache, an import: later calls do other work
        ([0.4, 0.4], True, True, 2),
        ([0.2, 0.31], True, True, 2),
        ([9.0], False, True, 1),  # nobody knows what a second one does
    ],
)
def test_a_first_call_of_which_nobody_knows_whether_it_is_like_the_next_is_not_steady(
    calls: list[float], steady: bool, long: bool, made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is one that the calls turn on."""
    now, left = [0.0], list(calls)

    def sample(_: int) -> tuple[float, float]:
        took = left.pop(0)
        now[0] += took
        return took, took

    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    told = unladen_probe_ran.several(sample)
    assert (told["steady"], "seconds" in told) == (steady, long)
    assert len(calls) - len(left) == made
    if long:
        assert told["seconds"] == calls[-1]


def test_what_a_sample_left_is_collected_before_anything_else_is_made() -> None:
    """kda: collecting the graphs of a call took 1.7 ms after it, which were nobody's, and its times
    were not believed."""

    def leaves_cycles() -> None:
        for _ in range(5000):
            one: list[object] = []
            one.append(one)

    benchmark = SimpleNamespace(func=leaves_cycles, number=1, _setups=[], _current_params=())
    task = Task(None, benchmark, {})
    task.do_calibrate({"number": 1})
    begun: list[bool] = []

    def heard(phase: str, _: object) -> None:
        if phase == "start":
            begun.append(gc.isenabled())

    gc.callbacks.append(heard)
    try:
        told = task.do_sample({"number": 1})
    finally:
        gc.callbacks.remove(heard)
    assert begun == [False], "once, and while the collector is still off"
    assert told["between"][1] > 0

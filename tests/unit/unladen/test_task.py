"""What the fork of a worker says of its benchmark before it is measured."""

import time
from types import SimpleNamespace

import pytest
import unladen_probe_ran
import unladen_probe_task
from unladen_probe_task import Task


@pytest.mark.parametrize("quick", [0.0, 9.0], ids=["a first call of seconds", "a quick one"])
def test_how_many_cores_a_call_keeps_busy_is_known_however_long_it_takes(
    quick: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call of seconds is not made twice: the first one says it, here of one that only waits."""
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
    assert len(calls) == (2 if quick else 1)


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

"""What the fork of a worker says of its benchmark before it is measured."""

import time
from types import SimpleNamespace

import pytest
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

"""What could not be run is said of a commit only if the other one was tried, too."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.unit.unladen.values import benchmark
from unladen.judge.what_ran import Ran
from unladen.measure import ran
from unladen.measure.lockstep import Lockstep
from unladen.measure.replies import SideResult
from unladen.model import Outcome

FAILED = SideResult(outcome=Outcome.EXCEPTION, detail="no slycot")
ONE = benchmark()


def no_time() -> Ran:
    return Ran(unseen=(ran.TOO_SLOW,))


def checked(
    monkeypatch: pytest.MonkeyPatch, told: Callable[[ran.Failures], Ran]
) -> tuple[ran.Failures, list[int]]:
    """Head failed; base had no time, and now does what it is told."""
    asked: list[int] = []

    def again(*words: Any) -> Ran:
        asked.append(words[1])
        return told(words[4])

    monkeypatch.setattr(ran, "_ran", again)
    failures: ran.Failures = {(1, ONE.id): FAILED}
    sides = [{ONE.id: no_time()}, {ONE.id: Ran(unseen=("no slycot",))}]
    ran._check(cast(Lockstep, None), [ONE], sides, failures)
    return failures, asked


def fails_too(failures: ran.Failures) -> Ran:
    failures[0, ONE.id] = FAILED
    return Ran(unseen=("no slycot",))


def test_a_benchmark_that_fails_on_both_sides_is_not_the_fault_of_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of python-control five were called failed: base had had no time to fail."""
    failures, asked = checked(monkeypatch, fails_too)
    assert asked == [0]
    assert failures == {(0, ONE.id): FAILED, (1, ONE.id): FAILED}


def test_one_that_only_head_breaks_stays_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checked(monkeypatch, lambda _: Ran())[0] == {(1, ONE.id): FAILED}


def test_where_the_other_side_still_has_no_time_timing_will_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert checked(monkeypatch, lambda _: no_time())[0] == {}


def test_what_was_tried_on_both_sides_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ran, "_ran", lambda *_: pytest.fail("asked again"))
    failures: ran.Failures = {(1, ONE.id): FAILED}
    ran._check(cast(Lockstep, None), [ONE], [{ONE.id: Ran()}, {ONE.id: Ran()}], failures)
    assert failures == {(1, ONE.id): FAILED}
